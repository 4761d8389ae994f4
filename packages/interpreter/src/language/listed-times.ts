import { monthIndex, nameOfMonth } from "./periods.ts";

const months = [...monthIndex.keys()].join("|");
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const weekday = `(?:${weekdays.join("|")}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`;
const until = "to|through|until|till";

/** Whether any of the rows below may find something: each has two times of which the second follows such a word. */
const anyList = new RegExp(
  `\\b(?:${months}|${weekday}s?)\\.?,?(?: (?:${until}|and|or|&) | ?[-–] ?)(?:${months}|${weekday})\\b`,
  "i",
);
export const mayListTimes = (text: string): boolean => anyList.test(text);

type Found = readonly (string | undefined)[];

/** The place of a month in the year, from 1. */
const placeOf = (name: string): number => (monthIndex.get(name.toLowerCase()) ?? 0) + 1;

/** The year in which such a month has begun last. */
const lastBegun = (month: number, now: Date): number => now.getUTCFullYear() - (month > now.getUTCMonth() + 1 ? 1 : 0);

/** Three months or more, each with its year. Where they follow each other in the calendar, the last of them has begun last. */
function monthsListed(
  [, lead = "", first = "", between = "", join = "", last = "", year]: Found,
  now: Date,
): string | null {
  const listed = [first, ...between.split(/[ ,]+/).filter((name) => name !== ""), last].map(placeOf);
  const end = listed.at(-1) ?? 1;
  if (listed.length < 3) return null;
  const isInOrder = listed.slice(1).reduce((sum, month, i) => sum + ((12 + month - (listed[i] ?? 0)) % 12), 0) < 12;
  const ofLast = year === undefined ? lastBegun(end, now) : Number(year);
  const said = listed.map((month) => {
    const ofMonth = isInOrder ? ofLast - (month > end ? 1 : 0) : year === undefined ? lastBegun(month, now) : ofLast;
    return `${nameOfMonth(month - 1)} ${ofMonth}`;
  });
  return `${lead} ${said.slice(0, -1).join(", ")} ${join} ${said.at(-1)}`;
}

/** All days of the week from one to another; "Monday and Friday" alone are two. */
function weekdaysBetween([, lead, first = "", join, last = ""]: Found): string | null {
  const place = (name: string): number => weekdays.findIndex((day) => day.startsWith(name.toLowerCase().slice(0, 3)));
  const [from, to] = [place(first), place(last)];
  if ((join?.toLowerCase() === "and" && lead?.toLowerCase() !== "between") || from === to) return null;
  if (from === 0 && to === 4) return "on workdays";
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => `${weekdays[(from + i) % 7]}s`);
  return `on ${days.slice(0, -1).join(", ")} or ${days.at(-1)}`;
}

/** Several months or days of the week, as they are said in one breath, and what is read instead; null leaves them as they stand. */
export const listedTimes: readonly (readonly [pattern: RegExp, put: (found: Found, now: Date) => string | null])[] = [
  // "revenue jan to mar", which nothing leads in
  [
    new RegExp(`(?<!\\b(?:from|between|since) )\\b(${months})\\.? (?:${until}) (${months})\\b`, "giu"),
    ([, first = "", last = ""]) => `from ${first} to ${last}`,
  ],
  // "in June, July and August 2025": the year that is said is that of each
  [
    new RegExp(
      `\\b(in|during|for|of|compare) (${months}),? ?((?:(?:${months}),? )*)(?:(and|or|&) )?(${months})(?:,? (?:of )?((?:19|20)\\d\\d))?\\b(?! ?\\d)`,
      "giu",
    ),
    monthsListed,
  ],
  // "orders in 2024 in March": the March of that year
  [
    new RegExp(`\\bin ((?:19|20)\\d\\d),? in (${months})\\b(?! ?\\d)`, "giu"),
    ([, year = "", month = ""]) => `in ${month} ${year}`,
  ],
  // "between Tuesday and Thursday"
  [
    new RegExp(`\\b(?:on )?(?:(from|between) )?(${weekday})s? ?(${until}|and|-|–) ?(${weekday})s?\\b`, "giu"),
    weekdaysBetween,
  ],
];
