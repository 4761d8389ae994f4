/** A stretch of a file's text with its place: a page, a heading, lines. */
export interface Passage {
  place: string;
  text: string;
}
