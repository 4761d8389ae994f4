import { growBetween } from "../assemble/figures/two-periods.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { earlierBy, floor, span, spanLabel, type Unit } from "../language/periods.ts";
import { withWholes } from "./changed-conditions.ts";
import { columnExpression } from "../resolve/measures.ts";

export type PeriodCondition = Extract<Condition, { kind: "period" }>;

const SHORTER_UNITS: readonly Unit[] = ["month", "quarter", "week"];

export const isJustBefore = (said: string): boolean =>
  /\b(?:month|quarter|week|period)$|\b(?:month|quarter|week|period|one) before(?: that| it)?$|\bprevious one$/.test(
    said,
  ) && !/year/.test(said);

/** A form of all time as one of the time that is compared: this year where last year is spoken of. */
export function withPeriod(
  form: LogicalForm,
  { catalog, today, said }: { catalog: Catalog; today: Date; said: string },
): LogicalForm {
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const table = figure === undefined ? undefined : catalog.byName.get(tablesOf(figure.expression)[0] ?? "");
  const unit: Unit = SHORTER_UNITS.find((one) => new RegExp(`\\b${one}(?: before.*)?$`).test(said)) ?? "year";
  const day = table === undefined ? null : dateColumn(table);
  if (periodOf(form) !== undefined || day === null || !day.isDate) return form;
  const { from, to, label } = span({ from: floor(today, unit), unit }, `this ${unit}`, 1);
  const period: PeriodCondition = { kind: "period", left: columnExpression(day), from, to, label, negated: false };
  return { ...form, where: [...form.where, period] };
}

/** The period a form is about, where there is one. */
export const periodOf = (form: LogicalForm): PeriodCondition | undefined =>
  form.where.find((condition): condition is PeriodCondition => condition.kind === "period" && !condition.negated);

export function moved(form: LogicalForm, byYear: boolean): LogicalForm | null {
  const period = periodOf(form);
  const before = period === undefined ? null : byYear ? aYearBefore(period) : justBefore(period);
  if (period === undefined || before === null) return null;
  const inTime = (one: LogicalForm): LogicalForm => ({
    ...one,
    where: one.where.map((condition) =>
      condition.kind === "period" && !condition.negated && sameExpression(condition.left, period.left)
        ? before
        : condition,
    ),
  });
  return withWholes(inTime(form), inTime);
}

function aYearBefore(period: PeriodCondition): PeriodCondition {
  const { from, to, label } = earlierBy("year", { ...period, year: null, length: 0, certain: true });
  return { ...period, from, to, label };
}

/** As long a span, ending where the given one begins; whole months stay whole months. */
function justBefore(period: PeriodCondition): PeriodCondition | null {
  if (period.from === null || period.to === null) return null;
  const [from, to] = [new Date(`${period.from}T00:00:00Z`), new Date(`${period.to}T00:00:00Z`)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const isWhole = from.getUTCDate() === 1 && to.getUTCDate() === 1 && months > 0;
  const start = isWhole
    ? new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - months, 1))
    : new Date(2 * from.getTime() - to.getTime());
  const iso = start.toISOString().slice(0, 10);
  return { ...period, from: iso, to: period.from, label: spanLabel(iso, period.from) };
}

export function compared(form: LogicalForm, isOfJustBefore: boolean, today: string): LogicalForm | null {
  const period = periodOf(form);
  const before = period === undefined ? null : isOfJustBefore ? justBefore(period) : aYearBefore(period);
  return before === null ? null : besideOther(form, before, today);
}

/** "what is the difference" after the same figure of two times, one after the other. Null where they differ in anything else. */
export function differenceOf(form: LogicalForm, longBefore: LogicalForm): LogicalForm | null {
  const [after, before] = [periodOf(form), periodOf(longBefore)];
  const { outputs, groups, limit } = form;
  const isOne = outputs.length === 1 && outputs.every(({ expression }) => expression.kind === "aggregate");
  if (after === undefined || before === undefined || after.from === before.from) return null;
  if (!isOne || groups.length > 0 || limit !== null || !differInTime(form, longBefore)) return null;
  return growthFrom(form, before, after);
}

/** "is that better than last month": the one figure of a time, that of the time before it, and by how much it grew. */
export function grown(form: LogicalForm, isOfJustBefore: boolean): LogicalForm | null {
  const after = periodOf(form);
  const before = after === undefined ? null : isOfJustBefore ? justBefore(after) : aYearBefore(after);
  const [figure, ...more] = form.outputs;
  const isOne = figure?.expression.kind === "aggregate" && more.length === 0 && form.groups.length === 0;
  return after === undefined || before === null || !isOne ? null : growthFrom(form, before, after);
}

/** A form of no time in two of them, with by how much its figure grew from the one to the other. */
export function growthFrom(form: LogicalForm, before: PeriodCondition, after: PeriodCondition): LogicalForm {
  const where = form.where.filter((condition) => condition !== after);
  const both = { ...form, where: [...where, { kind: "either" as const, conditions: [before, after] }] };
  growBetween(both, [before, after]);
  return both;
}

