import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** The day of a calendar: of a table that has a row for each day, to which rows of others refer. Null for any other table. */
export function dayOfCalendar({ words, columns, isView }: CatalogTable): CatalogColumn | null {
  const isCalendar = !isView && words.every((word) => /^(?:dates?|days?|calendar|times?)$/.test(word));
  const [day, ...more] = columns.filter(({ isDate }) => isDate);
  return isCalendar && day !== undefined && more.length === 0 ? day : null;
}

const UNIT_OF_CALENDAR = /^(?:(?:calendar |date )?(month|quarter|week|year)(?: (?:number|num|no|name|key))?)$/;

/** The unit of time that a column of a calendar repeats of each of its days; null for any other column. */
export function unitOfCalendar({ table, words }: CatalogColumn): "month" | "quarter" | "week" | "year" | null {
  const unit = dayOfCalendar(table) === null ? undefined : UNIT_OF_CALENDAR.exec(words.join(" "))?.[1];
  return unit === "month" || unit === "quarter" || unit === "week" || unit === "year" ? unit : null;
}
