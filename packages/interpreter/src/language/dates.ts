import type { Token } from "./tokens.ts";
import type { Period } from "./periods.ts";
import { day, floor, months, nameOfMonth, period, shift, span, units } from "./periods.ts";

const monthIndex = new Map<string, number>(
  months.flatMap((name, i) => [[name, i] as const, [name.slice(0, 3), i] as const]),
);

monthIndex.set("sept", 8);

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The days of the week a word names: "Mondays", "weekends"; null for any other. */
export function weekdaysOf(word: string): string[] | null {
  const plain = word.toLowerCase().replace(/s$/, "");
  if (plain === "weekend") return weekdays.slice(5);
  if (plain === "workday" || plain === "business day") return weekdays.slice(0, 5);
  const found = weekdays.find((name) => name.toLowerCase() === plain);
  return found === undefined ? null : [found];
}

/** Reads the date or period that starts at `start`, if there is one there. */
export function periodAt(tokens: readonly Token[], start: number, now: Date): Period | null {
  const word = (offset: number) => tokens[start + offset]?.lower ?? "";
  return relative(word, now) ?? explicit(tokens, start, word) ?? null;
}

function relative(word: (offset: number) => string, now: Date): Period | null {
  const first = word(0);
  const second = word(1);
  if (first === "today") return span(floor(now, "day"), 1, "day", "today", 1);
  if (first === "yesterday") return span(shift(floor(now, "day"), -1, "day"), 1, "day", "yesterday", 1);
  if (first === "tomorrow") return span(shift(floor(now, "day"), 1, "day"), 1, "day", "tomorrow", 1);
  if (first === "ytd" || (first === "year" && second === "to" && word(2) === "date")) {
    return period(floor(now, "year"), shift(floor(now, "day"), 1, "day"), "this year to date", first === "ytd" ? 1 : 3);
  }
  if ((first === "month" || first === "quarter") && second === "to" && word(2) === "date") {
    return period(floor(now, first), shift(floor(now, "day"), 1, "day"), `this ${first} to date`, 3);
  }
  const unit = units.get(second);
  if ((first === "this" || first === "current") && unit !== undefined)
    return span(floor(now, unit), 1, unit, `this ${unit}`, 2);
  if (
    (first === "last" || first === "previous" || first === "past" || first === "prior") &&
    unit !== undefined &&
    !second.endsWith("s")
  ) {
    return span(shift(floor(now, unit), -1, unit), 1, unit, `last ${unit}`, 2);
  }
  if (first === "next" && unit !== undefined) return span(shift(floor(now, unit), 1, unit), 1, unit, `next ${unit}`, 2);
  const month = monthIndex.get(second);
  if ((first === "last" || first === "this") && month !== undefined) {
    const passed = month < now.getUTCMonth() || (first === "this" && month === now.getUTCMonth());
    const year = now.getUTCFullYear() - (first === "last" && !passed ? 1 : 0);
    return span(new Date(Date.UTC(year, month, 1)), 1, "month", `${nameOfMonth(month)} ${year}`, 2);
  }
  if (first === "same" && units.has(second)) {
    const skip = word(2) === "of" || word(2) === "in" ? 1 : 0;
    const isYear = (word(2 + skip) === "last" || word(2 + skip) === "previous") && word(3 + skip) === "year";
    const since = word(2) === "a" && word(3) === "year" && (word(4) === "ago" || word(4) === "earlier");
    if (isYear || since) {
      const same = units.get(second) ?? "month";
      const start = shift(floor(now, same), -1, "year");
      return { ...span(start, 1, same, `the same ${same} last year`, since ? 5 : 4 + skip), yearBefore: true };
    }
  }
  return trailing(word, now) ?? bareMonth(word, now);
}

/** "in May": the last one that has begun. */
function bareMonth(word: (offset: number) => string, now: Date): Period | null {
  const month = monthIndex.get(word(1));
  if (!/^(in|during|for|of|since|until|before|after)$/.test(word(0)) || month === undefined) return null;
  if (/^\d{1,4}(st|nd|rd|th)?$/.test(word(2)) || (/^(,|of)$/.test(word(2)) && /^\d/.test(word(3)))) return null;
  const year = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0);
  const found = span(new Date(Date.UTC(year, month, 1)), 1, "month", `${nameOfMonth(month)} ${year}`, 2);
  return /^(in|during|for|of)$/.test(word(0)) ? found : null;
}

