import { monthIndex, nameOfMonth } from "./periods.ts";

const monthNames = [...monthIndex.keys()].join("|");
/** A month, a quarter or a whole year, each of a year that is said. */
const time = `(?:(${monthNames})\\.?,? (?:of )?|(q[1-4])(?:,? of)? )?(?:the year )?((?:19|20)\\d\\d)`;
const unnamed = `(?:(?:${monthNames})\\.?,? (?:of )?|q[1-4](?:,? of)? )?(?:the year )?(?:19|20)\\d\\d`;
/** A day of a year that is said. */
const aDay = `(?:(?:19|20)\\d\\d-\\d\\d-\\d\\d|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${monthNames})\\.?,? (?:19|20)\\d\\d|(?:${monthNames})\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d\\d)`;
const relative = "(?:last|previous) (?:week|month|quarter|year)";
const begin = "(?:the )?(?:very )?(?:beginning|start) of (?:the )?";
const end = "(?:the )?(?:very )?end of (?:the )?";
const upTo = "(?:(?:right |up )?(?:until|till|til|through)|up to|by|before|prior to|no later than|not later than)";

/** What comes right after a month, a quarter or a year. */
function afterIt([, month, quarter, year = ""]: readonly (string | undefined)[]): string {
  const last =
    month === undefined ? Number(quarter?.slice(1) ?? 4) * 3 - 1 : (monthIndex.get(month.toLowerCase()) ?? 0);
  if (month === undefined && quarter === undefined) return String(Number(year) + 1);
  return `${nameOfMonth((last + 1) % 12)} ${Number(year) + (last === 11 ? 1 : 0)}`;
}

type Put = (found: readonly (string | undefined)[]) => string;

/** Times up to the end of another or from its beginning, as those that are read: "until the end of March 2025" is before April. */
export const endsOfTimes: readonly (readonly [pattern: RegExp, put: Put])[] = [
  // "from the beginning of March 2024 to the end of May 2024"
  [
    new RegExp(
      `\\b(?:from|between) (?:${begin})?(${unnamed}) (?:to|until|till|through|up to|and) (?:${end})(${unnamed})\\b`,
      "giu",
    ),
    ([, first = "", last = ""]) => `from ${first} to ${last}`,
  ],
  [
    new RegExp(
      `\\b(?:from|between) ${begin}(${unnamed}) (?:to|until|till|through|up to|and) (?:${end})?(${unnamed})\\b`,
      "giu",
    ),
    ([, first = "", last = ""]) => `from ${first} to ${last}`,
  ],
  // "until the end of March 2025", "by the end of 2024"
  [new RegExp(`\\b${upTo} ${end}${time}\\b`, "giu"), (found) => `before ${afterIt(found)}`],
  // "up to and including March 2025"
  [
    new RegExp(`\\b(?:(?:up )?(?:until|till)|up to|through) and including (?:${end})?${time}\\b`, "giu"),
    (found) => `before ${afterIt(found)}`,
  ],
  // "after the end of 2024"
  [new RegExp(`\\b(?:after|since|past|from) ${end}${time}\\b`, "giu"), (found) => `since ${afterIt(found)}`],
  // "since the beginning of March 2025"
  [
    new RegExp(`\\b(?:starting )?(?:since|from|after|starting) ${begin}(${unnamed})\\b`, "giu"),
    ([, said = ""]) => `since ${said}`,
  ],
  // "before the start of 2025"
  [new RegExp(`\\b${upTo} ${begin}(${unnamed})\\b`, "giu"), ([, said = ""]) => `before ${said}`],
  // "from March 2024 on", "from 2024 onwards"
  [
    new RegExp(
      `\\b(?:starting )?from (${unnamed}|${aDay}) on(?:wards?)?(?=\\s*(?:[?.!,]|$|\\b(?:by|per|for|with|who|that)\\b))`,
      "giu",
    ),
    ([, said = ""]) => `since ${said}`,
  ],
  // "on or before 15 March 2024"
  [new RegExp(`\\b(?:on or before|before or on|no later than|not later than) (?=${aDay}\\b)`, "giu"), () => "up to "],
  // "up until March 2025"
  [new RegExp(`\\bup (?=until |till )`, "giu"), () => ""],
];

/** "until the end of last year", "after the end of last month", "since the beginning of last quarter" */
export const relativeEnds: readonly (readonly [pattern: RegExp, words: string])[] = [
  [new RegExp(`\\b${upTo} ${end}(?=${relative}\\b)`, "gi"), "up to "],
  [new RegExp(`\\b(?:after|since|past|from) ${end}(?=${relative}\\b)`, "gi"), "after "],
  [new RegExp(`\\b(?:starting )?(?:since|from|after|starting) ${begin}(?=${relative}\\b)`, "gi"), "since "],
  [new RegExp(`\\b${upTo} ${begin}(?=${relative}\\b)`, "gi"), "before "],
];
