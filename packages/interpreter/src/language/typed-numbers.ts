/** A piece of a text as it was written and as it is read. */
interface Put {
  from: string;
  to: string;
}

const small = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value] as const),
);
const tens = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, 20 + 10 * at] as const),
);
const large = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
/** Every other way of asking knows numbers up to this one by their words. */
const LARGEST_LEFT = 12;

const unit = [...small.keys()].join("|");
const ten = [...tens.keys()].join("|");
const belowHundred = `(?:(?:${ten})(?:[- ](?:${unit}))?|${unit})`;
const inWords = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:an?(?= (?:hundred|thousand|million|billion)\\b)|${belowHundred}\\b)(?:(?:[ -]|(?<=hundred|thousand|million|billion) and )(?:${belowHundred}|hundred|thousand|million|billion)\\b)*(?![-\\p{L}])`,
  "giu",
);
const ANY_WORD = new RegExp(
  `\\b(?:${[...small.keys()].slice(2).join("|")}|${ten}|hundred|thousand|million|billion)`,
  "i",
);

/** "twenty twenty five", "nineteen ninety nine": a year, said in two halves; null for any other words. */
function yearOf(words: readonly string[]): number | null {
  const [first = "", ...rest] = words;
  const century = first === "twenty" ? 20 : first === "nineteen" ? 19 : null;
  if (century === null || rest.length === 0 || rest.length > 2) return null;
  const [one = "", other] = rest;
  const later = tens.get(one) ?? (rest.length === 1 ? small.get(one) : undefined);
  if (later === undefined || later < 10) return null;
  const last = other === undefined ? 0 : small.get(other);
  return last === undefined || last > 9 ? null : century * 100 + later + last;
}

/** "two thousand five hundred"; null where the words are no one number, like "five six". */
function numberOf(words: readonly string[]): number | null {
  let [total, part, last, least] = [0, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const word of words) {
    if (word === "and") continue;
    const many = large.get(word);
    if (many !== undefined) {
      if (many >= least) return null;
      least = many;
      total += (part === 0 ? 1 : part) * many;
      [part, last] = [0, Number.POSITIVE_INFINITY];
    } else if (word === "hundred") {
      part = (part === 0 ? 1 : part) * 100;
      last = 100;
    } else {
      const value = /^an?$/.test(word) ? 1 : (tens.get(word) ?? small.get(word));
      if (value === undefined) return null;
      const fits = last === Number.POSITIVE_INFINITY || last === 100 || (last >= 20 && last % 10 === 0 && value < 10);
      if (!fits) return null;
      part += value;
      last = value;
    }
  }
  return total + part;
}

/** What is one number in figures, where it is no small one; null for other words. */
function inFigure(said: string): string | null {
  const words = said.split(/[ -]/);
  const number = yearOf(words) ?? numberOf(words);
  return number === null || (words.length === 1 && number <= LARGEST_LEFT) ? null : String(number);
}

/** Numbers of several words, and of one that is no usual one, in figures. */
const inFigures = (text: string, isName: (word: string) => boolean): string =>
  ANY_WORD.test(text)
    ? text.replace(inWords, (all, at: number) => {
        // "Twenty One Pilots", but not the first word of the question
        const said = at === 0 ? all.charAt(0).toLowerCase() + all.slice(1) : all;
        if (/\p{Lu}/u.test(said) || isName(said) || said.split(/[ -]/).some((word) => word !== "and" && isName(word)))
          return all;
        // "between one hundred and two hundred" are two.
        const isPair = /\bbetween $/i.test(text.slice(0, at));
        return (
          (isPair ? null : inFigure(said)) ??
          said
            .split(" and ")
            .map((part) => inFigure(part) ?? part)
            .join(" and ")
        );
      })
    : text;

const compared =
  "(?<=(?:\\b(?:over|above|below|under|exceeding|than|least|most|between|and|from|to|of|is|are|was|were|by)|[<>=]) ?)";
const counted =
  "(?= ?(?:[€$£%]|(?:k|m|mn|mio|mln|bn|thousand|million|billion|eur|euros?|usd|dollars?|pounds|kg|kgs|kilos?|km|tons?|tonnes|litres?|hours?|minutes?|percent)\\b))";
const times: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
const scale = (number: number, word: string): string => String(Math.round(number * (times[word.toLowerCase()] ?? 1)));

const rows: readonly (readonly [pattern: RegExp, put: (found: readonly string[]) => string])[] = [
  // "between forty and sixty thousand": of each
  [
    new RegExp(
      `\\b(between|from) (\\d{1,3}(?:\\.\\d+)?|${belowHundred}) (and|to) (\\d{1,3}(?:\\.\\d+)?|${belowHundred})( ?(?:thousand|million|billion|k))\\b`,
      "gi",
    ),
    ([, lead = "", low = "", join = "", high = "", word = ""]) => `${lead} ${low}${word} ${join} ${high}${word}`,
  ],
  // "half a million", "half a dozen"
  [/\bhalf an? (hundred|thousand|million|billion)\b/gi, ([, word = ""]) => scale(0.5, word)],
  [/\bhalf an? dozen\b/gi, () => "6"],
  // "two and a half thousand", "2 1/2 million"
  [
    /\b(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) (?:and a half|1\/2) (hundred|thousand|million|billion)\b/gi,
    ([, number = "", word = ""]) => scale((small.get(number.toLowerCase()) ?? Number(number)) + 0.5, word),
  ],
  // "a couple of hundred", "a couple of weeks"
  [/\ba (?:couple|pair) (?:of )?(hundred|thousand|million)\b/gi, ([, word = ""]) => scale(2, word)],
  [
    /\b(?:a |the )?((?:last|past|next) )?couple (?:of )?(?=(?:days|weeks|months|quarters|years)\b)/gi,
    ([, which = ""]) => `${which}2 `,
  ],
  [
    /\b(\d{1,3}|two|three|four|five|ten) dozen\b(?: of)?/gi,
    ([, number = ""]) => String(12 * (small.get(number.toLowerCase()) ?? Number(number))),
  ],
  [/\ba dozen\b(?: of)?|(?<=\b(?:top|first|last|best) )dozen\b/gi, () => "12"],
  // "five k", "2.5 K", "3 mio"
  [
    /\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|fifty)(?: ?k\b| grand(?=[\s?.!,]*$| (?:in|per|by|for|last|this|or|and|each)\b))/gi,
    ([, word = ""]) => `${small.get(word.toLowerCase()) ?? tens.get(word.toLowerCase())}k`,
  ],
  [
    /(?<![\p{L}\p{N}.,])(\d{1,3}(?:\.\d{1,2})?) ?(?:K| k| grand(?=[\s?.!,]*$| (?:in|per|by|for|last|this|or|and|each)\b))(?![\p{L}\p{N}-])/gu,
    ([, number = ""]) => `${number}k`,
  ],
  [
    /(?<![\p{L}\p{N}.,])(\d{1,3}(?:\.\d{1,2})?) ?(?:M|mio\.?|mil|mln|mn)(?![\p{L}\p{N}-])/gu,
    ([, number = ""]) => `${number} million`,
  ],
];

/** How figures are grouped elsewhere: "1.000.000", "2.500,50", "1'000", "over 1 000", and the decimal comma of "1,5 million". */
const grouped: readonly (readonly [RegExp, (all: string) => string])[] = [
  [/(?<![\p{L}\p{N}.,'’])\d{1,3}(?:['’]\d{3})+(?:\.\d+)?(?![\p{L}\p{N}'’])/gu, (all) => all.replace(/['’]/g, "")],
  [/(?<![\p{L}\p{N}.,])\d{1,3}(?:[\u00A0\u202F]\d{3})+(?![\p{L}\p{N}])/gu, (all) => all.replace(/\D/g, "")],
  [
    new RegExp(`${compared}(?:[€$£] ?)?[1-9]\\d{0,2}(?: \\d{3})+(?!\\d| \\d)`, "gi"),
    (all) => all.replace(/ (?=\d)/g, ""),
  ],
  [
    /(?<![\p{L}\p{N}.,-])\d{1,3}(?:\.\d{3})+,\d{1,2}(?![\p{L}\p{N}])/gu,
    (all) => all.replaceAll(".", "").replace(",", "."),
  ],
  [/(?<![\p{L}\p{N}.,-])\d{1,3}(?:\.\d{3}){2,}(?![\p{L}\p{N}.])/gu, (all) => all.replaceAll(".", "")],
  // Nobody ends a decimal in a nought.
  [
    new RegExp(`${compared}[€$£]?[1-9]\\d{0,2}\\.\\d\\d0(?![\\p{L}\\p{N}]|\\.\\d|,\\d)`, "giu"),
    (all) => all.replace(".", ""),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}.,-])[1-9]\\d{0,2}\\.\\d\\d0(?![\\p{L}\\p{N}]|\\.\\d|,\\d)${counted}`, "giu"),
    (all) => all.replace(".", ""),
  ],
  [new RegExp(`(?<![\\p{L}\\p{N}.,])\\d{1,3},\\d{1,2}(?!\\d)${counted}`, "giu"), (all) => all.replace(",", ".")],
  [
    new RegExp(`(?<=\\b(?:over|above|below|under|exceeding|than|least|most) )\\d{1,3},\\d(?=k?(?:\\s|[?!]|$))`, "gi"),
    (all) => all.replace(",", "."),
  ],
];

/**
 * Numbers as they are spoken and as they are grouped elsewhere, in figures. What was grouped is told: the point of "10.000" might be
 * that of a decimal.
 */
export function withFigures(text: string, isName: (word: string) => boolean): { text: string; told: Put[] } {
  const told: Put[] = [];
  let read = text;
  if (/\d/.test(read))
    for (const [pattern, put] of grouped)
      read = read.replace(pattern, (all) => {
        if (isName(all.toLowerCase())) return all;
        const to = put(all);
        told.push({ from: all, to });
        return to;
      });
  for (const [pattern, put] of rows.slice(0, FIRST_ROWS)) read = unlessNamed(read, pattern, put, isName);
  read = inFigures(read, isName);
  for (const [pattern, put] of rows.slice(FIRST_ROWS)) read = unlessNamed(read, pattern, put, isName);
  return { text: read, told };
}

/** Rows that are of words, and are read before these are numbers. */
const FIRST_ROWS = 6;

const unlessNamed = (
  text: string,
  pattern: RegExp,
  put: (found: readonly string[]) => string,
  isName: (word: string) => boolean,
): string =>
  text.replace(pattern, (all: string, ...found: string[]) =>
    isName(all.toLowerCase().trim()) ? all : put([all, ...found]),
  );