/** "last 30 days", "past 6 months": up to and including today. */
function trailing(word: (offset: number) => string, now: Date): Period | null {
  if (!["last", "past", "previous", "recent"].includes(word(0))) return null;
  const count = Number(
    word(1).replace(/^(one|two|three|four|five|six|seven|ten|twelve)$/, (name) =>
      String({ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10, twelve: 12 }[name]),
    ),
  );
  const unit = units.get(word(2));
  if (!Number.isInteger(count) || count <= 0 || unit === undefined) return null;
  const end = shift(floor(now, "day"), 1, "day");
  const from = shift(end, -count * (unit === "quarter" ? 3 : 1), unit === "quarter" ? "month" : unit);
  return period(from, end, `the last ${count} ${unit}${count === 1 ? "" : "s"}`, 3);
}

function explicit(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const first = word(0);
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ t](\d{2}:\d{2}(?::\d{2})?))?$/.exec(first);
  if (iso !== null) {
    const date = new Date(Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])));
    if (Number.isNaN(date.getTime())) return null;
    if (iso[4] !== undefined)
      return { from: `${day(date)} ${iso[4]}`, to: null, label: first, year: null, length: 1, certain: true };
    return span(date, 1, "day", day(date), 1);
  }
  const quarter = /^q([1-4])$/.exec(first) ?? (first === "quarter" ? /^([1-4])$/.exec(word(1)) : null);
  if (quarter !== null) return quarterPeriod(tokens, start, Number(quarter[1]), first === "quarter" ? 2 : 1);
  const ordinal = ["first", "second", "third", "fourth"].indexOf(first);
  if (ordinal >= 0 && word(1) === "quarter") return quarterPeriod(tokens, start, ordinal + 1, 2);
  const half = ["first", "second"].indexOf(first);
  if (half >= 0 && word(1) === "half") {
    const year = yearAt(tokens, start + (word(2) === "of" ? 3 : 2));
    if (year !== null)
      return span(
        new Date(Date.UTC(year, half * 6, 1)),
        6,
        "month",
        `the ${first} half of ${year}`,
        word(2) === "of" ? 4 : 3,
      );
  }
  return monthPeriod(tokens, start, word) ?? yearPeriod(tokens, start, word);
}

function quarterPeriod(tokens: readonly Token[], start: number, quarter: number, taken: number): Period | null {
  const skip = ["of", "in"].includes(tokens[start + taken]?.lower ?? "") ? 1 : 0;
  const year = yearAt(tokens, start + taken + skip);
  if (year === null) return null;
  return span(new Date(Date.UTC(year, (quarter - 1) * 3, 1)), 3, "month", `Q${quarter} ${year}`, taken + skip + 1);
}

function monthPeriod(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const at = (offset: number) => monthIndex.get(word(offset).replace(/\.$/, ""));
  const dayOf = (offset: number) => {
    const found = /^(\d{1,2})(st|nd|rd|th)?$/.exec(word(offset));
    return found === null || Number(found[1]) > 31 ? null : Number(found[1]);
  };
  const month = at(0);
  // "May" and "march" are words too: only with a year or day beside them, or capitalised.
  if (month !== undefined) {
    const dayNumber = dayOf(1);
    const comma = word(2) === "," ? 1 : 0;
    const year = yearAt(tokens, start + 2 + comma);
    if (dayNumber !== null && year !== null)
      return span(
        new Date(Date.UTC(year, month, dayNumber)),
        1,
        "day",
        day(new Date(Date.UTC(year, month, dayNumber))),
        3 + comma,
      );
    const skip = word(1) === "," || word(1) === "of" ? 1 : 0;
    const direct = yearAt(tokens, start + 1 + skip);
    if (direct !== null)
      return span(new Date(Date.UTC(direct, month, 1)), 1, "month", `${nameOfMonth(month)} ${direct}`, 2 + skip);
    return null;
  }
  const dayNumber = dayOf(0);
  const of = word(1) === "of" ? 1 : 0;
  const after = at(1 + of);
  const year = yearAt(tokens, start + 2 + of);
  if (dayNumber !== null && after !== undefined && year !== null) {
    return span(
      new Date(Date.UTC(year, after, dayNumber)),
      1,
      "day",
      day(new Date(Date.UTC(year, after, dayNumber))),
      3 + of,
    );
  }
  return null;
}

function yearPeriod(tokens: readonly Token[], start: number, word: (offset: number) => string): Period | null {
  const named = word(0) === "year" || word(0) === "years" || word(0) === "fy" ? (word(1) === "of" ? 2 : 1) : 0;
  const year = yearAt(tokens, start + named);
  if (year === null) return null;
  const found = span(new Date(Date.UTC(year, 0, 1)), 1, "year", String(year), 1 + named);
  return { ...found, year, certain: false };
}

function yearAt(tokens: readonly Token[], at: number): number | null {
  const text = tokens[at]?.lower ?? "";
  return /^(1[5-9]|20|21)\d\d$/.test(text) ? Number(text) : null;
}
