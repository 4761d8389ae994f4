import { stem } from "@parley/interpreter/language/inflection";
import type { QueryResult } from "@parley/datasource/types";
import { BOUND, ROUNDED } from "./number-words.ts";
import { once } from "./once.ts";
import { sharesIn } from "./shares-in-words.ts";
import { SPELLED, spelledValues } from "./spelled-values.ts";
import { before as wordsBefore, changesIn, multiplesIn, vulgarIn, wordNumber } from "./word-numbers.ts";
import type { Written } from "./written-numbers.ts";

/** Words that say how many were told before them. */
const BOTH = /^(?:both|beiden?)$/;

/** The whole numbers of a sentence, in digits or words. */
export function countsIn(sentence: string): ReadonlySet<number> {
  const words = sentence.toLowerCase().match(/(?<![\d.,])\d{1,3}(?![\d.,]*\d)|\p{L}+(?:-\p{L}+)?/gu) ?? [];
  return new Set(
    words.flatMap((word) => SPELLED.get(word) ?? (BOTH.test(word) ? 2 : /^\d/.test(word) ? Number(word) : [])),
  );
}

/** What follows a number of things: perhaps an adjective, and what is counted. */
const COUNTED = /^\s+(?:(\p{L}+)\s+)?(\p{L}{3,})/u;
/** One of a thing, where nobody could take it for an article. */
const ONLY_ONE =
  /(?<=(?<!\p{L})(?:only|just|exactly|nur|genau|lediglich)\s)(?:one|eine[nmrs]?|ein)(?=\s+(?:(\p{L}+)\s+)?(\p{L}{3,}))/giu;
const CURRENCY_NAME = /^(?:euros?|dollars?|pounds?|francs?|franken|yen|rupees?|usd|eur|gbp|chf)$/iu;
const PERCENT_NAME = /^\s+(?:percent|per cent|prozent)(?!\p{L})/iu;
/** From here on a number is no list of what was named, as "the two" is. */
const LARGE = 100;
/** Words before a number that point at things which were named already. */
const POINTING =
  /(?<!\p{L})(?:the|these|those|all|both|our|their|its|other|die|diese[nr]?|den|der|jene[nr]?|alle[nr]?|unsere[nr]?|ander(?:e|en|er))\s$/iu;
const FRACTIONS: readonly { pattern: RegExp; percent: number }[] = [
  { pattern: fraction("two[ -]thirds", "zwei drittel"), percent: 200 / 3 },
  { pattern: fraction("(?:a|one)[ -]third", "ein(?:em)? drittel"), percent: 100 / 3 },
  { pattern: fraction("half", "die hälfte", String.raw`|half(?=\s+(?:the|all|our|these)(?!\p{L}))`), percent: 50 },
  { pattern: fraction("(?:a|one)[ -]quarter", "ein(?:em)? viertel"), percent: 25 },
  { pattern: fraction("three[ -]quarters", "(?:drei viertel|dreiviertel)"), percent: 75 },
  { pattern: fraction("(?:a|one)[ -]fifth", "ein(?:em)? fünftel"), percent: 20 },
  { pattern: fraction("two[ -]fifths", "zwei fünftel"), percent: 40 },
  { pattern: fraction("three[ -]fifths", "drei fünftel"), percent: 60 },
  { pattern: fraction("four[ -]fifths", "vier fünftel"), percent: 80 },
  { pattern: fraction("(?:a|one)[ -]sixth", "ein(?:em)? sechstel"), percent: 100 / 6 },
  { pattern: fraction("(?:an?|one)[ -]eighth", "ein(?:em)? achtel"), percent: 12.5 },
  { pattern: fraction("(?:a|one)[ -]tenth", "ein(?:em)? zehntel"), percent: 10 },
];

/** A fraction of something that is named after it; `bare`: how English says it without "of". */
function fraction(english: string, german: string, bare = ""): RegExp {
  const things = String.raw`(?:(?:the|all|our|these)\s+)?(\p{L}{3,})(?:\s+(\p{L}{3,}))?`;
  return new RegExp(
    String.raw`(?<![\p{L}-])(${english}\s+of${bare}|${german}(?=\s+(?:der|des|aller|unserer|von)))\s+(?:(?:der|des|aller|unserer|von)\s+)?${things}`,
    "giu",
  );
}

/** Percentage points by which a fraction in words may be off, and one that is said to be rounded. */
const FRACTION_TOLERANCE = 2;
const ROUNDED_FRACTION_TOLERANCE = 5;
const AFTER_WORD_CHARACTERS = 32;

