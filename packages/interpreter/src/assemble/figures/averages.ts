import { toldAs } from "../../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { amountColumn } from "../../catalog/amounts.ts";
import { distance, isToOne, keyTo } from "../../catalog/joins.ts";
import { isPerson, worksHere } from "../../catalog/persons.ts";
import { emptyForm } from "../../form/visit.ts";
import { columnExpression, countOf, measureExpression, measureSource, timeColumn } from "../../resolve/measures.ts";
import type { MeasureSource } from "../../catalog/measures.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { tableOf } from "../../resolve/context.ts";
import type { Expression } from "../../form/logical-form.ts";
import { stem } from "../../language/inflection.ts";
import { plural } from "../../language/words.ts";
import type { Mention } from "../../link/mention.ts";
import type { Sketch } from "../../read/sketch.ts";

/** The figures that are averages over groups or times, which then are no groups; in the order of the outputs. */
export function withAverages(context: Context): Context {
  return context.sketch.outputs.reduce((before, wish) => averaged(wish, before) ?? before, context);
}

function averaged(wish: Sketch["outputs"][number], context: Context): Context | null {
  if (wish.kind === "measure" && wish.measure === "money" && wish.fn === "avg") return averageOfTotals(wish, context);
  if (wish.kind !== "aggregate" || wish.fn !== "avg" || wish.mention === null) return null;
  const ofTotals = averageOfAmounts(wish, wish.mention, context);
  if (ofTotals !== null) return ofTotals;
  return context.sketch.groups.length === 0
    ? averagePerTime(wish, wish.mention, context)
    : averageCount(wish, wish.mention, context);
}

/** The context in which a figure is known, and the groups or the time it is over are spoken for. */
function known(context: Context, wish: Sketch["outputs"][number], figure: Expression, assumption: string): Context {
  context.notes.assumptions.push(assumption);
  const averages = new Map([...context.meant.averages, [wish, figure]]);
  const { groups, bucket } = context.sketch;
  const left = groups.length > 0 ? { groups: [], bucket } : { groups, bucket: null };
  return { ...context, sketch: { ...context.sketch, ...left }, meant: { ...context.meant, averages } };
}

/** What adds up over the rows of an order or a month, as prices and ratings do not. */
const ADDS_UP =
  /\b(?:spend|spending|costs?|expenses?|expenditures?|turnover|revenues?|income|earnings|sales|takings|quantity|qty|units|amounts?|totals?)$/;
const KEY_OF_ORDER = /^(?:id|no|nr|number|num|code|key|ref)$/;

/**
 * "average quantity per order by month", "average revenue per month", of lines that each say how much it was: what an order or a month
 * comes to on average, rather than a line.
 */
function averageOfAmounts(wish: Sketch["outputs"][number], mention: Mention, context: Context): Context | null {
  const { groups, bucket, said } = context.sketch;
  const column = columnOf(mention, context);
  const name = column?.words.join(" ") ?? "";
  if (column === null || isTable(mention) || !column.isNumber || !ADDS_UP.test(name) || /\b(?:unit|each)\b/.test(name))
    return null;
  const [group, ...more] = groups;
  const total: Expression = {
    kind: "aggregate",
    fn: "sum",
    of: columnExpression(column),
    distinct: false,
    table: column.table.name,
  };
  // "average cost per day by channel": what a day comes to for each channel.
  if (group === undefined || isTimeFirst(context)) {
    const each = bucket !== null && said.has("average per time") ? eachTime(column.table, context) : null;
    if (each === null) return null;
    const made = known(context, wish, over(total, each.of, each.table), `Averaged over ${each.told} any.`);
    return group === undefined ? made : { ...made, sketch: { ...made.sketch, groups, bucket: null } };
  }
  const key = more.length === 0 ? keyOfOrder(group.mention, column.table, context) : null;
  if (key === null) return null;
  const figure = over(total, columnExpression(key), key.table.name);
  return known(
    { ...context, subject: column.table },
    wish,
    figure,
    `Averaged over every ${group.mention.text} that has any.`,
  );
}

