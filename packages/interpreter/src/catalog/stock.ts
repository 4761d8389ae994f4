import type { CatalogColumn, CatalogTable } from "./catalog.ts";

const lies = /\b(?:stock|stocked|on hand|inventory)\b/;
/** A level, a worth or a day is no number of things that lie there. */
const otherThanUnits = /\b(?:reorder|minimum|min|maximum|max|level|threshold|target|value|cost|price|date|status)\b/;

/** The column that says how many of a thing are in stock, where there is one. */
export function stockColumn(table: CatalogTable): CatalogColumn | null {
  const [only, ...more] = table.columns.filter(({ isNumber, isKey, isFlag, words }) => {
    const name = words.join(" ");
    return isNumber && !isKey && !isFlag && lies.test(name) && !otherThanUnits.test(name);
  });
  return only === undefined || more.length > 0 ? null : only;
}

/** True for a number below which a thing is ordered again. */
export const isReorderLevel = ({ words }: CatalogColumn): boolean =>
  /\b(?:reorder|restock|minimum stock|min stock|stock minimum|again level|safety stock)\b/.test(words.join(" "));