/**
 * Numbers of a text that are written as words, English and German, where they count what the question, its tables or its results are
 * about ("three customers", "zwei Drittel der Kunden"). Others are turns of phrase ("two ways to read this") and nobody's figures.
 */
export function spelledIn(text: string, isThing: (word: string) => boolean): Written[] {
  return [
    ...countedIn(text, isThing),
    ...onlyOnes(text, isThing),
    ...fractionsIn(text, isThing),
    ...sharesIn(text, isThing),
    ...multiplesIn(text),
    ...changesIn(text),
    ...vulgarIn(text),
  ];
}

function countedIn(text: string, isThing: (word: string) => boolean): Written[] {
  return spelledValues(text).flatMap(({ text: word, at, value, tolerance }) => {
    const before = wordsBefore(text, at);
    const after = text.slice(at + word.length, at + word.length + AFTER_WORD_CHARACTERS);
    const isVague = BOUND.test(before) || ROUNDED.test(before);
    const isLarge = value >= LARGE;
    // "A hundred percent sure" is no share.
    if (PERCENT_NAME.test(after) && value !== 100) {
      const number = wordNumber(text, { word, at }, { value, tolerance: isVague ? 1 : 0.5 });
      return [{ ...number, isPercent: true, isPlain: false, isSpelled: false }];
    }
    if (!isLarge && (isVague || POINTING.test(before))) return [];
    const [, adjective, noun = ""] = COUNTED.exec(after) ?? [];
    const isCounted = isThing(noun) || (adjective !== undefined && isThing(adjective));
    if (!isCounted && !(isLarge && CURRENCY_NAME.test(adjective ?? noun))) return [];
    return [wordNumber(text, { word, at }, { value, tolerance: Math.max(tolerance, isVague ? leeway(value) : 0) })];
  });
}

const onlyOnes = (text: string, isThing: (word: string) => boolean): Written[] =>
  [...text.matchAll(ONLY_ONE)].flatMap((match) => {
    const [word, adjective, noun = ""] = match;
    if (!isThing(noun) && !(adjective !== undefined && isThing(adjective))) return [];
    return [wordNumber(text, { word, at: match.index }, { value: 1, tolerance: 0 })];
  });

/** How far off "about two thousand" may be: by its last digit that is not zero, but no more than two digits count. */
function leeway(value: number): number {
  const digits = String(value).length;
  const zeros = /0*$/.exec(String(value))?.[0].length ?? 0;
  return 10 ** Math.min(zeros, Math.max(digits - 2, 0));
}

function fractionsIn(text: string, isThing: (word: string) => boolean): Written[] {
  return FRACTIONS.flatMap(({ pattern, percent }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, said = "", noun = "", next = ""] = match;
      const before = wordsBefore(text, match.index);
      if (!(isThing(noun) || isThing(next)) || BOUND.test(before)) return [];
      const word = said.replace(/\s+of$/i, "");
      const tolerance = ROUNDED.test(before) ? ROUNDED_FRACTION_TOLERANCE : FRACTION_TOLERANCE;
      return [
        {
          ...wordNumber(text, { word, at: match.index }, { value: percent, tolerance }),
          isPercent: true,
          isPlain: false,
          isCoarse: true,
        },
      ];
    }),
  );
}

const TABLE_NAMES = /\b(?:from|join)\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\w+)/gi;
/** Spans of time are counted without being anybody's rows, and so is what an answer says of itself. */
const NO_THING =
  /^(?:days?|weeks?|months?|quarters?|years?|hours?|minutes?|times?|ways?|tables?|columns?|quer(?:y|ies)|questions?|tag(?:e|en)?|wochen?|monat(?:e|en)?|quartal(?:e|en)?|jahr(?:e|en)?|stunden?|minuten?|tabellen?|spalten?|abfragen?|fragen?)$/iu;

/** Tells whether a word is a thing that a turn is about: of a column's or a table's name, or of the question. */
export function thingsOf(results: readonly QueryResult[], sql: string, question: string): (word: string) => boolean {
  const stems = once(() => {
    const names = [
      ...results.flatMap(({ columns }) => columns.map(({ name }) => name)),
      ...[...sql.matchAll(TABLE_NAMES)].map(([, name = ""]) => name),
    ];
    const words = [
      ...names.flatMap((name) => name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)),
      ...(question.match(/\p{L}{5,}/gu) ?? []),
    ];
    return new Set(words.filter(({ length }) => length > 2).map((word) => stem(word.toLowerCase())));
  });
  return (word) => !NO_THING.test(word) && stems().has(stem(word.toLowerCase()));
}
