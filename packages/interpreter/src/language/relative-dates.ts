import type { Period } from "./periods.ts";
import { day, floor, monthIndex, nameOfMonth, period, shift, span, spanLabel, units } from "./periods.ts";

/** The word that stands so many words after the first, in lower case; empty after the last. */
type Words = (offset: number) => string;

/** Reads a date that is told from today; null where none starts at the first word. */
export function relative(word: Words, now: Date): Period | null {
  for (const read of forms) {
    const found = read(word, now);
    if (found !== null) return found;
  }
  return null;
}

/** Ways to tell a date from today, in the order in which they are tried. */
const forms: readonly ((word: Words, now: Date) => Period | null)[] = [
  // "yesterday": one day
  namedDay,
  // "by the end of this month": up to its last day
  byTheEnd,
  // "ytd", "quarter to date": from the beginning of a unit up to and including today
  toDate,
  // "the week before", "the previous week": one unit of the calendar before that which was named
  justBefore,
  // "this month", "last year", "next week": one unit of the calendar
  neighbour,
  // "this weekend", "last weekend": Saturday and Sunday of one week
  weekend,
  // "last May": the last that has ended, or this year's
  namedMonth,
  // "same month last year", "same week a year ago": this unit of the calendar, a year earlier
  sameBefore,
  // "same period last year", "same time the year before": as much of the year before as has passed of this one
  samePart,
  // "10 days ago", "since two months ago": the day, week, month … so long before today
  ago,
  // "last 3 full months", "past 8 weeks, excluding this week": so many units of the calendar that have ended
  ended,
  // "last 30 days", "past six months": so many units up to and including today
  trailing,
  // "next 30 days", "coming two weeks": so many units from today on
  ahead,
  // "in May": the last that has begun
  bareMonth,
  // "May" of "since May", "before May"
  monthOfBound,
];

const namedDays = new Map([
  ["today", 0],
  ["tonight", 0],
  ["yesterday", -1],
  ["tomorrow", 1],
]);

function namedDay(word: Words, now: Date): Period | null {
  const away = namedDays.get(word(0));
  if (away === undefined) return null;
  return span({ from: shift(floor(now, "day"), away, "day"), unit: "day" }, word(0), 1);
}

function byTheEnd(word: Words, now: Date): Period | null {
  if (!/^(?:by|before|until|till)$/.test(word(0))) return null;
  const said = Array.from({ length: 6 }, (_, i) => word(1 + i)).join(" ");
  const [taken, which = "", name = ""] =
    /^(?:the )?end of (?:(this|next|the|our) )?(week|month|quarter|year)\b/.exec(said) ?? [];
  const unit = units.get(name);
  if (taken === undefined || unit === undefined) return null;
  const isNext = which === "next";
  const to = shift(floor(now, unit), isNext ? 2 : 1, unit);
  const label = `up to the end of ${isNext ? "next" : "this"} ${name}`;
  return { from: null, to: day(to), label, year: null, length: 1 + taken.split(" ").length, certain: true };
}

function toDate(word: Words, now: Date): Period | null {
  const isShort = word(0) === "ytd";
  const unit = isShort ? "year" : word(0);
  if (!isShort && (word(1) !== "to" || word(2) !== "date")) return null;
  if (unit !== "year" && unit !== "quarter" && unit !== "month") return null;
  return period(floor(now, unit), shift(floor(now, "day"), 1, "day"), `this ${unit} to date`, isShort ? 1 : 3);
}

const neighbours = new Map<string, { name: string; away: number }>([
  ["this", { name: "this", away: 0 }],
  ["current", { name: "this", away: 0 }],
  ["last", { name: "last", away: -1 }],
  ["previous", { name: "last", away: -1 }],
  ["past", { name: "last", away: -1 }],
  ["prior", { name: "last", away: -1 }],
  ["next", { name: "next", away: 1 }],
]);

function neighbour(word: Words, now: Date): Period | null {
  const unit = units.get(word(1));
  const which = neighbours.get(word(0));
  // "last months" is several.
  if (unit === undefined || which === undefined || (which.away < 0 && word(1).endsWith("s"))) return null;
  return span({ from: shift(floor(now, unit), which.away, unit), unit }, `${which.name} ${unit}`, 2);
}

