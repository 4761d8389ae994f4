import { toldAs } from "./called.ts";
import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";
import {
  PART_OF_SALE_SCORE,
  bestAmount,
  column,
  isPriceOfRow,
  lineValue,
  priceWords,
  quantityWords,
  withoutCurrency,
} from "./amounts.ts";
import { isToOne } from "./joins.ts";
import { isPerson, worksHere } from "./persons.ts";
import { stem } from "../language/inflection.ts";
import type { Expression } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";

export interface MeasureSource {
  table: CatalogTable;
  /** Value of one row. */
  value: Expression;
  label: string;
  score: number;
  /** What a profit is a share of. */
  revenue?: Expression;
}

interface Measures {
  money: MeasureSource[];
  quantity: MeasureSource[];
  profit: MeasureSource[];
}

const factWords =
  /\b(order|orders|sale|sales|invoice|invoices|payment|payments|transaction|transactions|purchase|purchases|line|lines|item|items|booking|bookings|receipt|checkout)\b/;
/** What was sold goes before what was paid of other things. */
const SALES = /^sales?$/;
const otherWords =
  /\b(refunds?|returns?|reimbursements?|payouts?|compensations?|incidents?|damages?|claims?|penalty|penalties|fines?|tax|taxes|budgets?|salary|salaries|wages?|payrolls?|costs?|expenses?|expenditures?|discounts?|shipping|targets?|goals?|sessions?)\b/;

const known = new WeakMap<Schema, Measures>();

/** Ways to measure money taken and quantities sold in this schema, best first. */
export function measuresOf(catalog: Catalog): Measures {
  const cached = known.get(catalog.schema);
  if (cached !== undefined) return cached;
  const tables = catalog.tables.map((table) => figuresOf(table, catalog));
  const best = (sources: (MeasureSource | null)[]) =>
    sources
      .filter((source) => source !== null)
      .toSorted((a, b) => Number(a.table.isView) - Number(b.table.isView) || b.score - a.score);
  const sold = best(tables.filter(({ isStock }) => !isStock).map(quantityOf));
  const result = {
    money: soldBeforePaid(best(tables.map((figures) => moneyOf(figures, catalog))), catalog).filter(
      (source) => source.score > 0.6,
    ),
    // What lies in stock is a quantity only where nothing else is.
    quantity: sold.length > 0 ? sold : best(tables.map(quantityOf)),
    profit: soldBeforeListed(best(tables.map((figures) => profitOf(figures, catalog)))),
  };
  known.set(catalog.schema, result);
  return result;
}

/** What was paid of sales that have a price of their own is no more than these: revenue is what was sold. */
const soldBeforePaid = (sources: readonly MeasureSource[], catalog: Catalog): MeasureSource[] =>
  sources
    .map((source) => {
      const sold = sources.find(
        ({ table }) =>
          /\bpayments?\b/.test(source.table.words.join(" ")) &&
          catalog.links.some(
            ({ from, to, cost }) => cost < 2 && from[0]?.table === source.table && to[0]?.table === table,
          ),
      );
      return sold === undefined ? source : { ...source, score: Math.min(source.score, sold.score - 0.01) };
    })
    .toSorted((a, b) => Number(a.table.isView) - Number(b.table.isView) || b.score - a.score);

/** What a list of things would bring, one of each, is no profit where sales say what they brought. */
function soldBeforeListed(sources: readonly MeasureSource[]): MeasureSource[] {
  const sold = sources.filter(({ table }) => !table.isView && table.columns.some(({ isForeign }) => isForeign));
  const isListed = ({ table }: MeasureSource) =>
    !table.isView && table.label.length > 0 && !table.columns.some(({ isForeign, isDate }) => isForeign || isDate);
  return sources.filter((source) => sold.length === 0 || !isListed(source));
}

/** What a table's rows may say about money and quantities. */
interface Figures {
  table: CatalogTable;
  /** The words of the table's name. */
  name: string;
  /** Its name says that its rows are sales, payments and the like. */
  isFact: boolean;
  /** Its rows happened some day to something. */
  isEvent: boolean;
  /** How well the table suits, added to how well a column does. */
  weight: number;
  numbers: CatalogColumn[];
  amount: { column: CatalogColumn; score: number } | null;
  units: CatalogColumn | undefined;
  /** Its units lie in stock. */
  isStock: boolean;
  price: CatalogColumn | undefined;
  /** The price of what is sold, where only that has one. */
  listed: CatalogColumn | undefined;
}

