import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { stem } from "../language/inflection.ts";
import type { Mention, TableLink } from "../link/mention.ts";
import type { Condition, Expression, LogicalForm, Order } from "../form/logical-form.ts";
import type { Sketch, UnknownWord } from "../read/sketch.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { isPaidOut, measuresOf, purchasesOf } from "../catalog/measures.ts";

/** A table the question names, and where. */
export interface Named {
  readonly table: CatalogTable;
  readonly mention: Sketch["tables"][number];
}

/** What is known of a question. Nobody writes into it: whoever knows better makes another of it. */
export interface Context {
  readonly catalog: Catalog;
  readonly sketch: Sketch;
  /** Tables the question names, with how surely. */
  readonly anchors: ReadonlyMap<CatalogTable, number>;
  /** Table mentions with the table each stands for, in order. */
  readonly named: readonly Named[];
  /** The table whose rows are asked for. */
  readonly subject: CatalogTable | null;
  /** The table whose rows the answer before was made of, for a question that goes on from it. */
  readonly happened: CatalogTable | null;
  /** What "revenue" means by a rule of the organization. */
  readonly metric: MeasureSource | null;
  readonly meant: Meant;
  readonly notes: Notes;
  /** The form of rows that are told inside a condition; null where they cannot be told. */
  readonly formOf: (rows: Sketch) => LogicalForm | null;
}

/** What has a meaning as a condition or a figure, and so left the sketch. */
export interface Meant {
  /** "paid late" */
  readonly late: Condition | null;
  /** "returned to a different depot" */
  readonly elsewhere: Condition | null;
  /**
   * "average delivery time", "that took more than 5 days"; `ranked`: "the longest tours", which are told by it, and how many; `ofGroups`:
   * "the courier with the longest delivery time".
   */
  readonly elapsed: {
    readonly figure: Expression | null;
    readonly condition: Condition | null;
    readonly ranked?: {
      readonly direction: Order["direction"];
      readonly limit: number;
      readonly ofGroups?: true;
    };
  } | null;
  /** "yearly rent", of a monthly_rent: the column, and how many times it is told. */
  readonly perTime: {
    readonly table: string;
    readonly column: string;
    readonly times: number;
    readonly unit: string;
  } | null;
  /** "campaigns that reached their goal" */
  readonly reached: Condition | null;
  /** "of our top 3 customers" */
  readonly picked: readonly Condition[];
  /** "repeat customers" */
  readonly repeated: readonly Condition[];
  /** "the highest return rate" */
  readonly rankedShare: Sketch["superlatives"][number] | null;
  /** "average number of orders per customer": the figures of outputs that are one figure of all. */
  readonly averages: ReadonlyMap<Sketch["outputs"][number], Expression>;
}

/** What is noted while a form is made: the one thing that everybody adds to. */
export interface Notes {
  readonly assumptions: string[];
  /** What could not be met: an answer without it would be a wrong one. */
  readonly lost: string[];
  /** Words that meant nothing to the reader, and got a meaning after all. */
  readonly explained: Set<UnknownWord>;
  /** Table of the output resolved last: columns listed together tend to be of one table. */
  last: CatalogTable | null;
}

type Given = Partial<Pick<Context, "subject" | "happened" | "metric" | "formOf">>;

/** Collects the tables a question names, surely or by its columns and values. */
export function contextOf(sketch: Sketch, catalog: Catalog, given: Given = {}): Context {
  const anchors = new Map<CatalogTable, number>();
  const named: Named[] = [];
  const context: Context = {
    catalog,
    sketch,
    anchors,
    named,
    subject: null,
    happened: null,
    metric: null,
    meant: {
      late: null,
      elsewhere: null,
      elapsed: null,
      perTime: null,
      reached: null,
      picked: [],
      repeated: [],
      rankedShare: null,
      averages: new Map(),
    },
    notes: { assumptions: [], lost: [...sketch.lost], explained: new Set(), last: null },
    formOf: () => null,
    ...given,
  };
  raiseNamed(sketch, anchors);
  raiseColumns(sketch, anchors);
  raiseValues(sketch, anchors);
  if (anchors.size === 0) raiseCounted(sketch, anchors);
  for (const mention of sketch.tables) {
    const own = tableOf(mention.mention, context);
    if (own === null) continue;
    if (isKindDenied(own, mention, context)) continue;
    const table = otherDenied(own, mention, context) ?? own;
    named.push({ table, mention });
    raise(anchors, table, (mention.mention.tables[0]?.score ?? 0) >= 0.9 ? 1 : 0.6);
  }
  named.push(...namedByBuying(context));
  return context;
}

