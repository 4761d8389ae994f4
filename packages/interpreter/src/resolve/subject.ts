import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Mention } from "../link/mention.ts";
import { thingsOfKinds } from "../catalog/kinds-of-things.ts";
import { isPerson } from "../catalog/persons.ts";
import { isTable } from "../read/reader.ts";
import type { OutputWish } from "../read/sketch.ts";
import { columnOf } from "./columns.ts";
import type { Context, Named } from "./context.ts";
import { columnMentions, nearTable, tableOf } from "./context.ts";
import { measureSource } from "./measures.ts";

/** The table whose rows are asked for: the first of these that can be told. */
export function subjectOf(context: Context): CatalogTable | null {
  const { sketch, named } = context;
  const focus = named.find((entry) => entry.mention.zone === "focus" && !entry.mention.each)?.table ?? null;
  return (
    countedTable(context) ??
    summedTable(context) ??
    tableOfKind(context) ??
    tableOfName(context) ??
    tableShown(focus, context) ??
    focus ??
    tableOfKinds(context) ??
    measuredTable(context) ??
    tableOfCounted(context) ??
    tableOfShare(context) ??
    named[0]?.table ??
    (sketch.groups[0] === undefined ? likeliest(context) : (columnOf(sketch.groups[0].mention, context)?.table ?? null))
  );
}

/** "total amount of invoices", whatever else is called nearly so: the rows whose amounts are summed up. */
function summedTable(context: Context): CatalogTable | null {
  const [only, ...more] = context.sketch.outputs;
  const mention = only?.kind === "aggregate" && more.length === 0 ? only.mention : null;
  return mention !== null && isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.9
    ? tableOf(mention, context)
    : null;
}

/** What stands after "how many". */
function countedMention({ sketch }: Context): Mention | null {
  const counted = sketch.outputs.find((output) => output.kind === "count" && output.mention !== null);
  return counted?.kind === "count" ? counted.mention : null;
}

/** "how many gates": the table that is counted. */
function countedTable(context: Context): CatalogTable | null {
  const counted = countedMention(context);
  if (counted === null || !isTable(counted)) return null;
  return context.sketch.outputs.some((output) => output.kind === "column") ? null : tableOf(counted, context);
}

/** "at the Riverside club": no more than whose name that is. */
const isNamedBefore = ({ table, mention: { zone, mention } }: Named, { sketch }: Context): boolean =>
  zone === "modifier" &&
  sketch.filters.some(
    (filter) =>
      filter.kind === "value" &&
      filter.mention.end === mention.start &&
      filter.mention.values.some(({ column }) => column.table === table && table.label.includes(column)),
  );

/** "how many treadmills are at Riverside": the rows of the kind that stands where the rows themselves would. */
function tableOfKind(context: Context): CatalogTable | null {
  const { sketch, named } = context;
  const [counted, ...more] = sketch.outputs;
  if (counted?.kind !== "count" || counted.mention !== null || more.length > 0) return null;
  // "how many vans are there at each depot": the depots are what they are counted by; "in the north district" says which.
  const isWhich = (said: Mention) => sketch.filters.some((one) => one.kind === "value" && one.target === said);
  const isOther = (entry: (typeof named)[number]) =>
    !entry.mention.each && !entry.mention.negated && !isWhich(entry.mention.mention) && !isNamedBefore(entry, context);
  if (named.some(isOther)) return null;
  const isOften = sketch.said.has("how often one");
  const kind = sketch.filters.find(({ at }) => at === counted.at + 1 || (isOften && at <= counted.at + 4));
  if (kind?.kind !== "value" || (kind.target !== null && !isOften) || kind.mention.quoted) return null;
  // "how many people": whoever is spoken of, whatever is stored as a person.
  if (/^(people|persons?)$/i.test(kind.mention.text)) return null;
  const columns = new Set(kind.mention.values.map(({ column }) => column));
  const [only] = columns;
  if (columns.size !== 1 || only === undefined) return null;
  // "how many cargo bikes do we have", of bike_types: the bikes, as of each type there is one row.
  const things = thingsOfKinds(only.table, context.catalog);
  return things ?? (only.table.label.includes(only) ? onlyLinesOf(only.table, context) : only.table);
}

/** "the population of Fenwick", where towns and counties have one: the table whose rows are called so. */
function tableOfName({ sketch, named }: Context): CatalogTable | null {
  const [shown, ...more] = sketch.outputs;
  const [value, ...others] = sketch.filters;
  if (named.length + more.length + others.length > 0 || shown?.kind !== "column" || value?.kind !== "value")
    return null;
  const holders = new Set(shown.mention.columns.flatMap(({ column, score }) => (score >= 0.95 ? [column.table] : [])));
  const called = value.mention.values.flatMap(({ column }) =>
    column.table.label.includes(column) && holders.has(column.table) ? [column.table] : [],
  );
  const [only, ...rest] = new Set(called);
  return rest.length === 0 ? (only ?? null) : null;
}

/** "how many fillings did we do this year", of services without a day: what was done, where one table alone speaks of them. */
function onlyLinesOf(things: CatalogTable, { sketch, catalog }: Context): CatalogTable | null {
  const isDone = sketch.filters.some(({ kind }) => kind === "period") || sketch.said.has("how often one");
  if (!isDone || things.columns.some(({ isDate }) => isDate)) return null;
  const lines = catalog.links.flatMap(({ from, to }) =>
    to[0]?.table === things && from[0] !== undefined && !from[0].table.isView ? [from[0].table] : [],
  );
  const [only, ...more] = new Set(lines);
  return only !== undefined && more.length === 0 && only !== things ? only : null;
}

