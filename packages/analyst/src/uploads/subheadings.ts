import { isDate } from "./dates.ts";
import { numberIn } from "./numbers.ts";
import { isFilled, type RawTable, type RawValue } from "./raw-table.ts";

/** Rows that are looked at for what a column holds. */
const SAMPLE_ROWS = 100;

const isWord = (cell: RawValue): cell is string =>
  typeof cell === "string" &&
  isFilled(cell) &&
  numberIn(cell, "point") === null &&
  numberIn(cell, "comma") === null &&
  !isDate(cell);

const isFigure = (cell: RawValue): boolean =>
  typeof cell === "number" ||
  (typeof cell === "string" && (numberIn(cell, "point") !== null || numberIn(cell, "comma") !== null));

/**
 * A table with two lines of headings ("Sales", "Sales", "Costs" above "Jan", "Feb", "Jan") as one with "Sales Jan" and so on. It has two
 * where headings of the first line are empty or come again, the second line has words only, and most of these stand above figures.
 */
export function withoutSubheadings(table: RawTable): RawTable {
  const [second = [], ...rows] = table.rows;
  const above = table.headers.map((header) => header.trim());
  const isSpanning = above.some((header) => header !== "") && new Set(above).size < above.length;
  if (!isSpanning || rows.length === 0 || !second.every((cell) => !isFilled(cell) || isWord(cell))) return table;
  const below = second.map((cell, at) => ({ cell, filled: rows.slice(0, SAMPLE_ROWS).map((row) => row[at] ?? null) }));
  const told = below.filter(({ cell }) => isWord(cell));
  const overFigures = told.filter(({ filled }) => {
    const values = filled.filter(isFilled);
    return values.length > 0 && values.every(isFigure);
  });
  if (overFigures.length < 2 || overFigures.length * 2 < told.length) return table;
  let spanning = "";
  const headers = above.map((header, at) => {
    // A heading that spans several columns stands in the first of them.
    spanning = header === "" ? spanning : header;
    const cell = second[at] ?? null;
    return [spanning, isWord(cell) ? cell.trim() : ""].filter(Boolean).join(" ");
  });
  return { ...table, headers, rows };
}
