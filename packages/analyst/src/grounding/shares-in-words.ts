import { SPELLED } from "./spelled-values.ts";
import { wordNumber } from "./word-numbers.ts";
import type { Written } from "./written-numbers.ts";

const SMALL_NUMBER = String.raw`\d{1,3}|one|ein(?:e[rnms]?)?|${[...SPELLED].flatMap(([word, value]) => (value <= 20 ? word : [])).join("|")}`;
/** "nine out of ten customers", "1 von 5 Kunden". */
const OUT_OF = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,-])(${SMALL_NUMBER})\s+(?:out\s+of|in|of|von)\s+(${SMALL_NUMBER})(?=\s+(?:(\p{L}+)\s+)?(\p{L}{3,}))`,
  "giu",
);
/** "every third order", "jeder zweite Kunde". */
const EVERY =
  /(?<!\p{L})(?:every|jede[rsnm]?)\s+(second|other|third|fourth|fifth|tenth|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|fünfte[rsn]?|zehnte[rsn]?)(?=\s+(\p{L}{3,}))/giu;
const EVERY_NTH: readonly [pattern: RegExp, nth: number][] = [
  [/^(?:second|other|zwei)/i, 2],
  [/^(?:third|drit)/i, 3],
  [/^(?:fourth|vier)/i, 4],
  [/^(?:fifth|fünf)/i, 5],
  [/^(?:tenth|zehn)/i, 10],
];
/** "1/3", but no date. */
const SLASHED = /(?<![\p{L}\p{N}.,/])([1-9])\/([2-9]|10)(?![\p{L}\p{N}/]|[.,]\d)/gu;

/** Numbers up to which "three out of ten" says a share; of more things both are counted. */
const MOST_OF_SHARE = 20;
/** Percentage points by which a share in words may be off. */
const SHARE_TOLERANCE = 5;

/** The number of a word or of digits; an article is one. */
const valueOf = (word: string): number => (/^\d/.test(word) ? Number(word) : (SPELLED.get(word.toLowerCase()) ?? 1));

/**
 * Shares that are said as so many out of so many, and as every so-manieth. They stand for the two numbers that they are made of,
 * where those count nothing themselves.
 */
export function sharesIn(text: string, isThing: (word: string) => boolean): Written[] {
  const outOf = [...text.matchAll(OUT_OF)].flatMap((match) => {
    const [word, part = "", whole = "", adjective, noun = ""] = match;
    if (!isThing(noun) && !(adjective !== undefined && isThing(adjective))) return [];
    return share(text, { word, at: match.index }, [valueOf(part), valueOf(whole)]);
  });
  const slashed = [...text.matchAll(SLASHED)].flatMap((match) => {
    const [word, part = "", whole = ""] = match;
    return share(text, { word, at: match.index }, [Number(part), Number(whole)]);
  });
  const every = [...text.matchAll(EVERY)].flatMap((match) => {
    const [word, ordinal = "", noun = ""] = match;
    const nth = EVERY_NTH.find(([pattern]) => pattern.test(ordinal))?.[1];
    if (nth === undefined || !isThing(noun)) return [];
    return [percent(text, { word, at: match.index }, 100 / nth)];
  });
  return [...outOf, ...slashed, ...every];
}

function share(text: string, said: { word: string; at: number }, [part, whole]: [number, number]): Written[] {
  if (whole < 2 || part >= whole || (whole > MOST_OF_SHARE && whole !== 100)) return [];
  return [{ ...percent(text, said, (100 * part) / whole), standsFor: said.word.length }];
}

const percent = (text: string, said: { word: string; at: number }, value: number): Written =>
  wordNumber(text, said, { value, tolerance: SHARE_TOLERANCE }, { isPercent: true, isPlain: false, isCoarse: true });