/** "compare the two" after the same figures of two values of a column: both, each in a row, and by the same times. Null where they differ in anything else. */
export function bothValues(form: LogicalForm, longBefore: LogicalForm): LogicalForm | null {
  const [own, other] = [form, longBefore].map(({ where }, at) => {
    const rest = new Set([longBefore, form][at]?.where.map((one) => JSON.stringify(one)));
    return where.filter((one) => !rest.has(JSON.stringify(one)));
  });
  const [after, before] = [own?.[0], other?.[0]];
  if (own?.length !== 1 || other?.length !== 1 || !isOneValue(after) || !isOneValue(before)) return null;
  const isByTime = form.groups.every(({ kind }) => kind === "bucket");
  if (!sameExpression(after.left, before.left) || !isByTime || form.limit !== null) return null;
  const isSame = besides(form, after) === besides(longBefore, before);
  const times = form.outputs.filter(({ expression }) => form.groups.some((group) => sameExpression(group, expression)));
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  if (!isSame || times.length + figures.length !== form.outputs.length) return null;
  const where = form.where.map((one): Condition =>
    one === after ? { kind: "either", conditions: [before, after] } : one,
  );
  const output = { expression: after.left, name: after.left.kind === "column" ? after.left.column : "value" };
  return { ...form, where, groups: [...form.groups, after.left], outputs: [...times, output, ...figures] };
}

/** "both together" after the same figure of two values of a column: of the two. Null where they differ in anything else, or do not add up. */
export function bothTogether(form: LogicalForm, longBefore: LogicalForm): LogicalForm | null {
  const both = bothValues(form, longBefore);
  const [figure, ...more] = form.outputs;
  const addsUp =
    figure?.expression.kind === "aggregate" &&
    !figure.expression.distinct &&
    /^(?:sum|count)$/.test(figure.expression.fn);
  return both === null || !addsUp || more.length > 0 ? null : { ...both, groups: [], outputs: form.outputs };
}

type Comparison = Extract<Condition, { kind: "compare" }>;

const isOneValue = (condition: Condition | undefined): condition is Comparison =>
  condition?.kind === "compare" && condition.operator === "=" && condition.right.kind === "literal";

/** True for the same of two times. */
function differInTime(form: LogicalForm, longBefore: LogicalForm): boolean {
  const [after, before] = [periodOf(form), periodOf(longBefore)];
  if (after === undefined || before === undefined || !sameExpression(after.left, before.left)) return false;
  return after.from !== before.from && besides(form, after) === besides(longBefore, before);
}

/** What a form is besides one of its conditions, as text. */
function besides(form: LogicalForm, without: Condition): string {
  const { chart: _, via: _via, ...rest } = form;
  const where = form.where.filter((condition) => condition !== without).map((condition) => JSON.stringify(condition));
  return JSON.stringify({ ...rest, where: where.toSorted() });
}

/** "compare them" after the same figures of two times. Null where they differ in anything else. */
export function bothTimes(form: LogicalForm, longBefore: LogicalForm, today: string): LogicalForm | null {
  const before = periodOf(longBefore);
  return before === undefined || form.limit !== null || !differInTime(form, longBefore)
    ? null
    : besideOther(form, before, today);
}

/** The figures of another time beside those of a form. Null where they are of no time, or cannot be told apart. */
export function besideOther(form: LogicalForm, before: PeriodCondition, today: string): LogicalForm | null {
  const period = periodOf(form);
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  if (period === undefined || measured.length === 0 || period.from === before.from) return null;
  if (!sameExpression(period.left, before.left) || form.outputs.some(({ unit }) => unit === "growth")) return null;
  if (form.outputs.some(({ expression }) => expression.kind === "bucket"))
    return monthByMonth(form, [period, before], today);
  if (!measured.every(({ expression }) => isMadeOfAggregates(expression))) return null;
  const named = (condition: PeriodCondition) => condition.label.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  // Of months that are still to come there is nothing, which is not 0.
  const isOfMonths = form.groups.some(({ kind }) => kind === "bucket");
  const isBlank = ({ to }: PeriodCondition) => isOfMonths && to !== null && to > today;
  const outputs = measured.flatMap((output) =>
    [period, before].map((condition) => ({
      ...output,
      expression: within(output.expression, condition, isBlank(condition)),
      name: `${output.name}_${named(condition)}`,
    })),
  );
  return {
    ...form,
    outputs: [...form.outputs.filter((output) => !isAggregate(output.expression)), ...outputs],
    where: [
      ...form.where.filter((condition) => condition !== period),
      { kind: "either", conditions: [period, before] },
    ],
    order: [],
    limit: null,
  };
}

const isMadeOfAggregates = (expression: Expression): boolean =>
  expression.kind === "aggregate" ||
  expression.kind === "literal" ||
  (expression.kind === "arithmetic" && isMadeOfAggregates(expression.left) && isMadeOfAggregates(expression.right));

/** A figure of a period alone. */
function within(expression: Expression, condition: PeriodCondition, isBlank: boolean): Expression {
  if (expression.kind === "arithmetic")
    return {
      ...expression,
      left: within(expression.left, condition, isBlank),
      right: within(expression.right, condition, isBlank),
    };
  if (expression.kind !== "aggregate") return expression;
  const where = [...(expression.where ?? []), condition];
  return { ...expression, where, ...(isBlank ? { blank: true as const } : {}) };
}

/** A year's months beside those of the year before: the same month of both in a row. */
function monthByMonth(
  form: LogicalForm,
  periods: readonly [PeriodCondition, PeriodCondition],
  today: string,
): LogicalForm | null {
  const [bucket, ...more] = form.groups;
  const isOfYears = periods.every(({ from, to }) => from !== null && to !== null && from.slice(4) === to.slice(4));
  if (bucket?.kind !== "bucket" || bucket.unit !== "month" || more.length > 0 || !isOfYears) return null;
  const month: Expression = { ...bucket, unit: "month_of_year" };
  const years = besideOther(
    { ...form, groups: [month], outputs: form.outputs.filter(({ expression }) => isAggregate(expression)) },
    periods[1],
    today,
  );
  if (years === null) return null;
  const outputs = [{ expression: month, name: "month" }, ...years.outputs];
  return { ...years, outputs, order: [{ by: month, direction: "ascending" }] };
}
