import { endsOfTimes } from "./ends-of-times.ts";
import { listedTimes, mayListTimes } from "./listed-times.ts";
import { day, floor, monthIndex, nameOfMonth, shift } from "./periods.ts";

const monthNames = [...monthIndex.keys()].join("|");
const from = "(?:in |on |for |during |of )?";

const pad = (number: number): string => String(number).padStart(2, "0");
const inFull = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** The day in the order of ISO; null for one that no calendar has. */
function isoOf(year: number, month: number, date: number): string | null {
  const found = new Date(Date.UTC(year, month - 1, date));
  const isThere = month >= 1 && month <= 12 && found.getUTCMonth() === month - 1;
  return isThere ? `${year}-${pad(month)}-${pad(date)}` : null;
}

/** Monday and Sunday of a week as ISO 8601 counts them: the first has the year's first Thursday. */
function weekOf(year: number, number: number): readonly [string, string] | null {
  if (number < 1 || number > 53) return null;
  const monday = shift(floor(new Date(Date.UTC(year, 0, 4)), "week"), 7 * (number - 1), "day");
  const thursday = shift(monday, 3, "day");
  return thursday.getUTCFullYear() === year ? [day(monday), day(shift(monday, 6, "day"))] : null;
}

/** Half of a month of a year; the last one that has begun where no year is said. */
function halfOf([part = "", month = "", year]: readonly (string | undefined)[], now: Date): string {
  const at = monthIndex.get(month.toLowerCase()) ?? 0;
  const first = /^(?:first|1st)$/i.test(part) ? 1 : 16;
  const thisYear = now.getUTCFullYear();
  const isToCome = new Date(Date.UTC(thisYear, at, first)) > now;
  const of = year === undefined ? thisYear - (isToCome ? 1 : 0) : Number(year);
  const last = first === 1 ? 15 : new Date(Date.UTC(of, at + 1, 0)).getUTCDate();
  return `from ${of}-${pad(at + 1)}-${pad(first)} to ${of}-${pad(at + 1)}-${pad(last)}`;
}

/** Three numbers of a date, whose order is open. */
const withSlashes =
  "(?<![\\p{L}\\p{N}./-])(\\d{1,2})([/-])(\\d{1,2})\\2((?:19|20)\\d\\d|(?<=/)\\d\\d)(?![\\p{L}\\p{N}/-])";

type Put = (found: readonly (string | undefined)[], now: Date) => string | null;

const monthOf = (year: string, month: string): string | null =>
  Number(month) >= 1 && Number(month) <= 12 ? `${nameOfMonth(Number(month) - 1)} ${inFull(year)}` : null;