/** "orders without cancelled orders": those of another kind, said once more. */
const isKindDenied = (own: CatalogTable, { negated, mention }: Named["mention"], { named, sketch }: Context): boolean =>
  negated &&
  named.some((one) => one.table === own && !one.mention.negated) &&
  sketch.filters.some(
    (one) =>
      one.kind === "value" &&
      one.negated &&
      one.mention.end === mention.start &&
      one.mention.values.some(({ column }) => column.table === own),
  );

/** "skippers who never skippered", of skippers and their skipperships: nobody is none of themselves, but may have none of these. */
function otherDenied(
  own: CatalogTable,
  { negated, mention }: Named["mention"],
  { named, catalog }: Context,
): CatalogTable | null {
  if (!negated || !named.some((one) => one.table === own && !one.mention.negated)) return null;
  const others = mention.tables.map(({ table }) => table).filter((table) => table !== own && !table.isView);
  return others.find((table) => isToOne(catalog, table, own) && !isToOne(catalog, own, table)) ?? null;
}

/** The words that mean nothing so far. */
export function unexplained({ sketch, notes }: Context): Sketch["unknown"] {
  return sketch.unknown.filter((word) => !notes.explained.has(word));
}

/** Notes that words have a meaning after all. */
export function explain(context: Context, isMeant: (word: UnknownWord) => boolean): void {
  for (const word of context.sketch.unknown) if (isMeant(word)) context.notes.explained.add(word);
}

/** What is known in the end: words that got a meaning mean something. */
export function concluded(context: Context): Context {
  return { ...context, sketch: { ...context.sketch, unknown: unexplained(context) } };
}

/** Tables that words surely name. */
function raiseNamed(sketch: Sketch, anchors: Map<CatalogTable, number>): void {
  const certain: Mention[] = [];
  for (const table of sketch.tables) if ((table.mention.tables[0]?.score ?? 0) >= 0.9) certain.push(table.mention);
  for (const mention of certain) {
    const best = mention.tables[0];
    if (best !== undefined && mention.tables.filter((link) => link.score === best.score).length === 1)
      raise(anchors, best.table, 1);
  }
}

/** Tables of columns that words name, where no other table has one as likely. */
function raiseColumns(sketch: Sketch, anchors: Map<CatalogTable, number>): void {
  for (const mention of columnMentions(sketch)) {
    const top = mention.columns[0];
    const second = mention.columns[1];
    const rival = mention.columns.find((link) => link.column.table !== top?.column.table);
    if (
      top !== undefined &&
      top.score >= 0.9 &&
      (second === undefined || rival === undefined || rival.score < top.score - 0.2)
    )
      raise(anchors, top.column.table, 0.6);
  }
}

/** Tables whose rows a value can only be of, or bears the name of. */
function raiseValues(sketch: Sketch, anchors: Map<CatalogTable, number>): void {
  for (const filter of sketch.filters) {
    if (filter.kind !== "value") continue;
    const tables = new Set(filter.mention.values.map((link) => link.column.table));
    const [only] = tables;
    if (tables.size === 1 && only !== undefined) raise(anchors, only, 0.5);
    // The row that bears the name: Texas is a state before it is a column of cities.
    const bearers = filter.target === null ? filter.mention.values.filter((link) => isBearer(link.column)) : [];
    if (bearers.length === 1 && bearers[0] !== undefined) raise(anchors, bearers[0].column.table, 0.55);
  }
}

