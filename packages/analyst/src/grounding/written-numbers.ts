import { BOUND, CITATIONS, DATES, MULTIPLE, ROUNDED, scalesOf } from "./number-words.ts";

/** What a written number may be worth: `value`, and how far a figure that was rounded to it may lie from it. */
export interface Meaning {
  value: number;
  tolerance: number;
}

/** A number as a text shows it. */
export interface Written {
  text: string;
  /** Where it begins in the text. */
  at: number;
  /** More than one where the separator is ambiguous: "1.234" is 1234 or 1.234. */
  meanings: readonly Meaning[];
  isPercent: boolean;
  /** Percentage points are differences of percentages. */
  isPoints: boolean;
  isMultiple: boolean;
  isNegative: boolean;
  /** True for digits alone, as in a year. */
  isPlain: boolean;
  /** True for a number in words. */
  isSpelled?: boolean;
  /** What stands before and after it. */
  before: string;
  after: string;
}

/** A date or a place in a text, which is not a figure. */
export interface Named {
  text: string;
  at: number;
  kind: "date" | "citation";
}

export interface TextNumbers {
  written: Written[];
  named: Named[];
}

/** Code, addresses, names in code, and the numbers of lists and headings. */
const UNSAID: readonly RegExp[] = [
  /```\s*(?:sql|postgres\w*|mysql|mariadb|sqlite|duckdb|redshift|athena|trino|presto)\b[^]*?(?:```|$(?![^]))/gi,
  /```\s*(?:with|select)\b[^]*?(?:```|$(?![^]))/gi,
  /`[^`\n]*\p{L}[^`\n]*`/gu,
  /\bhttps?:\/\/[^\s)>\]]+/gi,
  /^[\s>]*(?:#{1,6}\s*)?\d{1,3}[.)]\s/gm,
];

/** Groups of three after spaces or apostrophes, or digits with points and commas. */
const DIGITS = String.raw`\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?(?![ \u00a0\u2009\u202f'’]?\d)|\d+(?:[.,]\d+)*`;
const UNIT = String.raw`(?:[ \u00a0\u202f]?(?:%|‰)|[ \u00a0\u202f](?:percentage points?|percent|per cent|prozentpunkten?|prozentpunkte|prozent|pour cent|por ciento|pp|p\.p\.)(?!\p{L})|[ \u00a0\u202f-]?\p{L}+\.?)?`;
/** No part of a word or of a code, but currencies stand before numbers. */
const NUMBER_IN_TEXT = new RegExp(
  String.raw`(?:(?<=(?<!\p{L})(?:EUR|USD|GBP|CHF|US|JPY|INR|Rs))|(?<![\p{L}\p{N}]|[\p{L}\p{N}][_-]|\d[.,]))(${DIGITS})(${UNIT})`,
  "giu",
);
const ORDINAL = /^(?:st|nd|rd|th|ème|er|º|ª)$/i;
const PERCENT = /^[\s-]*(?:%|percent$|per cent|prozent$|pour cent|por ciento)/i;
const POINTS = /^[\s-]*(?:percentage points?|prozentpunkt\w*|pp|p\.p\.)$|^\s?%[\s-]*(?:points?|punkte?n?)/i;

/** The numbers of a text, whatever digits and separators it is written with, and its dates and places. Linear in the text. */
export function numbersIn(text: string): TextNumbers {
  const named: Named[] = [];
  let words = latinDigits(text);
  const take = (pattern: RegExp, kind: Named["kind"] | null) => {
    words = words.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.find((each) => typeof each === "number") ?? 0;
      if (kind) named.push({ text: text.slice(at, at + found.length), at, kind });
      return found.replace(/[^\n]/g, "\u0000");
    });
  };
  for (const pattern of UNSAID) take(pattern, null);
  if (!/\d/.test(words)) return { written: [], named };
  for (const pattern of DATES) take(pattern, "date");
  for (const pattern of CITATIONS) take(pattern, "citation");
  const written = [...words.matchAll(NUMBER_IN_TEXT)].flatMap((match) => writtenNumber(match, words, text) ?? []);
  return { written, named };
}

const CONTEXT_CHARACTERS = 32;

