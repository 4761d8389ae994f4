import type { Token } from "./tokens.ts";
import type { Period } from "./periods.ts";
import { day, monthIndex, nameOfMonth, span } from "./periods.ts";
import { relative } from "./relative-dates.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The days of the week a word names: "Mondays", "weekends"; null for any other. */
export function weekdaysOf(word: string): string[] | null {
  const plain = word.toLowerCase().replace(/s$/, "");
  if (plain === "weekend") return weekdays.slice(5);
  if (plain === "workday" || plain === "business day") return weekdays.slice(0, 5);
  const found = weekdays.find((name) => name.toLowerCase() === plain);
  return found === undefined ? null : [found];
}

const monthNamed = `(?:${[...monthIndex.keys()].join("|")})`;
const inYear = new RegExp(
  `\\b(${monthNamed}|christmas|xmas|spring|summer|autumn|winter|q[1-4]|h[12]|(?:first|second|third|fourth) quarter|(?:first|second) half|(?:first|last) month)(?:,? of| in|,)? (last|this|the previous|previous) year\\b`,
  "gi",
);

/** "in 2024 but not in May": the May of the one year that is named before. */
const leftOutOf = new RegExp(
  `^(\\D*\\b((?:19|20)\\d\\d)\\b\\D*\\b(?:not in|except(?: in| for)?|excluding|without|but) ${monthNamed})\\b(?! ?\\d)(?=\\D*$)`,
  "i",
);

const fromMonth = new RegExp(
  `\\b(?:(in|during|on|for|of) )?(?:the |exactly )*(\\d{1,3}|an?|one|two|three|four|five|six) (month|year)s? (after|before|prior to|from) (${monthNamed}) ((?:19|20)\\d\\d)\\b`,
  "gi",
);
const SMALL_COUNTS = ["", "one", "two", "three", "four", "five", "six"];

/** "2 months after March 2021": the month that is meant. */
function monthsFrom(_all: string, ...[lead, count = "", unit, side = "", month = "", year]: string[]): string {
  const number = /^an?$/i.test(count) ? 1 : Math.max(Number(count) || 0, SMALL_COUNTS.indexOf(count.toLowerCase()));
  const months = number * (unit?.toLowerCase() === "year" ? 12 : 1) * (/^(?:before|prior)/i.test(side) ? -1 : 1);
  const meant = new Date(Date.UTC(Number(year), (monthIndex.get(month.toLowerCase()) ?? 0) + months, 1));
  return `${lead ?? "in"} ${nameOfMonth(meant.getUTCMonth())} ${meant.getUTCFullYear()}`;
}

/** "in May of last year", "the last month of 2024": with the year and the month that is meant. */
export const withYears = (text: string, now: Date): string =>
  text
    .replace(fromMonth, monthsFrom)
    .replace(leftOutOf, "$1 $2")
    .replace(inYear, (_all, part: string, which: string) => {
      const year = now.getUTCFullYear() - (which.toLowerCase() === "this" ? 0 : 1);
      return `${part} of ${year}`;
    })
    .replace(
      /\b(?:the )?(first|last) month of ((?:19|20)\d\d)\b/gi,
      (_all, end: string, year: string) => `${end.toLowerCase() === "last" ? "December" : "January"} ${year}`,
    )
    .replace(new RegExp(`\\bfirst of (?=${monthNamed}\\b)`, "gi"), "1 ");

/** Reads the date or period that starts at `start`, if there is one there. */
export function periodAt(tokens: readonly Token[], start: number, now: Date): Period | null {
  // A name that is quoted is none of a month.
  const isNamed = (token: Token | undefined) => token?.kind === "quoted" && /^\p{L}/u.test(token.lower);
  const word = (offset: number) => {
    const token = tokens[start + offset];
    return isNamed(token) ? "" : (token?.lower ?? "");
  };
  return (
    relative(word, now) ??
    explicit(tokens, start, word) ??
    dayOfNoYear(tokens, start, now) ??
    partOfYear(word, now) ??
    null
  );
}

