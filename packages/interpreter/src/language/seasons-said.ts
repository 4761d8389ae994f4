import { dayAfter } from "./periods.ts";

const seasonNamed = "spring|summer|autumn|fall|winter";
/** The month a season begins in, from 1: three months of the calendar each. */
const firstMonths = new Map([
  ["spring", 3],
  ["summer", 6],
  ["autumn", 9],
  ["fall", 9],
  ["winter", 12],
]);

const follows =
  "(?=\\s*(?:[?.!,;]|$)|\\s+(?:by|per|for|compared|vs|versus|than|and|or|each|every|from|on|at|did|do|does|we|were|was|are|is|with)\\b)";
const ofYear = "(?:,? (?:of |in )?((?:19|20)\\d\\d))?";
const season = new RegExp(
  `\\b(since|before|after|in|during|over|this|last)(?: (?:the|this|last|past))* (${seasonNamed})${ofYear}${follows}`,
  "gi",
);
const christmas = new RegExp(
  `\\b(since|(?:in |during |for )?(?:the )?(?:(two|three|four|[2-4]) )?weeks? (?:right )?before|(?:right |just )?before|at|over|around|during|after)(?: last)? (?:christmas|xmas)(?: day)?${ofYear}${follows}`,
  "gi",
);

const written = (year: number, month: number, day = 1): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** "in 2024-06-01 …": from one day to another, both of them in it. */
const between = (from: string, until: string): string => `from ${from} to ${until}`;

function seasonInDays(now: Date) {
  return (all: string, lead: string, name: string, year?: string): string => {
    const word = lead.toLowerCase();
    // "fall" and "spring" are also what somebody does or jumps by.
    const month = firstMonths.get(name.toLowerCase());
    if (month === undefined) return all;
    const begun = now.getUTCMonth() + 1 >= month ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
    const ofYearSaid = year === undefined ? begun : Number(year);
    const from = written(ofYearSaid, month);
    const isRunning = dayAfter(from, 3, "month") > now.toISOString().slice(0, 10);
    const isLast = year === undefined && /\blast\b/i.test(all) && isRunning && word !== "since";
    const first = isLast ? written(ofYearSaid - 1, month) : from;
    const until = dayAfter(dayAfter(first, 3, "month"), -1);
    if (word === "since" || word === "before") return `${word} ${first}`;
    return word === "after" ? `after ${until}` : between(first, until);
  };
}

const weeksSaid = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
]);

function christmasInDays(now: Date) {
  return (_all: string, lead: string, count?: string, year?: string): string => {
    const thisYear = now.getUTCFullYear();
    const past = now.toISOString().slice(0, 10) > written(thisYear, 12, 24) ? thisYear : thisYear - 1;
    const held = year === undefined ? past : Number(year);
    const [eve, word] = [written(held, 12, 24), lead.toLowerCase()];
    if (word === "since" || word === "after") return `${word} ${written(held, 12, word === "since" ? 25 : 26)}`;
    if (word.includes("week")) {
      const weeks = count === undefined ? 1 : (weeksSaid.get(count.toLowerCase()) ?? Number(count));
      return between(dayAfter(eve, 1 - 7 * weeks), eve);
    }
    return word.endsWith("before") ? between(written(held, 12, 1), eve) : between(eve, written(held, 12, 26));
  };
}

/**
 * "since spring", "in the week before Christmas 2024": in days, which the answer then tells. Left as they stand where the
 * schema or its values are called so: a spring sale is no time of the year.
 */
export function withSeasons(text: string, now: Date, isName: (word: string) => boolean): string {
  if (!/spring|summer|autumn|fall|winter|christmas|xmas/i.test(text)) return text;
  const isKnown = (words: string): boolean => words.split("|").some(isName);
  const seasons = isKnown(seasonNamed) ? text : text.replace(season, seasonInDays(now));
  return isKnown("christmas|xmas") ? seasons : seasons.replace(christmas, christmasInDays(now));
}
