import type { ComponentChildren } from "preact";

/** A short text that somebody has written down. */
export interface Note {
  id: string;
  content: string;
  /** A line about it: who wrote it, and when. */
  about: string;
}

/** What changes if a note gets this text, before it has; `id` is null for one that is written anew, the text while it cannot be saved. */
export type NoteImpact = (id: string | null, content: string | null) => ComponentChildren;
