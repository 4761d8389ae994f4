import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { isToOne } from "../catalog/joins.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";
import { measureSource } from "../resolve/measures.ts";

type Quantity = Sketch["outputs"][number] & { kind: "measure" };

/**
 * "how many cars were sold last month", of sales that say of no quantity: each is one. They are counted; where it is
 * asked which, the things with such rows are listed.
 */
export function takeSoldRows(context: Context): Context {
  const { sketch, catalog } = context;
  const wish = sketch.outputs.find((one): one is Quantity => one.kind === "measure" && one.measure === "quantity");
  const ranked = sketch.superlatives.find(({ target }) => target.kind === "measure" && target.measure === "quantity");
  const best = sketch.superlatives.find(({ target }) => target.kind === "hint" && target.hint === "sold");
  if (best !== undefined && wish === undefined && ranked === undefined) return takeBestSold(context);
  const { happened, metric, formOf } = context;
  const plain = bySeller(sketch, wish);
  if (plain !== null) return contextOf(plain, catalog, { subject: context.subject, happened, metric, formOf });
  const at = wish?.at ?? ranked?.at;
  const single = at === undefined ? null : soldOneByOne(context);
  if (single !== null)
    return contextOf(countedOnes(sketch, single, wish), catalog, {
      subject: context.subject,
      happened,
      metric,
      formOf,
    });
  const deals = wish === undefined ? null : dealsCounted(wish, context);
  if (deals !== null)
    return contextOf(countedOnes(sketch, deals, wish), catalog, { subject: context.subject, happened, metric, formOf });
  const sales = at === undefined ? null : salesMeant(context);
  if (at === undefined || sales === null) return context;
  const counted = mentionOf({ start: at, end: at, text: sales.name, tables: [{ table: sales, score: 1 }] });
  const sold =
    wish === undefined ? { ...sketch, superlatives: rankedBy(sketch, counted, []) } : soldOf(context, wish, counted);
  const subject = context.subject ?? (sketch.said.has("who does") ? sales : null);
  return sold === null ? context : contextOf(sold, catalog, { subject, happened, metric, formOf });
}

/** "who sold the most lots", of lots that each say by whom: they are what is counted. */
function bySeller(sketch: Sketch, wish: Quantity | undefined): Sketch | null {
  const saysSeller = ({ target }: Sketch["superlatives"][number]) =>
    target.kind === "count" && target.mention?.tables[0]?.table.columns.some(isSeller) === true;
  return wish !== undefined && sketch.superlatives.some(saysSeller)
    ? { ...sketch, outputs: sketch.outputs.filter((one) => one !== wish) }
    : null;
}

const isSeller = (key: CatalogColumn): boolean => key.isForeign && /^(?:seller|sold by)\b/.test(nameInFull(key));

/** "how many policies did we sell in May", where nothing says of a quantity, and each policy has its day and its client: each is one. */
function dealsCounted({ fn }: Quantity, { sketch, named, catalog }: Context): Mention | null {
  if (measuresOf(catalog).quantity.length > 0 || sketch.superlatives.length > 0) return null;
  const [only, ...more] = named.filter(({ mention }) => mention.zone === "focus" && !mention.each);
  if (only === undefined || more.length > 0 || only.table.isView) return null;
  const { columns } = only.table;
  const isDeal = columns.some(({ isDate }) => isDate) && columns.some(({ isForeign }) => isForeign);
  if (!isDeal) return null;
  // "share of contracts sold online", of contracts with clients, whose invoices come later: no invoice was sold.
  const isOfClients =
    !sketch.said.has("which rows") &&
    catalog.links.some(
      ({ from, to, cost }) => cost < 2 && from[0]?.table === only.table && to[0]?.table.isCustomer === true,
    );
  const isInTime = fn === "sum" && sketch.filters.some(({ kind }) => kind === "period");
  return isInTime || isOfClients ? only.mention.mention : null;
}

