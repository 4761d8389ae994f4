import { BOUND, ROUNDED } from "./number-words.ts";
import { SPELLED } from "./spelled-values.ts";
import { fractionOf, VULGAR_FRACTIONS } from "./vulgar-fractions.ts";
import type { Meaning, Written } from "./written-numbers.ts";

/** Characters before and after a number in words that say how it is meant. */
const CONTEXT_OF_WORD_CHARACTERS = 32;

/** A number in words as it is compared with figures; `changes`: what makes it other than a count. */
export function wordNumber(
  text: string,
  { word, at }: { word: string; at: number },
  meaning: Meaning,
  changes: Partial<Written> = {},
): Written {
  return {
    text: word,
    at,
    meanings: [meaning],
    isPercent: false,
    isPoints: false,
    isMultiple: false,
    isNegative: false,
    isPlain: true,
    isSpelled: true,
    before: before(text, at),
    after: text.slice(at + word.length, at + word.length + CONTEXT_OF_WORD_CHARACTERS),
    ...changes,
  };
}

export const before = (text: string, at: number): string =>
  text.slice(Math.max(0, at - CONTEXT_OF_WORD_CHARACTERS), at);

const TIMES_WORDS: readonly [pattern: string, times: number][] = [
  ["doubled|halved|verdoppelte?n?|halbierte?n?", 2],
  ["tripled|trebled|verdreifachte?n?", 3],
  ["quadrupled|vervierfachte?n?", 4],
  ["quintupled|verfünffachte?n?", 5],
  ["verzehnfachte?n?", 10],
];
const SMALL_NUMBERS = [...SPELLED].filter(([, value]) => value <= 20);
const small = SMALL_NUMBERS.map(([word]) => word).join("|");
const COMPARED = String.raw`(?:as\s+(?:many|much|high|large|big|often|long|low|small|few)|(?:the|that|those|what|their|its)(?!\p{L})|more|less|higher|lower|larger|smaller|bigger|so\s+(?:viele?|hoch|groß|oft|lang|häufig))`;

/** What goes up or down by so many times: "rose fivefold", "a fivefold increase"; a twofold answer does not. */
const MOVED = String.raw`(?<!\p{L})(?:rose|risen|rises?|gr[eo]wn?|grows?|increased?s?|jump(?:s|ed)?|up|expanded|multiplied|fell|fallen|falls?|drop(?:s|ped)?|declined?s?|decreased?s?|down)`;
const MOVES = String.raw`(?:increase|rise|growth|jump|gain|surge|drop|decline|decrease|fall|difference|more|higher|lower|less)`;

/** Words that say how many times one figure is another, where two figures are compared: "bought twice" counts nothing of the kind. */
const MULTIPLES: readonly { pattern: RegExp; times: (said: string) => number }[] = [
  ...TIMES_WORDS.map(([words, times]) => ({
    pattern: new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}-])`, "giu"),
    times: () => times,
  })),
  { pattern: compared("twice|double|doppelt"), times: () => 2 },
  { pattern: compared("thrice|triple"), times: () => 3 },
  { pattern: /(?<!\p{L})(?:das|dem)\s+Doppelte(?!\p{L})/giu, times: () => 2 },
  { pattern: compared(String.raw`(?:${small})\s+times`), times: numberIn },
  { pattern: compared(`(?:${small})mal`), times: numberIn },
  {
    pattern: new RegExp(
      String.raw`(?<=${MOVED}\s{1,3}(?:(?:more than|about|almost|nearly|roughly)\s{1,3})?)(?:${small})-?fold(?!\p{L})|(?<!\p{L})(?:${small})-?fold(?=\s+${MOVES})`,
      "giu",
    ),
    times: numberIn,
  },
  {
    pattern: new RegExp(String.raw`(?<!\p{L})(?:das|dem|des|auf)\s+(?:${small})fachen?(?!\p{L})`, "giu"),
    times: numberIn,
  },
];

function compared(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?=\s+${COMPARED})`, "giu");
}

/** The longest of the small numbers that stand in what was said: "fourteen" before "four". */
function numberIn(said: string): number {
  const lower = said.toLowerCase();
  const found = SMALL_NUMBERS.filter(([word]) => lower.includes(word)).toSorted(([a], [b]) => b.length - a.length)[0];
  return found?.[1] ?? 0;
}

/** By what part "doubled" may be off, and what is said to be a bound: "more than doubled". */
const MULTIPLE_TOLERANCE = { plain: 0.1, rounded: 0.2, bound: 0.5 } as const;

/** How many times one figure is another, as words say it: "doubled", "twice as many", "dreimal so viele". */
export function multiplesIn(text: string): Written[] {
  const found = new Map<number, Written>();
  for (const { pattern, times } of MULTIPLES)
    for (const match of text.matchAll(pattern)) {
      const said = { word: match[0], at: match.index };
      const value = times(match[0]);
      const ahead = before(text, match.index).replace(/(?<!\p{L})(?:have|has|had|hat|haben|sich|to)\s+$/iu, "");
      const part = BOUND.test(ahead)
        ? MULTIPLE_TOLERANCE.bound
        : ROUNDED.test(ahead)
          ? MULTIPLE_TOLERANCE.rounded
          : MULTIPLE_TOLERANCE.plain;
      found.set(
        match.index,
        wordNumber(
          text,
          said,
          { value, tolerance: value * part },
          { isMultiple: true, isPlain: false, isSpelled: false, isCoarse: true },
        ),
      );
    }
  return [...found.values()];
}

const PARTS: readonly [pattern: string, percent: number][] = [
  ["(?:a|one)[ -]third|ein drittel", 100 / 3],
  ["two[ -]thirds|zwei drittel", 200 / 3],
  ["half|die hälfte", 50],
  ["(?:a|one)[ -]quarter|ein viertel", 25],
  ["three[ -]quarters|drei viertel", 75],
  ["(?:a|one)[ -]fifth|ein fünftel", 20],
  ["(?:a|one)[ -]tenth|ein zehntel", 10],
];
const CHANGED_BY = PARTS.map(([words, percent]) => ({
  pattern: new RegExp(
    String.raw`(?<=(?<!\p{L})(?:by|um)\s+(?:(?:about|almost|nearly|etwa|rund|fast|knapp)\s+)?)(?:${words})(?![\p{L}-])`,
    "giu",
  ),
  percent,
}));
/** Percentage points by which a fraction in words may be off. */
const CHANGE_TOLERANCE = 3;

/** Changes that are said as fractions: "fell by a third", "um die Hälfte". */
export const changesIn = (text: string): Written[] =>
  CHANGED_BY.flatMap(({ pattern, percent }) =>
    [...text.matchAll(pattern)].map((match) =>
      wordNumber(
        text,
        { word: match[0], at: match.index },
        { value: percent, tolerance: CHANGE_TOLERANCE },
        { isPercent: true, isPlain: false, isSpelled: false, isCoarse: true, isChange: true },
      ),
    ),
  );

const VULGAR_ALONE = new RegExp(`(?<![\\p{L}\\p{N}/])[${VULGAR_FRACTIONS}](?![\\p{L}\\p{N}])`, "gu");

/** Fractions that are one character, and stand for a share: "¾ of the orders". */
export const vulgarIn = (text: string): Written[] =>
  [...text.matchAll(VULGAR_ALONE)].map((match) =>
    wordNumber(
      text,
      { word: match[0], at: match.index },
      { value: 100 * fractionOf(match[0]), tolerance: CHANGE_TOLERANCE },
      { isPercent: true, isPlain: false, isSpelled: false, isCoarse: true },
    ),
  );