/** "per day by channel", rather than "by channel per day": what a unit of time comes to. */
const isTimeFirst = ({ sketch: { bucket, said } }: Context): boolean =>
  bucket !== null && said.has("average per time by groups");

/** The key by which the lines of an order, which has no name, are told from those of others: that of the line, where it has several. */
function keyOfOrder(group: Mention, rows: CatalogTable, context: Context): CatalogColumn | null {
  if (isTable(group)) {
    const per = tableOf(group, context);
    return per !== null && per.label.length === 0 ? keyTo(context.catalog, rows, per) : null;
  }
  const [best] = group.columns;
  const isKey = best !== undefined && best.column.table === rows && KEY_OF_ORDER.test(best.column.words.at(-1) ?? "");
  const isShort = isKey && best.column.words.length > 1 && !rows.label.includes(best.column);
  const { distinct_count: distinct } = best?.column.source ?? { distinct_count: null };
  return isShort && distinct !== null && distinct < rows.source.row_count ? best.column : null;
}

/** "average number of orders per customer": all of the one over all of the other. Null for any other average. */
function averageCount(wish: Sketch["outputs"][number], mention: Mention, context: Context): Context | null {
  const { sketch } = context;
  const [group, ...more] = sketch.groups;
  if (group === undefined || more.length > 0) return null;
  if (!isTable(group.mention) || !(sketch.said.has("number of") || isSeveral(mention))) return null;
  const per = tableOf(group.mention, context);
  const counted = isTable(mention) ? tableOf(mention, context) : null;
  if (per === null || counted === null || per === counted) return null;
  if (isToOne(context.catalog, per, counted)) return averageHeads(wish, { counted, per }, context);
  const rows = belonging(counted, per, context);
  const left = unitsOr(rows, mention.text, per, context);
  // "average items per order by month": of the orders of that month.
  if (sketch.bucket !== null) return averageInTimes(wish, left, { rows, per }, context);
  const all = emptyForm(per.name);
  all.outputs = [{ expression: countOf(per), name: "all" }];
  const figure: Expression = { kind: "arithmetic", operator: "/", left, right: { kind: "query", form: all } };
  const made = known(context, wish, figure, `Averaged over all ${per.name}, those with none included.`);
  return context.subject === per || rows !== counted ? { ...made, subject: rows } : made;
}

/** What says how many people came along. */
const HEADS =
  /^(?:(?:number |count )?(?:of )?)?(?:adults?|children|kids|infants|babies|persons|people|guests|pax|passengers|travell?ers|heads|party size|group size)(?: count)?$/;

/** "average number of guests per booking", where a booking is made by one of them: those that it is for, where it says how many; else nobody can tell. */
function averageHeads(
  wish: Sketch["outputs"][number],
  { counted, per }: { counted: CatalogTable; per: CatalogTable },
  context: Context,
): Context {
  const heads = per.columns.filter(
    ({ isNumber, isKey, isForeign, words }) => isNumber && !isKey && !isForeign && HEADS.test(words.join(" ")),
  );
  const [first, ...more] = isPerson(counted) || counted.isCustomer ? heads : [];
  if (first === undefined) {
    context.notes.lost.push(`${counted.words.join(" ")} per ${per.words.join(" ")}`);
    return context;
  }
  const of = more.reduce<Expression>(
    (left, column) => ({ kind: "arithmetic", operator: "+", left, right: columnExpression(column) }),
    columnExpression(first),
  );
  const figure: Expression = { kind: "aggregate", fn: "avg", of, distinct: false, table: per.name };
  const told = heads.map(toldAs).join(" and ");
  return { ...known(context, wish, figure, `How many they are is told by ${told}.`), subject: per };
}