/** Ways to write a date that the tokens have no place for, and how each is written instead; null leaves it as it stands. */
const rows: readonly (readonly [pattern: RegExp, put: Put])[] = [
  // "01.03.2025", "1. 3. 25": the day first, as nobody writes it otherwise with points
  [
    /(?<![\p{L}\p{N}.,])(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d\d|(?<=\b(?:on|since|until|before|after|from|to|and|between) [\d. ]{4,8})\d\d)(?![\p{L}\p{N}.]\d|\d)/giu,
    ([, date = "", month = "", year = ""]) => isoOf(inFull(year), Number(month), Number(date)),
  ],
  // "3/14/2025", "15/3/2025": where only one order is of a calendar
  [
    new RegExp(withSlashes, "gu"),
    ([, one = "", _slash, other = "", year = ""]) =>
      Number(one) > 12 || one === other
        ? isoOf(inFull(year), Number(other), Number(one))
        : Number(other) > 12
          ? isoOf(inFull(year), Number(one), Number(other))
          : null,
  ],
  // "03/2025", "2025-03"; "2010-11" is a season
  [
    /(?<![\p{L}\p{N}./-])(\d{1,2})[/.]((?:19|20)\d\d)(?![\p{L}\p{N}/-])/gu,
    ([, month = "", year = ""]) => monthOf(year, month),
  ],
  [
    /(?<![\p{L}\p{N}./-])((?:19|20)(\d\d))[-/](\d\d)(?![\p{L}\p{N}/-])/gu,
    ([, year = "", short = "", month = ""]) => (Number(month) === Number(short) + 1 ? null : monthOf(year, month)),
  ],
  // "2025-W12", "week 12 of 2025", "calendar week 12"
  [
    new RegExp(
      `(?<!\\b(?:per|each|every|by|a|this|last|next|one|first|second) )\\b${from}(?:the )?(?:((?:19|20)\\d\\d)-?w(\\d{1,2})|(?:calendar week|week|wk|cw|kw) ?(?:no\\.? |number |#)?(\\d{1,2})(?!\\d|th|st|nd|rd)(?:(?: of| in|,|/| /)? ?((?:19|20)\\d\\d))?)\\b`,
      "giu",
    ),
    ([, yearBefore, numberBefore, number, year], now) => {
      const week = Number(numberBefore ?? number);
      const thisYear = now.getUTCFullYear();
      const last = (weekOf(thisYear, week)?.[0] ?? "9") <= day(now) ? thisYear : thisYear - 1;
      const found = weekOf(Number(yearBefore ?? year ?? last), week);
      return found === null ? null : `from ${found[0]} to ${found[1]}`;
    },
  ],
  // "Q1 25", "Q1/2025", "2025Q1", "25Q1", "1Q25", "1H25", "H2'24"
  [
    /\b([qh])([1-4])(?: |\/|-| ?['’])((?:19|20)\d\d|(?<=['’/-])\d\d|(?<= )(?:1[5-9]|2\d|3\d))(?![.,]?\d|%|k\b)/giu,
    ([, kind = "", place = "", year = ""]) => partOf(kind, place, year),
  ],
  [/\b((?:19|20)\d\d)[ -]?([qh])([1-4])\b/gi, ([, year = "", kind = "", place = ""]) => partOf(kind, place, year)],
  [
    /\b([1-4])([qh])[ '’-]?((?:19|20)\d\d|\d\d)\b/gi,
    ([, place = "", kind = "", year = ""]) => partOf(kind, place, year),
  ],
  [/\b([1-4])([qh]) (?=of\b)/gi, ([, place = "", kind = ""]) => `${kind}${place} `],
  // "FY24", "FY '24"
  [/\bfy ?['’]?((?:19|20)\d\d|\d\d)(?![\p{L}\p{N}/-]|\.\d)/giu, ([, year = ""]) => `FY ${inFull(year)}`],
  // "dec '24", "March ’25", "Mar-25" as sheets write it
  [
    new RegExp(`\\b(${monthNames})\\.?(?: ?['’]|-)(\\d\\d)(?![\\p{L}\\p{N}-])`, "giu"),
    ([, month = "", year = ""]) => `${nameOfMonth(monthIndex.get(month.toLowerCase()) ?? 0)} ${inFull(year)}`,
  ],
  [
    new RegExp(
      `\\b${from}(?:the )?(first|second|1st|2nd|last|other) half of (${monthNames})(?:,? (?:of )?((?:19|20)\\d\\d))?(?! ?\\d)\\b`,
      "giu",
    ),
    ([, ...said], now) => halfOf(said, now),
  ],
  // "jan-mar 2025"
  [
    new RegExp(`\\b${from}(${monthNames})\\.? ?[-–] ?(${monthNames})\\b`, "giu"),
    ([, first = "", last = ""]) => `from ${first} to ${last}`,
  ],
  ...listedTimes,
  // "between the 5th and the 10th of March", "5-10 March 2025"
  [
    new RegExp(
      `\\b(?:(between|from) )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? ?(and|to|until|till|-|–) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthNames})(?:,? (?:of )?((?:19|20)\\d\\d))?\\b(?! ?\\d)`,
      "giu",
    ),
    daysOfMonth,
  ],
  // "the first week of March": its first seven days
  [
    new RegExp(
      `\\b${from}(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th) week (?:of|in) (${monthNames})(?:,? (?:of )?((?:19|20)\\d\\d))?\\b`,
      "giu",
    ),
    sevenDays,
  ],
  // "the week of March 3rd", "week starting 3 March 2025", "the weekend of 15 November"
  [
    new RegExp(
      `\\b${from}(?:the )?(week|weekend) (?:of|starting|beginning|commencing)(?: on)?(?: the)? (?:((?:19|20)\\d\\d)-(\\d\\d)-(\\d\\d)|(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthNames}))(?:,? (?:of )?((?:19|20)\\d\\d))?\\b`,
      "giu",
    ),
    weekAround,
  ],
  // "last 90d", "l30d", "LTM", "MTD"
  [
    /\b(last |past |next |l)(\d{1,3}) ?(d|w|wks?|m|mo|y)\b/giu,
    ([, which = "", count = "", unit = ""]) =>
      which === "l" && unit === "m"
        ? null
        : `${which.length === 1 ? "last " : which}${count} ${UNITS_BY_LETTER.get(unit.charAt(0).toLowerCase())}s`,
  ],
  [/\b(?:ltm|ttm)\b/giu, () => "in the last 12 months"],
  [
    /\b([mqw])td\b/giu,
    ([, unit = ""]) => (/w/i.test(unit) ? "this week" : `${UNITS_BY_LETTER.get(unit.toLowerCase())} to date`),
  ],
  // "revenue 2024-2025"
  [
    new RegExp(`\\b${from}((?:19|20)\\d\\d) ?[-–] ?((?:19|20)\\d\\d)(?![\\p{L}\\p{N}/-]| season)`, "giu"),
    ([, first = "", last = ""]) => (first < last ? `from ${first} to ${last}` : null),
  ],
  [/\b(?:on )?(?:the )?day before yesterday\b/giu, () => "2 days ago"],
  [
    /\b(?:the )?month of (?=(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)/giu,
    () => "",
  ],
  [/\bcalendar year (?=(?:19|20)\d\d\b)/giu, () => ""],
  // "during the 2024 calendar year"
  [/\b(?:the )?((?:19|20)\d\d) calendar year\b/giu, ([, year = ""]) => year],
  // "on the 5th of march": of this year, or the last
  [
    new RegExp(`\\bon (?:the )?(\\d{1,2})(?:st|nd|rd|th) of (${monthNames})(?!,? (?:of )?\\d)\\b`, "giu"),
    ([, date = "", month = ""]) => `on ${date} ${month}`,
  ],
  ...endsOfTimes,
  [/(?<=\p{L} )['’](\d\d)(?=[\s?.!]*$)/gu, ([, year = ""]) => String(inFull(year))],
  // "revenue by country: 2025"
  [/(?<=\p{L})\s?[:;|] ?((?:19|20)\d\d)(?=[\s?.!]*$)/gu, ([, year = ""]) => ` in ${year}`],
];

/** The year of a month that none is said of: the last one in which such a day has come. */
function yearOf(year: string | undefined, [month, date]: readonly [number, number], now: Date): number {
  const thisYear = now.getUTCFullYear();
  return year === undefined ? thisYear - (new Date(Date.UTC(thisYear, month - 1, date)) > now ? 1 : 0) : Number(year);
}

const monthNumber = (name: string | undefined): number => (monthIndex.get(name?.toLowerCase() ?? "") ?? 0) + 1;

/** From one day of a month to another. */
function daysOfMonth(
  [, lead, first, join, last, name, year]: readonly (string | undefined)[],
  now: Date,
): string | null {
  const [month, start, end] = [monthNumber(name), Number(first), Number(last)];
  const of = yearOf(year, [month, start], now);
  const [one, other] = [isoOf(of, month, start), isoOf(of, month, end)];
  const isBetween = lead?.toLowerCase() === "between";
  // "on 5 and 10 March" are two days.
  if (one === null || other === null || end < start || (join?.toLowerCase() === "and" && !isBetween)) return null;
  return isBetween ? `between ${one} and ${other}` : `from ${one} to ${other}`;
}

function sevenDays([, part = "", name, year]: readonly (string | undefined)[], now: Date): string | null {
  const month = monthNumber(name);
  const place = ["first", "second", "third", "fourth", "1st", "2nd", "3rd", "4th"].indexOf(part.toLowerCase()) % 4;
  const of = yearOf(year, [month, 1], now);
  const days = new Date(Date.UTC(of, month, 0)).getUTCDate();
  const start = place < 0 ? days - 6 : 1 + 7 * place;
  return `from ${isoOf(of, month, start)} to ${isoOf(of, month, start + 6)}`;
}

/** The week, or weekend, that a day is in; of the last one that has come where no year is said. */
function weekAround(
  [, kind, isoYear, isoMonth, isoDay, before, date, dateBefore, after, year]: readonly (string | undefined)[],
  now: Date,
): string | null {
  const month = isoMonth === undefined ? monthNumber(before ?? after) : Number(isoMonth);
  const number = Number(isoDay ?? date ?? dateBefore);
  const iso = isoOf(yearOf(isoYear ?? year, [month, number], now), month, number);
  if (iso === null) return null;
  const monday = floor(new Date(`${iso}T00:00:00Z`), "week");
  const first = kind?.toLowerCase() === "weekend" ? 5 : 0;
  return `from ${day(shift(monday, first, "day"))} to ${day(shift(monday, 6, "day"))}`;
}

function partOf(kind: string, place: string, year: string): string | null {
  return kind.toLowerCase() === "h" && Number(place) > 2 ? null : `${kind.toUpperCase()}${place} ${inFull(year)}`;
}

const UNITS_BY_LETTER = new Map([
  ["d", "day"],
  ["w", "week"],
  ["m", "month"],
  ["q", "quarter"],
  ["y", "year"],
]);

const ANY_DATE =
  /\d|\bhalf of\b|week (?:of|in)\b|\b[mqw]td\b|\b[lt]tm\b|before yesterday|month of|[a-z]{3}\.? ?[-–] ?[a-z]{3}/i;

/** Dates as they are written in sheets and messages, in the forms that are read. */
export function withDates(text: string, now: Date, isName: (word: string) => boolean): string {
  if (!ANY_DATE.test(text) && !mayListTimes(text)) return text;
  let read = inOneOrder(text);
  for (const [pattern, put] of rows)
    read = read.replace(pattern, (all: string, ...found: (string | undefined)[]) =>
      isName(all.toLowerCase().trim()) || isNamedUnit(all, isName) ? all : (put([all, ...found], now) ?? all),
    );
  return read;
}

/** "3/1/2025 and 3/31/2025": the order of one date is that of the others. */
function inOneOrder(text: string): string {
  const dates = [...text.matchAll(new RegExp(withSlashes, "gu"))];
  const isDayFirst = dates.some(([, one]) => Number(one) > 12);
  const isMonthFirst = dates.some(([, , , other]) => Number(other) > 12);
  if (dates.length < 2 || isDayFirst === isMonthFirst) return text;
  return text.replace(new RegExp(withSlashes, "gu"), (all, ...[one, , other, year = ""]: (string | undefined)[]) => {
    const [date, month] = isDayFirst ? [one, other] : [other, one];
    return isoOf(inFull(year), Number(month), Number(date)) ?? all;
  });
}

/** "week 12", where weeks are kept by their numbers. */
const isNamedUnit = (said: string, isName: (word: string) => boolean): boolean =>
  isName(/\b(?:week|wk|cw|kw)\b/i.exec(said)?.[0].toLowerCase() ?? "");

const bothOrders = new RegExp(withSlashes, "u");

/** "3/4/2025": the two days it may be, each as it is read; null where no date of a question is open. */
export function openDate(text: string): { said: string; days: readonly [string, string] } | null {
  const [said, one = "", , other = "", year = ""] = bothOrders.exec(text) ?? [];
  if (said === undefined) return null;
  const days = [isoOf(inFull(year), Number(one), Number(other)), isoOf(inFull(year), Number(other), Number(one))];
  const [first, second] = days;
  return first === null || second === null || first === undefined || second === undefined || first === second
    ? null
    : { said, days: [first, second] };
}
