import { amountColumn, priceWords } from "../catalog/amounts.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { columnMention } from "./column-links.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { columnScore, mentionOf } from "./mention.ts";

/** "average ticket price", "price per ticket", where bookings have a number of tickets and what was paid for them: the one per the other. */
export function priceOfEach({ tokens, catalog }: Asked, at: number): Piece | null {
  const first = tokens[at]?.lower === "average" ? at + 1 : at;
  const isPer = tokens[first + 1]?.lower === "per";
  const end = first + (isPer ? 3 : 2);
  const [thing, price] = isPer ? [tokens[end - 1], tokens[first]] : tokens.slice(first, end);
  if (thing?.kind !== "word" || price === undefined || !/^prices?$/.test(price.lower)) return null;
  if (columnScore(columnMention([thing, price], at, at, catalog)) >= 0.7) return null;
  const counted = columnMention([thing], at, end, catalog)?.columns[0];
  const amount = counted === undefined || counted.score < 0.9 ? null : paidFor(counted.column);
  if (counted === undefined || amount === null) return null;
  const where = { start: at, end, text: price.text };
  const paid = mentionOf({ ...where, columns: [{ column: amount, score: 1 }] });
  const each = mentionOf({ ...where, text: thing.text, columns: [counted] });
  const per: Item = { kind: "cue", cue: { is: "group" }, other: null, ...where, text: "per" };
  return {
    items: [
      { kind: "schema", mention: paid, ...where },
      per,
      { kind: "schema", mention: each, ...where, text: thing.text },
    ],
    end,
  };
}

/** What was paid for what a column counts, where nothing says what one of them costs. */
function paidFor({ table, source, isKey, isForeign, isFlag }: CatalogColumn): CatalogColumn | null {
  const isCount = source.type === "integer" && !isKey && !isForeign && !isFlag;
  const isPriced = table.columns.some(({ isNumber, words }) => isNumber && priceWords.test(words.join(" ")));
  return isCount && !isPriced ? amountColumn(table) : null;
}
