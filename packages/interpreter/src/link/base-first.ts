import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { holdsKinds, nameInFull } from "../catalog/columns.ts";
import { isToOne } from "../catalog/joins.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Item } from "./item.ts";
import type { Mention } from "./mention.ts";

/** How much worse the words may fit a base table than a view for the base table to be meant all the same. */
const NEARLY = 0.25;
/** "amount", beside the "total_amount" of orders: a word that rows call their figures by with another before it. */
const ANY_FIGURE = /^(?:amount|quantity|value|total|count)$/i;
const NEARLY_ANY = 0.5;
/** From this score on words name something without doubt. */
const CLEARLY = 0.9;

/**
 * Leaves out what words may mean in a view where they mean about the same in a base table: a view shows only some of the
 * rows, or shows them twice. A view whose own name was said ("current members"), or one of whose columns nothing else is
 * called, keeps its meanings.
 */
export function baseFirst(items: readonly Item[], catalog: Catalog): Item[] {
  const named = new Set(items.flatMap(viewsOf));
  const others = new Set(items.flatMap((item) => (isTime(item) ? [] : viewsOf(item))));
  const isOfBase = items.some((item) => !isTime(item) && isBase(mentionIn(item)));
  return items.map((item) => {
    if (item.kind === "schema" && isKindOfRows(item, items))
      return { ...item, kind: "value", mention: asKind(item.mention) };
    // "revenue per seller and month": a view of months that nothing else speaks of says nothing of sellers.
    const isOfView = isOfBase && viewsOf(item).some((view) => !others.has(view));
    if (item.kind === "schema" && isTime(item) && (isOfView || isOfOthers(item.mention, items, catalog)))
      return { kind: "word", capitalised: false, start: item.start, end: item.end, text: item.text };
    if (item.kind === "schema" || item.kind === "value")
      return { ...item, mention: withoutKeys(withoutViews(item.mention, named), catalog) };
    if (item.kind === "cue" && item.other !== null) return { ...item, other: withoutViews(item.other, named) };
    return item;
  });
}

/** "inspections" of site_inspections: the rows, rather than the key by which defects refer to them. */
function withoutKeys(mention: Mention, { links }: Catalog): Mention {
  const said = mention.text.toLowerCase();
  const noun = stem(said);
  const rows = mention.tables.flatMap(({ table }) =>
    !table.isView && table.stems.length > 1 && table.stems.at(-1) === noun ? [table] : [],
  );
  if (rows.length === 0) return mention;
  // "repairs" are no "repaired_by" of theirs.
  const isDoer = ({ column }: Mention["columns"][number]) =>
    column.isForeign && rows.includes(column.table) && !said.endsWith("ed") && nameInFull(column).endsWith(" by");
  const columns = mention.columns.filter((link) => !isDoer(link));
  // "by role" may be the key: which one it is, each row says itself.
  if (singular(said) === said) return { ...mention, columns };
  const refers = ({ column, score }: Mention["columns"][number]) =>
    score < CLEARLY &&
    column.isForeign &&
    links.some(({ from, to }) => from[0] === column && to[0] !== undefined && rows.includes(to[0].table));
  return { ...mention, columns: columns.filter((link) => !refers(link)) };
}

/** "channels used for deposits", where deposits are a kind of the rows that have channels, and a view tells of months of them. */
function isKindOfRows({ mention, ...item }: Item & { kind: "schema" }, items: readonly Item[]): boolean {
  const isOfViews = [...mention.tables, ...mention.columns.map(({ column }) => column)].every(
    ({ table }) => table.isView,
  );
  const rows = new Set(kindsIn(mention).map(({ column }) => column.table));
  const others = items.filter((other) => other.start !== item.start && !isTime(other));
  // "how many deposits", "the average deposit": of those rows, rather than of months of them
  const before = items.find(({ end }) => end === item.start);
  const isOfRows =
    before?.kind === "cue" && (before.cue.is === "count" || (before.cue.is === "aggregate" && before.cue.fn !== "sum"));
  const isAmong = (other: Item) => rowsNamed(mentionIn(other)).some((table) => rows.has(table));
  return isOfViews && rows.size > 0 && (isOfRows || others.some(isAmong));
}

const kindsIn = ({ values }: Mention): Mention["values"] =>
  values.filter(({ column, score }) => score >= 0.85 && holdsKinds(column));

