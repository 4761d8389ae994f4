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
