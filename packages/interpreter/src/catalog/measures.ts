import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";
import { isToOne } from "./joins.ts";
import type { Expression } from "../form/logical-form.ts";

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

const column = (of: CatalogColumn): Expression => ({ kind: "column", table: of.table.name, column: of.name });

const quantityWords = /\b(quantity|qty|units)\b/;
const priceWords = /\b(unit price|price|rate|price each|sale price|unit cost)\b/;
const amountWords: [RegExp, number][] = [
  [
    /^(total|total amount|total price|order total|invoice total|grand total|amount total|net total|total value|total due|revenue|sales amount|sale amount|line total|subtotal|total sales|sales)$/,
    1,
  ],
  [
    /^(amount|amount paid|payment amount|paid amount|order amount|invoice amount|net amount|gross amount|value|order value)$/,
    0.9,
  ],
  [/\b(total|revenue)\b/, 0.7],
  [/\bamount\b/, 0.65],
];
const factWords =
  /\b(order|orders|sale|sales|invoice|invoices|payment|payments|transaction|transactions|purchase|purchases|line|lines|item|items|booking|bookings|receipt|checkout)\b/;
const otherWords =
  /\b(refund|refunds|return|returns|incident|incidents|damage|claim|claims|penalty|tax|budget|salary|payroll|cost|expense|discount|shipping|target|goal|session|sessions)\b/;

const known = new WeakMap<Catalog, Measures>();

/** Ways to measure money taken and quantities sold in this schema, best first. */
export function measuresOf(catalog: Catalog): Measures {
  const cached = known.get(catalog);
  if (cached !== undefined) return cached;
  const money: MeasureSource[] = [];
  const quantity: MeasureSource[] = [];
  const stock: MeasureSource[] = [];
  const profit: MeasureSource[] = [];
  for (const table of catalog.tables) {
    const name = table.words.join(" ");
    const fact = factWords.test(name);
    const numbers = table.columns.filter((one) => one.isNumber && !one.isKey);
    const amount = bestAmount(table, numbers);
    const units = numbers.find((one) => quantityWords.test(one.words.join(" ")));
    const price = numbers.find((one) => priceWords.test(one.words.join(" ")));
    const weight =
      (fact ? 0.5 : 0) - (otherWords.test(name) ? 0.6 : 0) + (table.columns.some((one) => one.isForeign) ? 0.1 : 0);
    if (amount !== null) {
      // A header's total is preferred to its lines where both would do; lines serve what only they reach.
      money.push({
        table,
        value: column(amount.column),
        label: amount.column.words.join(" "),
        score: amount.score + weight + (table.columns.some((one) => one.isDate) ? 0.1 : 0),
      });
    } else if (units !== undefined && price !== undefined && fact) {
      money.push({
        table,
        value: lineValue(units, price, numbers),
        label: `${units.words.join(" ")} × ${price.words.join(" ")}`,
        score: 0.8 + weight,
      });
    }
    const isEvent = table.columns.some((one) => one.isForeign) && table.columns.some((one) => one.isDate);
    const listed = price ?? (units !== undefined && fact ? parentColumn(table, catalog, priceWords) : undefined);
    if (amount === null && price !== undefined && units === undefined && isEvent)
      money.push({ table, value: column(price), label: price.words.join(" "), score: 0.65 + weight });
    if (amount === null && price === undefined && units !== undefined && listed !== undefined)
      money.push({
        table,
        value: lineValue(units, listed, numbers),
        label: `${units.words.join(" ")} × ${listed.words.join(" ")}`,
        score: 0.75 + weight,
      });
    const cost = numbers.find((one) => costWords.test(one.words.join(" "))) ?? parentColumn(table, catalog, costWords);
    if (cost !== undefined && (fact || isEvent) && !otherWords.test(name)) {
      const made = profitOf(table, { amount: amount?.column, units, price: listed, cost }, numbers);
      if (made !== null) profit.push({ ...made, table, score: 0.8 + weight });
    }
    if (units !== undefined)
      (/\b(stock|inventory|warehouse)\b/.test(name) ? stock : quantity).push({
        table,
        value: column(units),
        label: units.words.join(" "),
        score: 0.8 + weight,
      });
  }
  // What lies in stock is a quantity only where nothing else is.
  if (quantity.length === 0) quantity.push(...stock);
  money.sort((a, b) => b.score - a.score);
  quantity.sort((a, b) => b.score - a.score);
  profit.sort((a, b) => b.score - a.score);
  const result = { money: money.filter((source) => source.score > 0.6), quantity, profit };
  known.set(catalog, result);
  return result;
}

const costWords =
  /^(unit cost|cost|cost price|purchase price|buying price|buy price|wholesale price|cost per unit|total cost|cogs|standard cost)$/;

