import { adjectiveOf, compoundOf, germanNouns, withUmlauts } from "./german-nouns.ts";
import { germanPhrases, germanSmallWords } from "./german-words.ts";
import { stem } from "./inflection.ts";
import { singular } from "./words.ts";

/** Words of English questions that are no German ones. */
const english =
  /^(?:the|of|how|many|much|what|which|who|whose|when|where|why|are|is|were|has|have|had|did|do|does|and|or|by|with|without|for|from|to|not|only|please|show|list|give|me|we|us|our|my|last|this|year|month|top|each|every|all|average|total|per|between|than|more|most)$/i;
/** These are said in both. */
const inBoth =
  /^(?:was|in|name|status|april|august|september|november|top|per|team|teams|tickets?|patient|budget|artikel|die|war|hat|an|am|land|art|note|alter|tag|best|lager|typ|autos?|persons?|installation|region|e?-?mail|gut|ab|so|boot|segments?|instruments?|depots?|clubs?|manager|position|hey|hi|ok|million|portugal|mal|instrument|trainer|tier|miete?)$/i;
const word = /[\p{L}][\p{L}-]*/gu;

/** What of a question is of the data: names of the schema by their stems, and values. */
export interface Names {
  isNamed: (stem: string) => boolean;
  isValue: (lower: string) => boolean;
}

/**
 * A German question word by word in English, which is how it is read from there on; null for any other. A word that the
 * schema is written in stays, and so do values and what is not known: it may be a name.
 */
export function germanInEnglish(asked: string, names: Names): string | null {
  if (isEnglish(asked)) return null;
  const question = umlautsIn(asked, names);
  if (!isGerman(question, names)) return null;
  const phrased = germanPhrases.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain),
    withGenitives(numbersIn(question)),
  );
  const text = phrased.replace(word, (said: string, at: number) => {
    if (names.isNamed(stem(said.toLowerCase()))) return said;
    const value = valueOf(said, names);
    if (value !== null) return value;
    const meant = inEnglish(said);
    const isEach =
      /\b(?:per|each|by|a|last|this|next)\s+$/i.test(phrased.slice(0, at)) ||
      /\b(?:pro|je|nach|welche[rsmn]|ein(?:e[nrm]?)?)\s+$/i.test(phrased.slice(0, at));
    return meant === null ? said : isEach ? singular(meant) : meant;
  });
  return text.replace(/\bthe the\b/gi, "the").replace(bareYear, " in $1");
}

/** "orders cancelled 2024": the year of what was done, with no word before it. */
const bareYear = /(?<=\b(?:were|was|have|has|had|are) [a-z]+) ((?:19|20)\d\d)\b/gi;

/** "10.000" and "1,5": the point groups, and the comma is that of a decimal. */
const numbersIn = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}.,])\d{1,3}(?:\.\d{3})+(?![\p{L}\p{N}]|\.\d)/gu, (all) => all.replaceAll(".", ""))
    .replace(/(?<![\p{L}\p{N}.,])(\d+),(\d{1,2})(?![\p{L}\p{N}]|,\d)/gu, "$1.$2");

/** "Umsatz im Maerz": words that are known with their umlauts. */
function umlautsIn(text: string, { isValue }: Names): string {
  if (!/ae|oe|ue/i.test(text)) return text;
  return text.replace(word, (said) => {
    const lower = said.toLowerCase();
    if (isValue(lower) || inEnglish(lower) !== null) return said;
    const spelt = withUmlauts(lower);
    const isKnown = spelt !== lower && (isValue(spelt) || inEnglish(spelt) !== null || OF_PHRASES.test(spelt));
    return isKnown ? (/^\p{Lu}/u.test(said) ? spelt.charAt(0).toUpperCase() + spelt.slice(1) : spelt) : said;
  });
}

/** Words of phrases, which mean nothing by themselves. */
const OF_PHRASES =
  /^(?:können|könnten|könntest|könnt|würdest|würden|möchte|möchten|hätten?|benötigen?|während|größer|höher|älter|jünger|länger|längsten|nächste[nrsm]?|höchstens|häufigsten|umsatzstärkste[nrsm]?|umsatzschwächste[nrsm]?|überhaupt|jahreshälfte|vorrätig|verfügbar|führen)$/;

/** Words of fewer small letters are those of the language, whatever the data holds: "alle", "über". */
const SHORTEST_VALUE_SAID = 5;

/** A value that is said with the ending of an adjective: "offenen Rechnungen". */
function valueOf(said: string, { isValue }: Names): string | null {
  const lower = said.toLowerCase();
  if (lower.length < SHORTEST_VALUE_SAID && !/^\p{Lu}/u.test(said)) return null;
  if (isValue(lower)) return said;
  const base = lower.replace(/e[nrsm]?$/, "");
  return base !== lower && base.length > 3 && adjectiveOf(base) !== null && isValue(base) ? base : null;
}

/** Two words of English questions are enough. */
const isEnglish = (question: string): boolean =>
  (question.match(word) ?? []).filter((one) => english.test(one) && !inBoth.test(one)).length > 1;

/** More of its words are known German ones than English ones. */
function isGerman(question: string, { isNamed }: Names): boolean {
  const words = (question.match(word) ?? []).filter((one) => !inBoth.test(one));
  const other = words.filter((one) => english.test(one)).length;
  const german = words.filter(
    (one) => !english.test(one) && inEnglish(one) !== null && !isNamed(stem(one.toLowerCase())),
  ).length;
  return german > other && german >= words.length / 4;
}

/** "Gehalt der Mitarbeiter": what is whose. */
const withGenitives = (question: string): string =>
  question.replace(/(?<![\p{L}])(\p{Lu}[\p{L}-]+) (?:der|des) (?=(?:[\p{Ll}-]+ )?\p{Lu})/gu, "$1 von ");

/** One word in English; null where it is not known. */
function inEnglish(said: string): string | null {
  const lower = said.toLowerCase();
  // "Waren" are products, "waren" is a verb.
  const [first, second] = /^\p{Lu}/u.test(said) ? [germanNouns, germanSmallWords] : [germanSmallWords, germanNouns];
  const known = first.get(lower) ?? second.get(lower) ?? adjectiveOf(lower);
  return known ?? compoundOf(lower);
}
