import type { Cell, QueryResult } from "@parley/datasource/types";

/** Rows that make a series of periods. */
const LEAST_PERIODS = 3;

type Granularity = "year" | "quarter" | "month" | "week";

/** The last period of a series that goes on beyond today, as its cell has it; null where there is none. */
export function openPeriod({ columns, rows }: QueryResult, today: string): string | null {
  if (rows.length < LEAST_PERIODS) return null;
  for (const [at] of columns.entries()) {
    // Most columns are told from periods by their first value.
    if (!looksLikePeriod(String(rows[0]?.[at] ?? ""))) continue;
    const cells = rows.map((row) => row[at] ?? null);
    const isEach = !areDifferent(cells) && isToldForEach(rows, at);
    const granularity = granularityOf(isEach ? [...new Set(cells)] : cells);
    if (granularity === null) continue;
    const named = currentNames(today, granularity);
    return cells.map((cell) => String(cell).slice(0, 10)).find((text) => named.includes(text)) ?? null;
  }
  return null;
}

const FORMS: readonly [RegExp, Granularity][] = [
  [/^(?:19|20)\d{2}$/, "year"],
  [/^(?:19|20)\d{2}-?Q[1-4]$/, "quarter"],
  [/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, "month"],
  [/^(?:19|20)\d{2}-W\d{2}$/, "week"],
];
const PERIOD_DATE = /^(?:19|20)\d{2}-(\d{2})-(\d{2})(?:[T ]00:00|$)/;

const looksLikePeriod = (text: string): boolean =>
  PERIOD_DATE.test(text) || FORMS.some(([pattern]) => pattern.test(text));

const areDifferent = (cells: readonly Cell[]): boolean => new Set(cells.map(String)).size === cells.length;

/** True for periods that are told for each of several others, as years by region: both repeat, and no two rows have both alike. */
function isToldForEach(rows: readonly (readonly Cell[])[], at: number): boolean {
  const first = rows[0] ?? [];
  if (new Set(rows.map((row) => row[at])).size < LEAST_PERIODS) return false;
  return first.some((_, other) => {
    const isKind = other !== at && rows.every((row) => typeof row[other] === "string");
    if (!isKind || areDifferent(rows.map((row) => row[other] ?? null))) return false;
    return areDifferent(rows.map((row) => JSON.stringify([row[at], row[other]])));
  });
}

/** What a column's values are periods of: all different, and of one form. */
function granularityOf(cells: readonly Cell[]): Granularity | null {
  const texts = cells.map((cell) => (cell === null ? "" : String(cell)));
  if (new Set(texts).size !== texts.length) return null;
  const form = FORMS.find(([pattern]) => texts.every((text) => pattern.test(text)));
  if (form) return form[1];
  const dates = texts.map((text) => PERIOD_DATE.exec(text));
  if (!dates.every((date) => date !== null)) return null;
  if (!dates.every((date) => date[2] === "01")) return null;
  if (dates.every((date) => date[1] === "01")) return "year";
  return dates.every((date) => ["01", "04", "07", "10"].includes(date[1] ?? "")) ? "quarter" : "month";
}

/** How the period that today is in may be written. */
function currentNames(today: string, granularity: Granularity): string[] {
  const [year = "", month = ""] = today.split("-");
  const quarter = Math.ceil(Number(month) / 3);
  switch (granularity) {
    case "year":
      return [year, `${year}-01-01`];
    case "quarter":
      return [`${year}-Q${quarter}`, `${year}Q${quarter}`, `${year}-${String(quarter * 3 - 2).padStart(2, "0")}-01`];
    case "month":
      return [`${year}-${month}`, `${year}-${month}-01`];
    case "week":
      return [weekOf(today)];
  }
}

/** The ISO week of a day: "2026-W09". */
function weekOf(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const first = Date.UTC(day.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((day.getTime() - first) / 86_400_000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}
