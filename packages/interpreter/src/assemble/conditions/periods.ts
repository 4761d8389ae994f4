import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Measure } from "../../language/cues.ts";
import type { Mention } from "../../link/mention.ts";
import { columnExpression, measureSource, timeColumn } from "../../resolve/measures.ts";
import { buyingTable } from "../../resolve/buying.ts";
import type { Context } from "../../resolve/context.ts";
import { distance, isToOne, path } from "../../catalog/joins.ts";
import { isPerson } from "../../catalog/persons.ts";
import { isTable } from "../../read/reader.ts";
import { isPromisedDay } from "../../catalog/promised-days.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import { nameOfMonth, type Period, span } from "../../language/periods.ts";
import { columnOf } from "../../resolve/columns.ts";
import { tableOf } from "../../resolve/context.ts";
import { preferredKeys } from "../ways.ts";
import { rankedTable } from "../rank/usual-rank.ts";
import { dayOfState, isDayOfOneState } from "./day-of-state.ts";
import { deedsOf } from "./deeds-of-people.ts";
import { toldByValue } from "./told.ts";
import type { Condition } from "../../form/logical-form.ts";
import { beyondMonths, inMonths } from "./year-and-month.ts";
import type { FilterWish } from "../../read/sketch.ts";

export function betweenDates(
  wish: FilterWish & { kind: "between" },
  context: Context,
  near: CatalogTable | null,
): { condition: Condition; column: CatalogColumn | null } | null {
  const low = wish.low.kind === "period" ? wish.low.period : wish.low.kind === "number" ? wish.low.year : null;
  const high = wish.high.kind === "period" ? wish.high.period : wish.high.kind === "number" ? wish.high.year : null;
  const column = periodColumn(wish.target, context, near);
  if (low === null || high === null || column === null) return null;
  const both = { ...low, to: high.to, label: `${low.label} to ${high.label}`, year: null };
  const condition = periodCondition(column, both);
  return condition === null ? null : { condition, column };
}

/** The day by which rows are placed in a period. */
export function periodColumn(
  target: Mention | null,
  context: Context,
  near: CatalogTable | null,
): CatalogColumn | null {
  const column = dayMeant(target, context, near);
  return column !== null && isDayOfOneState(column, context) ? (dateColumn(column.table) ?? column) : column;
}

function dayMeant(target: Mention | null, context: Context, near: CatalogTable | null): CatalogColumn | null {
  const measure = measureAsked(context);
  const column = target === null ? null : columnOf(target, context, { near, kind: "date" });
  // "products by revenue in 2025" asks for the revenue of 2025, not for the products of 2025.
  const isMeant =
    measure === null
      ? !isOfRanked(column, target, context)
      : column?.stems.some((name) => target?.text.toLowerCase().includes(name)) === true;
  if (column !== null && isMeant && (column.isDate || column.isYear) && !isOfOthers(column, target))
    return aheadOf(column, context);
  const again = context.happened === null ? null : timeColumn(context.happened, context);
  const known = countedDay(context) ?? again ?? dayOfState(context, near) ?? dayBetween(context);
  if (known !== null) return known;
  for (const candidate of tablesInTime(measure, context, near)) {
    const found = candidate === null ? null : timeColumn(candidate, context);
    if (found !== null) return aheadOf(found, context);
  }
  return dayBelow(near ?? context.subject, context);
}

/**
 * "wines at the Harvest Fair in 2020", which entered one of its years, whatever year they are of: the time of the rows that lie between
 * them and what stands right before it.
 */
function dayBetween(context: Context): CatalogColumn | null {
  const { sketch, subject, catalog, named } = context;
  const time = sketch.filters.find(({ kind }) => kind === "period");
  const place = sketch.filters.find(
    (one) => one.kind === "value" && time !== undefined && time.at > one.at && time.at - one.at <= 3,
  );
  if (time === undefined || place?.kind !== "value" || place.negated || subject === null) return null;
  const [far, ...others] = new Set(place.mention.values.map(({ column }) => column.table));
  if (far === undefined || others.length > 0 || far === subject) return null;
  // Rows with a day of their own belong to what they refer to at that time.
  if (isToOne(catalog, subject, far) && dateColumn(subject) !== null) return null;
  // The way leads over the rows that are named: "guests who reviewed Old Mill in 2020", who may have visited it in another year.
  const via = new Set([...named.map(({ table }) => table.name), ...preferredKeys(context)]);
  const between = path(catalog, [subject], far, via)?.slice(0, -1) ?? [];
  // "revenue for Kitchen in 2025": what was sold then, rather than products that came up then.
  const own = isToOne(catalog, subject, far) ? timeColumn(subject, context) : null;
  if (own !== null && between.every(({ table }) => table !== own.table)) return null;
  const [day, ...more] = between.flatMap(({ table }) => (isPerson(table) ? [] : (dateColumn(table) ?? [])));
  // "members who took Spin in May": who booked it then
  return more.length === 0 || sketch.said.has("people who did so then") ? (day ?? null) : null;
}

