import { germanAdjectives, germanNouns, germanPhrases, germanSmallWords } from "./german-words.ts";
import { stem } from "./inflection.ts";
import { singular } from "./words.ts";

/** Words of English questions that are no German ones. */
const english =
  /^(?:the|of|how|many|much|what|which|who|whose|when|where|why|are|is|were|has|have|had|did|do|does|and|or|by|with|without|for|from|to|not|only|please|show|list|give|me|we|us|our|my|last|this|year|month|top|each|every|all|average|total|per|between|than|more|most)$/i;
/** These are said in both. */
const inBoth =
  /^(?:was|in|name|status|april|august|september|november|top|per|team|teams|tickets?|patient|budget|artikel|die|war|hat|an|am|land|art|note|alter|tag|best|lager|typ|autos?|persons?|installation|region|e?-?mail|gut|ab|so|boot)$/i;
const word = /[\p{L}][\p{L}-]*/gu;

/**
 * A German question word by word in English, which is how it is read from there on; null for any other. A word that the
 * schema is written in stays, and so does one that is not known: it may be a name. `isNamed` says whether a stem is of the schema.
 */
export function germanInEnglish(question: string, isNamed: (stem: string) => boolean): string | null {
  if (!isGerman(question, isNamed)) return null;
  const phrased = germanPhrases.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain),
    withGenitives(question),
  );
  const text = phrased.replace(word, (said: string, at: number) => {
    if (isNamed(stem(said.toLowerCase()))) return said;
    const meant = inEnglish(said);
    const isEach =
      /\b(?:per|each|by|a|last|this|next)\s+$/i.test(phrased.slice(0, at)) ||
      /\b(?:pro|je|nach)\s+$/i.test(phrased.slice(0, at));
    return meant === null ? said : isEach ? singular(meant) : meant;
  });
  return text.replace(/\bthe the\b/gi, "the");
}

/** More of its words are known German ones than English ones. */
function isGerman(question: string, isNamed: (stem: string) => boolean): boolean {
  const words = (question.match(word) ?? []).filter((one) => !inBoth.test(one));
  const other = words.filter((one) => english.test(one)).length;
  if (other > 1) return false;
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
  const known = first.get(lower) ?? second.get(lower) ?? adjective(lower);
  return known ?? compound(lower);
}

const adjective = (lower: string): string | null =>
  germanAdjectives.get(lower) ?? germanAdjectives.get(lower.replace(/e[nrsm]?$/, "")) ?? null;

/** "Rechnungsbetrag": two nouns that are known, with the letters that join them. */
function compound(lower: string): string | null {
  for (let at = 3; at <= lower.length - 3; at++) {
    const [first, last] = [lower.slice(0, at), germanNouns.get(lower.slice(at))];
    const before =
      last === undefined ? undefined : (germanNouns.get(first) ?? germanNouns.get(first.replace(/(?:s|n|en|-)$/, "")));
    if (before !== undefined && last !== undefined) return `${singular(before)} ${last}`;
  }
  return null;
}
