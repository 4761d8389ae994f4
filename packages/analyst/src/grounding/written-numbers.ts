import { BOUND, CITATIONS, DATES, MULTIPLE, PASSAGE_NUMBER, RANKED, ROUNDED, scalesOf } from "./number-words.ts";
import { fillersAt, latinDigits } from "./latin-digits.ts";
import { fractionOf } from "./vulgar-fractions.ts";

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
  /** True for what is said so roughly that much is near it: "doubled". */
  isCoarse?: boolean;
  /** True for what something grew or fell by, and for nothing else: "by a third". */
  isChange?: boolean;
  /** True for "no customers". */
  isNone?: boolean;
  /** Characters whose numbers it may stand for, where they count nothing themselves: "nine out of ten". */
  standsFor?: number;
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

/** Code, addresses, and names in code. */
const UNSAID: readonly RegExp[] = [
  /```\s*(?:sql|postgres\w*|mysql|mariadb|sqlite|duckdb|redshift|athena|trino|presto)\b[^]*?(?:```|$(?![^]))/gi,
  /```\s*(?:with|select)\b[^]*?(?:```|$(?![^]))/gi,
  /`[^`\n]*\p{L}[^`\n]*`/gu,
  /\bhttps?:\/\/[^\s)>\]]+/gi,
];
/** The numbers of lists and headings. */
const LISTED = /^([\s>]*(?:#{1,6}\s*)?)(\d{1,3})[.)]\s/gm;
/** "20-25", and not a code of more parts: its hyphen is read as the dash of "20–25". */
const HYPHENATED_RANGE = /(?<![\p{L}\p{N}_.,/-])(\d+(?:[.,]\d+)*)-(?=\d+(?:[.,]\d+)*(?![\p{L}\p{N}_-]))/gu;

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

/**
 * The numbers of a text, whatever digits and separators it is written with, and its dates and places; in brackets, those of
 * passages only where there are any. Linear in the text.
 */
export function numbersIn(text: string, hasPassages = true): TextNumbers {
  const named: Named[] = [];
  let words = withoutListing(latinDigits(text));
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
  for (const pattern of hasPassages ? [PASSAGE_NUMBER, ...CITATIONS] : CITATIONS) take(pattern, "citation");
  words = words.replace(HYPHENATED_RANGE, "$1–");
  const written = [...words.matchAll(NUMBER_IN_TEXT)].flatMap((match) => writtenNumber(match, words, text) ?? []);
  return { written, named };
}

/** The text without the numbers of lists, which begin with the first and go on one by one: "57." at the start of a line is a figure. */
function withoutListing(text: string): string {
  const seen = new Set<number>([0]);
  return text.replace(LISTED, (found: string, lead: string, digits: string) => {
    const number = Number(digits);
    if (number > 1 && !seen.has(number - 1)) return found;
    seen.add(number);
    return lead + " ".repeat(found.length - lead.length);
  });
}

const CONTEXT_CHARACTERS = 32;

function writtenNumber(match: RegExpExecArray, words: string, text: string): Written | null {
  const [, digits = "", unit = ""] = match;
  const at = match.index;
  const before = words.slice(Math.max(0, at - CONTEXT_CHARACTERS), at);
  const after = words.slice(at + digits.length, at + digits.length + CONTEXT_CHARACTERS);
  const { isOrdinal, isPoints, isPercent, shared, scales } = readUnit(unit, after);
  if (isOrdinal && !RANKED.test(after)) return null;
  const part = fractionOf(after.slice(0, 1));
  const values = parsed(digits).map((each) => withPart(each, part));
  if (values.length === 0) return null;
  const isWithUnit = isPercent || scales[0] !== 1 || isOrdinal;
  const end = digits.length + (isWithUnit ? unit.length : Math.ceil(part));
  return {
    text: text.slice(at, at + end + fillersAt(words, at + end)).trimEnd(),
    at,
    meanings: values.flatMap((value) => scales.map((scale) => meaning(value, scale, before))),
    isPercent: isPercent || shared === "%",
    isPoints,
    isMultiple: MULTIPLE.test(after.slice(Math.ceil(part))),
    isNegative: isMinus(before),
    isPlain: /^\d+$/.test(digits) && !isPercent && part === 0,
    ...(isOrdinal && { isSpelled: true }),
    before,
    after,
  };
}

/** What stands behind digits: a unit of their own, or that of the range which they begin. */
function readUnit(unit: string, after: string) {
  const word = unit.replace(/^[\s\u00a0\u202f-]+/, "").replace(/\.$/, "");
  const isAttached = unit !== "" && word.length + (unit.endsWith(".") ? 1 : 0) === unit.length;
  const isPoints = POINTS.test(after) || POINTS.test(unit);
  const isPercent = isPoints || PERCENT.test(unit);
  const shared = isPercent || word !== "" ? "" : unitOfRange(after);
  const scales = isPercent ? [1] : scalesOf(word || shared);
  return { isOrdinal: isAttached && ORDINAL.test(word), isPoints, isPercent, shared, scales };
}

const withPart = (number: Parsed, part: number): Parsed =>
  part > 0 ? { ...number, value: number.value + part, decimals: 2 } : number;

const isMinus = (before: string): boolean => /(?:^|[\s(:=|])[-−–]\p{Sc}?$/u.test(before) && !/\d\s?[-−–]$/.test(before);

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
