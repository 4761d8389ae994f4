import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { splitIdentifier } from "../language/inflection.ts";
import type { Context } from "../resolve/context.ts";
import { negate } from "./conditions/negations.ts";

/** "average order value with and without coupon": the figure of the rows that have one, and that of all others. */
export function withAndWithout(form: LogicalForm, context: Context): void {
  if (!context.sketch.said.has("with and without")) return;
  const [lacked, ...more] = form.where.filter((one) => isLacking(one, context));
  const isPlain = form.outputs.every(({ expression }) => !("where" in expression)) && form.having.length === 0;
  const figures = form.outputs.filter(({ expression }) => expression.kind === "aggregate");
  if (lacked === undefined || more.length > 0 || figures.length === 0 || !isPlain || form.limit !== null) {
    context.notes.lost.push("with and without");
    return;
  }
  const thing = thingOf(lacked);
  const part = ({ name, expression }: Output, where: Condition, word: string): Output[] =>
    expression.kind === "aggregate"
      ? [{ name: `${name}_${word}_${thing}`, expression: { ...expression, where: [where] } }]
      : [];
  // The time is none that is denied.
  form.where = form.where
    .filter((one) => one !== lacked)
    .map((one) => (one.kind === "period" && one.negated ? negate(one) : one));
  form.outputs = form.outputs.flatMap((output) =>
    figures.includes(output) ? [...part(output, negate(lacked), "with"), ...part(output, lacked, "without")] : [output],
  );
}

/** What some rows have and others lack. */
type Lacking = Condition & { kind: "missing" | "related" | "compare" };

const isLacking = (one: Condition, { catalog }: Context): one is Lacking =>
  (one.kind === "missing" && !one.negated) ||
  (one.kind === "related" && one.negated) ||
  (one.kind === "compare" && one.operator === "!=" && isOfFlag(one.left, catalog));

/** "with and without a terrace", of a has_terrace. */
function isOfFlag(left: Expression, { byName }: Context["catalog"]): boolean {
  if (left.kind !== "column") return false;
  return byName.get(left.table)?.columns.some(({ name, isFlag }) => isFlag && name === left.column) === true;
}

const thingOf = (one: Lacking): string =>
  splitIdentifier(one.kind === "related" ? one.table : one.left.kind === "column" ? one.left.column : "")
    .filter((word) => !/^(?:id|code|no|number|has|is)$/.test(word))
    .join("_");