function figuresOf(table: CatalogTable, catalog: Catalog): Figures {
  const name = table.words.join(" ");
  const isFact = factWords.test(name);
  const refers = table.columns.some((one) => one.isForeign);
  // What things were bought for is no money taken, but where the rows are purchases.
  const isOfBuying = ({ words }: CatalogColumn) => !isFact && /^(?:purchase|buying|acquisition)$/.test(words[0] ?? "");
  // "paid" of 0 and 1 says whether, and not how much.
  const numbers = table.columns.filter((one) => one.isNumber && !one.isKey && !one.isFlag);
  const price = numbers.find((one) => priceWords.test(one.words.join(" ")) && !isOfBuying(one));
  const own = price === undefined ? undefined : countedAt(numbers, price);
  const units = own ?? unitsIn(numbers, price, isFact && refers);
  return {
    table,
    name,
    isFact: isFact || (own !== undefined && refers),
    isEvent:
      refers &&
      !(price !== undefined && isPriceOfEach(price, catalog)) &&
      (table.columns.some((one) => one.isDate) || isLineOfEvent(table, catalog)),
    weight:
      (isFact ? 0.5 : 0) +
      (SALES.test(name) ? 0.05 : 0) -
      (otherWords.test(name) || isBoughtFrom(table, catalog) ? 0.6 : 0) +
      (refers ? 0.1 : 0),
    numbers,
    // What something cost is no money taken.
    amount: bestAmount(
      table,
      numbers.filter(
        (one) => !isOfBuying(one) && !/\b(costs?|wages?|salary|salaries|expenses?)\b/.test(one.words.join(" ")),
      ),
    ),
    units,
    isStock: stockWords.test(name) || (units !== undefined && stockWords.test(units.words.join(" "))),
    price,
    listed: price === undefined && units !== undefined && isFact ? parentColumn(table, catalog, priceWords) : undefined,
  };
}

/** "ticket_price" of concerts, to which bookings refer: what each of those costs, and no money that the concert took. */
const isPriceOfEach = ({ table, words, stems }: CatalogColumn, { links }: Catalog): boolean =>
  words.some(
    (word, i) =>
      /^(?:ticket|seat|entry|admission|place|head|person)$/.test(word) && !table.stems.includes(stems[i] ?? ""),
  ) &&
  links.some(({ from, to }) => {
    const rows = from[0]?.table;
    return to[0]?.table === table && rows !== undefined && !rows.isView && rows.columns.some(({ isDate }) => isDate);
  });

/** Payments to those who sell to us are no money taken. */
export const isPaidOut = (table: CatalogTable): boolean =>
  /\b(?:payments?|purchases?|invoices?|bills?|transactions?)\b/.test(table.words.join(" ")) &&
  table.columns.some(({ words }) => /^(?:vendors?|vend|vnd|suppliers?|supp?|payees?)$/.test(words[0] ?? ""));

/** Rows, or lines of rows, of what was bought from others. */
export const isBoughtFrom = (table: CatalogTable, { links }: Catalog): boolean =>
  isPaidOut(table) ||
  (/\b(?:lines?|items?|receipts?|deliver(?:y|ies))$/.test(table.words.join(" ")) &&
    links.some(
      ({ from, to, cost }) => from[0]?.table === table && cost < 2 && to[0] !== undefined && isPaidOut(to[0].table),
    ));

/** "visit_services": what was done on a day that only the visit has. */
const isLineOfEvent = (table: CatalogTable, catalog: Catalog): boolean =>
  table.label.every(({ source }) => (source.distinct_count ?? table.source.row_count) * 2 <= table.source.row_count) &&
  catalog.links.some(
    ({ from, to, cost }) =>
      from[0]?.table === table &&
      cost < 2 &&
      to[0]?.table !== table &&
      to[0]?.table.label.length === 0 &&
      to[0]?.table.columns.some((one) => one.isDate),
  );

