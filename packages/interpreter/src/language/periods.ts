/** A span of time: ISO dates, `to` not included; null is open. */
export interface Period {
  from: string | null;
  to: string | null;
  label: string;
  /** The year, when the period is exactly one: a column may hold years as numbers. */
  year: number | null;
  /** The period named before it, so much earlier: "the same month last year", "the week before". */
  earlier?: Unit;
  /** Of a period that is not over, as much as has passed of it: "the same period last year". */
  sinceThen?: true;
  /** A month of which no year is said: that of today, where nothing was spoken of before. */
  anyYear?: true;
  /** Tokens taken. */
  length: number;
  /** True when only its words tell it is a date: "2010" alone may be any number. */
  certain: boolean;
}

export const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Months by their names and the short forms of these, from 0. */
export const monthIndex = new Map<string, number>([
  ...months.flatMap((name, i) => [[name, i] as const, [name.slice(0, 3), i] as const]),
  ["sept", 8],
]);

export function nameOfMonth(month: number): string {
  const name = months[month] ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export type Unit = "day" | "week" | "month" | "quarter" | "year";

export const units = new Map<string, Unit>([
  ["day", "day"],
  ["days", "day"],
  ["week", "week"],
  ["weeks", "week"],
  ["month", "month"],
  ["months", "month"],
  ["quarter", "quarter"],
  ["quarters", "quarter"],
  ["year", "year"],
  ["years", "year"],
]);

/** The span of time a year, or another unit, before another. */
export function earlierBy(unit: Unit, given: Period): Period {
  const back = (date: string | null) => (date === null ? null : dayAfter(date, -1, unit));
  const [from, to] = [back(given.from), back(given.to)];
  const label = from === null || to === null ? `${given.label} a ${unit} before` : spanLabel(from, to);
  return { ...given, from, to, label, year: null };
}

/** As much of a period as has passed, today included. */
export function soFar(given: Period, today: string): Period {
  const end = dayAfter(today);
  return given.to !== null && given.to > end ? { ...given, to: end } : given;
}

/** Words for a span between two ISO dates, the second not included: "September 2024", "Q3 2024", "2024". */
export function spanLabel(from: string, to: string): string {
  const [start, end] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)];
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const is = (count: number, kind: Unit) => day(floor(start, kind)) === from && day(shift(start, count, kind)) === to;
  if (is(1, "year")) return String(year);
  if (is(1, "quarter")) return `Q${month / 3 + 1} ${year}`;
  if (is(1, "month")) return `${nameOfMonth(month)} ${year}`;
  const last = day(shift(end, -1, "day"));
  return last === from ? from : `${from} to ${last}`;
}

/** So many units of the calendar (one, unless told) from a day on; `length` is the number of tokens that say so. */
export function span(of: { from: Date; unit: Unit; count?: number }, label: string, length: number): Period {
  return period(of.from, shift(of.from, of.count ?? 1, of.unit), label, length);
}

export function period(from: Date, to: Date, label: string, length: number): Period {
  return { from: day(from), to: day(to), label, year: null, length, certain: true };
}

export function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The ISO day so many days, or other units, after an ISO day; before it where there are less than none. */
export const dayAfter = (iso: string, count = 1, unit: Unit = "day"): string =>
  day(shift(new Date(`${iso}T00:00:00Z`), count, unit));

export function floor(date: Date, unit: Unit): Date {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case "day":
      return new Date(Date.UTC(y, m, d));
    case "week":
      return new Date(Date.UTC(y, m, d - ((date.getUTCDay() + 6) % 7)));
    case "month":
      return new Date(Date.UTC(y, m, 1));
    case "quarter":
      return new Date(Date.UTC(y, m - (m % 3), 1));
    case "year":
      return new Date(Date.UTC(y, 0, 1));
  }
}

export function shift(date: Date, count: number, unit: Unit): Date {
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case "day":
      return new Date(Date.UTC(y, m, d + count));
    case "week":
      return new Date(Date.UTC(y, m, d + 7 * count));
    case "month":
      return new Date(Date.UTC(y, m + count, Math.min(d, new Date(Date.UTC(y, m + count + 1, 0)).getUTCDate())));
    case "quarter":
      return shift(date, 3 * count, "month");
    case "year":
      return shift(date, 12 * count, "month");
  }
}