/** "countries that have more than one hut": those of huts, where nothing else says of what. */
function raiseCounted(sketch: Sketch, anchors: Map<CatalogTable, number>): void {
  for (const filter of sketch.filters) {
    const [rows] = filter.kind === "count" ? (filter.mention?.tables ?? []) : [];
    if (rows !== undefined && rows.score >= 0.9) raise(anchors, rows.table, 0.4);
  }
}

/** "bought" speaks of the table that records purchases, unless the question names it. */
function namedByBuying(context: Context): Named[] {
  const { buying } = context.sketch;
  if (buying === null) return [];
  const { money, quantity } = measuresOf(context.catalog);
  // "vans bought in 2024", where each has the day on which it was purchased
  const isOwn = context.named.some(({ table: named }) => named.columns.some(isDayOfPurchase));
  if (!buying.sold && !buying.negated && isOwn) return [];
  // "who bought a ticket", where a ticket is what is made when somebody buys
  const isMade = context.named.some(({ table: made, mention }) => mention.at > buying.at && isPurchase(made));
  if (!buying.sold && isMade) return [];
  const sold = salesOf(context) ?? quantity[0]?.table ?? money[0]?.table ?? null;
  const table = buying.sold ? sold : purchasesOf(context.catalog);
  if (table === null || context.anchors.has(table)) return [];
  const mention: Mention = {
    start: buying.at,
    end: buying.at,
    text: "",
    columns: [],
    tables: [],
    values: [],
    quoted: false,
    owners: [],
  };
  const { at, negated } = buying;
  return [{ table, mention: { mention, at, zone: "modifier", negated, required: true, each: false } }];
}

/** "who sold nothing": of those who are asked for, the sales that are called so and refer to them, whatever else is sold. */
function salesOf({ catalog, named }: Context): CatalogTable | null {
  const [asked] = named;
  const [only, ...more] = catalog.tables.filter(
    (table) =>
      !table.isView &&
      /^sales?$/.test(table.words.join(" ")) &&
      catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === asked?.table),
  );
  return more.length === 0 ? (only ?? null) : null;
}

/** Rows that refer to others, and happened on a day: they are sales themselves, rather than what is sold. */
const isPurchase = ({ columns, isView }: CatalogTable): boolean =>
  !isView && columns.some(({ isForeign }) => isForeign) && columns.some(({ isDate }) => isDate);

const isDayOfPurchase = ({ isDate, words }: CatalogColumn): boolean =>
  isDate && /\b(?:purchased?|bought|acquired|acquisition|buying)\b/.test(words.join(" "));

function isBearer(column: CatalogColumn): boolean {
  const { distinct_count: distinct } = column.source;
  return (
    column.table.label.includes(column) &&
    column.table.label.length === 1 &&
    distinct !== null &&
    distinct >= column.table.source.row_count
  );
}

function raise(anchors: Map<CatalogTable, number>, table: CatalogTable, weight: number): void {
  anchors.set(table, Math.max(anchors.get(table) ?? 0, weight));
}

/** Every mention of a column in the question. */
export function columnMentions(sketch: Sketch): Mention[] {
  const found: Mention[] = [];
  for (const output of sketch.outputs)
    if (output.kind === "column" || (output.kind === "aggregate" && output.mention !== null))
      found.push(...(output.mention === null ? [] : [output.mention]));
  for (const group of sketch.groups) found.push(group.mention);
  for (const filter of sketch.filters) if ("target" in filter && filter.target !== null) found.push(filter.target);
  for (const wish of sketch.superlatives)
    if ("mention" in wish.target && wish.target.mention !== null) found.push(wish.target.mention);
  for (const order of sketch.orders) if (order.target.kind === "column") found.push(order.target.mention);
  return found;
}