/** "companies that gave more than 500", where gifts are what is named: the givers of that kind. */
function tableOfKinds({ sketch, named }: Context): CatalogTable | null {
  // "insured dogs whose owner lives here": what else they are stands before their kind.
  const kind = sketch.filters.find((one) => one.kind !== "compare" || one.hint !== "flag");
  if (kind?.kind !== "value" || kind.zone !== "focus" || kind.negated || kind.target !== null) return null;
  const { mention } = kind;
  const isLed = named.length > 0 && named.every((entry) => entry.mention.at > kind.at);
  // "which technician closed the most jobs"
  const isRanked = sketch.superlatives.some(({ target }) => target.kind === "count" && target.mention !== null);
  const isSaidSo = isRanked || /[a-z]s$/.test(mention.text);
  if (!isLed || sketch.outputs.length > 0 || mention.quoted || !isSaidSo) return null;
  const columns = new Set(mention.values.map(({ column }) => column));
  const [only] = columns;
  return columns.size === 1 && only !== undefined && !only.table.label.includes(only) ? only.table : null;
}

/** "names of the nurses", where nurse is a role of the staff: the staff's; null for names of whatever else. */
export function peopleNamed(shown: OutputWish, { sketch }: Pick<Context, "sketch">): CatalogTable | null {
  if (shown.kind !== "column" || !/^names?$/i.test(shown.mention.text)) return null;
  // "names of the nurses", "nurse names"
  const kind =
    sketch.filters.find(({ at }) => at > shown.at && at <= shown.at + 2) ??
    sketch.filters.find(({ at }) => at === shown.at - 1);
  const [first] = kind?.kind === "value" ? kind.mention.values : [];
  const table = first?.column.table;
  return first === undefined ||
    table === undefined ||
    !isPerson(table) ||
    table.label.length === 0 ||
    table.label.includes(first.column)
    ? null
    : table;
}

/** The table of the first column that is asked for. */
function tableShown(focus: CatalogTable | null, context: Context): CatalogTable | null {
  const shown = context.sketch.outputs.find((output) => output.kind === "column" || output.kind === "aggregate");
  const people = shown === undefined ? null : peopleNamed(shown, context);
  if (people !== null) return people;
  if (shown === undefined || (shown.kind !== "column" && shown.kind !== "aggregate") || shown.mention === null)
    return null;
  const found = columnOf(shown.mention, context, { near: nearTable(context, shown.at) });
  // "claims of May with client name and amount": the claims, of each of which the client is told.
  const { sketch, catalog } = context;
  const isBeside = sketch.withLabel && focus !== null && found !== null && isToOne(catalog, focus, found.table);
  if (found !== null) return isBeside ? focus : found.table;
  return shown.kind === "aggregate" && isTable(shown.mention) && focus === null
    ? tableOf(shown.mention, context)
    : null;
}

/** The table whose rows make a measure: sales for revenue. */
function measuredTable(context: Context): CatalogTable | null {
  const { outputs, superlatives } = context.sketch;
  const measured =
    outputs.find((output) => output.kind === "measure") ??
    superlatives.map((wish) => wish.target).find((target) => target.kind === "measure");
  if (measured?.kind !== "measure") return null;
  const quantity = measured.measure === "quantity" ? "quantity" : null;
  const source = measureSource(context, "money") ?? (quantity === null ? null : measureSource(context, quantity));
  return source?.table ?? null;
}

/** "share of women per club": of the people there, rather than of the clubs. */
function tableOfShare({ sketch, named }: Context): CatalogTable | null {
  const [kind] = sketch.filters;
  if (sketch.share === null || sketch.outputs.length > 0 || kind?.kind !== "value" || kind.target !== null) return null;
  if (kind.at !== sketch.share.at + 1 || !named.every(({ mention }) => mention.each)) return null;
  const [table, ...more] = new Set(kind.mention.values.map(({ column }) => column.table));
  return table !== undefined && more.length === 0 && named.length > 0 ? table : null;
}

/** "how many colours": the table that has them. */
function tableOfCounted(context: Context): CatalogTable | null {
  const counted = countedMention(context);
  return counted === null ? null : (columnOf(counted, context)?.table ?? null);
}

/** The table of a column that is named well enough, else the one most words speak of. */
function likeliest(context: Context): CatalogTable | null {
  for (const mention of columnMentions(context.sketch)) {
    const found = columnOf(mention, context);
    // "salary" of annual_salary, where no other table has one.
    const isOnly = mention.columns.every(({ column }) => column.table === found?.table);
    // "who earns more than 500": people who have a salary
    const isTheirs = isOnly && found !== null && context.sketch.said.has("who") && isPerson(found.table);
    const least = isTheirs ? 0.4 : isOnly ? 0.5 : 0.6;
    if (found !== null && (mention.columns[0]?.score ?? 0) >= least) return found.table;
  }
  let best: CatalogTable | null = null;
  for (const [table, weight] of context.anchors)
    if (best === null || weight > (context.anchors.get(best) ?? 0)) best = table;
  return best;
}
