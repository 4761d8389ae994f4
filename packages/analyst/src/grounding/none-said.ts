import type { QueryResult } from "@parley/datasource/types";
import { numberOf } from "./figures.ts";
import type { RowNames } from "./row-names.ts";
import { wordNumber } from "./word-numbers.ts";
import type { Written } from "./written-numbers.ts";

/** "There are no customers", "Norway hat keine Kunden"; what is said of some of them only is another statement. */
const NONE_SAID =
  /(?<=(?<!\p{L})(?:there\s+(?:is|are|was|were)|has|have|had|es\s+(?:gibt|gab)|(?:gibt|gab)\s+es|hat|haben|hatten?)\s+)(?:no|zero|keine?[nr]?)\s+(\p{L}{3,})(?=\s*(?:[.,;!?)]|$)|\s+(?:in|from|at|yet|and|but|aus|und)(?!\p{L}))/giu;

/** What a text says that there is none of. */
export const noneIn = (text: string, isThing: (word: string) => boolean): Written[] =>
  [...text.matchAll(NONE_SAID)].flatMap((match) => {
    const [word, noun = ""] = match;
    if (!isThing(noun)) return [];
    return [wordNumber(text, { word, at: match.index }, { value: 0, tolerance: 0 }, { isNone: true })];
  });

/**
 * True where results say otherwise: they hold something everywhere, and they are totals, or the sentence names one of their rows.
 * What is not in a result at all may well be none.
 */
export function isContradicted(sentence: number, names: RowNames, results: readonly QueryResult[]): boolean {
  const hasNothing = results.some(
    ({ rows }) => rows.length === 0 || rows.some((row) => row.some((cell) => cell === null || numberOf(cell) === 0)),
  );
  if (results.length === 0 || hasNothing) return false;
  const areTotals = results.every(({ rows }) => rows.length === 1 && rows[0]?.every((cell) => numberOf(cell) !== null));
  return areTotals || names.some(({ sentences }) => sentences !== "all" && sentences.has(sentence));
}