/** How many belong to one of those that have any, in each of some times; all there are of them, at whatever time, are no measure. */
function averageInTimes(
  wish: Sketch["outputs"][number],
  left: Expression,
  { rows, per }: { rows: CatalogTable; per: CatalogTable },
  context: Context,
): Context | null {
  const counted = left.kind === "aggregate" ? (context.catalog.byName.get(left.table) ?? rows) : rows;
  const key = keyTo(context.catalog, counted, per);
  if (key === null) {
    context.notes.lost.push("on average");
    return null;
  }
  const figure = over(left, columnExpression(key), key.table.name);
  const made = known(context, wish, figure, `Averaged over the ${plural(toldAs(per))} with any.`);
  return { ...made, subject: counted };
}

/** Rows that say who belongs to what, beside others that two things may share: exams, payments. */
const MEMBERSHIP =
  /\b(?:enrol\w*|member(?:ship)?s?|participa\w+|registrations?|assignments?|subscriptions?|bookings?)$/;

/** "average number of pupils per course": the enrolments that lead to both, as a pupil has none or several courses. */
function belonging(counted: CatalogTable, per: CatalogTable, { catalog, notes }: Context): CatalogTable {
  if (isToOne(catalog, counted, per) || isToOne(catalog, per, counted)) return counted;
  const leadsTo = (from: CatalogTable, to: CatalogTable) =>
    catalog.links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
  const [between, ...more] = catalog.tables.filter(
    (table) => !table.isView && leadsTo(table, counted) && leadsTo(table, per),
  );
  if (between !== undefined) {
    const [membership, ...others] = [between, ...more].filter(({ words }) => MEMBERSHIP.test(words.join(" ")));
    const only = more.length === 0 ? between : others.length === 0 ? membership : undefined;
    // All pupils over all courses is no answer.
    if (only === undefined) notes.lost.push(`${counted.words.join(" ")} per ${per.words.join(" ")}`);
    return only ?? counted;
  }
  // Passengers and the flights of their bookings: by tickets, which are the nearest of what belongs to both.
  const far = (table: CatalogTable) => distance(catalog, table, counted) + distance(catalog, table, per);
  const [nearest] = catalog.tables
    .filter((table) => !table.isView && isToOne(catalog, table, counted) && isToOne(catalog, table, per))
    .toSorted((a, b) => far(a) - far(b));
  return nearest ?? counted;
}

/** "average orders per customer": several rows, of which there are so many; an amount of a row is that of one. */
const isSeveral = (mention: Mention): boolean => {
  const [best] = mention.tables;
  if (best === undefined || !isTable(mention) || !/[^s]s$/i.test(mention.text)) return false;
  return best.score >= 0.9 || (best.score >= 0.6 && best.table.stems.at(-1) === stem(mention.text));
};

/** "average number of orders per day": all of them over the days that have any. */
function averagePerTime(wish: Sketch["outputs"][number], mention: Mention, context: Context): Context | null {
  const { bucket } = context.sketch;
  if (bucket === null || !isTable(mention)) return null;
  const table = tableOf(mention, context);
  const date = table === null ? null : timeColumn(table, context);
  if (table === null || date === null || !date.isDate) return null;
  // "average loan size by year", "average bill per month": what one comes to, rather than how many there were
  const { said } = context.sketch;
  const isAmount = said.has("amount") || said.has("a size") || !said.has("number of");
  if (isAmount && !isSeveral(mention) && amountColumn(table) !== null) return null;
  const moments: Expression = { kind: "bucket", unit: bucket, of: columnExpression(date) };
  const figure = over(countOf(table), moments, date.table.name);
  return known(context, wish, figure, `Averaged over every ${bucket} that has any.`);
}

