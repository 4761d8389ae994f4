const ENGLISH_BELOW_TWENTY =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const GERMAN_BELOW_TWENTY =
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn";
const ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig";

/** Numbers below a hundred as words, in English and German; "one" and "ein" are articles as often. */
export const SPELLED: ReadonlyMap<string, number> = new Map([
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

/** Words that multiply what stands before them. */
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["dutzend", 12],
  ["hundred", 100],
  ["thousand", 1e3],
  ["tausend", 1e3],
  ["million", 1e6],
  ["millionen", 1e6],
  ["billion", 1e9],
  ["milliarde", 1e9],
  ["milliarden", 1e9],
]);
const ONE = /^(?:an?|one|eine?|einer)$/;
/** From here on a multiplier makes a rounded number: "three million" is nobody's exact figure. */
const ROUNDED_FROM = 1e6;

const HALF_DOZEN = /^(?:half a dozen|a half dozen|ein halbes dutzend)(?!\p{L})/iu;
const HALF_DOZEN_CHARACTERS = 24;

/** A number as words say it. */
export interface SpelledValue {
  text: string;
  at: number;
  value: number;
  /** How far a figure may lie from it. */
  tolerance: number;
}

interface Word {
  text: string;
  at: number;
}

const SPELLED_WORD = /(?<![\p{L}\p{N}-])\p{L}+(?:-\p{L}+)*(?![\p{L}\p{N}])/gu;

/** The numbers that a text says in words, from two on: "twelve", "two hundred and fifty", "zweitausend", "drei Millionen". */
export function spelledValues(text: string): SpelledValue[] {
  const words: Word[] = [...text.matchAll(SPELLED_WORD)].map((match) => ({ text: match[0], at: match.index }));
  const found: SpelledValue[] = [];
  for (let place = 0; place < words.length;) {
    const half = HALF_DOZEN.exec(text.slice(words[place]?.at, (words[place]?.at ?? 0) + HALF_DOZEN_CHARACTERS))?.[0];
    if (half !== undefined) {
      found.push({ text: half, at: words[place]?.at ?? 0, value: 6, tolerance: 0 });
      place += half.split(/\s+/).length;
      continue;
    }
    const { count, value, tolerance } = phraseAt(words, place, text);
    const [first, last] = [words[place], words[place + count - 1]];
    if (first && last && value > 1)
      found.push({ text: text.slice(first.at, last.at + last.text.length), at: first.at, value, tolerance });
    place += Math.max(count, 1);
  }
  return found;
}

/** How many words from `start` on are one number, and which. */
function phraseAt(
  words: readonly Word[],
  start: number,
  text: string,
): { count: number } & Omit<SpelledValue, "text" | "at"> {
  let [total, current, place, tolerance] = [0, 0, start, 0];
  const lower = (at: number): string => {
    const [before, word] = [words[at - 1], words[at]];
    const isNext =
      at === start || (before && word && text.slice(before.at + before.text.length, word.at).trim() === "");
    return isNext ? (word?.text.toLowerCase() ?? "") : "";
  };
  for (; place < words.length; place++) {
    const word = lower(place);
    const multiplier = MULTIPLIERS.get(word);
    const value = valueOf(word);
    if (multiplier !== undefined && current > 0) {
      tolerance = multiplier >= ROUNDED_FROM ? multiplier / 2 : 0;
      if (multiplier >= 1e3) [total, current] = [total + current * multiplier, 0];
      else current *= multiplier;
    } else if (value !== undefined && goesOn(current, value)) {
      [current, tolerance] = [current + value, 0];
    } else if (ONE.test(word) && current === 0 && total === 0 && MULTIPLIERS.has(lower(place + 1))) {
      current = 1;
    } else if (!(word === "and" && isRound(total, current) && (valueOf(lower(place + 1)) ?? 100) < 100)) {
      break;
    }
  }
  return { count: place - start, value: total + current, tolerance };
}

/** "two hundred" may be followed by "fifty", and "two thousand" by what is below a thousand. */
const goesOn = (current: number, value: number): boolean => current === 0 || (current % 100 === 0 && value < 100);
const isRound = (total: number, current: number): boolean => total + current > 0 && current % 100 === 0;

/** The number that one word is; undefined for any other. German writes numbers below a million as one word. */
function valueOf(word: string): number | undefined {
  const known = SPELLED.get(word);
  if (known !== undefined || (!word.includes("hundert") && !/.tausend/.test(word))) return known;
  const [, thousands, afterThousands = ""] = /^(.*?)tausend(?:und)?(.*)$/.exec(word) ?? [];
  const [high, low] = [
    thousands === undefined ? 0 : part(thousands),
    part(thousands === undefined ? word : afterThousands, 0),
  ];
  return high === undefined || low === undefined ? undefined : high * 1_000 + low;
}

/** A part of a German number below a thousand; an empty one is `none`. */
function part(word: string, none = 1): number | undefined {
  if (word === "") return none;
  if (word === "ein" || word === "eins") return 1;
  const [, hundreds, rest = ""] = /^(.*?)hundert(?:und)?(.*)$/.exec(word) ?? [];
  if (hundreds === undefined) return SPELLED.get(word);
  const [high, low] = [part(hundreds), part(rest, 0)];
  return high === undefined || low === undefined ? undefined : high * 100 + low;
}
