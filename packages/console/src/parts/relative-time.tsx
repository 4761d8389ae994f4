import { useEffect, useState } from "preact/hooks";
import { useLanguage } from "../words/words.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_OF_24_HOURS_MS = 24 * HOUR_MS;
/** From a week on the date says more. */
const RELATIVE_UP_TO_MS = 7 * DAY_OF_24_HOURS_MS;
/** Longest a timer may wait in browsers, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const units: readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ["day", DAY_OF_24_HOURS_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
];

/** A time (ISO 8601) as seen from another: "5 minutes ago", and the date from a week on. A text that is no time stays as it is. */
export function relativeTime(iso: string, language: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const passed = time - now;
  if (Math.abs(passed) >= RELATIVE_UP_TO_MS)
    return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
  const [unit, milliseconds] = units.find(([, least]) => Math.abs(passed) >= least) ?? [
    "second",
    Number.POSITIVE_INFINITY,
  ];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.trunc(passed / milliseconds), unit);
}

/** Milliseconds until a relative time says something else. */
function nextChange(iso: string, now: number): number {
  const passed = Math.abs(now - Date.parse(iso));
  const [, step] = units.find(([, least]) => passed >= least) ?? ["minute", MINUTE_MS];
  return Math.min(step - (passed % step) + 1, LONGEST_TIMER_MS);
}

/** A time as people say it, which goes on with the clock; the exact one where the pointer rests. */
export function RelativeTime({ iso }: { iso: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (Number.isNaN(Date.parse(iso))) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), nextChange(iso, now));
    return () => clearTimeout(timer);
  }, [iso, now]);
  const time = Date.parse(iso);
  const exact = Number.isNaN(time)
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" }).format(time);
  return (
    <time dateTime={iso} title={exact}>
      {relativeTime(iso, language, now)}
    </time>
  );
}
