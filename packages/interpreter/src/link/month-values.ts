import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { monthsAsKept, monthsNamed } from "../catalog/kept-by-name.ts";
import { months } from "../language/periods.ts";
import type { Token } from "../language/tokens.ts";
import type { Rewriter } from "./rewriter.ts";

const BEFORE_MONTH = /^(?:in|for|of|during|on|and|or|vs|versus|than|with|between|to)$/;

/** "total for March", of rows that have their month by its name and no day or year at all: that value, of whatever year it is. */
export const monthValue: Rewriter = (tokens, at, catalog) => {
  const [said, next] = tokens.slice(at, at + 2);
  if (said?.kind !== "word" || said.lower.length < 3 || !BEFORE_MONTH.test(tokens[at - 1]?.lower ?? "")) return null;
  const place = months.findIndex((name) => name === said.lower || name.slice(0, 3) === said.lower) + 1;
  if (place === 0 || (next !== undefined && next.number !== null)) return null;
  const column = monthColumn(catalog) ?? monthOfRows(tokens, catalog);
  const [value, ...more] = column === null ? [] : monthsAsKept(column, place);
  if (typeof value !== "string" || more.length > 0) return null;
  return { tokens: [{ ...said, text: value, lower: value.toLowerCase(), kind: "quoted" }], end: at + 1 };
};

/** The only column with names of months, where nothing else tells a time. */
function monthColumn({ tables }: Catalog): CatalogColumn | null {
  const columns = tables.flatMap((table) => table.columns);
  if (columns.some(({ isDate, isYear, isMonth, isCompactDay }) => isDate || isYear || isMonth || isCompactDay))
    return null;
  const [only, ...more] = columns.filter(monthsNamed);
  return more.length === 0 ? (only ?? null) : null;
}

/** "happy hours in May": the only column with names of months, of rows that are spoken of and have no other time. */
function monthOfRows(tokens: readonly Token[], { tables }: Catalog): CatalogColumn | null {
  const [only, ...more] = tables.flatMap(({ columns }) => columns.filter(monthsNamed));
  if (only === undefined || more.length > 0) return null;
  const { columns, stems } = only.table;
  const isSaid = stems.every((name) => tokens.some((token) => token.stem === name));
  const isOnlyTime = columns.every(
    ({ isDate, isYear, isMonth, isCompactDay }) => !(isDate || isYear || isMonth || isCompactDay),
  );
  return isSaid && isOnlyTime ? only : null;
}
