import { quantityWords } from "../catalog/amounts.ts";
import { singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What the rows of an order and the like are called for short. */
const PART = /^(?:item|line|position)s?$/;

/** "orders with more than one item", of order_items: these, whatever else is called an item. */
export const partsOfRows: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said?.kind !== "word" || !PART.test(said.lower)) return null;
  const rows = (catalog.tablesByStem.get(said.stem) ?? []).filter(({ isView }) => !isView);
  const [only, ...more] = rows;
  const [whole, part, ...others] = only?.stems ?? [];
  if (only === undefined || more.length > 0 || part !== said.stem || others.length > 0) return null;
  // Where lines say how many things they are of, these are the items.
  if (only.columns.some(({ isNumber, words }) => isNumber && quantityWords.test(words.join(" ")))) return null;
  const isWhole = catalog.tables.some(({ stems, isView }) => !isView && stems.join(" ") === whole);
  // "order items" are called so in full already.
  const isCalled = [tokens[at - 1], tokens[at - 2]].some((token) => token?.stem === whole);
  const isSaid = tokens.some(({ stem }) => stem === whole);
  return isWhole && isSaid && !isCalled
    ? { tokens: written([said], [singular(only.words[0] ?? ""), said.lower]), end: at + 1 }
    : null;
};
