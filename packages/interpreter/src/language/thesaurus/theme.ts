/**
 * Words of one theme that stand for one another, set by set; several words of one expression are joined by an underscore.
 * Sets may overlap, as a word may have several meanings; no set is wider than one meaning.
 */
export interface Theme {
  /** Said for one another in nearly all schemas. */
  near: string;
  /** Said for one another in some: read so only where nothing nearer is there. */
  like: string;
}