/** How many of a thing a row is of: what is called a quantity, or else the only count of a sale. */
function unitsIn(
  numbers: readonly CatalogColumn[],
  price: CatalogColumn | undefined,
  isSale: boolean,
): CatalogColumn | undefined {
  const named = numbers.filter((one) => quantityWords.test(one.words.join(" ")) && !notSold.test(one.words.join(" ")));
  const sold = named.find((one) => !stockWords.test(one.words.join(" "))) ?? named[0];
  if (sold !== undefined || !isSale || price === undefined || isForTime.test(price.words.join(" "))) return sold;
  return onlyCount(numbers, price);
}

/** "crates" beside a "crate_price", "nights" beside a "nightly_rate": what is paid for each of them. */
function countedAt(numbers: readonly CatalogColumn[], price: CatalogColumn): CatalogColumn | undefined {
  const things = new Set(
    price.words.filter((word) => !/^(?:price|rate|per|each|unit|sale|list)$/.test(word)).map(thingOf),
  );
  return numbers.find(
    (one) =>
      one !== price &&
      one.stems.some((word) => things.has(word)) &&
      one.words.every(
        (word, i) => things.has(one.stems[i] ?? word) || /^(?:number|count|of|no|num|sold|booked|total)$/.test(word),
      ),
  );
}

/** "nightly" is of nights, "daily" of days. */
const thingOf = (word: string): string =>
  stem(word === "daily" ? "day" : word.replace(/(?<=^(?:night|hour|week|month|year))ly$/, ""));

/** "bottles" of order lines beside their price: the only other number, and a whole one. */
function onlyCount(numbers: readonly CatalogColumn[], price: CatalogColumn): CatalogColumn | undefined {
  const others = numbers.filter(
    (one) =>
      one !== price && !one.isFlag && !one.isYear && !/\b(discount|tax|rate|percent|vat)\b/.test(one.words.join(" ")),
  );
  // "item_no" says which line of an order it is.
  if (others.some(({ words }) => PLACE_IN_ORDER.test(words.at(-1) ?? ""))) return undefined;
  const [only, ...more] = others;
  return more.length === 0 && only?.source.type === "integer" ? only : undefined;
}

const PLACE_IN_ORDER = /^(?:no|nr|num|number|seq|sequence|position|index|line)$/;

/** What has a name and is nobody's, while other rows refer to it: what is sold, rather than a sale of it. */
const isThing = (table: CatalogTable, links: Catalog["links"]): boolean =>
  table.label.length > 0 &&
  links.some(({ to, cost }) => to[0]?.table === table && cost < 2) &&
  !links.some(({ from, to }) => from[0]?.table === table && to[0] !== undefined && isServed(to[0].table));

const isServed = (table: CatalogTable): boolean => table.isCustomer || (isPerson(table) && !worksHere(table));

/** Money taken: a row's amount, or its units at their price, or its price alone. */
function moneyOf({ table, amount, units, price, listed, ...row }: Figures, { links }: Catalog): MeasureSource | null {
  const isListed = !row.isFact && isThing(table, links);
  const source = (value: Expression, label: string, score: number) => ({
    table,
    value,
    label,
    score: score + row.weight,
  });
  if (price !== undefined && units === undefined && row.isEvent && isPriceOfRow(price) && !isWhole(amount))
    return source(column(price), toldAs(price), PRICE_OF_SALE_SCORE);
  if (amount !== null) {
    // A header's total is preferred to its lines where both would do; lines serve what only they reach.
    const dated = table.columns.some((one) => one.isDate) ? 0.1 : 0;
    return source(column(amount.column), toldAs(amount.column), amount.score + dated);
  }
  const each = price ?? listed;
  if (units !== undefined && each !== undefined && areSold(row)) {
    const label = `${toldAs(units)} × ${toldAs(each)}`;
    const value = lineValue(units, each, row.numbers);
    // What nights come to is what was agreed: charges and payments say what came in.
    if (isForTime.test(each.words.join(" "))) return { table, value, label, score: AGREED_SCORE };
    return source(value, label, price === undefined ? 0.75 : 0.8);
  }
  // What things are listed at was not taken: others refer to them when somebody buys one.
  if (price !== undefined && units === undefined && row.isEvent && !isListed && !isForTime.test(price.words.join(" ")))
    return source(column(price), toldAs(price), 0.65);
  return null;
}

