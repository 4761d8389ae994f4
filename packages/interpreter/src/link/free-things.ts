import type { CatalogColumn } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

const WHAT_IT_COSTS = /^(?:price|fee|cost)$/;
const MONEY_UNIT = /^(?:cents|pence|eur|usd|gbp|euros?|dollars?)$/;

/** "free events", of which each has a ticket_price, where nothing else is called free: those that cost nothing. */
export const freeThings: Rewriter = (tokens, at, { tables, vocabulary, values }) => {
  const [free, things] = tokens.slice(at, at + 2);
  if (free?.lower !== "free" || things?.kind !== "word" || vocabulary.has(free.stem) || values.has("free")) return null;
  const prices = tables.flatMap(({ isView, stems, columns }) =>
    isView || stems.at(-1) !== things.stem ? [] : columns.filter(isPrice),
  );
  const [only, ...more] = prices;
  if (only === undefined || more.length > 0) return null;
  const later = { ...things, first: false, possessive: false };
  const zero = { ...later, text: "0", lower: "0", stem: "0", kind: "number" as const, number: 0, capitalised: false };
  const words = only.words.filter((word) => !MONEY_UNIT.test(word));
  return { tokens: [things, ...written([later], ["with"]), ...written([later], words), zero], end: at + 2 };
};

const isPrice = ({ isNumber, isKey, words }: CatalogColumn): boolean =>
  isNumber && !isKey && WHAT_IT_COSTS.test(words.findLast((word) => !MONEY_UNIT.test(word)) ?? "");