const asKind = (mention: Mention): Mention => ({
  ...mention,
  columns: [],
  tables: [],
  owners: [],
  values: kindsIn(mention),
});

const isTime = ({ text }: Item): boolean => /^(?:day|week|month|quarter|year)$/i.test(text);

/** "which month had the most repairs", where no more than bills have a month for a column, of which repairs are none. */
function isOfOthers({ tables, columns }: Mention, items: readonly Item[], catalog: Catalog): boolean {
  const named = items
    .flatMap((item) => (isTime(item) ? [] : rowsNamed(mentionIn(item))))
    .filter(({ isView }) => !isView);
  const based = columns.filter(({ column }) => !column.table.isView);
  const isTheirs = (table: CatalogTable) =>
    named.some((one) => one === table || isToOne(catalog, one, table) || isToOne(catalog, table, one));
  const areDated = named.some(({ columns: own }) => own.some(({ isDate }) => isDate));
  const isNone = based.length > 0 && !based.some(({ column }) => isTheirs(column.table));
  return areDated && tables.length === 0 && isNone;
}

const rowsNamed = (mention: Mention | null): CatalogTable[] =>
  mention === null
    ? []
    : [
        ...mention.owners,
        ...mention.tables.flatMap(({ table, score }) => (score >= CLEARLY ? [table] : [])),
        ...mention.columns.flatMap(({ column, score }) => (score >= CLEARLY ? [column.table] : [])),
        ...mention.values.map(({ column }) => column.table),
      ];

const viewsOf = (item: Item): CatalogTable[] => [
  ...viewNamed(mentionIn(item)),
  ...(item.kind === "schema" ? onlyIn(item.mention) : []),
];

/** Words that name a base table, and nothing of a view as well. */
const isBase = (mention: Mention | null): boolean =>
  mention?.tables.some(({ table, score }) => !table.isView && score >= CLEARLY) === true;

const mentionIn = (item: Item): Mention | null =>
  item.kind === "schema" || item.kind === "value" ? item.mention : item.kind === "cue" ? item.other : null;

/** The view whose name the words are, where they are no table's. */
function viewNamed(mention: Mention | null): CatalogTable[] {
  const best = mention?.tables[0];
  if (mention === null || best === undefined || best.score < CLEARLY || !best.table.isView) return [];
  return mention.tables.some(({ table, score }) => !table.isView && score >= best.score) ? [] : [best.table];
}

/** The views that alone have a column of this name. */
function onlyIn({ columns, tables }: Mention): CatalogTable[] {
  const owners = [...columns.map(({ column }) => column.table), ...tables.map(({ table }) => table)];
  if ((columns[0]?.score ?? 0) < CLEARLY || owners.some((table) => !table.isView)) return [];
  return columns.filter(({ score }) => score >= CLEARLY).map(({ column }) => column.table);
}

function withoutViews(mention: Mention, named: ReadonlySet<CatalogTable>): Mention {
  const isAside = (table: CatalogTable) => table.isView && !named.has(table);
  const nearly = ANY_FIGURE.test(mention.text) ? NEARLY_ANY : NEARLY;
  const kept = <Link extends { score: number }>(
    links: readonly Link[],
    tableOf: (link: Link) => CatalogTable,
    least = 0,
  ) => {
    const base = Math.max(least, ...links.filter((link) => !isAside(tableOf(link))).map(({ score }) => score));
    return links.filter((link) => !isAside(tableOf(link)) || link.score > base + nearly);
  };
  const tables = kept(mention.tables, ({ table }) => table);
  // "parcels" are rows of that name, whatever view counts them in a column.
  // "category" of "dish_categories", whatever view has a column that is called so.
  const noun = stem(/[a-z]+$/i.exec(mention.text)?.[0] ?? "");
  const isNoun = ({ table }: Mention["tables"][number]) => !table.isView && table.stems.at(-1) === noun;
  const rows = tables.some(({ table, score }) => !table.isView && score >= CLEARLY) ? 1 : tables.some(isNoun) ? 0.8 : 0;
  const columns = kept(mention.columns, ({ column }) => column.table, rows);
  const values = kept(mention.values, ({ column }) => column.table);
  return { ...mention, columns, tables, values, owners: mention.owners.filter((table) => !isAside(table)) };
}
