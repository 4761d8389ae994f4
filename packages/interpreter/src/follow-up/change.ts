import type { Catalog } from "../catalog/catalog.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** A change that words alone say, and what it makes of the form before: null where it cannot be made of it. */
export interface Change {
  pattern: RegExp;
  make: (form: LogicalForm, said: Said) => LogicalForm | null;
  /** What is said where it cannot be made: words that ask nothing of their own are no new question. */
  otherwise?: string;
  /** True where the words have another meaning in the data. */
  unless?: (said: Pick<Said, "match" | "catalog"> & { form: LogicalForm }) => boolean;
}

export interface Said {
  match: RegExpExecArray;
  catalog: Catalog;
  /** True where it opens as one more thing: "and the average". */
  isBeside: boolean;
  /** True where it stands in the place of what was told: "the total instead". */
  isInstead: boolean;
  /** The day of the question. */
  today: Date;
  /** The answer before the one that is changed. */
  longBefore: LogicalForm | null;
  /** The first answer of all, where it is not the one that is changed. */
  first: LogicalForm | null;
}
