/** Days are whole numbers since 1 January 1970 (UTC); times of day are seconds since midnight. */
export type Day = number;

const MS_PER_DAY = 86_400_000;

/** The stretch the demo data covers: three whole years and the current one up to the day before the anchor. */
export type Span = { start: Day; end: Day; year: number };

/** From 1 January three years before the anchor's year up to the day before the anchor date (UTC). */
export function spanBefore(anchor: Date): Span {
  const year = anchor.getUTCFullYear();
  return { start: dayOf(year - 3, 1, 1), end: Math.floor(anchor.getTime() / MS_PER_DAY) - 1, year };
}

export function dayOf(year: number, month: number, date: number): Day {
  return Date.UTC(year, month - 1, date) / MS_PER_DAY;
}

/** Days written so far: tens of thousands of rows share some two thousand days. */
const writtenDays = new Map<Day, string>();

/** `2025-03-01` */
export function isoDay(day: Day): string {
  const known = writtenDays.get(day);
  if (known !== undefined) return known;
  const written = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
  writtenDays.set(day, written);
  return written;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** `2025-03-01 14:05:09` */
export function isoTime(day: Day, seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${isoDay(day)} ${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}

/** 1 to 12. */
export function monthOf(day: Day): number {
  return new Date(day * MS_PER_DAY).getUTCMonth() + 1;
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(day: Day): number {
  return ((day + 3) % 7) + 1;
}

export function daysOf(span: Pick<Span, "start" | "end">): Day[] {
  return Array.from({ length: Math.max(0, span.end - span.start + 1) }, (_, index) => span.start + index);
}
