import { type Catalog, normalise } from "./catalog/catalog.ts";
import { germanInEnglish } from "./language/german.ts";
import { withWishes } from "./language/said-after.ts";
import { withoutContext } from "./language/said-before.ts";
import { stem } from "./language/inflection.ts";
import { withDates } from "./language/typed-dates.ts";
import { withFigures } from "./language/typed-numbers.ts";
import { withTyped } from "./language/typed-words.ts";
import { units } from "./language/periods.ts";
import { type Correction, timeMeant } from "./link/spelling.ts";

/** A question in the words that are read. */
export interface AsTyped {
  text: string;
  /** Its English, where it was asked in another language; null for most. */
  english: string | null;
  /** What was read in another way than it stands, and is told. */
  told: Correction[];
}

/** A question as it was typed or spoken in the words, figures and dates that the stages read. What is in quotes stays. */
export function asTyped(text: string, catalog: Catalog, now: Date): AsTyped {
  const { vocabulary, values, valuesByWord } = catalog;
  const isName = (word: string) =>
    vocabulary.has(stem(word)) || values.has(normalise(word)) || valuesByWord.has(stem(word));
  const isValue = (word: string) => values.has(word) || (word.length > 3 && valuesByWord.has(stem(word)));
  const english = germanInEnglish(text, {
    isNamed: (name) => vocabulary.has(name),
    isValue: (word) => values.has(word),
  });
  const told: Correction[] = [];
  const read = outsideQuotes(withWishes(withoutContext(english ?? text, isValue)), (part) => {
    const timed = english === null ? withTimes(withTyped(withRatios(part, catalog), isName), catalog, told) : part;
    const dated = withDates(timed, now, isName);
    const figured = withFigures(dated, isName);
    told.push(...figured.told);
    return figured.text;
  });
  return { text: read, english: english === null ? null : read, told };
}

/** "the yaer before": words of the calendar, which decide how a question goes on. */
const withTimes = (text: string, catalog: Catalog, told: Correction[]): string =>
  text.replace(/(?<![\p{L}\p{N}'’-])\p{Ll}{4,10}(?![\p{L}\p{N}'’-])/gu, (said) => {
    const meant = timeMeant(said, catalog);
    if (meant !== null) told.push({ from: said, to: meant });
    return meant ?? said;
  });

/** "revenue/customer": so much for each, where both are of the data or of every business. */
const withRatios = (text: string, { vocabulary, values }: Catalog): string =>
  text.replace(
    /(?<![\p{L}\p{N}/])(\p{Ll}{3,})\/(\p{Ll}{3,})(?![\p{L}\p{N}/])/gu,
    (all, figure: string, each: string) => {
      // "shop/phone" are two values.
      const isNamed = (word: string) => vocabulary.has(stem(word)) && !values.has(word);
      const isFigure =
        isNamed(figure) || /^(?:revenue|rev|sales|orders|costs?|profit|income|spend|average|avg|count)$/.test(figure);
      const isEach = (isNamed(each) || units.has(each)) && !/[^s]s$/.test(each);
      return isFigure && isEach && !values.has(all) ? `${figure} per ${each}` : all;
    },
  );

const quoted = /"[^"]*"|“[^”]*”|‘[^’]*’(?!\p{L})|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/u;

/** Changes what stands outside of quotes; nothing where there are some and a part of it begins or ends in space, which counts. */
function outsideQuotes(text: string, change: (part: string) => string): string {
  const found = quoted.exec(text);
  if (found === null) return change(text);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const changed = (part: string) => {
    const [, lead = "", said = "", tail = ""] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? [];
    return said === "" ? part : `${lead}${change(said)}${tail}`;
  };
  return `${changed(before)}${found[0]}${outsideQuotes(after, changed)}`;
}