/** "best selling model", of sales that say of no quantity, beside lines of other things: by how many sales. */
function takeBestSold(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const sales = measureSource(context, "quantity") === null ? null : salesMeant(context);
  if (sales === null) return context;
  const counted = mentionOf({ start: 0, end: 0, text: sales.name, tables: [{ table: sales, score: 1 }] });
  const superlatives = sketch.superlatives.map((one): Sketch["superlatives"][number] =>
    one.target.kind === "hint" && one.target.hint === "sold"
      ? { ...one, target: { kind: "count", mention: counted } }
      : one,
  );
  const filters = sketch.filters.map((filter) => (filter.kind === "period" ? { ...filter, target: null } : filter));
  return contextOf({ ...sketch, superlatives, filters }, catalog, { subject, happened, metric, formOf });
}

/** The sales that say of no quantity: those of the only kind, or sales beside lines of something else, as parts that were fitted. */
function salesMeant(context: Context): CatalogTable | null {
  const { catalog, sketch, named } = context;
  const quantities = measureSource(context, "quantity")?.table;
  const sales = purchasesOf(catalog);
  if (sales === null) return null;
  if (quantities === undefined) return linesOf(sales, context) ?? sales;
  const isApart =
    /^sales?$/.test(sales.words.join(" ")) && sales !== quantities && !isToOne(catalog, quantities, sales);
  if (!isApart || measuresOf(catalog).quantity.some(({ table }) => table === sales)) return null;
  const ranked = sketch.superlatives.flatMap(({ target }) => ("mention" in target ? (target.mention ?? []) : []));
  const spoken = [...ranked, ...sketch.names].flatMap(({ tables: [best] }) => best?.table ?? []);
  const all = new Set([...spoken, ...named.map(({ table }) => table)]);
  return [...all].every((table) => table === sales || isToOne(catalog, sales, table)) ? sales : null;
}

/** "order_items" of orders, none of which says how many: each is one thing that was sold. */
function linesOf(sales: CatalogTable, { catalog }: Context): CatalogTable | null {
  const isLine = ({ stems, isView, columns }: CatalogTable) =>
    !isView &&
    stems.slice(0, -1).join(" ") === sales.stems.join(" ") &&
    /^(?:item|line|detail)$/.test(stems.at(-1) ?? "") &&
    columns.filter(({ isForeign }) => isForeign).length > 1;
  return catalog.tables.find((table) => isLine(table) && isToOne(catalog, table, sales)) ?? null;
}

/** "tickets sold", where each ticket is a row with its price and what else was sold has a quantity: no quantity is theirs. */
function soldOneByOne(context: Context): Mention | null {
  const { sketch, named, catalog } = context;
  const ranked = sketch.superlatives.flatMap(({ target }) => ("mention" in target ? [target.mention] : []));
  const spoken = [...named.map(({ mention }) => mention.mention), ...ranked];
  // "who sold the most tours", of tours that have a sold_by: each of them was sold.
  const byName = spoken.find((mention) => mention?.tables.some(({ table, score }) => score >= 0.9 && isSoldBy(table)));
  if (byName !== undefined && byName !== null) return byName;
  const sales = measureSource(context, "quantity")?.table;
  if (sales === undefined) return null;
  return (
    spoken.find((mention) => {
      const [best] = mention?.tables ?? [];
      const table = best !== undefined && best.score >= 0.9 ? best.table : undefined;
      if (table === undefined || table.isView || table === sales || isToOne(catalog, sales, table)) return false;
      const isPriced = table.columns.some(({ isNumber, words }) => isNumber && PRICED.test(words.join(" ")));
      return isPriced && table.columns.some(({ isForeign }) => isForeign) && !isToOne(catalog, table, sales);
    }) ?? null
  );
}

const isSoldBy = ({ columns, isView }: CatalogTable): boolean =>
  !isView && columns.some((column) => column.isForeign && /^sold by(?: id)?$/.test(nameInFull(column)));

const PRICED = /^(?:price|amount|price paid|sold price|sale price|face value)$/;

/** The question of how many of those rows there are. */
function countedOnes(sketch: Sketch, rows: Mention, wish: Quantity | undefined): Sketch {
  const superlatives = sketch.superlatives.map((one): Sketch["superlatives"][number] =>
    one.target.kind === "measure" && one.target.measure === "quantity"
      ? { ...one, target: { kind: "count", mention: rows } }
      : one,
  );
  const outputs = sketch.outputs.flatMap((one): Sketch["outputs"][number][] => {
    if (one !== wish) return [one];
    return superlatives.some(({ target }) => "mention" in target && target.mention === rows)
      ? []
      : [{ kind: "count", mention: rows, distinct: false, at: one.at }];
  });
  return { ...sketch, outputs, superlatives };
}