/** What lies in stock was not sold: at its price it is no money taken. */
const areSold = ({ isFact, isStock }: Pick<Figures, "isFact" | "isStock">): boolean => isFact && !isStock;

/** An amount that may be all that a row came to; a commission or a fee is a part of a sale that has a price. */
const isWhole = (amount: Figures["amount"]): boolean => amount !== null && amount.score > PART_OF_SALE_SCORE;

/** As much as an amount on a day of its own. */
const PRICE_OF_SALE_SCORE = 1;

/** What one of the units cost: "crate_cost" of crates. */
const isCostOf = (units: CatalogColumn | undefined, { words, stems }: CatalogColumn): boolean =>
  units !== undefined && words.length === 2 && words[1] === "cost" && stems[0] === units.stems[0];

/** Just enough to be money where nothing else is. */
const AGREED_SCORE = 0.61;

/** What is paid for each night or hour is no sum of money. */
const isForTime = /\b(?:nightly|hourly|daily|weekly|monthly|night|hour|day|week|month)\b/;

function quantityOf({ table, units, weight }: Figures): MeasureSource | null {
  return units === undefined ? null : { table, value: column(units), label: toldAs(units), score: 0.8 + weight };
}

/** What was planned, made or thrown away was not sold, nor what tells of a thing: how many photos there are of it. */
const notSold =
  /\b(?:plan|planned|prod|produced|made|good|scrap|scrapped|rejected|target|photos?|images?|pictures?|pages?|files?|reviews?)\b/;

const stockWords = /\b(stock|inventory|warehouse|on hand|reorder)\b/;

const costWords =
  /^(unit cost|cost|cost amount|cost of (?:goods|sales)|cost price|purchase price|buying price|buy price|wholesale price|cost per unit|total cost|cogs|standard cost)$/;

