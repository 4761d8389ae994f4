/** A turn of phrase that matters beyond the reading of the words it is made of. */
export interface Turn {
  name: string;
  /** Tried on the question's words, in upper or lower case; what it captures is kept. */
  pattern: RegExp;
  /** What is recognised by it. */
  recognises: string;
  example: string;
}