const partsOfYear: readonly (readonly [RegExp, (found: string) => { first: number; months: number; label: string }])[] =
  [
    [/^q([1-4])(?: |$)/, (found) => quarterOf(Number(found))],
    [/^(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: |$)/, (found) => quarterOf(placeOf(found))],
    [/^h([12])(?: |$)/, (found) => halfOf(Number(found))],
    [/^(first|second|1st|2nd) half(?: |$)/, (found) => halfOf(placeOf(found))],
  ];

const placeOf = (ordinal: string): number =>
  /^\d/.test(ordinal) ? Number(ordinal[0]) : ["first", "second", "third", "fourth"].indexOf(ordinal) + 1;

const quarterOf = (place: number) => ({ first: 3 * (place - 1), months: 3, label: `Q${place}` });

const halfOf = (place: number) => ({
  first: 6 * (place - 1),
  months: 6,
  label: `the ${place === 1 ? "first" : "second"} half of`,
});

/** "in the third quarter", "Q3", "the first half", of no year: the last one that has begun. */
function partOfYear(word: (offset: number) => string, now: Date): Period | null {
  const said = `${word(0)} ${word(1)}`;
  if (/^(of|in|per|each|every)$/.test(word(/^[qh]\d/.test(said) ? 1 : 2))) return null;
  for (const [pattern, partOf] of partsOfYear) {
    const found = pattern.exec(said)?.[1];
    if (found === undefined) continue;
    const { first, months: count, label } = partOf(found);
    const year = now.getUTCFullYear() - (now.getUTCMonth() < first ? 1 : 0);
    const from = new Date(Date.UTC(year, first, 1));
    return span({ from, unit: "month", count }, `${label} ${year}`, /^[qh]\d/.test(said) ? 1 : 2);
  }
  return null;
}

/** A day of the calendar; null for one that is not in it, like 30 February: it must not be told as another. */
function dayOf(year: number, month: number, number: number): Date | null {
  const date = new Date(Date.UTC(year, month, number));
  return date.getUTCMonth() === month && date.getUTCDate() === number ? date : null;
}

/** A date written out: "2024-05-01", "Q2 2024", "the first half of 2024", "5 May 2024", "2024". */
function explicit(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const first = word(0);
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ t](\d{2}:\d{2}(?::\d{2})?))?$/.exec(first);
  if (iso !== null) {
    const date = dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
    if (date === null) return null;
    if (iso[4] !== undefined)
      return { from: `${day(date)} ${iso[4]}`, to: null, label: first, year: null, length: 1, certain: true };
    return span({ from: date, unit: "day" }, day(date), 1);
  }
  const quarter = /^q([1-4])$/.exec(first) ?? (first === "quarter" ? /^([1-4])$/.exec(word(1)) : null);
  if (quarter !== null) return quarterPeriod(tokens, start, Number(quarter[1]), first === "quarter" ? 2 : 1);
  const ordinal = ["first", "second", "third", "fourth", "1st", "2nd", "3rd", "4th"].indexOf(first) % 4;
  if (ordinal >= 0 && word(1) === "quarter") return quarterPeriod(tokens, start, ordinal + 1, 2);
  const half = ["first", "second", "1st", "2nd"].indexOf(first) % 2;
  if (half >= 0 && word(1) === "half") {
    const year = yearAt(tokens, start + (word(2) === "of" ? 3 : 2));
    if (year !== null)
      return span(
        { from: new Date(Date.UTC(year, half * 6, 1)), unit: "month", count: 6 },
        `the ${half === 0 ? "first" : "second"} half of ${year}`,
        word(2) === "of" ? 4 : 3,
      );
  }
  return monthPeriod(tokens, start, word) ?? yearPeriod(tokens, start, word);
}

function quarterPeriod(tokens: readonly Token[], start: number, quarter: number, taken: number): Period | null {
  const skip = ["of", "in"].includes(tokens[start + taken]?.lower ?? "") ? 1 : 0;
  const year = yearAt(tokens, start + taken + skip);
  if (year === null) return null;
  return span(
    { from: new Date(Date.UTC(year, (quarter - 1) * 3, 1)), unit: "quarter" },
    `Q${quarter} ${year}`,
    taken + skip + 1,
  );
}