/** "courses in 2008", of whose sections only the year is known: the year of the only rows next to it that have a time. */
function dayBelow(rows: CatalogTable | null, { catalog }: Context): CatalogColumn | null {
  if (rows === null || isPerson(rows)) return null;
  const [only, ...more] = catalog.tables.flatMap((one) =>
    !one.isView && one !== rows && distance(catalog, one, rows) === 1 && isToOne(catalog, one, rows)
      ? (dateColumn(one) ?? [])
      : [],
  );
  return only !== undefined && more.length === 0 && !only.isDate ? only : null;
}

/** "which supplier cost us the most in 2025": their invoices are of that year, and no contract of the supplier. */
function isOfRanked(column: CatalogColumn | null, target: Mention | null, context: Context): boolean {
  const ranked = context.sketch.superlatives.find((wish) => wish.target.kind === "column")?.target;
  if (column === null || target === null || !isTable(target) || ranked?.kind !== "column") return false;
  const rows = columnOf(ranked.mention, context)?.table;
  const isBelow = rows !== undefined && rows !== column.table && isToOne(context.catalog, rows, column.table);
  return isBelow && timeColumn(rows, context) !== null;
}

/** "how many lessons are booked for next week": the day to which they reach, rather than one that is over for all of them. */
function aheadOf(column: CatalogColumn, { sketch }: Context): CatalogColumn {
  const isAhead = sketch.filters.some(
    (one) => one.kind === "period" && one.period.from !== null && one.period.from > sketch.today,
  );
  const reaches = ({ isDate, source: { max } }: CatalogColumn) =>
    isDate && typeof max === "string" && max.slice(0, 10) > sketch.today;
  if (!isAhead || reaches(column)) return column;
  const [only, ...more] = column.table.columns.filter((one) => reaches(one) && !isPromisedDay(one));
  const all = column.table.columns.filter(reaches);
  return (more.length === 0 ? only : undefined) ?? (all.length === 1 ? all[0] : undefined) ?? column;
}

