import type { Part } from "./part.ts";

/** One case of a reader: what it recognises, and the part of the sketch it makes of it; null where it is another case. */
export interface Case<Phrase> {
  name: string;
  /** What must stand there. */
  recognises: string;
  /** A question, or a piece of one, that is read so. */
  example: string;
  read(phrase: Phrase): Part | null;
}

/** The cases of a reader, tried from the first to the last: the first that recognises the phrase reads it. */
export type Cases<Phrase> = readonly Case<Phrase>[];

/** The part the first fitting case makes; null where none fits. */
export function firstOf<Phrase>(cases: Cases<Phrase>, phrase: Phrase): Part | null {
  for (const one of cases) {
    const part = one.read(phrase);
    if (part !== null) return part;
  }
  return null;
}
