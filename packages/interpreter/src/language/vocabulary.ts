import { monthIndex } from "./periods.ts";
import type { Cue, VocabularyLine } from "./cues.ts";
import { askingWords } from "./vocabulary-asking.ts";
import { comparingWords } from "./vocabulary-comparing.ts";
import { arrangingWords } from "./vocabulary-arranging.ts";
import { joiningWords } from "./vocabulary-joining.ts";
import { sharingWords } from "./vocabulary-sharing.ts";
import { smallWords } from "./vocabulary-small.ts";
import { businessWords } from "./vocabulary-business.ts";

/** All lines. A phrase stands in one of them only, so that their order means nothing. */
export const vocabulary: readonly VocabularyLine[] = [
  ...askingWords,
  ...comparingWords,
  ...arrangingWords,
  ...joiningWords,
  ...sharingWords,
  ...smallWords,
  ...businessWords,
];

/** The phrases of a line. */
export function phrasesOf([, phrases]: VocabularyLine): readonly string[] {
  return typeof phrases === "string" ? phrases.split(",").map((phrase) => phrase.trim()) : phrases;
}

/** Cues by their phrases, a space between the words. */
const cues = new Map<string, Cue>(
  vocabulary.flatMap((line) => phrasesOf(line).map((phrase) => [phrase, line[0]] as const)),
);

/** How many words the longest phrase has that begins with a word, or with several that are read as one. */
const longestFrom = new Map<string, number>();
for (const phrase of cues.keys()) {
  const words = phrase.split(" ");
  for (const at of words.keys()) {
    const beginning = words.slice(0, at + 1).join(" ");
    longestFrom.set(beginning, Math.max(longestFrom.get(beginning) ?? 0, words.length));
  }
}

let known: ReadonlySet<string> | null = null;

/** Every word that is part of a cue phrase. */
export function cueWords(): ReadonlySet<string> {
  known ??= new Set([...cues.keys()].flatMap((phrase) => phrase.split(" ")));
  return known;
}

/** The longest cue phrase starting at `start`, with its length in words; null when the word there is no cue. */
export function cueAt(words: readonly string[], start: number): { cue: Cue; length: number } | null {
  const longest = longestFrom.get(words[start] ?? "") ?? 0;
  for (let length = Math.min(longest, words.length - start); length > 0; length--) {
    const cue = cues.get(words.slice(start, start + length).join(" "));
    if (cue !== undefined && !goesOn(cue, words, start, length)) return { cue, length };
  }
  return null;
}

/** "or lower than" is no "or lower", "ordered in May" no "ordered in", and "above 8 or under 5" no "8 or under", nor "over 5 and under 8". */
function goesOn(cue: Cue, words: readonly string[], start: number, length: number): boolean {
  const next = words[start + length] ?? "";
  // "a minimum amount of 20"
  if (cue.is === "quantifier" && length > 1) return /^m(?:in|ax)imum$/.test(words[start] ?? "") && /^\d/.test(next);
  // "who ordered in January": what they did, and when
  if (cue.is === "order" && words[start + length - 1] === "in") return monthIndex.has(next) || /^[qh][1-4]$/.test(next);
  if (cue.is !== "or_more" && cue.is !== "or_less") return false;
  return next === "than" || /^[$€£]?\d/.test(next);
}
