import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";
import type { Expression } from "../form/logical-form.ts";

/** A column as a value. */
export const column = (of: CatalogColumn): Expression => ({ kind: "column", table: of.table.name, column: of.name });

/** A word of a column that tells what one of a thing costs: "unit_cost", beside a "total_cost" of the same rows. */
export const OF_ONE = /^(unit|each|piece|single)$/;
export const quantityWords = /\b(quantity|qty|units)\b/;
export const priceWords = /\b(unit price|price|rate|price each|sale price|unit cost)\b/;
/** What a fee or a commission scores: where a sale has a price, these are a part of it. */
export const PART_OF_SALE_SCORE = 0.55;
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
  [/\b(amount|paid)\b/, 0.65],
  [/^(fee|fees|commission|commissions|charge|charges|charged|takings|fare|fares|fare paid)$/, PART_OF_SALE_SCORE],
];

/** What was lent is what a loan comes to, and no money taken. */
const lentWords = /^(?:principal|principal amount|original principal|amount lent|lent amount|face value)$/;

/** "sale_price" of sales: what the whole row came to. */
export const isPriceOfRow = ({ table, words, stems }: CatalogColumn): boolean =>
  words.length === 2 &&
  words[1] === "price" &&
  /^sales?$/.test(table.words.join(" ")) &&
  table.stems.includes(stems[0] ?? "");

/** The column that holds a table's amounts, if there is one. */
export function amountColumn(table: CatalogTable): CatalogColumn | null {
  const numbers = table.columns.filter((one) => one.isNumber && !one.isKey && !one.isFlag);
  const best = bestAmount(table, numbers);
  const priced = numbers.find(isPriceOfRow);
  return (
    (priced !== undefined && best !== null && best.score <= PART_OF_SALE_SCORE ? priced : best?.column) ??
    priced ??
    numbers.find(({ words }) => lentWords.test(words.join(" "))) ??
    null
  );
}

/** The only column of a table that says what was paid or cost: "refund_amount" of returns. */
export function paidColumn(table: CatalogTable): CatalogColumn | null {
  const found = table.columns.filter(
    (one) =>
      one.isNumber &&
      !one.isKey &&
      !one.isFlag &&
      /\b(amount|cost|price|fee|total|value|sum|paid|owed|owing|arrears|debts?|outstanding)\b/.test(
        one.words.join(" "),
      ),
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

/** Amounts that are no money taken, and totals that are no money. */
const noMoney =
  /\b(?:refund|damage|fine|penalty|tax|discount|shipping|freight|postage|paid out|budget|goal|target|quota|limit|quantity|count|number|hours?|minutes?|days?|nights?|points?|votes?|scores?|creds?|credits|seats?|pages?|distance|weight|area|population)\b/;

/** What comes on top of an amount, or off it, and is none of its own. */
export const BESIDE_AN_AMOUNT = /^(?:tax|vat|discount|shipping|freight|postage|handling|tip|surcharge)$/;

/** "unit cost" of unit_cost_cents. */
export const withoutCurrency = ({ words }: CatalogColumn): string =>
  words.filter((word) => !["usd", "eur", "gbp", "cents"].includes(word)).join(" ");

/** The column that says best what a row comes to in money. */
export function bestAmount(
  table: CatalogTable,
  numbers: CatalogColumn[],
): { column: CatalogColumn; score: number } | null {
  let best: { column: CatalogColumn; score: number } | null = null;
  for (const one of numbers) {
    const plain = withoutCurrency(one);
    const own = one.words.filter((_, i) => !table.stems.includes(one.stems[i] ?? "")).join(" ");
    for (const [pattern, score] of amountWords) {
      if (!pattern.test(plain) && !pattern.test(own)) continue;
      if (noMoney.test(plain)) continue;
      if (best === null || score > best.score) best = { column: one, score };
    }
  }
  return best;
}

/** quantity × price, less a discount where the line has one that is a fraction. */
export function lineValue(units: CatalogColumn, price: CatalogColumn, numbers: CatalogColumn[]): Expression {
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

/** What somebody is paid. */
export const payColumn = (table: CatalogTable): CatalogColumn | null =>
  table.columns.find(
    ({ isNumber, isKey, words }) =>
      isNumber &&
      !isKey &&
      /\b(salary|wages?|pay|compensation|hourly rate|day rate|daily rate)\b/.test(words.join(" ")),
  ) ?? null;

/** "price" of the shipments of clients: what they pay is none of our costs. */
export const isPaidToUs = ({ table, words }: CatalogColumn, { links }: Pick<Catalog, "links">): boolean =>
  words.some((word) => /^(?:prices?|revenue|sales?|fares?|total)$/.test(word)) &&
  !words.some((word) => /^(?:costs?|purchase|buying|spend|spent|expenses?)$/.test(word)) &&
  links.some(({ from, to }) => from[0]?.table === table && to[0]?.table.isCustomer === true);
