import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { moneyNouns } from "../language/money-nouns.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Words that may stand between "of" and what is counted: "the quantity of all female members". */
const MOST_BETWEEN = 3;

/**
 * "the quantity of members", where members have no such column: how many there are. A quantity or an amount that something else has,
 * as payments have one, is not what members are asked for by it; but "quantity of products" may be that of the items that lead to them.
 */
export const howManyOf: Rewriter = (tokens, at, catalog) => {
  const [word, of] = [tokens[at], tokens[at + 1]];
  const isAmount = /^(?:quantity|amount|quantities|amounts|tally|headcount)$/.test(word?.lower ?? "");
  if (word === undefined || !isAmount || of?.lower !== "of") return null;
  // "the total amount of the invoices" is what they come to.
  const isSum = /^(?:total|whole|full|overall|average)$/.test(tokens[at - 1]?.lower ?? "");
  if (word.lower.startsWith("amount") && (isSum || /^(?:the|those|these)$/.test(tokens[at + 2]?.lower ?? "")))
    return null;
  const isRows = ({ kind, lower, stem, possessive }: Token) =>
    kind === "word" &&
    !possessive &&
    (/[^s]s$/.test(lower) || lower === "people") &&
    !moneyNouns.test(lower) &&
    !/^(?:sales|earnings|goods|savings|proceeds)$/.test(lower) &&
    catalog.tablesByStem.has(stem) &&
    !(catalog.tablesByStem.get(stem) ?? []).some((table) => hasOfItsOwn(table, word, catalog));
  const next = tokens.slice(at + 2, at + 3 + MOST_BETWEEN);
  const noun = next.findIndex(
    ({ lower, kind }) => kind !== "word" || /^(?:in|of|for|with|that|who|and|by|per)$/.test(lower),
  );
  const isCounted = next.slice(0, noun < 0 ? next.length : noun).some(isRows);
  return isCounted ? { tokens: written([word], ["number"]), end: at + 1 } : null;
};

/** Whether rows have a column so called, or, of a quantity, rows that lead to them. */
function hasOfItsOwn(table: CatalogTable, { lower, stem }: Token, { columnsByStem, links }: Catalog): boolean {
  const holders = new Set((columnsByStem.get(stem) ?? []).map((column) => column.table));
  const leadsThere = ({ from, to }: (typeof links)[number]) =>
    to.some((key) => key.table === table) && from.some((key) => holders.has(key.table));
  return holders.has(table) || (lower.startsWith("quantit") && links.some(leadsThere));
}
