import { dayOfCalendar } from "../catalog/calendar.ts";
import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { stem } from "../language/inflection.ts";
import { chooseSource, headerKey, numberOfOrder, isBoughtFrom, isPaidOut, measuresOf } from "../catalog/measures.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { SUCCEEDED } from "../catalog/end-states.ts";
import { isPerson } from "../catalog/persons.ts";
import { isTable } from "../read/reader.ts";
import type { Context } from "./context.ts";
import { dateColumn, isOwnDeed } from "../catalog/date-columns.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import { columnOf } from "./columns.ts";
import { listedMargin } from "./listed-margin.ts";
import { tableOf } from "./context.ts";
import type { AggregateFunction, ColumnExpression, Expression } from "../form/logical-form.ts";
import type { Measure } from "../language/cues.ts";

export function columnExpression(column: CatalogColumn): ColumnExpression {
  return { kind: "column", table: column.table.name, column: column.name };
}

export function countOf(table: CatalogTable): Expression {
  return { kind: "aggregate", fn: "count", of: null, distinct: false, table: table.name };
}

/** Tables that grouping and filters need beside the measure. */
function neededTables(context: Context): CatalogTable[] {
  const { sketch } = context;
  const needed = new Set<CatalogTable>();
  for (const group of sketch.groups) {
    const table = isTable(group.mention)
      ? tableOf(group.mention, context)
      : (columnOf(group.mention, context)?.table ?? null);
    if (table !== null) needed.add(table);
  }
  for (const entry of context.named) needed.add(entry.table);
  for (const output of sketch.outputs) {
    if (output.kind !== "column") continue;
    const column = columnOf(output.mention, context);
    if (column !== null) needed.add(column.table);
  }
  for (const filter of sketch.filters) {
    if (filter.kind !== "value") continue;
    const tables = new Set(filter.mention.values.map((link) => link.column.table));
    if (tables.size === 1) for (const table of tables) needed.add(table);
  }
  return [...needed];
}

/** Where a measure comes from, given the tables the question needs beside it. */
export function measureSource(context: Context, measure: Measure): MeasureSource | null {
  const made = measure === "quantity" && context.sketch.said.has("what was made") ? madeSource(context) : null;
  if (made !== null) return made;
  const isProfit = measure === "profit" || measure === "margin";
  if (context.metric !== null && measure !== "quantity" && !isProfit) return context.metric;
  const sources = measuresOf(context.catalog);
  if (isProfit && sources.profit.length === 0) return listedMargin(context);
  if (measure === "money" && context.sketch.said.has("what we spend")) {
    const spent = sources.money.filter(({ table }) => isBoughtFrom(table, context.catalog));
    return chooseSource(spent, neededTables(context), context.catalog, context.anchors);
  }
  // "total purchase amount per depot": what was bought, which is no revenue elsewhere.
  const isBought = context.sketch.said.stem(stem("purchase"));
  const bought = sources.money.flatMap(({ table }) => (isBought && isPaidOut(table) ? [table] : []));
  return chooseSource(
    isProfit ? sources.profit : measure === "quantity" ? sources.quantity : sources.money,
    [...neededTables(context), ...bought],
    context.catalog,
    context.anchors,
  );
}

/** How much less likely another figure may be the revenue for it to be told that it is none of it. */
const AS_LIKELY = 0.4;

/** " It leaves out fee in stays.", where other rows that have nothing to do with these bring in money as well. */
function notInIt({ table, score }: MeasureSource, { catalog, named }: Context): string {
  if (named.some((entry) => entry.table === table)) return "";
  const others = measuresOf(catalog).money.filter(
    (other) =>
      other.table !== table &&
      !other.table.isView &&
      other.score >= score - AS_LIKELY &&
      !isBoughtFrom(other.table, catalog) &&
      !isToOne(catalog, other.table, table) &&
      !isToOne(catalog, table, other.table),
  );
  return others.length === 0
    ? ""
    : ` It leaves out ${others.map((other) => `${other.label} in ${other.table.name}`).join(" and ")}.`;
}

/** How much was made, in rows that say so. */
function madeSource({ catalog }: Context): MeasureSource | null {
  const made = catalog.tables.flatMap(({ columns, isView }) =>
    isView ? [] : columns.filter(({ isNumber, isKey, words }) => isNumber && !isKey && MADE.test(words.join(" "))),
  );
  const [only, ...more] = made;
  if (only === undefined || more.length > 0) return null;
  return { table: only.table, value: columnExpression(only), label: toldAs(only), score: 1 };
}

const MADE = /^(?:produced|made|output)(?: (?:quantity|units|pieces))?$/;

/** What people call a measure. */
const NAMES = { money: "Revenue", order_value: "The value of an order", quantity: "Quantity sold" } as const;

