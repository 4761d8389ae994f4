/** A short text that somebody has written down. */
export interface Note {
  id: string;
  content: string;
  /** A line about it: who wrote it, and when. */
  about: string;
}
