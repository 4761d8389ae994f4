import type { Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import type { Context } from "../../resolve/context.ts";
import type { PeriodCondition } from "./two-periods.ts";

type Count = Extract<Expression, { kind: "aggregate" }>;

/**
 * "how many pupils joined this year and how many left": each is counted by the day of its own deed. Those who left this year are no part of
 * those who joined in it.
 */
export function deedsInTime(form: LogicalForm, context: Context): void {
  const { sketch, subject } = context;
  if (form.groups.length + form.having.length + form.order.length > 0 || sketch.share !== null || sketch.part !== null)
    return;
  const times = form.where.filter((one) => one.kind === "period");
  const [period] = times;
  if (period === undefined || times.some(({ negated, left }) => negated || left.kind !== "column")) return;
  const counts = form.outputs.map(({ expression }) => countIn(expression, form.subject));
  const days = counts.map((one) => (one?.of?.kind === "column" ? one.of : null));
  const isDay = (name: string) => subject?.columns.some((one) => one.name === name && one.isDate) === true;
  if (counts.length < 2 || counts.includes(null) || !days.some((day) => day !== null && isDay(day.column))) return;
  // "how many orders this month and how many were sent": of those orders, no deed of which is said.
  if (!days.every((day) => day === null || isDay(day.column)) || !sketch.filters.some(isOfDeed)) return;
  // "joined in 2023 and how many left in 2024": each in a time of its own.
  if (times.length > 1 && !(times.length === days.length && isEachAfterItsOwn(sketch))) return;
  const periods = days.map((left, i) => ({ ...(times[i] ?? period), left: left ?? period.left }));
  form.outputs = form.outputs.map((output, i) => inItsTime(output, periods[i] ?? period));
  const others = form.where.filter((one) => one.kind !== "period");
  const either: Condition = { kind: "either", conditions: periods };
  form.where = [...others, either];
}

/** True where a time is said right after each figure, before the next. */
function isEachAfterItsOwn({ outputs, filters }: Context["sketch"]): boolean {
  const times = filters.filter((one) => one.kind === "period");
  return outputs.every(({ at }, i) => {
    const [own, next] = [times[i]?.at ?? 0, outputs[i + 1]?.at ?? Number.POSITIVE_INFINITY];
    return own > at && own < next;
  });
}

const isOfDeed = (one: Context["sketch"]["filters"][number]): boolean =>
  one.kind === "period" && one.target?.columns[0]?.column.isDate === true;

const countIn = (expression: Expression, table: string): Count | null =>
  expression.kind === "aggregate" &&
  expression.fn === "count" &&
  expression.table === table &&
  expression.where === undefined &&
  !expression.distinct
    ? expression
    : null;

const inItsTime = (output: Output, period: PeriodCondition): Output => ({
  ...output,
  expression:
    output.expression.kind === "aggregate" ? { ...output.expression, of: null, where: [period] } : output.expression,
});
