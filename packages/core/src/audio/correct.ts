import { isCommon } from "./common-words.ts";
import { LETTERS_AMONG_COMMON, likenessOf, type Term, type Window } from "./likeness.ts";
import { lettersOf, soundsOf } from "./text-distance.ts";
import { addCommonName, type CommonNames, misspeltName } from "./misspelt.ts";

/** A word of the transcript. A possessive ending is not part of it. */
interface Word {
  start: number;
  end: number;
  letters: string;
}

/** What words stand for. */
interface Match {
  window: Window;
  text: string;
  score: number;
}

interface Vocabulary {
  byLetters: Map<string, Term>;
  /** Terms by the first of their sounds and their digits. */
  byOnset: Map<string, Term[]>;
  /** Names made of several common words. */
  common: CommonNames;
}

/** Words of a transcript that are looked at as one name. */
const WINDOW = 4;
/** Letters below which a name must have been heard exactly. */
const SHORT = 4;
/** Two names that fit nearly as well as each other: neither is taken. */
const TIE = 0.03;

/** The key of terms that may sound like `sound`: those of other digits never do. */
const onsetOf = (sound: string, digits: string) => `${sound.charAt(0)}${digits}`;

const digitsOf = (letters: string) => letters.replace(/\D/g, "");
const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(lettersOf)
    .filter(Boolean);

function compile(vocabulary: readonly string[]): Vocabulary {
  const byLetters = new Map<string, Term>();
  const byOnset = new Map<string, Term[]>();
  const common: CommonNames = new Map();
  const known = new Set<string>();
  for (const text of vocabulary) {
    const words = wordsOf(text);
    const letters = words.join("");
    if (letters.length < 3 || known.has(letters) || !/\p{L}/u.test(letters)) continue;
    known.add(letters);
    // Names made of common words alone look like ordinary speech, unless one of the words is misspelt.
    if (words.every(isCommon)) {
      if (words.length > 1 && words.length <= WINDOW) addCommonName(common, { text, words });
      continue;
    }
    if (isCommon(letters)) continue;
    const term: Term = {
      text,
      letters,
      digits: digitsOf(letters),
      sounds: letters.length < SHORT ? [] : soundsOf(words),
      words,
    };
    byLetters.set(letters, term);
    for (const onset of new Set(term.sounds.map((sound) => onsetOf(sound, term.digits)))) {
      const terms = byOnset.get(onset);
      if (terms) terms.push(term);
      else byOnset.set(onset, [term]);
    }
  }
  return { byLetters, byOnset, common };
}

const compiled = new WeakMap<readonly string[], Vocabulary>();

function vocabularyOf(list: readonly string[]): Vocabulary {
  let vocabulary = compiled.get(list);
  if (!vocabulary) compiled.set(list, (vocabulary = compile(list)));
  return vocabulary;
}

function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu), ({ 0: found, index }) => {
    const word = found.replace(/['’]s$/i, "");
    return { start: index, end: index + word.length, letters: lettersOf(word) };
  });
}

/** Whether two words may be parts of one name: a space or a hyphen apart, or letters spelled with points. */
function joins(text: string, before: Word, after: Word): boolean {
  const gap = text.slice(before.end, after.start);
  return /^( +|-|‐|–)$/.test(gap) || (before.letters.length === 1 && /^\. ?$/.test(gap));
}

function* windowsOf(text: string): Generator<Window> {
  const words = wordsIn(text);
  for (const [first, word] of words.entries()) {
    let last = word;
    const parts: string[] = [];
    for (const next of words.slice(first, first + WINDOW)) {
      if (parts.length > 0 && !joins(text, last, next)) break;
      parts.push(next.letters);
      last = next;
      const letters = parts.join("");
      const isPointed = parts.length > 1 && /^\p{L}\./u.test(text.slice(word.start));
      // The last point of letters spelled with points is theirs, unless it ends the sentence.
      const point =
        isPointed && parts.every((part) => part.length === 1) && /^\. ?\p{Ll}/u.test(text.slice(next.end, next.end + 3))
          ? 1
          : 0;
      yield { start: word.start, end: next.end + point, words: [...parts], letters, digits: digitsOf(letters) };
    }
  }
}

/** Words that are letter by letter a name, however they are parted. Two short common words are not a name: "check out". */
function isSpelled({ words, letters }: Window, term: Term): boolean {
  if (words.length === 1 || letters.length >= LETTERS_AMONG_COMMON || !words.every(isCommon)) return true;
  return words.length === term.words.length;
}

/** The name that words stand for, if they do for one. */
function matchOf(window: Window, vocabulary: Vocabulary): Match | undefined {
  const spelled = vocabulary.byLetters.get(window.letters);
  if (spelled) return isSpelled(window, spelled) ? { window, text: spelled.text, score: 1 } : undefined;
  const misspelt = misspeltName(vocabulary.common, window.words);
  if (misspelt) return { window, text: misspelt.text, score: misspelt.score };
  const isOneCommonWord = window.words.length === 1 && isCommon(window.letters);
  if (window.letters.length < SHORT || isOneCommonWord) return undefined;
  const heard = soundsOf(window.words);
  const onsets = new Set(heard.map((sound) => onsetOf(sound, window.digits)));
  // A term may begin with several of the sounds.
  const likeness = new Map<Term, number>();
  for (const onset of onsets) {
    for (const term of vocabulary.byOnset.get(onset) ?? []) {
      const score = likenessOf(window, heard, term);
      if (score !== undefined) likeness.set(term, score);
    }
  }
  let best: Match | undefined;
  let second = 0;
  for (const [term, score] of likeness) {
    if (best && score <= best.score) second = Math.max(second, score);
    else {
      second = best?.score ?? 0;
      best = { window, text: term.text, score };
    }
  }
  return best && best.score - second > TIE ? best : undefined;
}

/** How a name is written in place of `heard`. */
function written(heard: string, { text, score }: Match): string {
  const isName = text !== text.toLowerCase();
  // A word without a capital is not a proper noun: only its spelling is corrected.
  if (isName) return text;
  const isWhole = score === 1 && !/[\s.]/.test(heard);
  if (isWhole) return heard;
  return /^\p{Lu}/u.test(heard) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/**
 * A transcript with the proper nouns of `vocabulary` written as they are there, where words sound and are spelled like
 * them. Conservative: common English words, numbers, and whatever fits two names stay as they are. Pure; a vocabulary is
 * best given as the same list again, because it is prepared once.
 */
export function correct(text: string, vocabulary: readonly string[]): string {
  const prepared = vocabularyOf(vocabulary);
  if (prepared.byLetters.size === 0 && prepared.common.size === 0) return text;
  const matches = Array.from(windowsOf(text), (window) => matchOf(window, prepared))
    .filter((match) => match !== undefined)
    .toSorted((a, b) => b.score - a.score || b.window.letters.length - a.window.letters.length);
  const taken: Match[] = [];
  for (const match of matches) {
    const overlaps = ({ window }: Match) => window.start < match.window.end && match.window.start < window.end;
    if (!taken.some(overlaps)) taken.push(match);
  }
  let corrected = text;
  for (const match of taken.toSorted((a, b) => b.window.start - a.window.start)) {
    const { start, end } = match.window;
    corrected = corrected.slice(0, start) + written(text.slice(start, end), match) + corrected.slice(end);
  }
  return corrected;
}
