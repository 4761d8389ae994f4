import type { Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import { timesInUnit, unitNamed, unitOf, withoutUnit } from "../../language/units.ts";
import { spoken } from "../../language/words.ts";
import type { Context } from "../../resolve/context.ts";

/** How long the units of time are, in seconds. */
const seconds = new Map([
  ["ms", 0.001],
  ["seconds", 1],
  ["minutes", 60],
  ["hours", 3600],
  ["days", 86_400],
  ["weeks", 604_800],
  // A month and a year are as long as they are on average.
  ["months", 2_629_746],
  ["years", 31_556_952],
]);

/** "average visit in minutes", "total weight in tonnes": what is kept in another unit is shown in the one that is asked for. */
export function inAskedUnit(form: LogicalForm, context: Context): void {
  const { said } = context.sketch;
  const unit =
    said.words("a unit of time asked for").slice(1).find(Boolean) ??
    said.words("a unit asked for").slice(1).find(Boolean);
  if (unit === undefined) return;
  const outputs = form.outputs.map((output) => converted(output, unit.toLowerCase()));
  if (outputs.every((output) => output === null)) return;
  form.outputs = form.outputs.map((output, i) => outputs[i] ?? output);
  for (const word of context.sketch.unknown)
    if (word.text.toLowerCase() === unit.toLowerCase()) context.notes.explained.add(word);
}

/** "yearly rent", of a monthly_rent: so many times what is kept. */
export function inAskedTime(form: LogicalForm, { meant: { perTime } }: Context): void {
  if (perTime === null) return;
  const isKept = (of: Expression | null): boolean =>
    of?.kind === "column" && of.table === perTime.table && of.column === perTime.column;
  const { times, unit } = perTime;
  form.outputs = form.outputs.map((output): Output => {
    const { expression } = output;
    const isMeant =
      isKept(expression) || (expression.kind === "aggregate" && expression.fn !== "count" && isKept(expression.of));
    if (!isMeant) return output;
    const right: Expression = { kind: "literal", value: times > 1 ? times : Math.round(1 / times) };
    const name = output.name.replace(
      /(?:monthly|weekly|quarterly|yearly|annual)/i,
      unit === "year" ? "yearly" : `${unit}ly`,
    );
    return {
      ...output,
      name,
      expression: { kind: "arithmetic", operator: times > 1 ? "*" : "/", left: expression, right },
    };
  });
}

/** How many of the unit asked for one of the unit kept is; null where they measure different things. */
function ratioOf(kept: string, unit: string): [from: number, to: number] | null {
  const [from, to] = [seconds.get(kept), seconds.get(unit)];
  if (from !== undefined && to !== undefined) return [from, to];
  const named = unitNamed(unit);
  const times = named === undefined || named === kept ? null : timesInUnit(named, kept);
  return times === null ? null : times > 1 ? [1, times] : [Number((1 / times).toPrecision(12)), 1];
}

/** The output in that unit; null where it is kept in none of its kind. */
function converted(output: Output, unit: string): Output | null {
  const { expression } = output;
  if (expression.kind !== "aggregate" || expression.fn === "count" || expression.of === null) return null;
  const ratio = ratioOf(keptIn(expression.of) ?? "", unit);
  if (ratio === null) return null;
  const [from, to] = ratio;
  const name = `${withoutUnit(spoken(output.name)).replaceAll(" ", "_")}_${unit}`.replace(
    `_${unit}_${unit}`,
    `_${unit}`,
  );
  if (from === to) return { ...output, name };
  const times: Expression =
    to > from
      ? {
          kind: "arithmetic",
          operator: "/",
          left: expression,
          right: { kind: "literal", value: Number((to / from).toPrecision(12)) },
        }
      : { kind: "arithmetic", operator: "*", left: expression, right: { kind: "literal", value: from / to } };
  return { ...output, name, expression: times };
}

function keptIn(of: Expression): string | undefined {
  if (of.kind === "elapsed") return `${of.unit}s`;
  return of.kind === "column" ? unitOf(of.column) : undefined;
}