/** A number of what a row belongs to: the cost of a line's product. */
function parentColumn(table: CatalogTable, catalog: Catalog, pattern: RegExp): CatalogColumn | undefined {
  for (const link of catalog.links) {
    const parent = link.to[0]?.table;
    if (link.from[0]?.table !== table || parent === undefined || parent === table || link.cost >= 2) continue;
    const found = parent.columns.find((one) => {
      const own = one.words.filter((_, i) => !parent.stems.includes(one.stems[i] ?? ""));
      return one.isNumber && !one.isKey && (pattern.test(own.join(" ")) || pattern.test(withoutCurrency(one)));
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a row earns less what it cost: with units, the cost is that of one unit unless it says "total". */
function profitOf(figures: Figures, catalog: Catalog): MeasureSource | null {
  const { table, name, units, weight } = figures;
  if (!(figures.isFact || figures.isEvent) || otherWords.test(name)) return null;
  // What was bought from others earns nothing, whatever its things are listed at.
  if (isBoughtFrom(table, catalog)) return null;
  // What lies in stock has earned nothing yet.
  if (figures.isStock && units !== undefined && figures.amount === null) return null;
  const cost =
    figures.numbers.find((one) => costWords.test(withoutCurrency(one)) || isCostOf(units, one)) ??
    parentColumn(table, catalog, costWords);
  const earned = cost === undefined ? null : earnedOf(figures);
  if (cost === undefined || earned === null) return null;
  // "cost_amount" beside "sales_amount", of all units
  const isOfAll = cost.words.some((word) => /^(?:total|amount)$/.test(word)) || cost.words.includes("goods");
  const times = units === undefined || isOfAll ? null : units;
  if (times === null && cost.table !== table) return null;
  const spent: Expression =
    times === null ? column(cost) : { kind: "arithmetic", operator: "*", left: column(times), right: column(cost) };
  // Lines that say what a unit cost and not for what it was sold.
  if (sameExpression(earned.value, spent)) return null;
  return {
    table,
    value: { kind: "arithmetic", operator: "-", left: earned.value, right: spent },
    revenue: earned.value,
    label: `${earned.label} less ${times === null ? "" : `${toldAs(times)} × `}${toldAs(cost)}`,
    score: 0.8 + weight,
  };
}

/** What a row earns. */
function earnedOf({
  table,
  amount,
  units,
  price,
  listed,
  numbers,
}: Figures): { value: Expression; label: string } | null {
  if (amount !== null) return { value: column(amount.column), label: toldAs(amount.column) };
  const each = price ?? listed;
  if (each === undefined) return null;
  if (units !== undefined)
    return { value: lineValue(units, each, numbers), label: `${toldAs(units)} × ${toldAs(each)}` };
  return each.table === table ? { value: column(each), label: toldAs(each) } : null;
}

const header = /^(order|invoice|sale|purchase|transaction|booking|basket|cart|receipt)s?$/;

/** True for a table whose rows are orders, bookings and the like, by its name. */
export const headed = (table: CatalogTable): boolean => header.test(table.words.at(-1) ?? "");

/** The key by which the lines of an order refer to it; null for a table that does not hold lines. */
export function headerKey(table: CatalogTable, catalog: Catalog): CatalogColumn | null {
  for (const link of catalog.links) {
    const from = link.from[0];
    const parent = link.to[0]?.table;
    if (from?.table === table && parent !== undefined && parent !== table && headed(parent)) return from;
  }
  return null;
}

/** "invoice_no" of sales several of which may have the same: what tells the lines of one order from those of others, where no table has orders. */
export const numberOfOrder = ({ columns, source: { row_count } }: CatalogTable): CatalogColumn | null =>
  columns.find(
    ({ isPrimary, isForeign, words, source: { distinct_count } }) =>
      !isPrimary &&
      !isForeign &&
      NUMBER_OF_ORDER.test(words.join(" ")) &&
      distinct_count !== null &&
      distinct_count < row_count,
  ) ?? null;

const NUMBER_OF_ORDER =
  /^(?:sales )?(?:order|invoice|receipt|bill|basket|cart|checkout|transaction) (?:id|no|nr|num|number|key|code|ref|reference)$/;

/** The table whose rows are made when somebody buys: orders rather than their lines. */
export function purchasesOf(catalog: Catalog): CatalogTable | null {
  const { money, quantity } = measuresOf(catalog);
  const table = money[0]?.table ?? quantity[0]?.table ?? null;
  const key = table === null ? null : headerKey(table, catalog);
  const link = key === null ? undefined : catalog.links.find((one) => one.from[0] === key);
  return link?.to[0]?.table ?? table;
}

/** What is bought: the table that the lines of an order speak of beside the order itself. */
export function boughtOf(catalog: Catalog): CatalogTable | null {
  const { money, quantity } = measuresOf(catalog);
  // Where sales say of no quantity, each is of one thing.
  const lines = quantity[0]?.table ?? money[0]?.table;
  if (lines === undefined) return null;
  const bought = purchasesOf(catalog);
  const parents = catalog.links.flatMap((link) => (link.from[0]?.table === lines ? (link.to[0]?.table ?? []) : []));
  return (
    parents.find((table) => table !== bought && table !== lines && table.label.length > 0 && !isPerson(table)) ?? null
  );
}

/** The best source from whose rows all `needed` tables can be reached without multiplying them. */
export function chooseSource(
  sources: MeasureSource[],
  needed: CatalogTable[],
  catalog: Catalog,
  anchors: ReadonlyMap<CatalogTable, number>,
): MeasureSource | null {
  let best: { source: MeasureSource; score: number } | null = null;
  for (const source of sources) {
    const reached = needed.filter((table) => isToOne(catalog, source.table, table)).length;
    const aside = source.table.isView && !anchors.has(source.table) ? 1 : 0;
    // What was bought from others is no revenue, where nothing speaks of it.
    const isOthers = isPaidOut(source.table) && !anchors.has(source.table) && !needed.includes(source.table);
    const score =
      source.score -
      aside -
      (isOthers ? 2 : 0) -
      2 * (needed.length - reached) +
      0.3 * (anchors.get(source.table) ?? 0);
    if (best === null || score > best.score) best = { source, score };
  }
  return best?.source ?? null;
}
