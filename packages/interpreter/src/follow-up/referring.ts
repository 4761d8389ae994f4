import type { LogicalForm } from "../form/logical-form.ts";
import type { RowsMeant } from "./rows-meant.ts";

/** A question that speaks of the rows of the answer before, in their name. */
export interface Referring {
  text: string;
  /** Null where the answer before tells of no rows: what is meant by the pronoun is not known. */
  rows: RowsMeant | null;
  pronoun: string;
  /** The answer before with that row alone, where a place in its list is named. */
  at?: LogicalForm;
  /** True for "there": what was found at a place, rather than the rows that were told of it. */
  isPlace?: true;
  /** True where others are asked for, whose rows or whose doers they are: "who placed them". */
  asksForOthers: boolean;
}
