import { dayAfter } from "./periods.ts";

const written = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The day of a month that is the given one of its weekdays; weekdays count from Sunday, 0. */
function weekdayOfMonth(year: number, month: number, weekday: number, place: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return written(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (place - 1));
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm that Meeus gives in "Astronomical Algorithms". */
function easterSunday(year: number): string {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const corrected = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * late + 114;
  return written(year, Math.floor(days / 31), (days % 31) + 1);
}

const blackFriday = (year: number): string => dayAfter(weekdayOfMonth(year, 11, 4, 4), 1);

/** Days that have a name, and when they are in a year. */
const days: readonly (readonly [name: string, on: (year: number) => string])[] = [
  ["black friday", blackFriday],
  ["cyber monday", (year) => dayAfter(blackFriday(year), 3)],
  ["thanksgiving(?: day)?", (year) => weekdayOfMonth(year, 11, 4, 4)],
  ["hallowe[’']?en", (year) => written(year, 10, 31)],
  ["(?:christmas|xmas) eve", (year) => written(year, 12, 24)],
  ["(?:christmas|xmas)(?: day)?", (year) => written(year, 12, 25)],
  ["boxing day", (year) => written(year, 12, 26)],
  ["new year(?:[’']?s)? eve", (year) => written(year, 12, 31)],
  ["new year(?:[’']?s)?(?: day)?", (year) => written(year, 1, 1)],
  ["(?:saint |st\\.? )?valentine(?:[’']?s)?(?: day)?", (year) => written(year, 2, 14)],
  ["good friday", (year) => dayAfter(easterSunday(year), -2)],
  ["easter monday", (year) => dayAfter(easterSunday(year), 1)],
  ["easter(?: sunday)?", easterSunday],
];

const LEAD_OF_DAY = "on|since|before|after|until";
/** Days of which the time around is told elsewhere: "before Christmas" is some weeks. */
const ON_THE_DAY = /christmas/;
const AT_ITS_END =
  "(?=\\s*(?:[?.!,;]|$)|\\s+(?:by|per|for|compared|vs|versus|than|and|or|each|in|at|did|do|does|we|were|was|are|is|with)\\b)";
/** What each of them has one of, so that most questions are not looked through. */
const ANY_NAME = /friday|monday|thanksgiving|hallow|christmas|xmas|boxing|new year|valentine|easter/i;

const namedDays = days.map(([name, on]) => ({
  pattern: new RegExp(
    `\\b(${ON_THE_DAY.test(name) ? "on" : LEAD_OF_DAY}) (?:(last|this) )?(${name})(?:,? (?:(?:of |in )?((?:19|20)\\d\\d)|(?:of )?(last|this) year))?${AT_ITS_END}`,
    "gi",
  ),
  on,
}));

/**
 * "on Black Friday", "since New Year's Day 2025": by the day that is meant, the last one that has come where no year is said. Left as
 * they stand where the schema or its values have such names.
 */
export function withNamedDays(text: string, now: Date, isName: (word: string) => boolean): string {
  if (!ANY_NAME.test(text)) return text;
  const [today, thisYear] = [now.toISOString().slice(0, 10), now.getUTCFullYear()];
  let read = text;
  for (const { pattern, on } of namedDays) {
    read = read.replace(pattern, (all: string, ...[lead, which, name = "", year, ofYear]: (string | undefined)[]) => {
      if (isName(name.toLowerCase())) return all;
      const last = on(thisYear) <= today ? thisYear : thisYear - 1;
      const inYear = ofYear === undefined ? last : ofYear.toLowerCase() === "last" ? thisYear - 1 : thisYear;
      const said = year === undefined ? inYear : Number(year);
      return `${lead} ${on(which?.toLowerCase() === "this" ? thisYear : said)}`;
    });
  }
  return read;
}
