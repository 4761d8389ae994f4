import type { Token } from "./lexer.ts";

/** A set of words, from a list with spaces between them. */
export const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === "symbol" && token.text === text;

/** `word` in upper case. */
export const isWord = (token: Token | undefined, word: string): boolean => wordOf(token) === word;

/** The text of a symbol; empty for everything else. */
export const symbolOf = (token: Token | undefined): string => (token?.kind === "symbol" ? token.text : "");

/** A word in upper case; empty for everything else. */
export const wordOf = (token: Token | undefined): string => (token?.kind === "word" ? token.text.toUpperCase() : "");

/** False for space, for comments and if there is no token. */
export const isSignificant = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== "space" && token.kind !== "comment";
