import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";

/** Words from a place, put as the schema writes them; null where they are written so, or mean something else. */
export type Rewriter = (
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
) => { tokens: Token[]; end: number } | null;

/** Words for other times than now: of what is so now, its rows do not tell how it was then. */
export const OTHER_TIMES =
  /^(?:(?:month|quarter|year|week|day)(?:s|ly)?|daily|yesterday|since|over|last|before|ago|history|trend|end|(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Tokens of these words, written as those they stand for. */
export function written(said: readonly Token[], words: readonly string[]): Token[] {
  const [first, last] = [said[0], said.at(-1)];
  if (first === undefined || last === undefined) return [];
  return words.map((word, i) => ({
    ...first,
    text: word,
    lower: word,
    stem: stem(word),
    capitalised: first.capitalised && i === 0,
    first: first.first && i === 0,
    possessive: last.possessive && i === words.length - 1,
  }));
}
