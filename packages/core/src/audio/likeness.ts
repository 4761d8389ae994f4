import { isCommon, isFunctionWord } from "./common-words.ts";
import { editDistance } from "./edit-distance.ts";

/** A name of the vocabulary, in the forms it is compared in. */
export interface Term {
  text: string;
  letters: string;
  digits: string;
  sounds: string[];
  words: string[];
}

/** Words of the transcript that may be one name. */
export interface Window {
  start: number;
  end: number;
  words: string[];
  letters: string;
  digits: string;
}

/** Letters that a name needs to be found in words that are all common. */
export const LETTERS_AMONG_COMMON = 9;

/** How alike the spelling must be for names that sound the same: the fewer sounds, the less sameness says. */
const sameSoundLikeness = (sounds: number) => (sounds <= 2 ? 0.8 : sounds === 3 ? 0.7 : 0.62);

/** The likeness of spelling that the sound of words asks for, to stand for a name; more than 1 if they sound different. */
function likenessForSound(heard: readonly string[], term: Term): number {
  let least = 2;
  for (const sound of heard) {
    for (const wanted of term.sounds) {
      const length = Math.max(sound.length, wanted.length);
      const most = Math.floor(length / 5);
      const apart = editDistance(sound, wanted, most);
      if (apart === 0) least = Math.min(least, sameSoundLikeness(length));
      else if (apart <= most && term.letters.length >= 7) least = Math.min(least, 0.8);
    }
  }
  return least;
}

/** The likeness that the words themselves ask for: what people often say must not be swallowed by a name. */
function likenessForWords({ words }: Window, term: Term): number {
  if (words.length === 1) return 0;
  const swallows = [
    [words[0], term.words[0]],
    [words.at(-1), term.words.at(-1)],
  ].some(([word, own]) => word !== undefined && word !== own && isFunctionWord(word));
  if (swallows) return 0.9;
  if (!words.every(isCommon)) return words.length === term.words.length ? 0 : 0.75;
  return term.letters.length >= LETTERS_AMONG_COMMON ? 0.85 : 2;
}

/** How well words stand for a name, from 0 to 1; undefined if they do not. */
export function likenessOf(window: Window, heard: readonly string[], term: Term): number | undefined {
  if (term.digits !== window.digits) return undefined;
  const length = Math.max(window.letters.length, term.letters.length);
  const most = Math.floor(length * 0.4);
  if (Math.abs(window.letters.length - term.letters.length) > most) return undefined;
  const least = Math.max(likenessForSound(heard, term), likenessForWords(window, term));
  if (least > 1) return undefined;
  const likeness = 1 - editDistance(window.letters, term.letters, most) / length;
  return likeness >= least ? likeness : undefined;
}
