import type { CatalogColumn, CatalogTable } from "./catalog.ts";

const closing = /\b(?:closed|resolved|settled|solved|completed|finished|fixed|done|cleared)\b/;

/** An invoice is open until it is paid. */
const billing = /\b(?:invoices?|bills?|fees?|fines?)\b/;

/** A loan is open until what was lent comes back. */
const lending = /\b(?:loans?|rentals?|hires?|lendings?|borrowings?)\b/;

/** What was ordered is open until it comes, where nothing else says how far it is. */
const ordering = /\b(?:orders?|purchases?)\b/;
const SAYS_HOW_FAR = /^(?:status|state|stage)$/;

/** The day on which a row came to its end, empty for those that are open still. */
export const closingDay = (table: CatalogTable): CatalogColumn | null =>
  table.columns.find(({ isDate, source, words }) => isDate && source.nullable && closing.test(words.join(" "))) ??
  (billing.test(table.words.join(" "))
    ? table.columns.find(({ isDate, source, words }) => isDate && source.nullable && words.includes("paid"))
    : undefined) ??
  (lending.test(table.words.join(" "))
    ? table.columns.find(
        ({ isDate, source, words }) => isDate && source.nullable && words[0]?.startsWith("return") === true,
      )
    : undefined) ??
  (ordering.test(table.words.join(" ")) && !table.columns.some(({ words }) => SAYS_HOW_FAR.test(words.at(-1) ?? ""))
    ? table.columns.find(
        ({ isDate, source, words }) =>
          isDate && source.nullable && /\b(?:delivered|received|arrived)\b/.test(words.join(" ")),
      )
    : undefined) ??
  null;