function monthPeriod(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const at = (offset: number) => monthIndex.get(word(offset).replace(/\.$/, ""));
  const numberAt = (offset: number) => {
    const found = /^(\d{1,2})(st|nd|rd|th)?$/.exec(word(offset));
    return found === null || Number(found[1]) > 31 ? null : Number(found[1]);
  };
  const month = at(0);
  // "May" and "march" are words too: only with a year or day beside them, or capitalised.
  if (month !== undefined) {
    const number = numberAt(1);
    const comma = word(2) === "," ? 1 : 0;
    const year = yearAt(tokens, start + 2 + comma);
    if (number !== null && year !== null) {
      const from = dayOf(year, month, number);
      return from && span({ from, unit: "day" }, day(from), 3 + comma);
    }
    const skip = word(1) === "," || word(1) === "of" ? 1 : 0;
    const direct = yearAt(tokens, start + 1 + skip);
    if (direct !== null)
      return span(
        { from: new Date(Date.UTC(direct, month, 1)), unit: "month" },
        `${nameOfMonth(month)} ${direct}`,
        2 + skip,
      );
    return null;
  }
  const number = numberAt(0);
  const of = word(1) === "of" ? 1 : 0;
  const after = at(1 + of);
  const comma = word(2 + of) === "," ? 1 : 0;
  const year = yearAt(tokens, start + 2 + of + comma);
  if (number === null || after === undefined || year === null) return null;
  const from = dayOf(year, after, number);
  return from && span({ from, unit: "day" }, day(from), 3 + of + comma);
}

/** "since October 30", "from 1 April to 4 April 2023": the year that the other end has, else that of the last such day. */
function dayOfNoYear(tokens: readonly Token[], start: number, now: Date): Period | null {
  const [one, other] = tokens.slice(start, start + 2);
  const monthOf = (token: Token | undefined) => monthIndex.get(token?.lower.replace(/\.$/, "") ?? "");
  const [month, number] = monthOf(one) === undefined ? [monthOf(other), one] : [monthOf(one), other];
  const found = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(number?.lower ?? "")?.[1] ?? 0);
  if (month === undefined || found < 1 || found > 31) return null;
  // "may 3 people …": the verb is no month.
  if (/^(?:may|march)$/.test(one?.text ?? "") && number?.kind === "number") return null;
  const dated = (year: number) => new Date(Date.UTC(year, month, found));
  const last = dated(now.getUTCFullYear()) > now ? now.getUTCFullYear() - 1 : now.getUTCFullYear();
  const from = dated(yearOfOtherEnd(tokens, start + 2) ?? last);
  return from.getUTCMonth() === month ? span({ from, unit: "day" }, day(from), 2) : null;
}

/** The year behind a second date that follows: "and Mar 31, 2023". */
function yearOfOtherEnd(tokens: readonly Token[], start: number): number | null {
  if (!/^(?:to|and|until|till|through|[-–])$/.test(tokens[start]?.lower ?? "")) return null;
  const places = [start + 1, start + 2, start + 3, start + 4, start + 5];
  const isMonthBefore = places.some((at) => monthIndex.has(tokens[at]?.lower.replace(/\.$/, "") ?? ""));
  return isMonthBefore ? (places.map((at) => yearAt(tokens, at)).find((year) => year !== null) ?? null) : null;
}

function yearPeriod(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const named = word(0) === "year" || word(0) === "years" || word(0) === "fy" ? (word(1) === "of" ? 2 : 1) : 0;
  const year = yearAt(tokens, start + named);
  if (year === null) return null;
  const found = span({ from: new Date(Date.UTC(year, 0, 1)), unit: "year" }, String(year), 1 + named);
  return { ...found, year, certain: false };
}

function yearAt(tokens: readonly Token[], at: number): number | null {
  const text = tokens[at]?.lower ?? "";
  return /^(1[5-9]|20|21)\d\d$/.test(text) ? Number(text) : null;
}
