import { months } from "../language/periods.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** The place of a month in the year, 1 to 12, by its name or the beginning of it; 0 for other words. */
function monthOf(value: string): number {
  const said = value.trim().toLowerCase().replace(/\.$/, "");
  return said.length < 3 ? 0 : months.findIndex((name) => name.startsWith(said)) + 1;
}

/** The column that says the month of rows whose year stands in one of its own; null where none does. */
export function monthBeside(year: CatalogColumn): CatalogColumn | null {
  return year.table.columns.find((column) => column.words.at(-1) === "month" && holdsMonth(column)) ?? null;
}

function holdsMonth({ isNumber, isText, source: { min, max, values } }: CatalogColumn): boolean {
  if (isNumber) return typeof min === "number" && typeof max === "number" && min >= 1 && max <= 12;
  return isText && values.length > 0 && values.every((value) => monthOf(value) > 0);
}

/** True for a text that holds names of months, and is called so. */
export const monthsNamed = (column: CatalogColumn): boolean =>
  column.isText && column.words.at(-1) === "month" && holdsMonth(column);

/** A month as a column has it: it may be written in several ways, or in none. */
export const monthsAsKept = ({ isNumber, source: { values } }: CatalogColumn, month: number): (string | number)[] =>
  isNumber ? [month] : values.filter((value) => monthOf(value) === month);

const WEEKDAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/i;

const holdsWeekday = ({ isText, source: { values } }: CatalogColumn): boolean =>
  isText && values.length > 0 && values.every((value) => WEEKDAY_NAME.test(value.trim()));

/** The one column that says the day of the week by its name; null where none does, or several. */
export function weekdayKept({ columns }: CatalogTable): CatalogColumn | null {
  const [only, ...more] = columns.filter(holdsWeekday);
  return more.length === 0 ? (only ?? null) : null;
}

/** True for a year, a month or a weekday that is no part of a date. */
export const isTimeAsKept = (column: CatalogColumn): boolean =>
  column.isYear || holdsWeekday(column) || (column.words.at(-1) === "month" && holdsMonth(column));
