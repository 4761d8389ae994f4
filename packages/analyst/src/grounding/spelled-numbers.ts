import { stem } from "@parley/interpreter/language/inflection";
import type { QueryResult } from "@parley/datasource/types";
import { BOUND, ROUNDED } from "./number-words.ts";
import { once } from "./once.ts";
import type { Written } from "./written-numbers.ts";

const ENGLISH_BELOW_TWENTY =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const GERMAN_BELOW_TWENTY =
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn";
const ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig";

/** Numbers as words, in English and German; "one" and "ein" are articles as often. */
const SPELLED: ReadonlyMap<string, number> = new Map([
  ...[ENGLISH_BELOW_TWENTY, GERMAN_BELOW_TWENTY].flatMap((words) =>
    words.split(" ").map((word, at) => [word, at + 2] as const),
  ),
  ...ENGLISH_TENS.split(" ").flatMap((ten, at) => [
    [ten, at * 10 + 20] as const,
    ...["one", ...ENGLISH_BELOW_TWENTY.split(" ").slice(0, 8)].map(
      (unit, one) => [`${ten}-${unit}`, at * 10 + 21 + one] as const,
    ),
  ]),
  ...GERMAN_TENS.split(" ").flatMap((ten, at) => [
    [ten, at * 10 + 20] as const,
    ...["ein", ...GERMAN_BELOW_TWENTY.split(" ").slice(0, 8)].map(
      (unit, one) => [`${unit}und${ten}`, at * 10 + 21 + one] as const,
    ),
  ]),
]);

/** Words that say how many were told before them. */
const BOTH = /^(?:both|beiden?)$/;

/** The whole numbers of a sentence, in digits or words. */
export function countsIn(sentence: string): ReadonlySet<number> {
  const words = sentence.toLowerCase().match(/(?<![\d.,])\d{1,3}(?![\d.,]*\d)|\p{L}+(?:-\p{L}+)?/gu) ?? [];
  return new Set(
    words.flatMap((word) => SPELLED.get(word) ?? (BOTH.test(word) ? 2 : /^\d/.test(word) ? Number(word) : [])),
  );
}

/** A number of things: the word, perhaps an adjective, and what is counted. */
const COUNTED = /(?<![\p{L}\p{N}-])(\p{L}{3,}(?:-\p{L}+)?)(?=\s+(?:(\p{L}+)\s+)?(\p{L}{3,}))/gu;
/** Words before a number that point at things which were named already. */
const POINTING =
  /(?<!\p{L})(?:the|these|those|all|both|our|their|its|other|die|diese[nr]?|den|der|jene[nr]?|alle[nr]?|unsere[nr]?|ander(?:e|en|er))\s$/iu;
const FRACTIONS: readonly { pattern: RegExp; percent: number }[] = [
  { pattern: fraction("two[ -]thirds", "zwei drittel"), percent: 200 / 3 },
  { pattern: fraction("(?:a|one)[ -]third", "ein(?:em)? drittel"), percent: 100 / 3 },
  { pattern: fraction("half", "die hälfte"), percent: 50 },
  { pattern: fraction("(?:a|one) quarter", "ein(?:em)? viertel"), percent: 25 },
  { pattern: fraction("three quarters", "(?:drei viertel|dreiviertel)"), percent: 75 },
];

/** A fraction of something that is named after it. */
function fraction(english: string, german: string): RegExp {
  const things = String.raw`(?:(?:the|all|our|these)\s+)?(\p{L}{3,})(?:\s+(\p{L}{3,}))?`;
  return new RegExp(
    String.raw`(?<![\p{L}-])(${english}\s+of|${german}(?=\s+(?:der|des|aller|unserer|von)))\s+(?:(?:der|des|aller|unserer|von)\s+)?${things}`,
    "giu",
  );
}

/** Percentage points by which a fraction in words may be off, and one that is said to be rounded. */
const FRACTION_TOLERANCE = 2;
const ROUNDED_FRACTION_TOLERANCE = 5;
const CONTEXT_BEFORE_WORD_CHARACTERS = 32;

/**
 * Numbers of a text that are written as words, English and German, where they count what the question, its tables or its results are
 * about ("three customers", "zwei Drittel der Kunden"). Others are turns of phrase ("two ways to read this") and nobody's figures.
 */
export function spelledIn(text: string, isThing: (word: string) => boolean): Written[] {
  return [...countedIn(text, isThing), ...fractionsIn(text, isThing)];
}

function countedIn(text: string, isThing: (word: string) => boolean): Written[] {
  return [...text.matchAll(COUNTED)].flatMap((match) => {
    const [, word = "", adjective, noun = ""] = match;
    const value = SPELLED.get(word.toLowerCase());
    const before = text.slice(Math.max(0, match.index - CONTEXT_BEFORE_WORD_CHARACTERS), match.index);
    if (value === undefined || POINTING.test(before) || BOUND.test(before) || ROUNDED.test(before)) return [];
    if (!isThing(noun) && !(adjective && isThing(adjective))) return [];
    return [spelledNumber(text, { word, at: match.index }, { value, tolerance: 0 })];
  });
}

function fractionsIn(text: string, isThing: (word: string) => boolean): Written[] {
  return FRACTIONS.flatMap(({ pattern, percent }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, said = "", noun = "", next = ""] = match;
      const before = text.slice(Math.max(0, match.index - CONTEXT_BEFORE_WORD_CHARACTERS), match.index);
      if (!(isThing(noun) || isThing(next)) || BOUND.test(before)) return [];
      const word = said.replace(/\s+of$/i, "");
      const tolerance = ROUNDED.test(before) ? ROUNDED_FRACTION_TOLERANCE : FRACTION_TOLERANCE;
      return [
        {
          ...spelledNumber(text, { word, at: match.index }, { value: percent, tolerance }),
          isPercent: true,
          isPlain: false,
        },
      ];
    }),
  );
}

const spelledNumber = (
  text: string,
  { word, at }: { word: string; at: number },
  meaning: Written["meanings"][number],
): Written => ({
  text: word,
  at,
  meanings: [meaning],
  isPercent: false,
  isPoints: false,
  isMultiple: false,
  isNegative: false,
  isPlain: true,
  isSpelled: true,
  before: text.slice(Math.max(0, at - CONTEXT_BEFORE_WORD_CHARACTERS), at),
  after: text.slice(at + word.length, at + word.length + CONTEXT_BEFORE_WORD_CHARACTERS),
});

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
