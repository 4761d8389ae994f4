import { FILE_CELLS } from "../file-reader/limits.ts";
import { monthNamed, monthOfYear } from "./dates.ts";
import { numberIn } from "./numbers.ts";
import { isFilled, type RawTable, type RawValue } from "./raw-table.ts";

/** A column that holds the figures of a month. */
interface MonthColumn {
  at: number;
  year: number | null;
  month: number;
}

const FEWEST_MONTHS = 3;
/** Share of the rows in which a column of sums must be one. */
const PROVEN = 0.9;

/**
 * A table whose headings are months ("Jan", "Feb 2025"), as one row for each month of a row: a month can be asked for then, and
 * the months be compared and ordered. Columns that add them up are left out. A table with other figures stays as it is: they would
 * be counted once for each month.
 */
export function monthsAsRows(table: RawTable): RawTable {
  const months = table.headers.flatMap((heading, at): MonthColumn[] => {
    const found = monthOfYear(heading) ?? monthNamed(heading);
    return found ? [{ at, ...found }] : [];
  });
  const isOnce = new Set(months.map(({ year, month }) => `${year} ${month}`)).size === months.length;
  if (months.length < FEWEST_MONTHS || !isOnce || !months.every(({ at }) => isFigures(table.rows, at))) return table;
  const at = new Set(months.map((each) => each.at));
  const others = table.headers.flatMap((_, place) => (at.has(place) ? [] : [place]));
  const figures = others.filter(
    (place) => isFigures(table.rows, place) && !/^(id|no|nr)\b/i.test(table.headers[place] ?? ""),
  );
  const kept = others.filter((place) => !figures.includes(place));
  if (!figures.every((place) => sumsUp(table.rows, place, months))) return table;
  if (table.rows.length * months.length * (kept.length + 2) > FILE_CELLS) return table;
  const year = yearSaid(table);
  const written = months.map((each) => monthText(each, year));
  return {
    ...table,
    headers: [...kept.map((place) => table.headers[place] ?? ""), "Month", figureHeading(table)],
    rows: table.rows.flatMap((row) => rowsOf(row, months, { kept, written })),
    notes: [...(table.notes ?? []), noteOf(table, months, figures)],
  };
}

const numberOf = (cell: RawValue | undefined): number | null => {
  if (typeof cell === "number") return cell;
  const text = typeof cell === "string" ? (numberIn(cell, "point") ?? numberIn(cell, "comma")) : null;
  return text === null ? null : Number(text);
};

/** True for a column of nothing but numbers and blanks. */
const isFigures = (rows: RawTable["rows"], at: number): boolean => {
  const filled = rows.map((row) => row[at] ?? null).filter(isFilled);
  return filled.every(
    (cell) => numberOf(cell) !== null || (typeof cell === "string" && /^(n\/?a|[-–—])$/i.test(cell.trim())),
  );
};

/** True for a column that holds the sum or the mean of the months, or of some months beside each other (a quarter). */
function sumsUp(rows: RawTable["rows"], at: number, months: readonly MonthColumn[]): boolean {
  let told = 0;
  let proven = 0;
  for (const row of rows) {
    const sum = numberOf(row[at]);
    if (sum === null) continue;
    told += 1;
    if (
      isSumOf(
        sum,
        months.map((month) => numberOf(row[month.at])),
      )
    )
      proven += 1;
  }
  return proven >= told * PROVEN;
}

function isSumOf(sum: number, values: readonly (number | null)[]): boolean {
  const filled = values.filter((value) => value !== null);
  const all = filled.reduce((total, value) => total + value, 0);
  const parts = values.length % 3 === 0 ? values.map((_, at) => values.slice(at, at + 3)) : [];
  const quarters = parts.map((part) => part.reduce<number>((total, value) => total + (value ?? 0), 0));
  return [all, all / Math.max(1, filled.length), ...quarters].some(
    (each) => Math.abs(each - sum) <= 0.01 + Math.abs(sum) * 1e-5,
  );
}

function rowsOf(
  row: readonly RawValue[],
  months: readonly MonthColumn[],
  { kept, written }: { kept: readonly number[]; written: readonly string[] },
): RawValue[][] {
  const named = kept.map((place) => row[place] ?? null);
  const made = months.map(({ at }, place): RawValue[] => [...named, written[place] ?? null, row[at] ?? null]);
  const told = made.filter((each) => isFilled(each.at(-1) ?? null));
  return told.length > 0 ? told : made.slice(0, 1);
}

const monthNames = "January February March April May June July August September October November December".split(" ");

/** A month as its first day; by its name where no year is said. */
function monthText({ year, month }: MonthColumn, said: number | null): string {
  const of = year ?? said;
  return of === null ? (monthNames[month - 1] ?? "") : `${of}-${String(month).padStart(2, "0")}-01`;
}

/** The only year that the titles, the file's name among them, or the sheet's name say. */
function yearSaid({ name, titles = [] }: RawTable): number | null {
  const years = new Set(
    [...titles, name].flatMap((text) => text.slice(0, 500).match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? []),
  );
  const [only] = years;
  return years.size === 1 ? Number(only) : null;
}

/** What the figures are called: as the sheet or the file is, if that is a word or two. */
function figureHeading({ name, titles = [] }: RawTable): string {
  const words = (name.split(/[\s_.-]+/) ?? []).filter((word) => /^\p{L}{2,20}$/u.test(word) && !filler.test(word));
  const unit = /\(([^()]{1,20})\)/.exec(titles.join(" ").slice(0, 500))?.[1];
  const heading = words.length > 0 && words.length <= 2 ? words.join(" ") : "Amount";
  return unit === undefined ? heading : `${heading} (${unit})`;
}

const filler =
  /^(sheet|tabelle|table|book|mappe|file|copy|final|draft|export|data|by|per|month|months|monthly|year|q|v)$/i;

function noteOf({ headers }: RawTable, months: readonly MonthColumn[], figures: readonly number[]): string {
  const [first, last] = [months[0], months.at(-1)].map((month) => headers[month?.at ?? 0] ?? "");
  const left = figures.map((at) => `“${headers[at] ?? ""}”`).join(", ");
  const sums =
    figures.length === 0
      ? ""
      : `; ${left} ${figures.length === 1 ? "sums" : "sum"} them up and ${figures.length === 1 ? "is" : "are"} left out`;
  return `The months from “${first}” to “${last}” are read as one row for each month${sums}.`;
}