/** "top 3 makes by cars sold": what is ranked and what was sold are one, so many items apart; any further apart is told beside. */
const NEAR_ITEMS = 8;

/** The question of sales; null where what is named was not sold in them. */
function soldOf({ sketch, named, catalog }: Context, wish: Quantity, counted: Mention): Sketch | null {
  const sales = counted.tables[0]?.table;
  const isSold = (table: CatalogTable | undefined): table is CatalogTable =>
    table !== undefined &&
    sales !== undefined &&
    table !== sales &&
    !table.isCustomer &&
    isToOne(catalog, sales, table);
  const outputs = sketch.outputs.filter((one) => one !== wish);
  // When it was done is kept with the sale.
  const filters = sketch.filters.map((filter) => (filter.kind === "period" ? { ...filter, target: null } : filter));
  // "who sold the most cars", "top 3 makes by cars sold"
  const things = sketch.names.filter(({ tables: [best] }) => isSold(best?.table));
  const superlatives = rankedBy(sketch, counted, things);
  const isNear = (place: number) => Math.abs(place - wish.at) <= NEAR_ITEMS;
  if (superlatives.some((one, i) => one !== sketch.superlatives[i] && isNear(one.at))) {
    const isRank = (mention: Mention) =>
      things.includes(mention) &&
      sketch.superlatives.some(({ target }) => "mention" in target && target.mention === mention);
    const tables = sketch.tables.filter(({ mention }) => !isRank(mention));
    return { ...sketch, names: sketch.names.filter((one) => !isRank(one)), filters, superlatives, outputs, tables };
  }
  const first = named.find(({ mention }) => mention.zone === "focus" && !mention.each);
  const values = sketch.filters.flatMap((one) => (one.kind === "value" ? one.mention.values : []));
  const thing = first === undefined ? values.map(({ column }) => column.table).find(isSold) : first.table;
  const { said, bucket, groups } = sketch;
  // "number of sales per salesperson"
  const isBeside = groups.length + superlatives.length > 0 || outputs.some(({ kind }) => kind === "column");
  const isOfGroups = first === undefined && values.length === 0 && isBeside;
  if (!isSold(thing) && !isOfGroups) return null;
  // "average price of cars sold": of those.
  if (wish.fn === null && outputs.some(({ kind }) => kind === "aggregate" || kind === "hint"))
    return { ...sketch, filters, outputs };
  const isListed = wish.fn === null && (said.has("which rows") || said.has("rows to list"));
  // "the most expensive car we sold": one of the things, too.
  const isRanked = superlatives.length > 0 && wish.fn === null;
  if ((isListed || isRanked) && bucket === null && groups.length === 0)
    return { ...sketch, filters, outputs, buying: { at: wish.at, negated: false, sold: true } };
  const { at } = wish;
  const count = { kind: "count", mention: counted, distinct: false, at } as const;
  const row = { mention: counted, at, zone: "focus", negated: false, required: false, each: false } as const;
  const tables = [row, ...sketch.tables.filter((one) => one !== first?.mention)];
  const names = sketch.names.filter((one) => one !== first?.mention.mention);
  return { ...sketch, filters, tables, names, outputs: sketch.outputs.map((one) => (one === wish ? count : one)) };
}

/** What is ranked by how much, or how many of the things, was sold is ranked by the sales. */
const rankedBy = ({ superlatives }: Sketch, counted: Mention, things: readonly Mention[]): Sketch["superlatives"] =>
  superlatives.map((one) => {
    const { target } = one;
    const isQuantity = target.kind === "measure" && target.measure === "quantity";
    const isNumber = target.kind === "count" || (target.kind === "column" && target.by === true);
    const isOfThings = isNumber && target.mention !== null && things.includes(target.mention);
    return isQuantity || isOfThings ? { ...one, target: { kind: "count", mention: counted } } : one;
  });
