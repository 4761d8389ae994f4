/** Milliseconds of a day. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days for which "3 days ago" says more than a date. */
const RECENT_DAYS = 7;

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** The day of a time (ISO 8601) as people say it: today, 3 days ago, 4 May 2026. */
export function dayOf(iso: string, language: string, now = Date.now()): string {
  const time = Date.parse(iso);
  const days = Math.round((startOfDay(time) - startOfDay(now)) / DAY_MS);
  return Math.abs(days) < RECENT_DAYS
    ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
    : new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
}