function writtenNumber(match: RegExpExecArray, words: string, text: string): Written | null {
  const [, digits = "", unit = ""] = match;
  const word = unit.replace(/^[\s\u00a0\u202f-]+/, "").replace(/\.$/, "");
  const isAttached = unit !== "" && word.length + (unit.endsWith(".") ? 1 : 0) === unit.length;
  if (isAttached && ORDINAL.test(word)) return null;
  const at = match.index;
  const before = words.slice(Math.max(0, at - CONTEXT_CHARACTERS), at);
  const after = words.slice(at + digits.length, at + digits.length + CONTEXT_CHARACTERS);
  const isPoints = POINTS.test(after.slice(0, CONTEXT_CHARACTERS)) || POINTS.test(unit);
  const isPercent = isPoints || PERCENT.test(unit);
  const shared = isPercent || word !== "" ? "" : unitOfRange(after);
  const scales = isPercent ? [1] : scalesOf(word || shared);
  const values = parsed(digits);
  if (values.length === 0) return null;
  const end = isPercent || scales[0] !== 1 ? digits.length + unit.length : digits.length;
  return {
    text: text.slice(at, at + end).trimEnd(),
    at,
    meanings: values.flatMap((value) => scales.map((scale) => meaning(value, scale, before))),
    isPercent: isPercent || shared === "%",
    isPoints,
    isMultiple: MULTIPLE.test(after),
    isNegative: /(?:^|[\s(:=|])[-−–]\p{Sc}?$/u.test(before) && !/\d\s?[-−–]$/.test(before),
    isPlain: /^\d+$/.test(digits) && !isPercent,
    before,
    after,
  };
}

/** "10–20 %": the first number has the unit of the second. */
const unitOfRange = (after: string): string =>
  /^\s?(?:[-–]|to|bis|and|und)\s?[\d.,]+\s?(%|\p{L}+)/u.exec(after)?.[1] ?? "";

interface Parsed {
  value: number;
  decimals: number;
  /** Zeros at the end of a whole number. */
  zeros: number;
  digits: number;
}

function meaning({ value, decimals, zeros, digits }: Parsed, scale: number, before: string): Meaning {
  const isRounded = ROUNDED.test(before);
  const isBound = !isRounded && BOUND.test(before);
  // "about 1,200" may be 1,234, but "about 1,000" is not 1,400: two digits count.
  const unit =
    (isRounded || isBound) && decimals === 0 ? 10 ** Math.min(zeros, Math.max(digits - 2, 0)) : 10 ** -decimals;
  return { value: value * scale, tolerance: (isBound ? 1 : 0.5) * unit * scale };
}

/** What digits may say, by the conventions of all languages. Nothing for versions and other codes. */
function parsed(digits: string): Parsed[] {
  const plain = digits.replace(/[\s\u00a0\u2009\u202f'’]/g, "");
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return [whole(plain)];
  if (marks.length === 1) {
    const isGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain) && plain === digits;
    return isGrouped ? [whole(plain.replace(last, "")), fraction(plain, last)] : [fraction(plain, last)];
  }
  const others = marks.slice(0, -1);
  if (others.every((mark) => mark === last)) return isGrouping(plain, last) ? [whole(plain.replaceAll(last, ""))] : [];
  const group = last === "." ? "," : ".";
  const [front = ""] = plain.split(last);
  if (!others.every((mark) => mark === group) || !isGrouping(front, group)) return [];
  return [fraction(plain.replaceAll(group, ""), last)];
}

/** Groups of three, or of two before the last as in India. */
const isGrouping = (digits: string, mark: string): boolean =>
  digits.split(mark).every((group, at, all) => {
    if (at === 0) return group.length >= 1 && group.length <= 3;
    return at === all.length - 1 ? group.length === 3 : group.length === 3 || group.length === 2;
  });

const whole = (digits: string): Parsed => ({
  value: Number(digits),
  decimals: 0,
  zeros: /0*$/.exec(digits)?.[0].length ?? 0,
  digits: digits.length,
});

function fraction(digits: string, mark: string): Parsed {
  const [front = "", back = ""] = digits.split(mark);
  return { value: Number(`${front}.${back}`), decimals: back.length, zeros: 0, digits: front.length };
}

/** Where digits of other scripts begin. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The same text with ASCII digits and separators; every character stays in its place. */
const latinDigits = (text: string): string =>
  text.replace(
    /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19\u066b\u066c\u066a]/g,
    (character) => {
      const code = character.charCodeAt(0);
      if (code === 0x66b) return ".";
      if (code === 0x66c) return ",";
      if (code === 0x66a) return "%";
      const zero = ZEROS.find((each) => code >= each && code < each + 10) ?? code;
      return String(code - zero);
    },
  );
