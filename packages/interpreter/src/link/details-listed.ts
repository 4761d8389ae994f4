import { amountColumn, withoutCurrency } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "the names and other information of all accounts", where rows have details: that column, beside what else is listed. */
export const detailsListed: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token === undefined || !/^(?:information|info)$/.test(token.lower) || !isListed(tokens[at - 1]?.lower))
    return null;
  if (catalog.vocabulary.has(token.stem) || !hasDetails(catalog)) return null;
  const read = written([token], ["details"]).map((one) => ({ ...one, text: token.text, readAs: "details" }));
  return { tokens: read, end: at + 1 };
};

/** "the details of all looms", where nothing is called details: all that is kept of them. */
export const detailsOfRows: Rewriter = (tokens, at, catalog) => {
  const [details, of, all] = tokens.slice(at, at + 3);
  if (details?.lower !== "details" || at > 3 || !/^(?:of|for|on|about)$/.test(of?.lower ?? "") || of === undefined)
    return null;
  const isRows =
    /^(?:all|every|each|the)$/.test(all?.lower ?? "") &&
    tokens.slice(0, at).every(({ lower }) => /^(?:what|are|show|find|list|give|me|the|all|full)$/.test(lower));
  if (!isRows || catalog.vocabulary.has(details.stem)) return null;
  return { tokens: written([details, of], ["all", "information", "of"]), end: at + 2 };
};

const isListed = (before: string | undefined): boolean => /^(?:,|and|other)$/.test(before ?? "");

const hasDetails = ({ columnsByStem }: Catalog): boolean =>
  (columnsByStem.get("detail") ?? []).some(({ isText, words }) => isText && words.at(-1) === "details");

/** "the total of open claims", of rows that each have an amount: what these come to, rather than the rows. */
export const totalOfRows: Rewriter = (tokens, at, catalog) => {
  const [total, of] = tokens.slice(at, at + 2);
  if (total?.lower !== "total" || of?.lower !== "of") return null;
  const { rows, isOfNumber } = rowsAhead(tokens.slice(at + 2, at + 2 + MOST_WORDS_OF_ROWS), catalog);
  if (isOfNumber) return { tokens: [total], end: at + 2 };
  const amount = rows === null ? null : amountColumn(rows);
  const words = amount === null ? [] : withoutCurrency(amount).split(" ");
  return words.length === 0 || words[0] === "total"
    ? null
    : { tokens: written([total, of], ["total", ...words, "of"]), end: at + 2 };
};

/** "the total amount pending in invoices", of which some are stored as "Pending": the total amount of pending invoices. */
export const totalInState: Rewriter = (tokens, at, catalog) => {
  const [total, amount, state, of, ...ahead] = tokens.slice(at, at + 7);
  if (total?.lower !== "total" || !/^(?:amount|value|sum)$/.test(amount?.lower ?? "") || state === undefined)
    return null;
  if (!/^(?:in|of|from|on|across|for)$/.test(of?.lower ?? "")) return null;
  const place = ahead.findIndex(({ lower }) => !/^(?:the|all|our)$/.test(lower));
  const rows = ahead[place];
  const isStored = (catalog.values.get(state.lower) ?? []).some(
    ({ column: { table } }) => table.stems.at(-1) === rows?.stem,
  );
  if (rows === undefined || amount === undefined || of === undefined || !isStored) return null;
  return { tokens: [total, amount, ...written([of], ["of"]), state, rows], end: at + 5 + place };
};

const MOST_WORDS_OF_ROWS = 4;

/** What a total is of: rows, or a number of theirs. */
function rowsAhead(
  ahead: readonly Token[],
  { tablesByStem, columnsByStem }: Catalog,
): { rows: CatalogTable | null; isOfNumber: boolean } {
  const last = ahead.findIndex(
    ({ stem, lower, kind }) =>
      tablesByStem.has(stem) ||
      kind !== "word" ||
      /^(?:by|per|in|for|from|and|with|that|which|who|is|are)$/.test(lower),
  );
  const said = last === -1 ? ahead : ahead.slice(0, last + 1);
  const isNumber = ({ isNumber: is, isKey, isForeign }: CatalogColumn) => is && !isKey && !isForeign;
  const isOfNumber = said.some(({ stem }) => columnsByStem.get(stem)?.some(isNumber) === true);
  const [rows, ...more] = (tablesByStem.get(said.at(-1)?.stem ?? "") ?? []).filter(
    ({ isView, stems }) => !isView && stems.length === 1,
  );
  return { rows: more.length > 0 ? null : (rows ?? null), isOfNumber };
}

/** "orders with the customer's name and total", where rows have a total amount and nothing is called the total: that column. */
export const totalListed: Rewriter = (tokens, at, { tables }) => {
  const [token, next] = tokens.slice(at, at + 2);
  if (token?.lower !== "total" || !/^(?:and|with|their|its)$/.test(tokens[at - 1]?.lower ?? "")) return null;
  if (next !== undefined && next.kind === "word") return null;
  const named = tables
    .flatMap(({ isView, columns }) => (isView ? [] : columns))
    .filter(({ words }) => words[0] === "total");
  const [only, ...more] = new Set(named.map(({ words }) => words.join(" ")));
  if (only === undefined || more.length > 0 || named.some(({ words }) => words.length !== 2)) return null;
  return { tokens: written([token], only.split(" ")), end: at + 1 };
};
