import { isAggregate, sameExpression } from "../form/visit.ts";
import { countOf } from "../resolve/measures.ts";
import { nameOf, rankOutput } from "./output-names.ts";
import { dayAfter } from "../language/periods.ts";
import type { Context } from "../resolve/context.ts";
import { growBetween, inTime, sideBySide, type PeriodCondition } from "./figures/two-periods.ts";
import type { BucketUnit, ColumnExpression, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** "this year vs last year", "in 2022 and 2023": either period, told apart by a bucket where there is a measure. */
export function comparePeriods(form: LogicalForm, context: Context): void {
  const oneOrOther = eitherTime(form, context);
  const periods = oneOrOther ?? form.where.filter((condition) => condition.kind === "period");
  const same = periods.filter((one) => isSpanOf(one, periods[0] ?? one));
  const [first] = same;
  if (first === undefined || same.length < 2 || !disjoint(same)) return;
  form.where = [...othersThan(form.where, same, oneOrOther !== null), { kind: "either", conditions: same }];
  countCompared(form, context);
  const { growth, versus } = context.sketch;
  const growing = growth && same.length === 2;
  if (growing || versus) tellRanked(form, context);
  const aggregated = form.outputs.some((output) => isAggregate(output.expression));
  if (versus && monthBesideMonth(form, same)) return tellOpen(same, context);
  if (!aggregated || context.sketch.bucket !== null || first.left.kind !== "column") return;
  const unit = unitOf(first);
  if (growing) {
    tellOpen(same, context);
    return rankedByGrowth(form, same);
  }
  const isBelow = besideOrBelow(form, { same, unit, day: first.left });
  if (context.sketch.versus && isBelow) tellOpen(same, context);
}

/** The figure of each period in a column of its own where there is one for each group, else in a row of its own, which gives true. */
function besideOrBelow(
  form: LogicalForm,
  { same, unit, day }: { same: readonly PeriodCondition[]; unit: BucketUnit | null; day: ColumnExpression },
): boolean {
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  if (unit === null || (form.groups.length > 0 && measured.length === 1)) {
    const plain = form.outputs.filter((output) => !isAggregate(output.expression));
    form.outputs = [...plain, ...measured.flatMap((output) => sideBySide(output, same))];
    // "best selling teas this year compared with last year": the best of the first that is named.
    const [ranked, shown] = [measured[0]?.expression, form.outputs[plain.length]?.expression];
    if (ranked !== undefined && shown !== undefined)
      form.order = form.order.map((order) => (sameExpression(order.by, ranked) ? { ...order, by: shown } : order));
    return false;
  }
  const bucket: Expression = { kind: "bucket", unit, of: day };
  form.outputs.unshift({ expression: bucket, name: unit });
  form.groups.unshift(bucket);
  form.order = [{ by: bucket, direction: "ascending" }];
  return true;
}

/** "orders by month this year vs last year": each month of one year beside that of the other. False where that is not asked for. */
function monthBesideMonth(form: LogicalForm, years: readonly PeriodCondition[]): boolean {
  const [month, ...more] = form.groups;
  const isByMonth = month?.kind === "bucket" && month.unit === "month" && more.length === 0 && form.limit === null;
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  if (!isByMonth || measured.length === 0 || years.some((one) => unitOf(one) !== "year")) return false;
  const ofAnyYear: Expression = { ...month, unit: "month_of_year" };
  form.groups = [ofAnyYear];
  // A month that has not come yet has no figure, rather than one of 0.
  const sides = measured.flatMap((output) => sideBySide(output, inTime(years)));
  form.outputs = [{ expression: ofAnyYear, name: "month" }, ...sides.map(withBlanks)];
  form.order = [{ by: ofAnyYear, direction: "ascending" }];
  return true;
}

const withBlanks = (output: Output): Output =>
  output.expression.kind === "aggregate" ? { ...output, expression: { ...output.expression, blank: true } } : output;

/** A time with both ends, of the same day as the other. */
const isSpanOf = ({ negated, from, to, left }: PeriodCondition, other: PeriodCondition): boolean =>
  !negated && from !== null && to !== null && JSON.stringify(left) === JSON.stringify(other.left);

const othersThan = (where: readonly Condition[], periods: readonly Condition[], isEither: boolean): Condition[] =>
  where.filter((one) => !periods.includes(one) && !(isEither && one.kind === "either"));

/** "did we sell more in May or in June": each of the two, rather than what both come to. */
function eitherTime({ where, groups }: LogicalForm, { sketch }: Context): PeriodCondition[] | null {
  const either = where.filter((one) => one.kind === "either");
  const [only, ...more] = either;
  if (only === undefined || more.length > 0 || groups.length > 0 || !sketch.said.has("which of two")) return null;
  const periods = only.conditions.filter((one) => one.kind === "period");
  return periods.length === 2 && only.conditions.length === 2 ? periods : null;
}

/** "the category with the highest growth of revenue", "our ten best customers this year and last year": the figure is told, too. */
function tellRanked(form: LogicalForm, { notes, sketch }: Context): void {
  const [order] = form.order;
  // What is ranked by a column of each row has no growth.
  if (sketch.growth && order !== undefined && form.limit !== null && !form.order.some(({ by }) => isAggregate(by)))
    notes.lost.push("growth");
  if (order === undefined || !isAggregate(order.by) || form.outputs.some(({ expression }) => isAggregate(expression)))
    return;
  form.outputs = [...form.outputs, rankOutput(order.by, notes.assumptions)];
}

/** The growth between two periods; what would be ranked by the figure itself is ranked by that. */
function rankedByGrowth(form: LogicalForm, periods: readonly PeriodCondition[]): void {
  const figure = form.outputs.find((output) => isAggregate(output.expression))?.expression;
  growBetween(form, periods);
  const growth = form.outputs.find(({ name }) => name === "growth")?.expression;
  if (figure === undefined || growth === undefined || form.limit === null) return;
  form.order = form.order.map((order) => (sameExpression(order.by, figure) ? { ...order, by: growth } : order));
}

/** Says that a period which is not over stands beside whole ones. */
export function tellOpen(periods: readonly PeriodCondition[], { sketch, notes }: Context): void {
  const [unit = null, ...others] = new Set(periods.map(unitOf));
  const isOpen = periods.some(({ to }) => to !== null && to > dayAfter(sketch.today));
  if (unit !== null && others.length === 0 && isOpen)
    notes.assumptions.push(`The periods are compared as whole ${unit}s, also where one is not over.`);
}

/** "orders this month compared with last month": how many, where no figure is named. */
function countCompared(form: LogicalForm, { sketch, subject }: Context): void {
  if (!(sketch.versus || sketch.growth) || sketch.outputs.length > 0 || subject === null) return;
  if (form.outputs.some((output) => isAggregate(output.expression)) || form.groups.length > 0) return;
  const count = countOf(subject);
  form.all_columns = false;
  form.outputs = [{ expression: count, name: nameOf(count) }];
}

function disjoint(periods: PeriodCondition[]): boolean {
  const sorted = inTime(periods);
  return sorted.every((period, i) => i === 0 || (sorted[i - 1]?.to ?? "") <= (period.from ?? ""));
}

function unitOf(period: PeriodCondition): BucketUnit | null {
  const from = new Date(`${period.from ?? ""}T00:00:00Z`);
  const to = new Date(`${period.to ?? ""}T00:00:00Z`);
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (days === 1) return "day";
  if (days === 7) return "week";
  if (from.getUTCDate() !== 1) return null;
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (months === 12 && from.getUTCMonth() === 0) return "year";
  if (months === 3 && from.getUTCMonth() % 3 === 0) return "quarter";
  return months === 1 ? "month" : null;
}
