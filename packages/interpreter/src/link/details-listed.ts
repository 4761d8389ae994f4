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
