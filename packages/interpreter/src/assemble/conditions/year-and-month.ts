import type { CatalogColumn } from "../../catalog/catalog.ts";
import { monthsAsKept, monthBeside } from "../../catalog/kept-by-name.ts";
import type { Comparison, Condition } from "../../form/logical-form.ts";
import { columnExpression } from "../../resolve/measures.ts";

interface Span {
  from: string | null;
  to: string | null;
  label: string;
}

/** Years that are told month by month. */
const MOST_YEARS = 20;

/**
 * "in April 2021", "from June to August 2021", of rows that have a year and a month: null for other than whole months. The
 * last so many months are those in which they begin and end, and all between.
 */
export function inMonths(year: CatalogColumn, { from, to, label }: Span): Condition | null {
  const month = monthBeside(year);
  if (month === null || from === null || to === null) return null;
  const isWhole = from.slice(7, 10) === "-01" && to.slice(7, 10) === "-01";
  if (!isWhole && !/\bmonths?$/.test(label)) return null;
  const first = monthsSince(from);
  const after = monthsSince(to) + (to.slice(7, 10) === "-01" ? 0 : 1);
  if (after <= first || after - first > 12 * MOST_YEARS) return null;
  const conditions: Condition[] = [];
  for (let at = first; at < after; at = 12 * (Math.floor(at / 12) + 1)) {
    const end = Math.min(after, 12 * (Math.floor(at / 12) + 1));
    conditions.push(monthsOfYear(year, month, at, end));
  }
  const [only, ...more] = conditions;
  return only === undefined ? null : more.length === 0 ? only : { kind: "either", conditions };
}

/** "after March 2021", "since May 2021", "before June 2021": later or earlier years, and what is left of that one. */
export function beyondMonths(
  year: CatalogColumn,
  operator: Comparison,
  { from, to }: Omit<Span, "label">,
): Condition | null {
  const month = monthBeside(year);
  const ends = [from, to].map((day) => day?.slice(4, 10));
  const isWhole = ends.every((end) => end?.endsWith("-01")) && !ends.every((end) => end === "-01-01");
  if (month === null || from === null || to === null || !isWhole || operator === "=" || operator === "!=") return null;
  const isLater = operator === ">" || operator === ">=";
  const at = monthsSince(operator === ">" || operator === "<=" ? to : from);
  const value = Math.floor(at / 12);
  const right = { kind: "literal", value: year.isNumber ? value : String(value) } as const;
  const others: Condition = { kind: "compare", left: columnExpression(year), operator: isLater ? ">" : "<", right };
  const [first, after] = isLater ? [at, 12 * (value + 1)] : [12 * value, at];
  return first === after ? others : { kind: "either", conditions: [others, monthsOfYear(year, month, first, after)] };
}

/** Months counted from the year 0 on. */
const monthsSince = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;

function monthsOfYear(year: CatalogColumn, month: CatalogColumn, from: number, to: number): Condition {
  const number = Math.floor(from / 12);
  const right = { kind: "literal", value: year.isNumber ? number : String(number) } as const;
  const ofYear: Condition = { kind: "compare", left: columnExpression(year), operator: "=", right };
  if (to - from === 12) return ofYear;
  const places = Array.from({ length: to - from }, (_, i) => (from % 12) + 1 + i);
  const values = places.flatMap((place) => monthsAsKept(month, place));
  const left = columnExpression(month);
  const [only, ...more] = values;
  const ofMonths: Condition =
    only === undefined || more.length > 0
      ? { kind: "among", left, values: values.length > 0 ? values : [""], negated: false }
      : { kind: "compare", left, operator: "=", right: { kind: "literal", value: only } };
  return { kind: "every", conditions: [ofMonths, ofYear] };
}