/** A number of what a row belongs to: the cost of a line's product. */
function parentColumn(table: CatalogTable, catalog: Catalog, pattern: RegExp): CatalogColumn | undefined {
  for (const link of catalog.links) {
    const parent = link.to[0]?.table;
    if (link.from[0]?.table !== table || parent === undefined || parent === table || link.cost >= 2) continue;
    const found = parent.columns.find((one) => {
      const own = one.words.filter((_, i) => !parent.stems.includes(one.stems[i] ?? ""));
      return one.isNumber && !one.isKey && (pattern.test(own.join(" ")) || pattern.test(one.words.join(" ")));
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Ingredients {
  amount: CatalogColumn | undefined;
  units: CatalogColumn | undefined;
  price: CatalogColumn | undefined;
  cost: CatalogColumn;
}

/** What a row earns less what it cost: with units, the cost is that of one unit unless it says "total". */
function profitOf(
  table: CatalogTable,
  { amount, units, price, cost }: Ingredients,
  numbers: CatalogColumn[],
): { value: Expression; revenue: Expression; label: string } | null {
  const taken =
    amount !== undefined
      ? column(amount)
      : units !== undefined && price !== undefined
        ? lineValue(units, price, numbers)
        : price !== undefined && price.table === table
          ? column(price)
          : null;
  if (taken === null) return null;
  const isWhole = units === undefined || cost.words.includes("total");
  if (isWhole && cost.table !== table) return null;
  const spent: Expression = isWhole
    ? column(cost)
    : { kind: "arithmetic", operator: "*", left: column(units), right: column(cost) };
  const earned =
    amount?.words.join(" ") ??
    (units === undefined ? "" : `${units.words.join(" ")} × `) + (price?.words.join(" ") ?? "");
  return {
    value: { kind: "arithmetic", operator: "-", left: taken, right: spent },
    revenue: taken,
    label: `${earned} less ${isWhole ? "" : `${units?.words.join(" ") ?? ""} × `}${cost.words.join(" ")}`,
  };
}

const header = /^(order|invoice|sale|purchase|transaction|booking|basket|cart|receipt)s?$/;

/** The key by which the lines of an order refer to it; null for a table that does not hold lines. */
export function headerKey(table: CatalogTable, catalog: Catalog): CatalogColumn | null {
  for (const link of catalog.links) {
    const from = link.from[0];
    const parent = link.to[0]?.table;
    if (from?.table === table && parent !== undefined && parent !== table && header.test(parent.words.at(-1) ?? ""))
      return from;
  }
  return null;
}

/** The table whose rows are made when somebody buys: orders rather than their lines. */
export function purchasesOf(catalog: Catalog): CatalogTable | null {
  const { money, quantity } = measuresOf(catalog);
  const table = money[0]?.table ?? quantity[0]?.table ?? null;
  const key = table === null ? null : headerKey(table, catalog);
  const link = key === null ? undefined : catalog.links.find((one) => one.from[0] === key);
  return link?.to[0]?.table ?? table;
}

/** The column that holds a table's amounts, if there is one. */
export function amountColumn(table: CatalogTable): CatalogColumn | null {
  return (
    bestAmount(
      table,
      table.columns.filter((one) => one.isNumber && !one.isKey),
    )?.column ?? null
  );
}

/** The only column of a table that says what was paid or cost: "refund_amount" of returns. */
export function paidColumn(table: CatalogTable): CatalogColumn | null {
  const found = table.columns.filter(
    (one) => one.isNumber && !one.isKey && /\b(amount|cost|price|fee|total|value|sum|paid)\b/.test(one.words.join(" ")),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * What a fraction comes to in money: the discount of a line times its price. Null where there is nothing it is a
 * fraction of; undefined for a column that holds no fractions.
 */
export function fractionOf(one: CatalogColumn): Expression | null | undefined {
  const isFraction =
    /\b(discount|rate|percent|percentage|pct|ratio|fraction|probability)\b/.test(one.words.join(" ")) &&
    typeof one.source.max === "number" &&
    one.source.max <= 1 &&
    !one.isFlag;
  if (!isFraction) return undefined;
  const numbers = one.table.columns.filter((other) => other.isNumber && !other.isKey && other !== one);
  const units = numbers.find((other) => quantityWords.test(other.words.join(" ")));
  const price = numbers.find((other) => priceWords.test(other.words.join(" ")));
  if (!one.words.includes("discount") || units === undefined || price === undefined) return null;
  const gross: Expression = { kind: "arithmetic", operator: "*", left: column(units), right: column(price) };
  return { kind: "arithmetic", operator: "*", left: gross, right: column(one) };
}

function bestAmount(table: CatalogTable, numbers: CatalogColumn[]): { column: CatalogColumn; score: number } | null {
  let best: { column: CatalogColumn; score: number } | null = null;
  for (const one of numbers) {
    const plain = one.words.filter((word) => !["usd", "eur", "gbp", "cents"].includes(word)).join(" ");
    const own = one.words.filter((_, i) => !table.stems.includes(one.stems[i] ?? "")).join(" ");
    for (const [pattern, score] of amountWords) {
      if (!pattern.test(plain) && !pattern.test(own)) continue;
      if (/\b(refund|damage|fine|penalty|tax|discount|shipping|paid out|budget|quantity|count|number)\b/.test(plain))
        continue;
      if (best === null || score > best.score) best = { column: one, score };
    }
  }
  return best;
}

/** quantity × price, less a discount where the line has one that is a fraction. */
function lineValue(units: CatalogColumn, price: CatalogColumn, numbers: CatalogColumn[]): Expression {
  const gross: Expression = { kind: "arithmetic", operator: "*", left: column(units), right: column(price) };
  const discount = numbers.find(
    (one) => /\bdiscount\b/.test(one.words.join(" ")) && typeof one.source.max === "number" && one.source.max <= 1,
  );
  if (discount === undefined) return gross;
  const kept: Expression = {
    kind: "arithmetic",
    operator: "-",
    left: { kind: "literal", value: 1 },
    right: column(discount),
  };
  return { kind: "arithmetic", operator: "*", left: gross, right: kept };
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
    const score = source.score - 2 * (needed.length - reached) + 0.3 * (anchors.get(source.table) ?? 0);
    if (best === null || score > best.score) best = { source, score };
  }
  return best?.source ?? null;
}