export function measureExpression(measure: Measure, fn: AggregateFunction | null, context: Context): Expression | null {
  const source = measureSource(context, measure);
  if (source === null) return null;
  const isDefined = source.value.kind === "defined";
  const total: Expression = {
    kind: "aggregate",
    fn: fn ?? "sum",
    of: source.value,
    distinct: false,
    table: source.table.name,
  };
  if (measure === "profit" || measure === "margin") {
    context.notes.assumptions.push(`Profit is ${source.label} in ${source.table.name}.`);
    if (measure === "profit") return total;
    if (source.revenue === undefined) return null;
    context.notes.assumptions.push("The margin is profit as a share of revenue.");
    return { kind: "arithmetic", operator: "/", left: total, right: { ...total, of: source.revenue } };
  }
  // What it means is said where its name was found.
  if (isDefined) return total;
  const isMade = measure === "quantity" && context.sketch.said.has("what was made");
  const isSpent = measure === "money" && context.sketch.said.has("what we spend");
  context.notes.assumptions.push(
    `${isMade ? "What was made" : isSpent ? "What was spent" : NAMES[measure]} is ${source.label} in ${source.table.name}.${measure === "money" && !isSpent ? notInIt(source, context) : ""}`,
  );
  if (measure !== "order_value") return total;
  const header = headerKey(source.table, context.catalog) ?? numberOfOrder(source.table);
  if (header === null) return { ...total, fn: "avg" };
  // The lines of an order together are its value.
  const orders: Expression = {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(header),
    distinct: true,
    table: source.table.name,
  };
  return { kind: "arithmetic", operator: "/", left: total, right: orders };
}

const PART_DAY = /promised|due|required|expected|planned|ship|deliver/;

/** The rows, with days of their own, that those of a table are lines of. */
const wholeOf = (table: CatalogTable, { catalog }: Context): CatalogTable | null =>
  catalog.links.find(
    ({ from, to }) =>
      from[0]?.table === table &&
      to[0] !== undefined &&
      to[0].table !== table &&
      to[0].table.stems.every((name) => table.stems.includes(name)) &&
      dateColumn(to[0].table) !== null,
  )?.to[0]?.table ?? null;

/**
 * "scanned_at" of tickets, which not all have: a ticket is of the day on which it was booked, unless that is what is asked about.
 * Shipments are of the day they were shipped; and what belongs to a contract that runs happened on days of its own.
 */
const isMadeBefore = (column: CatalogColumn, context: Context): boolean =>
  !isOwnDeed(column) && isDoneLater(column, context);

const isDoneLater = ({ source, stems, table, words }: CatalogColumn, { catalog, sketch, meant }: Context): boolean =>
  source.nullable &&
  meant.late === null &&
  DEED.test(words.join(" ")) &&
  !stems.some(sketch.said.stem) &&
  catalog.links.some(({ from, to, cost }) => {
    const [key, whole] = [from[0], to[0]?.table];
    if (cost > 1 || key?.table !== table || key.source.nullable || whole === undefined || whole === table) return false;
    if (startDay(whole) !== null && endDay(whole) !== null) return false;
    return whole.label.length === 0 && dateColumn(whole)?.source.nullable === false;
  });

const DEED =
  /^(?:scanned|checked|used|redeemed|printed|collected|read|opened|seen|picked|packed|shipped|delivered|returned|refunded|cancelled)\b/;

/** Lines of an order are of the day of the order, whenever they are promised for or sent. */
function isOfWhole(own: CatalogColumn, context: Context): boolean {
  const isOfPart =
    context.meant.late === null && PART_DAY.test(own.words.join(" ")) && !own.stems.some(context.sketch.said.stem);
  return (isOfPart && wholeOf(own.table, context) !== null) || isMadeBefore(own, context);
}

/** "failed payments": rows that are told by a state of theirs, or by a day that they do not have. */
const isInState = (table: CatalogTable, { sketch }: Context): boolean =>
  sketch.filters.some(
    (one) =>
      (one.kind === "value" &&
        one.mention.values.some(
          ({ column, value }) =>
            column.table === table &&
            /\b(?:status|state|outcome|result)\b/.test(column.words.join(" ")) &&
            !SUCCEEDED.test(value),
        )) ||
      (one.kind === "missing" && !one.negated && one.target.columns[0]?.column.table === table),
  );

/** "unpaid bills this month": of no month in which they were paid, as that day is empty. */
function withoutEmpty(table: CatalogTable, { sketch }: Context): CatalogTable {
  const isEmpty = (column: CatalogColumn) =>
    sketch.filters.some(
      (one) =>
        one.kind === "missing" && !one.negated && one.orAhead !== true && one.target.columns[0]?.column === column,
    );
  const left = table.columns.filter((one) => !isEmpty(one));
  if (left.length === table.columns.length) return table;
  // What is not paid is of the month in which it was due, whenever that was entered.
  const isDue = left.some(({ isDate, words }) => isDate && words.includes("due"));
  const columns = isDue ? left.filter(({ isDate, words }) => !isDate || words[0] !== "created") : left;
  return { ...table, columns };
}

/** The date that places a table's rows in time; its parents' when it has none. */
export function timeColumn(table: CatalogTable, context: Context): CatalogColumn | null {
  const own = dateColumn(withoutEmpty(table, context), context.sketch.said.stem, !isInState(table, context));
  if (own !== null && !isOfWhole(own, context)) return own;
  let best: { column: CatalogColumn; far: number } | null = null;
  for (const other of context.catalog.tables) {
    if (other === table || !isToOne(context.catalog, table, other)) continue;
    const column = dateColumn(other, context.sketch.said.stem);
    // The order of an order item tells when it happened, not the product on it.
    const isWhole = !isPerson(other) && other.stems.some((name) => table.stems.includes(name));
    // Nor do the people who did it, who came and left on days of their own.
    const ofPeople = isPerson(other) ? 2 : 0;
    // A calendar is made for nothing else.
    const ofCalendar = dayOfCalendar(other) === null ? 0 : 3;
    const far =
      distance(context.catalog, table, other) -
      ofCalendar -
      (context.anchors.get(other) ?? 0) -
      (isWhole ? 2 : 0) +
      ofPeople;
    if (column !== null && (best === null || far < best.far)) best = { column, far };
  }
  return best?.column ?? null;
}