/** "average revenue per customer": what each of them brought in, on average, rather than what a row did for each. */
function averageOfTotals(wish: Sketch["outputs"][number], context: Context): Context | null {
  const [group, ...more] = context.sketch.groups;
  const table = more.length > 0 ? undefined : measureSource(context, "money")?.table;
  if (table === undefined) return null;
  const each = group === undefined ? eachTime(table, context) : eachBuyer(group.mention, table, context);
  const total = each === null ? null : measureExpression("money", "sum", context);
  if (each === null || total === null) return null;
  const made = known(context, wish, over(total, each.of, each.table), `Averaged over ${each.told} any.`);
  return each.isSubject ? { ...made, subject: table } : made;
}

/** What totals are averaged over: how many of it there are, of which table, and in words. */
interface Each {
  of: Expression;
  table: string;
  told: string;
  isSubject: boolean;
}

function eachTime(table: CatalogTable, context: Context): Each | null {
  const { bucket } = context.sketch;
  const date = bucket === null ? null : timeColumn(table, context);
  if (date === null || bucket === null || !date.isDate) return null;
  const of: Expression = { kind: "bucket", unit: bucket, of: columnExpression(date) };
  return { of, table: date.table.name, told: `every ${bucket} that has`, isSubject: false };
}

function eachBuyer(mention: Mention, table: CatalogTable, context: Context): Each | null {
  const { catalog, subject } = context;
  const per = isTable(mention) ? tableOf(mention, context) : null;
  // A visit may have several bills; it has no name by which it would be told from another.
  if (per === null || !(per.label.length === 0 || (isPerson(per) && !worksHere(per)))) return null;
  const key = keyTo(catalog, table, per) ?? (isToOne(catalog, table, per) ? per.primaryKey[0] : undefined);
  if (key === undefined) return null;
  const told = `the ${plural(toldAs(per))} with`;
  return { of: columnExpression(key), table: key.table.name, told, isSubject: subject === per };
}

/** A total over how many there are of something. */
function over(total: Expression, of: Expression, table: string): Expression {
  const right: Expression = { kind: "aggregate", fn: "count", of, distinct: true, table };
  return { kind: "arithmetic", operator: "/", left: total, right };
}

/** Items of an order are its units, where lines say how many. */
function unitsOr(counted: CatalogTable, text: string, per: CatalogTable, context: Context): Expression {
  const source = /\b(items?|units?|pieces|products?)\b/i.test(text) ? measureSource(context, "quantity") : null;
  const isLine = source !== null && /\b(order|invoice|sale|purchase|basket)s?$/.test(per.words.join(" "));
  return isLine
    ? { kind: "aggregate", fn: "sum", of: source.value, distinct: false, table: source.table.name }
    : countOf(counted);
}

/** The average number of rows of `counted` that belong to a row of `subject`, of those that have any. */
export function averagePer(counted: CatalogTable, subject: CatalogTable, context: Context): Expression | null {
  return averageOver(countOf(counted), counted, subject, context);
}

/** What belongs to a row of `subject` on average, of those that have any. */
export function averageTotalPer(source: MeasureSource, subject: CatalogTable, context: Context): Expression | null {
  const { table, value } = source;
  const total: Expression = { kind: "aggregate", fn: "sum", of: value, distinct: false, table: table.name };
  const average = averageOver(total, table, subject, context);
  if (average !== null) context.notes.assumptions.push(`The average is that of ${plural(toldAs(subject))} with any.`);
  return average;
}

function averageOver(
  total: Expression,
  table: CatalogTable,
  subject: CatalogTable,
  context: Context,
): Expression | null {
  const link = context.catalog.links.find(
    (one) => one.from[0]?.table === table && one.to[0]?.table === subject && one.from.length === 1,
  );
  const key = link?.from[0];
  if (key === undefined) return null;
  const form = emptyForm(table.name);
  const owners: Expression = {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(key),
    distinct: true,
    table: table.name,
  };
  form.outputs = [{ expression: { kind: "arithmetic", operator: "/", left: total, right: owners }, name: "average" }];
  form.where = [{ kind: "missing", left: columnExpression(key), negated: true }];
  return { kind: "query", form };
}
