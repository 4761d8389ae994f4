import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { isToOne } from "../catalog/joins.ts";
import { type Mention, mentionOf, stemsOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import { done, isDoneBefore } from "../read/schema/states.ts";
import type { Context } from "../resolve/context.ts";

type Filter = Sketch["filters"][number];

/**
 * "orders shipped last month", "orders shipped per month", where a state is called "shipped", too: what was shipped then may have come to a
 * later state since, so that its day tells, and not the state of today.
 */
export function takeDeeds(context: Context): Context {
  const { sketch } = context;
  const isInTime = sketch.bucket !== null || sketch.filters.some(isOpenPeriod);
  const deed = sketch.filters.find((filter) => dayOf(filter) !== null);
  const day = deed && dayOf(deed);
  if (deed?.kind !== "value" || !day || !isInTime || hasOtherState(sketch, deed.mention)) return context;
  // "cancelled accounts per month", of accounts whose subscriptions are cancelled: no month of theirs tells of that.
  const isOfOthers = context.subject !== null && day.table !== context.subject;
  if (isOfOthers && !sketch.filters.some(({ kind }) => kind === "period")) return context;
  const { start, end, text } = deed.mention;
  const target = mentionOf({ start, end, text, columns: [{ column: day, score: 1 }] });
  // "cancelled accounts per month this year": a period that waits for a day of the accounts is of that day.
  const filters = sketch.filters
    .filter((filter) => filter !== deed)
    .map((filter) => (isOpenPeriod(filter) || isOfNoDay(filter) ? { ...filter, target } : filter));
  return { ...context, sketch: { ...sketch, filters } };
}

const isOfNoDay = (filter: Filter): filter is Filter & { kind: "period" } =>
  filter.kind === "period" &&
  !filter.negated &&
  filter.target !== null &&
  !filter.target.columns.some(({ column }) => column.isDate);

/**
 * "which clerks booked the most visits", of visits that are booked, done or cancelled and have a booked_by: what the clerks did, which was done
 * to every one of them, and not the state some are still in.
 */
export function takeDeedsOfDoers(context: Context): Context {
  const { sketch, subject } = context;
  const doer = sketch.tables.find(({ mention }) => subject !== null && mention.tables[0]?.table === subject);
  const deed = sketch.filters.find((one) => {
    if (one.kind !== "value" || one.negated || !done.test(one.mention.text)) return false;
    if (sketch.said.has("who does") && one.mention.start === 1)
      return doersByKey(one.mention, context.catalog).some((table) => isDoneToAll(one.mention, table, context));
    const isTheirVerb = doer !== undefined && !doer.negated && one.mention.start === doer.mention.end;
    return isTheirVerb && subject !== null && isDoneToAll(one.mention, subject, context);
  });
  return deed === undefined
    ? context
    : { ...context, sketch: { ...sketch, filters: sketch.filters.filter((one) => one !== deed) } };
}

/** Those to whom a key of the rows leads that say what was done to them. */
const doersByKey = ({ values }: Mention, { links }: Context["catalog"]): CatalogTable[] =>
  links.flatMap(({ from: [key], to }) => {
    const isOf =
      key !== undefined && /\bby\b/.test(nameInFull(key)) && values.some(({ column }) => column.table === key.table);
    return isOf ? (to[0]?.table ?? []) : [];
  });

/** True where a key of the rows to those who did it, or a day that all rows have, is called after the deed. */
function isDoneToAll(mention: Mention, doers: CatalogTable, { catalog }: Context): boolean {
  const said = stemsOf(mention);
  const [table, ...others] = new Set(mention.values.map(({ column }) => column.table));
  if (table === undefined || table === doers || others.length > 0) return false;
  const isCalledSo = ({ stems }: CatalogColumn) => stems.some((name) => said.has(name));
  const keys = catalog.links.flatMap(({ from: [key], to }) =>
    key?.table === table && to[0]?.table === doers ? [key] : [],
  );
  const days = isToOne(catalog, table, doers)
    ? table.columns.filter(({ isDate, source }) => isDate && !source.nullable)
    : [];
  return [...keys, ...days].some(isCalledSo);
}

/** "sent or lost parcels last month": the day of the one is not that of the other. */
const hasOtherState = ({ filters }: Sketch, { values }: Mention): boolean =>
  filters.filter(
    (one) =>
      one.kind === "value" &&
      !one.negated &&
      one.mention.values.some(({ column }) => values.some((link) => link.column === column)),
  ).length > 1;

/** "how many members joined and how many left", where a state is called "left", too: the day of leaving is counted. */
export function takeDeedsCounted(context: Context): Context {
  const { sketch } = context;
  const wish = sketch.outputs.find((one, i) => i > 0 && one.kind === "count" && one.mention === null);
  const rows = rowsCounted(sketch);
  const next = wish && sketch.filters.find((one) => one.at > wish.at);
  if (wish?.kind !== "count" || next?.kind !== "value" || next.negated || !done.test(next.mention.text)) return context;
  const before = sketch.filters.flatMap((one) => (one.kind === "period" && one.at < wish.at ? (one.target ?? []) : []));
  const [target] = next.target === null ? before : [next.target, ...before];
  const day = rows === null ? null : dayAmong(rows, stemsOf(next.mention));
  if (day === null || target?.columns[0]?.column.isDate !== true || hasOtherState(sketch, next.mention)) return context;
  const { start, end, text } = next.mention;
  const mention = mentionOf({ start, end, text, columns: [{ column: day, score: 1 }] });
  const outputs = sketch.outputs.map((one) => (one === wish ? { ...wish, mention } : one));
  const filters = sketch.filters
    .filter((one) => one !== next)
    .map((one) => (isOpenPeriod(one) ? { ...one, target } : one));
  return { ...context, sketch: { ...sketch, outputs, filters } };
}

/** What is counted first. */
function rowsCounted({ outputs: [first] }: Sketch): CatalogTable | null {
  const mention = first?.kind === "count" ? first.mention : null;
  return mention?.owners[0] ?? mention?.tables[0]?.table ?? null;
}

/** "how many refunded bookings are there": those with such a day are counted. */
export function takeCountedDeeds(context: Context): Context {
  const { sketch } = context;
  const [counted] = sketch.outputs.flatMap((one) => (one.kind === "count" && one.mention ? [one.mention] : []));
  const isInTime = sketch.bucket !== null || sketch.filters.some(({ kind }) => kind === "period");
  if (counted === undefined || isInTime || !isDoneBefore(counted)) return context;
  const [deed = ""] = counted.text.toLowerCase().split(" ");
  const [day, ...others] = counted.owners.flatMap(({ columns }) =>
    columns.filter(({ isDate, source, words }) => isDate && source.nullable && words.includes(deed)),
  );
  if (day === undefined || others.length > 0) return context;
  const target = { ...counted, tables: [], owners: [], columns: [{ column: day, score: 1 }] };
  const there = {
    kind: "missing",
    target,
    negated: true,
    at: counted.start,
    connector: null,
    zone: "modifier",
  } as const;
  return { ...context, sketch: { ...sketch, filters: [...sketch.filters, there] } };
}

const isOpenPeriod = (filter: Filter): filter is Filter & { kind: "period"; target: null } =>
  filter.kind === "period" && filter.target === null;

/** The day on which rows came into a state that is said like a deed; null where none is kept. */
function dayOf(filter: Filter): CatalogColumn | null {
  if (filter.kind !== "value" || filter.negated || !done.test(filter.mention.text)) return null;
  return dayIn(filter.mention);
}

function dayIn(mention: Mention): CatalogColumn | null {
  const said = stemsOf(mention);
  const [table, ...others] = new Set(mention.values.map(({ column }) => column.table));
  return table === undefined || others.length > 0 ? null : dayAmong(table, said);
}

/** The only day of rows that some of them are without and that is called so. */
function dayAmong({ columns }: CatalogTable, said: ReadonlySet<string>): CatalogColumn | null {
  const days = columns.filter(
    ({ isDate, source, stems }) => isDate && source.nullable && stems.some((name) => said.has(name)),
  );
  return said.size === 1 && days.length === 1 ? (days[0] ?? null) : null;
}
