import { doubleMetaphone } from "double-metaphone";
import { isCommon } from "./common-words.ts";
import { editDistance } from "./edit-distance.ts";

/** A name whose words are all common ones: "Supply chain". What people say in passing must not become it. */
export interface CommonName {
  text: string;
  /** Its words in lower-case letters. */
  words: string[];
}

/** Such names by all of their words but one, and by how that one begins: its letter, and its sound. */
export type CommonNames = Map<string, CommonName[]>;

export interface Correction {
  name: CommonName;
  text: string;
  /** How alike the words heard and the name are spelled: below 1. */
  score: number;
}

/** Letters of the shortest word that can be recognised as misspelt, that may sound a little different, that may lack two. */
const SHORTEST_WORD = 4;
const MIDDLING_WORD = 6;
const LONG_WORD = 7;
/** Names that share all words but one. If there are more, none is taken: comparing them would take long. */
const ALIKE_NAMES = 200;

/** A word without the ending of its plural, or what such an ending leaves: the same for both. */
function withoutNumber(word: string): string {
  if (word.length < SHORTEST_WORD || word.endsWith("ss")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const soundOf = (word: string): string => doubleMetaphone(word)[0];

function keysOf(words: readonly string[], place: number): string[] {
  const others = words.map((word, at) => (at === place ? "*" : withoutNumber(word))).join(" ");
  const word = words[place] ?? "";
  return [`letter ${word.charAt(0)} ${others}`, `sound ${soundOf(word).charAt(0)} ${others}`];
}

/** Adds a name of several common words. */
export function addCommonName(names: CommonNames, name: CommonName): void {
  for (const place of name.words.keys()) {
    for (const key of keysOf(name.words, place)) {
      const alike = names.get(key);
      if (alike) alike.push(name);
      else names.set(key, [name]);
    }
  }
}

const sorted = (word: string): string => Array.from(word).toSorted().join("");

/** Letters that lie between a heard word and a name's, in either number; undefined if they sound different. */
function apart(heard: string, word: string): number | undefined {
  const distances = [word, withoutNumber(word), `${withoutNumber(word)}s`].map((form) => {
    const length = Math.min(heard.length, form.length);
    const mostLetters = length >= LONG_WORD ? 2 : 1;
    const letters = editDistance(heard, form, mostLetters);
    if (letters > mostLetters) return Infinity;
    // Two letters in each other's place may sound like anything.
    if (letters === 1 && sorted(heard) === sorted(form)) return letters;
    const mostSounds = length >= MIDDLING_WORD ? 1 : 0;
    return editDistance(soundOf(heard), soundOf(form), mostSounds) > mostSounds ? Infinity : letters;
  });
  const least = Math.min(...distances);
  return least === Infinity ? undefined : least;
}

/** The name with each word in the number it was heard in. */
function asHeard(name: CommonName, heard: readonly string[], place: number): string {
  let at = -1;
  return name.text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    at += 1;
    const said = heard[at] ?? "";
    if (at === place || said === name.words[at] || said === "") return word;
    const isCapital = /^\p{Lu}/u.test(word);
    return isCapital ? said.charAt(0).toUpperCase() + said.slice(1) : said;
  });
}

/**
 * The name of common words that `heard` is, apart from one word that is not one and is spelled and sounds nearly like the name's:
 * "suply chain". All other words must be the name's own, in either number. Undefined if none fits, or two do as well.
 */
export function misspeltName(names: CommonNames, heard: readonly string[]): Correction | undefined {
  if (heard.length < 2) return undefined;
  const strange = [...heard.keys()].filter((at) => !isCommon(heard[at] ?? ""));
  const [place] = strange;
  const word = heard[place ?? 0] ?? "";
  if (place === undefined || strange.length > 1 || word.length < SHORTEST_WORD || /\d/.test(word)) return undefined;
  const alike = keysOf(heard, place).flatMap((key) => names.get(key) ?? []);
  if (alike.length > 2 * ALIKE_NAMES) return undefined;
  const fitting = [...new Set(alike)]
    .flatMap((name) => {
      const letters = apart(word, name.words[place] ?? "");
      return letters === undefined ? [] : [{ name, letters }];
    })
    .toSorted((a, b) => a.letters - b.letters);
  const [best, second] = fitting;
  if (!best || best.letters === second?.letters) return undefined;
  const score = 1 - Math.max(best.letters, 0.5) / heard.join("").length;
  return { name: best.name, text: asHeard(best.name, heard, place), score };
}
