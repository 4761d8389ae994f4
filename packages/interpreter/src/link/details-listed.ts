import type { Catalog } from "../catalog/catalog.ts";
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

const isListed = (before: string | undefined): boolean => /^(?:,|and|other)$/.test(before ?? "");

const hasDetails = ({ columnsByStem }: Catalog): boolean =>
  (columnsByStem.get("detail") ?? []).some(({ isText, words }) => isText && words.at(-1) === "details");

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