function weekend(word: Words, now: Date): Period | null {
  const which = neighbours.get(word(0));
  if (which === undefined || word(1) !== "weekend") return null;
  const monday = shift(floor(now, "week"), which.away, "week");
  return period(shift(monday, 5, "day"), shift(monday, 7, "day"), `${which.name} weekend`, 2);
}

function namedMonth(word: Words, now: Date): Period | null {
  const month = monthIndex.get(word(1));
  if ((word(0) !== "last" && word(0) !== "this") || month === undefined) return null;
  const isLast = word(0) === "last";
  // "this May than last May"
  const isYearBefore =
    isLast && Array.from({ length: 17 }, (_, i) => i - 8).some((i) => word(i) === "this" && word(i + 1) === word(1));
  const passed = month < now.getUTCMonth() || (!isLast && month === now.getUTCMonth());
  const year = now.getUTCFullYear() - (isYearBefore || (isLast && !passed) ? 1 : 0);
  return span({ from: new Date(Date.UTC(year, month, 1)), unit: "month" }, `${nameOfMonth(month)} ${year}`, 2);
}

function sameBefore(word: Words, now: Date): Period | null {
  const unit = units.get(word(1));
  if (word(0) !== "same" || unit === undefined) return null;
  const skip = /^(of|in)$/.test(word(2)) ? 1 : 0;
  const isLastYear = /^(last|previous)$/.test(word(2 + skip)) && word(3 + skip) === "year";
  const isYearAgo = word(2) === "a" && word(3) === "year" && /^(ago|earlier)$/.test(word(4));
  if (!isLastYear && !isYearAgo) return null;
  const from = shift(floor(now, unit), -1, "year");
  return { ...span({ from, unit }, `the same ${unit} last year`, isYearAgo ? 5 : 4 + skip), earlier: "year" };
}

function samePart(word: Words, now: Date): Period | null {
  if (word(0) !== "same" || !/^(?:period|time|point|timeframe|span|stretch|part)$/.test(word(1))) return null;
  const said = Array.from({ length: 6 }, (_, i) => word(2 + i)).join(" ");
  const [taken, , last, before, since] =
    /^(?:(?:of|in|during) )?(?:the )?((?:last|previous|prior) (year|quarter|month|week)|(year|quarter|month|week) (?:before|ago|earlier)|an? (year|quarter|month|week) (?:ago|earlier|before))\b/.exec(
      said,
    ) ?? [];
  const unit = units.get(last ?? before ?? since ?? "");
  if (taken === undefined || unit === undefined) return null;
  const start = floor(now, unit);
  const from = shift(start, -1, unit);
  const end = shift(shift(floor(now, "day"), 1, "day"), -1, unit);
  // The month before may have fewer days.
  const to = end > start ? start : end;
  const found = period(from, to, spanLabel(day(from), day(to)), 2 + taken.split(" ").length);
  return { ...found, earlier: unit, sinceThen: true };
}

function justBefore(word: Words, now: Date): Period | null {
  const isAfter = word(1) === "before" && !/^(?:last|that|the|this|\d.*)$/.test(word(2));
  const unit = isAfter || /^(?:previous|preceding)$/.test(word(0)) ? units.get(word(isAfter ? 0 : 1)) : undefined;
  if (unit === undefined || word(-1) !== "the") return null;
  return { ...span({ from: shift(floor(now, unit), -1, unit), unit }, `last ${unit}`, 2), earlier: unit };
}

function bareMonth(word: Words, now: Date): Period | null {
  const month = monthIndex.get(word(1));
  // "bills from May", but not "from May to July"
  const isFrom = word(0) === "from" && !/^(?:to|on|onwards?|until|till|through|and|-|–|up)$/.test(word(2));
  if (!(isFrom || /^(in|during|for|of|since|until|before|after)$/.test(word(0))) || month === undefined) return null;
  if (/^\d{1,4}(st|nd|rd|th)?$/.test(word(2)) || (/^(,|of)$/.test(word(2)) && /^\d/.test(word(3)))) return null;
  const year = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0);
  const found = span({ from: new Date(Date.UTC(year, month, 1)), unit: "month" }, `${nameOfMonth(month)} ${year}`, 2);
  return /^(in|during|for|of|from)$/.test(word(0)) ? { ...found, anyYear: true } : null;
}

