import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { FilterWish } from "../read/sketch.ts";
import { type Context, explain } from "../resolve/context.ts";

const DEED =
  /^(?:work|collaborat|co-?operat|co-?author|perform|appear|act|play|starr|s[iau]ng|writ|wrote|publish|danc|record|compet|together|jointly)/i;

/**
 * "singers who performed with Ada Holt", of whom a table says in which operas each has a part: those with a part where she has one, too,
 * rather than the one who is called so. Lost where it cannot be told what they did together.
 */
export function takeDoneTogether(context: Context): Context {
  const { sketch, subject, notes } = context;
  if (subject === null || !sketch.said.has("done with others") || !isPerson(subject)) return context;
  const others = sketch.filters.filter((filter) => isOneOf(subject, filter));
  if (others.length === 0) return context;
  const shared = sharedBy(subject, context);
  if (shared === null || others.length < sketch.filters.length) {
    notes.lost.push(...sketch.said.words("done with others").slice(0, 1));
    return context;
  }
  explain(context, ({ text }) => DEED.test(text));
  const filters = sketch.filters.map((filter): FilterWish => {
    if (filter.kind !== "value" || !others.includes(filter)) return filter;
    const { at, connector, negated, zone, mention } = filter;
    const { start, end, text } = mention;
    const target = mentionOf({ start, end, text, tables: [{ table: shared, score: 1 }] });
    return { at, connector, negated, zone, kind: "same", target, mention };
  });
  return { ...context, sketch: { ...sketch, filters } };
}

/**
 * "conductors of operas by Ada Holt", who is a composer, too, and "singers in operas by Ada Holt", who sings: what stands right before
 * "by" is hers, and she is none of those who are asked for.
 */
export function takeTheirWorks(context: Context): Context {
  const { sketch, subject, named, notes, catalog } = context;
  if (subject === null) return context;
  let isChanged = false;
  const filters = sketch.filters.map((filter): FilterWish => {
    if (filter.kind !== "value" || filter.negated || !isOneOf(subject, filter)) return filter;
    const works = worksBefore(filter.mention, context);
    if (works === null || filter.preposition !== "by") return filter;
    const values = filter.mention.values.filter(({ column }) => column.table !== subject);
    isChanged = true;
    if (values.length > 0) return { ...filter, target: null, mention: { ...filter.mention, values } };
    const { at, connector, negated, zone, mention } = filter;
    const isShared = linksOf(subject, catalog).some((link) => refersTo(link, works.table, catalog));
    const isCounted = !works.isNamed || sketch.superlatives.length > 0;
    const isOther = named.some(
      ({ table }) =>
        table !== subject && table !== works.table && !table.stems.every((name) => works.table.stems.includes(name)),
    );
    if (!isShared || isOther || isCounted) notes.lost.push(mention.text);
    return { at, connector, negated, zone, kind: "same", target: works.mention, mention };
  });
  return isChanged ? { ...context, sketch: { ...sketch, filters } } : context;
}

/** The rows that stand right before "by" and a name: named, counted or ranked by. */
function worksBefore(
  { start }: Mention,
  { named, sketch, subject }: Context,
): { table: CatalogTable; mention: Mention; isNamed: boolean } | null {
  const counted = [...sketch.filters, ...sketch.superlatives.map(({ target }) => target)].flatMap((one) =>
    one.kind === "count" && one.mention !== null ? [one.mention] : [],
  );
  const all = [
    ...named.map(({ table, mention: { mention } }) => ({ table, mention, isNamed: true })),
    ...counted.flatMap((mention) =>
      mention.tables[0] === undefined ? [] : [{ table: mention.tables[0].table, mention, isNamed: false }],
    ),
  ];
  return all.find(({ table, mention }) => table !== subject && mention.end + 1 === start) ?? null;
}

/** True for a value that the people asked for are called by. */
const isOneOf = ({ label }: CatalogTable, filter: FilterWish): boolean =>
  filter.kind === "value" &&
  filter.mention.values.length > 0 &&
  filter.mention.values.some(({ column }) => label.includes(column));

/** The one table that says who did what: that of the things that are named, or the only one that is not called after both sides. */
function sharedBy(people: CatalogTable, { catalog, named }: Context): CatalogTable | null {
  const all = linksOf(people, catalog);
  const spoken = all.filter((link) =>
    named.some(({ table }) => table !== people && (table === link || refersTo(link, table, catalog))),
  );
  const deeds = all.filter(({ stems }) => !people.stems.some((name) => stems.includes(name)));
  for (const found of [spoken, all, deeds]) {
    const [only, ...more] = found;
    if (only !== undefined && more.length === 0) return only;
  }
  return null;
}

/** Tables of which each row says that one of the people has to do with one thing. */
const linksOf = (people: CatalogTable, catalog: Catalog): CatalogTable[] =>
  catalog.tables.filter((table) => {
    if (table === people || table.isView || !table.isBridge) return false;
    const keys = new Set(
      catalog.links.flatMap(({ from: [key, ...more], to: [to] }) =>
        key?.table === table && more.length === 0 && to?.table !== people ? [key] : [],
      ),
    );
    return refersTo(table, people, catalog) && keys.size === 1;
  });

const refersTo = (from: CatalogTable, to: CatalogTable, { links }: Catalog): boolean =>
  links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
