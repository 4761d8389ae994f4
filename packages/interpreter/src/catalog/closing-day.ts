import type { CatalogColumn, CatalogTable } from "./catalog.ts";

const closing = /\b(?:closed|resolved|settled|solved|completed|finished|fixed|done)\b/;

/** The day on which a row came to its end, empty for those that are open still. */
export const closingDay = (table: CatalogTable): CatalogColumn | null =>
  table.columns.find(({ isDate, source, words }) => isDate && source.nullable && closing.test(words.join(" "))) ?? null;