function monthOfBound(word: Words, now: Date): Period | null {
  const month = monthIndex.get(word(0));
  // "what about April?", "and April?"
  const isAlone = word(-1) === "about" || (word(-1) === "and" && word(-2) === "");
  if (!(isAlone || /^(since|until|till|before|after)$/.test(word(-1))) || month === undefined) return null;
  if (/^\d{1,4}(st|nd|rd|th)?$/.test(word(1)) || (/^(,|of)$/.test(word(1)) && /^\d/.test(word(2)))) return null;
  const year = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0);
  const found = span({ from: new Date(Date.UTC(year, month, 1)), unit: "month" }, `${nameOfMonth(month)} ${year}`, 1);
  return isAlone ? { ...found, anyYear: true } : found;
}

const smallNumbers = new Map([
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["ten", 10],
  ["twelve", 12],
]);

const countOf = (word: string): number => smallNumbers.get(word) ?? Number(word);

function ahead(word: Words, now: Date): Period | null {
  if (!["next", "coming", "following"].includes(word(0))) return null;
  const count = countOf(word(1));
  const unit = units.get(word(2));
  if (!Number.isInteger(count) || count <= 0 || unit === undefined) return null;
  const from = floor(now, "day");
  const to = shift(from, count * (unit === "quarter" ? 3 : 1), unit === "quarter" ? "month" : unit);
  return period(from, to, `the next ${count} ${unit}${count === 1 ? "" : "s"}`, 3);
}

function ago(word: Words, now: Date): Period | null {
  const count = /^an?$/.test(word(0)) ? 1 : countOf(word(0));
  const unit = units.get(word(1));
  if (!Number.isInteger(count) || count <= 0 || unit === undefined || word(2) !== "ago") return null;
  // "since 2 months ago" begins on that day; what was two months ago was in that month.
  const isBound = /^(?:since|until|till|before|after|from)$/.test(word(-1));
  const kind = isBound ? "day" : unit;
  const found = span({ from: floor(shift(floor(now, "day"), -count, unit), kind), unit: kind }, "", 3);
  return { ...found, label: spanLabel(found.from ?? "", found.to ?? "") };
}

function ended(word: Words, now: Date): Period | null {
  const isFull = /^(?:full|complete|completed|whole|entire|calendar)$/.test(word(2));
  const taken = isFull ? 4 : 3;
  const count = countOf(word(1));
  const unit = units.get(word(taken - 1));
  if (!neighbours.has(word(0)) || !Number.isInteger(count) || count <= 0 || unit === undefined) return null;
  const after = Array.from({ length: 6 }, (_, i) => word(taken + i)).join(" ");
  const without =
    /^(?:, )?(?:(?:not|but not) (?:including|counting)|excluding|exclusive of|without) (?:the )?(?:current|this|ongoing) (\w+)/.exec(
      after,
    );
  const isWithout = without?.[1] === unit;
  if (!isFull && !isWithout) return null;
  const to = floor(now, unit);
  const label = `the last ${count} full ${unit}${count === 1 ? "" : "s"}`;
  return period(shift(to, -count, unit), to, label, taken + (isWithout ? without[0].split(" ").length : 0));
}

function trailing(word: Words, now: Date): Period | null {
  if (!["last", "past", "previous", "recent"].includes(word(0))) return null;
  const count = countOf(word(1));
  const unit = units.get(word(2));
  if (!Number.isInteger(count) || count <= 0 || unit === undefined) return null;
  const end = shift(floor(now, "day"), 1, "day");
  const from = shift(end, -count * (unit === "quarter" ? 3 : 1), unit === "quarter" ? "month" : unit);
  return period(from, end, `the last ${count} ${unit}${count === 1 ? "" : "s"}`, 3);
}