/** "how many visits are there in May" while the last May is long over and visits of the next are known: those. */
export function monthAhead(column: CatalogColumn, period: Period, { sketch }: Context): Period {
  const { from, anyYear } = period;
  if (anyYear !== true || from === null || !sketch.said.has("of what is ahead")) return period;
  const first = new Date(`${from}T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear() + 1, first.getUTCMonth(), 1));
  const start = next.toISOString().slice(0, 10);
  const { max } = column.source;
  if (start <= sketch.today || !column.isDate || typeof max !== "string" || max.slice(0, 10) < start) return period;
  const label = `${nameOfMonth(next.getUTCMonth())} ${next.getUTCFullYear()}`;
  return { ...span({ from: next, unit: "month" }, label, period.length), anyYear };
}

/** "how many arrivals next week": the day that is counted. */
function countedDay(context: Context): CatalogColumn | null {
  const counted = context.sketch.outputs.find((output) => output.kind === "count");
  const mention = counted?.kind === "count" ? counted.mention : null;
  if (mention === null || isTable(mention)) return null;
  const column = columnOf(mention, context);
  return column?.isDate === true ? column : null;
}

/** "cancelled visits in 2025", where guests have a first_visit: visits are rows of their own. */
function isOfOthers({ table }: CatalogColumn, target: Mention | null): boolean {
  const hardly = (target?.columns[0]?.score ?? 0) * 2;
  const rows = target?.tables.filter(({ score }) => score >= 0.9 || (score >= 0.6 && score >= hardly)) ?? [];
  return target !== null && isTable(target) && rows.length > 0 && rows.every((link) => link.table !== table);
}

/** The measure that is shown, ranked or sorted by. */
function measureAsked({ sketch }: Context): Measure | null {
  const measured = sketch.outputs.find((output) => output.kind === "measure");
  const ranked = sketch.superlatives.find((wish) => wish.target.kind === "measure")?.target;
  const sorted = sketch.orders.find((order) => order.target.kind === "measure")?.target;
  const by = [measured, ranked, sorted].find((wish) => wish?.kind === "measure");
  return by?.kind === "measure" ? by.measure : null;
}

/** The tables whose rows a period may be of, the likeliest first. */
function tablesInTime(
  measure: Measure | null,
  context: Context,
  near: CatalogTable | null,
): readonly (CatalogTable | null)[] {
  const { subject, catalog, named, sketch } = context;
  const table =
    measure === null
      ? (salesMeant(context) ??
        deniedBefore(context) ??
        countedBefore(context) ??
        countedForEach(context) ??
        toldApartBelow(context) ??
        rankedTable(context) ??
        summedFor(context))
      : (measureSource(context, measure)?.table ?? null);
  // "orders placed by enterprise customers in 2024": what is counted happened then, not the customer.
  const isPart = near !== null && subject !== null && near !== subject && isToOne(catalog, subject, near);
  const own = isPart && table === null && dateColumn(subject, sketch.said.stem) !== null ? subject : null;
  // "tips per waiter last month": when what they are for happened, rather than when the waiter came.
  const parent =
    isPart && table === null && dateColumn(subject) === null
      ? catalog.tables.find(
          (one) =>
            one !== near &&
            !one.isView &&
            (one.label.length === 0 || one === timeColumn(subject, context)?.table) &&
            !isPerson(one) &&
            isToOne(catalog, subject, one) &&
            dateColumn(one) !== null,
        )
      : undefined;
  return [table, deedsOf(context), own, parent ?? null, near, subject, ...named.map((entry) => entry.table)];
}

/**
 * "guests per venue this year", of events that have their number: the events are of that year, and no venue. "fees per service in 2025",
 * of lines of visits: the day of the visit.
 */
function summedFor(context: Context): CatalogTable | null {
  const { sketch, subject, catalog } = context;
  const summed = sketch.outputs.find((output) => output.kind === "aggregate");
  if (summed?.kind !== "aggregate" || summed.mention === null || subject === null) return null;
  const table = columnOf(summed.mention, context)?.table;
  if (table === undefined || table === subject || !isToOne(catalog, table, subject)) return null;
  return dateColumn(subject) === null && timeColumn(table, context) !== null ? table : null;
}

/** "who sold nothing last month": the sales that there are none of. */
function salesDenied({ sketch, subject, named }: Context): CatalogTable | null {
  const sales =
    sketch.buying?.negated === true
      ? named.find(({ table, mention }) => mention.negated && mention.mention.text === "" && table !== subject)?.table
      : undefined;
  return sales !== undefined && dateColumn(sales) !== null ? sales : null;
}

/** The sales that are denied, or made. */
const salesMeant = (context: Context): CatalogTable | null => salesDenied(context) ?? salesMade(context);

/** "customers who bought something in May": what they bought then, and not what else happened to them. */
function salesMade(context: Context): CatalogTable | null {
  const { sketch, subject, catalog } = context;
  if (sketch.buying === null || sketch.buying.negated || subject === null || !subject.isCustomer) return null;
  const sales = buyingTable(context);
  if (sales === null || sales === subject || !isToOne(catalog, sales, subject)) return null;
  return timeColumn(sales, context) === null ? null : sales;
}

/** "members without logins this month", of events of several kinds: the events are of that time. */
function deniedBefore({ sketch, subject, catalog }: Context): CatalogTable | null {
  const period = sketch.filters.find((one) => one.kind === "period" && one.negated && one.target === null);
  const value = sketch.filters.findLast((one) => one.kind === "value" && one.negated);
  const isLacking = /^(?:without(?: any)?|with no|who had no|no|lacking)$/i.test(sketch.negation ?? "");
  if (period === undefined || value?.kind !== "value" || value.at > period.at || !isLacking) return null;
  if (subject === null) return null;
  const [only, ...more] = new Set(value.mention.values.map(({ column }) => column.table));
  if (only === undefined || more.length > 0 || only === subject || dateColumn(only) === null) return null;
  return isToOne(catalog, only, subject) && !isToOne(catalog, subject, only) ? only : null;
}

/** "customers with more than 10 orders in 2025": the orders are of that year. */
function countedBefore(context: Context): CatalogTable | null {
  const { filters, superlatives } = context.sketch;
  const period = filters.find(
    (filter) =>
      filter.kind === "period" ||
      filter.kind === "between" ||
      filter.kind === "weekday" ||
      filter.kind === "hours" ||
      (filter.kind === "compare" && filter.operand.kind === "period"),
  );
  const counts = [
    ...filters.flatMap((filter) =>
      filter.kind === "count" && filter.mention !== null ? [{ at: filter.at, mention: filter.mention }] : [],
    ),
    ...superlatives.flatMap(({ at, target }) =>
      (target.kind === "count" || target.kind === "column") && target.mention !== null
        ? // "top 5 farms by payouts this year": what it is by stands next to the time.
          [{ at: target.kind === "column" && target.by === true ? at + 3 : at, mention: target.mention }]
        : [],
    ),
  ];
  const measured = filters.find((filter) => filter.kind === "compare" && filter.measure !== null);
  if (measured?.kind === "compare" && measured.measure !== null && period !== undefined && measured.at < period.at)
    return measureSource(context, measured.measure)?.table ?? null;
  const isUnnamed = filters.some(
    (filter) => filter.kind === "count" && filter.mention === null && period !== undefined && filter.at < period.at,
  );
  const told = isUnnamed ? toldByValue(context) : null;
  if (told !== null) return told;
  const counted = counts.find(({ at }) => period !== undefined && at < period.at && period.at - at <= 4);
  if (counted === undefined) return null;
  const table = isTable(counted.mention)
    ? tableOf(counted.mention, context)
    : (columnOf(counted.mention, context)?.table ?? null);
  if (table === null) return null;
  return eventBetween(table, context) ?? (timeColumn(table, context) === null ? null : table);
}

/** "how many sales did each seller have last month": the sales are of that month, and not the seller. */
function countedForEach(context: Context): CatalogTable | null {
  const { catalog, sketch, subject } = context;
  const counted = sketch.outputs.find((output) => output.kind === "count");
  if (counted?.kind !== "count" || counted.mention === null || subject === null || !isTable(counted.mention))
    return null;
  const table = tableOf(counted.mention, context);
  if (
    table === null ||
    table === subject ||
    !sketch.tables.some((one) => one.each && tableOf(one.mention, context) === subject)
  )
    return null;
  return isToOne(catalog, table, subject) && dateColumn(table) !== null ? table : null;
}

/** "how many guests made each kind of booking in May": the bookings are of that month, and not the guests. */
function toldApartBelow(context: Context): CatalogTable | null {
  const { catalog, sketch, subject } = context;
  const counted = sketch.outputs.find((output) => output.kind === "count");
  if (counted?.kind !== "count" || counted.mention === null || subject === null) return null;
  const tables = sketch.groups.flatMap(({ mention }) =>
    isTable(mention) ? [] : (columnOf(mention, context)?.table ?? []),
  );
  const [only, ...more] = new Set(tables);
  if (only === undefined || more.length > 0 || only === subject || only.isView) return null;
  return isToOne(catalog, only, subject) && dateColumn(only) !== null ? only : null;
}

/** "the doctor with the most patients in 2024": what brought both together happened then. */
function eventBetween(counted: CatalogTable, { catalog, subject }: Context): CatalogTable | null {
  if (subject === null || counted === subject || isToOne(catalog, counted, subject)) return null;
  const between = catalog.tables.filter(
    (table) =>
      !table.isView &&
      dateColumn(table) !== null &&
      [subject, counted].every((end) => distance(catalog, table, end) === 1 && isToOne(catalog, table, end)),
  );
  return between.length === 1 ? (between[0] ?? null) : null;
}

/** The condition that rows are of a period; null where only their year is kept and the period is no number of whole years. */
export function periodCondition(
  column: CatalogColumn,
  { from, to, label }: { from: string | null; to: string | null; label: string },
): Condition | null {
  const left = columnExpression(column);
  if (column.isDate) return { kind: "period", left, from, to, label, negated: false };
  const [first, after] = [from, to].map((day) => (day === null ? null : Number(day.slice(0, 4))));
  if (![from, to].every((day) => day === null || day.endsWith("-01-01")) || first === undefined)
    return inMonths(column, { from, to, label });
  const last = after === null || after === undefined ? null : after - 1;
  const is = (operator: "=" | ">=" | "<=", year: number | null): Condition[] => {
    if (year === null) return [];
    return [
      {
        kind: "compare",
        left,
        operator,
        right: { kind: "literal", value: column.isNumber ? year : String(year), year: true },
      },
    ];
  };
  const conditions = first === last ? is("=", first) : [...is(">=", first), ...is("<=", last)];
  const [only, ...more] = conditions;
  if (only === undefined) return null;
  return more.length === 0 ? only : { kind: "every", conditions };
}

export function datedComparison(
  column: CatalogColumn,
  operator: ">" | ">=" | "<" | "<=" | "=" | "!=",
  period: { from: string | null; to: string | null; label: string; year: number | null },
): Condition {
  const left = columnExpression(column);
  const beyond = column.isDate ? null : beyondMonths(column, operator, period);
  if (beyond !== null) return beyond;
  if (!column.isDate) {
    const year = period.year ?? Number(period.from?.slice(0, 4) ?? 0);
    return {
      kind: "compare",
      left,
      operator,
      right: { kind: "literal", value: column.isNumber ? year : String(year), year: true },
    };
  }
  const spanOf = (from: string | null, to: string | null, words: string): Condition => ({
    kind: "period",
    left,
    from,
    to,
    label: `${words} ${period.label}`,
    negated: false,
  });
  switch (operator) {
    case ">":
      return spanOf(period.to ?? period.from, null, "after");
    case ">=":
      return spanOf(period.from, null, "since");
    case "<":
      return spanOf(null, period.from, "before");
    case "<=":
      return spanOf(null, period.to ?? period.from, "up to");
    case "=":
      return spanOf(period.from, period.to, "in");
    case "!=":
      return { kind: "period", left, from: period.from, to: period.to, label: `not in ${period.label}`, negated: true };
  }
}
