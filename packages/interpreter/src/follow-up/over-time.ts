import { dateColumn } from "../catalog/date-columns.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { endDay } from "../catalog/running-rows.ts";
import type { BucketUnit, ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf } from "../form/visit.ts";
import { day, floor, shift, type Unit } from "../language/periods.ts";
import { columnExpression } from "../resolve/measures.ts";
import { directionOf, type End } from "./of-groups.ts";
import { periodOf } from "./other-times.ts";

const UNITS_OF_TREND = "months?|weeks?|quarters?|years?";
const SPAN_OF_TREND = ` (?:over|in|during|for|within) (?:the )?(?:last|past) (?:(\\d{1,2}) )?(${UNITS_OF_TREND})`;
const LATELY_SAID =
  " (?:over (?:the )?(?:time|months|years)|over the course of (?:the )?(?:time|year)|lately|recently|so far)";
const CHANGED =
  "chang(?:e|ed|ing)|develop(?:ed|ing)?|evolv(?:e|ed|ing)|mov(?:e|ed|ing)|trend(?:ed|ing)?|go|gone|progress(?:ed)?";
const BETTER =
  "(?:going|getting|trending|moving)(?: any)? (?:up|down|better|worse|higher|lower)|(?:increasing|decreasing|growing|falling|rising|improving|shrinking|declining)";

/** "how has it changed over the last 6 months", "is it getting better", "show the trend"; captures of how many of which unit. */
export const OVER_TIME = new RegExp(
  `^(?:and )?(?:how (?:has|have|had|did|does|do|is|was|are|were) (?:it|that|this|they|those|these|the (?:number|total|figure)) (?:been )?(?:${CHANGED}|look(?:ed)?)|is (?:it|that|this)(?: been)? (?:${BETTER})|are (?:they|those|these) (?:${BETTER})|(?:(?:what is|what's|what was|show(?: me)?|give me|and) )?(?:the |a |it as a |that as a )?trends?|(?:show|plot|draw) (?:it|that|this|them|me)(?= over))(?:${SPAN_OF_TREND}|${LATELY_SAID}| (?:this year|during (?:this|the) year))?$`,
);

/** How much of the past is told where no span of it is said, and the answer before was of less than two of the unit. */
const MONTHS_BACK = 12;

/**
 * The figure of the answer before by month, week, quarter or year. Null where it has groups or no day, or counts what is so now: how many
 * were so at an earlier time is not kept.
 */
export function overTime(form: LogicalForm, match: RegExpExecArray, catalog: Catalog, today: Date): LogicalForm | null {
  const spans = match.slice(1).filter((one) => one !== undefined);
  const unit = unitOf(spans.at(-1) ?? "month");
  const [figure, ...more] = form.outputs;
  if (figure === undefined || more.length > 0 || !isAggregate(figure.expression)) return null;
  if (form.groups.length > 0 || form.combine !== null || form.per !== undefined) return null;
  const table = catalog.byName.get(tablesOf(figure.expression)[0] ?? "");
  const of = table === undefined ? null : dayOf(form, table);
  if (table === undefined || of === null || isOfNow(form, table)) return null;
  const count = spans.length > 1 ? Number(spans[0]) : null;
  const bucket: Expression = { kind: "bucket", unit: count === null && spans.length > 0 ? shorter(unit) : unit, of };
  const { chart: _, ...rest } = form;
  return {
    ...rest,
    outputs: [{ expression: bucket, name: bucket.unit }, figure],
    where: inTime(form, { left: of, unit, count: count ?? (spans.length > 0 ? 1 : null) }, today),
    groups: [bucket],
    order: [{ by: bucket, direction: "ascending" }],
    limit: null,
  };
}

const unitOf = (said: string): Unit => {
  const units: readonly Unit[] = ["week", "month", "quarter", "year"];
  return units.find((unit) => said.startsWith(unit)) ?? "month";
};

/** "over the last year": by month. */
const shorter = (unit: Unit): "day" | "week" | "month" =>
  unit === "month" ? "week" : unit === "week" ? "day" : "month";

function dayOf(form: LogicalForm, table: CatalogTable): ColumnExpression | null {
  const period = periodOf(form);
  if (period?.left.kind === "column") return period.left;
  const column = dateColumn(table);
  return column?.isDate === true ? columnExpression(column) : null;
}

/** True for rows that last, told by the state that they are in today. */
export const isOfNow = ({ where }: LogicalForm, table: CatalogTable): boolean =>
  endDay(table) !== null && where.some(({ kind }) => kind === "compare" || kind === "among" || kind === "missing");

/** The conditions of a form, of so many units up to now, or of its own time where this is long enough to show a change. */
function inTime(
  form: LogicalForm,
  { left, unit, count }: { left: ColumnExpression; unit: Unit; count: number | null },
  today: Date,
): Condition[] {
  const period = periodOf(form);
  const where = form.where.filter((one) => one !== period);
  const isShort =
    period !== undefined && period.from !== null && period.to !== null && daysBetween(period.from, period.to) < 60;
  if (count === null && !isShort) return form.where;
  const [back, of] = count === null ? [MONTHS_BACK, "month" as const] : [count, unit];
  const end = shift(floor(today, "day"), 1, "day");
  const label = back === 1 ? `the last ${of}` : `the last ${back} ${of}s`;
  const [from, to] = [day(shift(end, -back, of)), day(end)];
  return [...where, { kind: "period", left, from, to, label, negated: false }];
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const UNITS_RANKED: ReadonlyMap<string, BucketUnit> = new Map([
  ["day", "day"],
  ["weekday", "weekday"],
  ["week", "week"],
  ["month", "month"],
  ["quarter", "quarter"],
  ["year", "year"],
]);

/** At most. */
const DAYS_OF_UNIT: ReadonlyMap<BucketUnit, number> = new Map([
  ["day", 1],
  ["weekday", 7],
  ["week", 7],
  ["month", 31],
  ["quarter", 92],
  ["year", 366],
]);

/** "which month was best", after a profit by department: the month in which it was highest. Null as of `overTime`. */
export function firstOfTimes(form: LogicalForm, said: string, end: End, catalog: Catalog): LogicalForm | null {
  const unit = UNITS_RANKED.get(said);
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [figure, ...more] = figures;
  if (unit === undefined || figure === undefined || more.length > 0 || form.limit !== null) return null;
  if (form.having.length > 0 || form.combine !== null || form.per !== undefined) return null;
  if (form.groups.some(({ kind }) => kind === "bucket")) return null;
  const table = catalog.byName.get(tablesOf(figure.expression)[0] ?? "");
  const of = table === undefined ? null : dayOf(form, table);
  if (table === undefined || of === null || isOfNow(form, table)) return null;
  const bucket: Expression = { kind: "bucket", unit, of };
  const { chart: _, ...rest } = form;
  const outputs = [{ expression: bucket, name: unit }, figure];
  const by = figure.expression;
  const where = ofMoreThanOne(form, unit);
  const direction = directionOf(end, figure, form.where);
  return { ...rest, outputs, where, groups: [bucket], order: [{ by, direction }], limit: 1 };
}

/** "which month was best" after one of February is asked of all months. */
function ofMoreThanOne(form: LogicalForm, unit: BucketUnit): Condition[] {
  const period = periodOf(form);
  const { from, to } = period ?? { from: null, to: null };
  const isOne = from !== null && to !== null && daysBetween(from, to) <= (DAYS_OF_UNIT.get(unit) ?? 0);
  return isOne ? form.where.filter((one) => one !== period) : form.where;
}
