import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import type { Period } from "../language/periods.ts";
import type { Mention } from "./mention.ts";
import type { Cue } from "../language/cues.ts";

/** A piece of the question with one meaning to the reader. */
export type Item = { start: number; end: number; text: string } & (
  | { kind: "cue"; cue: Cue; /** The schema's meaning of the same words, if any. */ other: Mention | null }
  | { kind: "schema"; mention: Mention }
  | { kind: "value"; mention: Mention }
  | { kind: "number"; value: number; year: Period | null; percent: boolean }
  | { kind: "date"; period: Period }
  /** A word that means nothing here. */
  | { kind: "word"; capitalised: boolean }
);

/** What items are read from. */
export interface Asked {
  tokens: readonly Token[];
  /** The tokens in lower case, for cues; what is quoted is none. */
  words: readonly string[];
  catalog: Catalog;
  now: Date;
}

/** Items that were read in one go, and where the next begin. */
export interface Piece {
  items: readonly Item[];
  end: number;
}
