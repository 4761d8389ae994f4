import { type Catalog, normalise } from "./catalog/catalog.ts";
import { germanInEnglish } from "./language/german.ts";
import { withoutContext } from "./language/said-before.ts";
import { stem } from "./language/inflection.ts";
import { withDates } from "./language/typed-dates.ts";
import { withFigures } from "./language/typed-numbers.ts";
import { withTyped } from "./language/typed-words.ts";
import type { Correction } from "./link/spelling.ts";

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
  const read = outsideQuotes(withoutContext(english ?? text, isValue), (part) => {
    const dated = withDates(english === null ? withTyped(part, isName) : part, now, isName);
    const figured = withFigures(dated, isName);
    told.push(...figured.told);
    return figured.text;
  });
  return { text: read, english: english === null ? null : read, told };
}

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
