import { isoDay } from "@parley/local/demo/calendar";

/** Days from `from` to the one before `to`. */
export interface Period {
  said: string;
  from: string;
  to: string;
}

const MONTHS = "January,February,March,April,May,June,July,August,September,October,November,December".split(",");

/** The periods people ask for, on a day. */
export function periodsBefore(now: Date): Period[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const first = (ofYear: number, ofMonth: number): string => isoDay(Date.UTC(ofYear, ofMonth, 1) / DAY_MS);
  const quarter = Math.floor(month / 3) * 3;
  const [before, here] = [year - 1, year];
  return [
    { said: "this year", from: first(here, 0), to: first(here + 1, 0) },
    { said: "last year", from: first(before, 0), to: first(here, 0) },
    { said: "last month", from: first(here, month - 1), to: first(here, month) },
    { said: "this month", from: first(here, month), to: first(here, month + 1) },
    { said: `in ${before}`, from: first(before, 0), to: first(here, 0) },
    { said: `in March ${here}`, from: first(here, 2), to: first(here, 3) },
    { said: `in Q2 ${here}`, from: first(here, 3), to: first(here, 6) },
    { said: "last quarter", from: first(here, quarter - 3), to: first(here, quarter) },
    { said: `since ${before}`, from: first(before, 0), to: EVER },
    { said: `before ${before}`, from: "0000", to: first(before, 0) },
    { said: `from January to March ${here}`, from: first(here, 0), to: first(here, 3) },
    { said: `in the first half of ${before}`, from: first(before, 0), to: first(before, 6) },
  ];
}

const DAY_MS = 86_400_000;
const EVER = "9999";

/** A day or a few, in the many ways in which people type dates. `day`: `2025-03-09`. */
export function typedDays(day: string): Period[] {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
  const name = MONTHS[month - 1] ?? "";
  const at = (offset: number): string => isoDay(Date.UTC(year, month - 1, date) / DAY_MS + offset);
  const monthAt = (offset: number): string => isoDay(Date.UTC(year, month - 1 + offset, 1) / DAY_MS);
  const short = name.slice(0, 3);
  const two = (number: number): string => String(number).padStart(2, "0");
  const onThatDay = [
    `on ${date} ${name} ${year}`,
    `on ${name} ${date}, ${year}`,
    `on ${name} ${ordinal(date)}, ${year}`,
    `on the ${ordinal(date)} of ${name} ${year}`,
    `on ${day}`,
    `on ${two(date)}.${two(month)}.${year}`,
    `on ${date} ${short.toLowerCase()} ${year}`,
  ];
  return [
    ...onThatDay.map((said) => ({ said, from: day, to: at(1) })),
    { said: `in ${short.toLowerCase()} ${year}`, from: monthAt(0), to: monthAt(1) },
    { said: `in ${year}-${two(month)}`, from: monthAt(0), to: monthAt(1) },
    { said: `since ${date} ${name} ${year}`, from: day, to: EVER },
    { said: `before ${name} ${date}, ${year}`, from: "0000", to: day },
    { said: `after ${name} ${year}`, from: monthAt(1), to: EVER },
    ...[`until the end of ${name} ${year}`, `by the end of ${name} ${year}`, `up to and including ${name} ${year}`].map(
      (said) => ({ said, from: "0000", to: monthAt(1) }),
    ),
    ...[`since the beginning of ${name} ${year}`, `from ${name} ${year} on`, `from ${name} ${year} onwards`].map(
      (said) => ({
        said,
        from: monthAt(0),
        to: EVER,
      }),
    ),
    { said: `on or before ${date} ${name} ${year}`, from: "0000", to: at(1) },
    { said: `after the end of ${name} ${year}`, from: monthAt(1), to: EVER },
    { said: `between ${day} and ${at(13)}`, from: day, to: at(14) },
    {
      said: `from ${name} ${year} to ${MONTHS[(month + 1) % 12]} ${month > 10 ? year + 1 : year}`,
      from: monthAt(0),
      to: monthAt(3),
    },
  ];
}

const ordinal = (date: number): string =>
  `${date}${ENDINGS[date % 10 > 3 || (date > 10 && date < 14) ? 0 : date % 10]}`;
const ENDINGS = ["th", "st", "nd", "rd"];