/** The table a mention stands for. */
export function tableOf(mention: Mention, context: Context): CatalogTable | null {
  let best: { table: CatalogTable; score: number } | null = null;
  for (const link of mention.tables) {
    const score =
      link.score +
      0.15 * (context.anchors.get(link.table) ?? 0) -
      0.02 * link.table.stems.length -
      (link.table.isBridge ? 0.05 : 0) -
      (mention.tables.length > 1 && isApart(link.table, context) ? 0.15 : 0) -
      (mention.tables.length > 1 && isUnsaidPurchase(link.table, context) ? 0.03 : 0) -
      (mention.tables.some((rival) => isNearer(rival, link, context)) ? 0.1 : 0);
    if (best === null || score > best.score) best = { table: link.table, score };
  }
  return best?.table ?? null;
}

/** "orders this month", of sales and purchases: what is sold, where nothing is spoken of that only a purchase has. */
const isUnsaidPurchase = (table: CatalogTable, { sketch }: Context): boolean =>
  isPaidOut(table) &&
  !columnMentions(sketch).some(({ columns: [best] }) => best?.column.table === table && best.score >= 0.4);

/** "customers who have not ordered": orders of theirs, rather than those that only the same depot connects with them. */
function isNearer(rival: TableLink, link: TableLink, { anchors, catalog }: Context): boolean {
  if (rival === link || rival.score < link.score || rival.table.isBridge || anchors.has(link.table)) return false;
  const far = (table: CatalogTable) =>
    Math.min(...[...anchors.keys()].filter((other) => other !== table).map((other) => distance(catalog, other, table)));
  return far(rival.table) < 2 && far(link.table) >= 2;
}

/** True for a table that no key connects with any other that is spoken of. */
function isApart(table: CatalogTable, { anchors, catalog }: Context): boolean {
  const others = [...anchors.keys()].filter((other) => other !== table);
  return others.length > 0 && others.every((other) => distance(catalog, other, table) === Number.POSITIVE_INFINITY);
}

/** "mountain name": what a row has, after the name of its rows. */
function isCompound({ table, mention: { mention } }: Named): boolean {
  const [first = "", ...rest] = mention.text.toLowerCase().split(" ");
  return table.stems.includes(stem(first)) && rest.length > 0 && !table.stems.includes(stem(rest.at(-1) ?? ""));
}

/** The table named nearest to a place in the question; those right after it first ("the name of the student"). */
export function nearTable(context: Context, at: number, zone?: "focus" | "modifier"): CatalogTable | null {
  // "claims over 4000 with client": what is told beside, behind it, is not what the number is of.
  const isBehind = ({ mention }: Named) => mention.beside === true && mention.at > at;
  const candidates = context.named.filter(
    (entry) => (zone === undefined || entry.mention.zone === zone) && !isBehind(entry),
  );
  // "the ids and the number of tracks": what is counted is not what the ids are of.
  const isCounted = (entry: Named) =>
    entry.mention.at > at &&
    (context.sketch.outputs.some((output) => output.kind === "count" && output.at === entry.mention.at) ||
      context.sketch.superlatives.some(
        ({ target }) => target.kind === "count" && target.mention === entry.mention.mention,
      ) ||
      context.sketch.filters.some((filter) => filter.kind === "count" && filter.mention === entry.mention.mention));
  // "name and mountain name of climbers": the first name is the climbers'.
  const isAttribute = (entry: Named) =>
    entry.mention.at > at &&
    isCompound(entry) &&
    context.sketch.outputs.some((output) => output.kind === "column" && output.at === entry.mention.at);
  const later = candidates.filter((entry) => entry.mention.at >= at && !isCounted(entry));
  const [first] = later;
  const isOwner = (entry: Named) => !isAttribute(entry) && !/ (?:named|called)$/i.test(entry.mention.mention.text);
  const owner = first !== undefined && isAttribute(first) ? later.find(isOwner) : undefined;
  const after = owner ?? first;
  if (after !== undefined && after.mention.at - at <= (owner === undefined ? 3 : 8)) return after.table;
  const before = candidates.findLast((entry) => entry.mention.at <= at);
  return before?.table ?? after?.table ?? null;
}
