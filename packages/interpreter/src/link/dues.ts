import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { bestAmount } from "../catalog/amounts.ts";
import { type Rewriter, written } from "./rewriter.ts";

const UNPAID = /^(?:unpaid|overdue|outstanding|late)$/;
const LEAD = /^(?:the|our|my|how|much|what|is|are|was|total|all|show|me|any|of|in|amount|list)$/;
const PAPER = /^(?:payments?|charges?|invoices?|bills?|dues|instal+ments?)$/;

/**
 * "unpaid rent", "members with overdue tuition", of rent payments and tuition invoices: those that are not paid; what they
 * come to, where nothing else is asked for.
 */
export const unpaidDues: Rewriter = (tokens, at, catalog) => {
  const [state, noun, next] = tokens.slice(at, at + 3);
  if (state === undefined || noun?.kind !== "word" || !UNPAID.test(state.lower)) return null;
  if (PAPER.test(next?.lower ?? "") || PAPER.test(noun.lower)) return null;
  const rows = duesOf(noun.stem, catalog);
  if (rows === null) return null;
  const before = tokens.slice(0, at).map(({ lower }) => lower);
  const isSum = before.every((word) => LEAD.test(word)) && !before.includes("list") && !before.includes("show");
  const lead = isSum ? [...(before.includes("total") ? [] : ["total"]), "amount", "of"] : [];
  return { tokens: written([state, noun], [...lead, state.lower, ...rows.words]), end: at + 2 };
};

/** The rows called after what is paid, of which no other rows and no number are called so. */
function duesOf(noun: string, { tables }: Catalog): CatalogTable | null {
  const [only, ...more] = tables.filter(
    (table) =>
      !table.isView &&
      table.stems.length === 2 &&
      table.stems[0] === noun &&
      PAPER.test(table.words[1] ?? "") &&
      bestAmount(
        table,
        table.columns.filter(({ isNumber, isKey }) => isNumber && !isKey),
      ) !== null &&
      table.columns.some(({ isDate, source, words }) => isDate && source.nullable && words.includes("paid")),
  );
  return more.length === 0 ? (only ?? null) : null;
}
