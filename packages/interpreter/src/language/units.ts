import { splitIdentifier } from "./inflection.ts";

/** Units, with the last words of columns that say them: "revenue_eur", "weightKg", "share_percent". */
const UNITS: Readonly<Record<string, string>> = {
  EUR: "eur euro euros",
  USD: "usd dollars",
  GBP: "gbp pounds",
  CHF: "chf",
  SEK: "sek",
  NOK: "nok",
  DKK: "dkk",
  PLN: "pln",
  JPY: "jpy",
  CAD: "cad",
  AUD: "aud",
  INR: "inr",
  cents: "cents",
  "%": "percent percentage pct",
  kg: "kg kgs kilograms",
  g: "grams",
  lb: "lbs",
  t: "tonnes",
  km: "km kms kilometers kilometres",
  m: "meters metres",
  cm: "cm centimeters centimetres",
  mm: "mm millimeters millimetres",
  miles: "miles",
  "m²": "sqm",
  "sq ft": "sqft",
  ha: "ha hectares",
  acres: "acres",
  l: "liters litres",
  ml: "ml milliliters millilitres",
  kWh: "kwh",
  MWh: "mwh",
  kW: "kw",
  MW: "mw",
  kcal: "kcal",
  KB: "kb",
  MB: "mb megabytes",
  GB: "gb gigabytes",
  TB: "tb terabytes",
  "km/h": "kmh",
  mph: "mph",
  years: "years",
  months: "months",
  weeks: "weeks",
  days: "days",
  hours: "hours hrs",
  minutes: "minutes mins",
  seconds: "seconds secs",
  ms: "ms milliseconds",
};
const bySpelling = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => words.split(" ").map((word) => [word, unit] as const)),
);

/** True for "EUR" and for cents: what is said in them is an amount of money. */
export const isMoneyUnit = (unit: string): boolean => /^(?:[A-Z]{3}|cents)$/.test(unit);

/** Short units that are words of their own, unless they follow what is measured in them: "duration_min", "weight_g". */
const SHORT_UNITS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^(duration|time|length|runtime|delay|elapsed)$/, { min: "minutes", s: "seconds", sec: "seconds", h: "hours" }],
  [/^(weight|mass)$/, { g: "g", lb: "lb", t: "t" }],
  [/^(length|height|width|depth|distance|altitude)$/, { m: "m", ft: "ft", mi: "miles" }],
];

/** "square_meters", "sq_ft" */
const squared = (length: string): string | undefined =>
  /^(?:meters?|metres?|m)$/.test(length) ? "m²" : /^(?:feet|foot|ft)$/.test(length) ? "sq ft" : undefined;

function unitWord(words: readonly string[]): string | undefined {
  const [last = "", before = ""] = [words.at(-1), words.at(-2)];
  // A price per kg is no weight.
  if (before === "per") return undefined;
  const said = /^(?:square|sq)$/.test(before) ? squared(last) : bySpelling.get(last);
  if (said !== undefined) return said;
  const short = SHORT_UNITS.find(([measured, units]) => measured.test(before) && Object.hasOwn(units, last));
  return short?.[1][last];
}

/** What a column's values are counted in, as its name tells; undefined if it does not. */
export function unitOf(name: string): string | undefined {
  return /%\s*$/.test(name) ? "%" : unitWord(splitIdentifier(name));
}

/** The unit a word of a question names, in the singular or plural: "kilometre", "kilos". */
export const unitNamed = (word: string): string | undefined =>
  bySpelling.get(word) ?? otherUnits.get(word) ?? bySpelling.get(`${word}s`);

/** Units as they are said, rather than written in names. */
const otherUnits = new Map([
  ["kilo", "kg"],
  ["kilos", "kg"],
  ["tons", "t"],
  ["ton", "t"],
  ["m", "m"],
  ["calories", "kcal"],
  ["calorie", "kcal"],
]);

/** Units of one kind, each with how many of the first it is. */
const SAME_KIND: readonly Readonly<Record<string, number>>[] = [
  { millisecond: 1, ms: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 },
  { mm: 1, cm: 10, m: 1000, km: 1_000_000, miles: 1_609_344 },
  { g: 1, lb: 453.59237, kg: 1000, t: 1_000_000 },
  { ml: 1, l: 1000 },
  { kWh: 1, MWh: 1000 },
  { kW: 1, MW: 1000 },
  { "m²": 1, acres: 4046.856, ha: 10_000 },
  { KB: 1, MB: 1000, GB: 1_000_000, TB: 1_000_000_000 },
];

/** How many of another unit one is: 100 centimetres a metre. Null where they measure different things. */
export function timesInUnit(one: string, other: string): number | null {
  const [from, to] = [one, other].map((unit) => unit.replace(/(?<=second|minute|hour|day|week)s$/, ""));
  const kind = SAME_KIND.find((units) => Object.hasOwn(units, from ?? "") && Object.hasOwn(units, to ?? ""));
  return kind === undefined ? null : (kind[from ?? ""] ?? 0) / (kind[to ?? ""] ?? 1);
}

/** True where so many of a unit are one of another of its kind, or one of it is so many of those. */
export const isTimesInUnit = (unit: string, times: number): boolean =>
  SAME_KIND.some(
    (kind) =>
      Object.hasOwn(kind, unit) &&
      Object.keys(kind).some(
        (other) =>
          other !== unit &&
          [other, unit].some(
            (one) => Math.abs((timesInUnit(one, one === unit ? other : unit) ?? 0) / times - 1) < 1e-9,
          ),
      ),
  );

/** The unit that a comment says: "Current list price in euros". */
export function unitSaid(comment: string): string | undefined {
  const words = [...comment.matchAll(/\bin ([\p{L}]+)/gu)].map(([, word = ""]) => word.toLowerCase());
  return words.map((word) => bySpelling.get(word)).find((unit) => unit !== undefined);
}

/** A column's words without its unit, which stands with its values: "weight" of "weight kg". */
export function withoutUnit(words: string): string {
  const all = words.split(" ");
  // "square meters" of floors are their area.
  const isArea = all.length > 1 && squared(all.at(-1) ?? "") !== undefined && /^(?:square|sq)$/.test(all.at(-2) ?? "");
  if (isArea) return [...all.slice(0, -2), ...(all.at(-3) === "area" ? [] : ["area"])].join(" ");
  return all.length > 1 && unitWord(all) !== undefined ? all.slice(0, -1).join(" ") : words;
}

/** A figure with its unit: "12 %", "1 day", "850 kg". */
export function withUnit(figure: string, unit: string | undefined): string {
  if (unit === undefined) return figure;
  return figure === "1" && /^(days|hours|minutes|seconds|weeks|months|years|miles)$/.test(unit)
    ? `${figure} ${unit.slice(0, -1)}`
    : `${figure} ${unit}`;
}
