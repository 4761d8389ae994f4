import type { AggregateFunction, Comparison } from "../form/logical-form.ts";
import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "./sketch.ts";

/** Which of the rows compared with must be passed. */
export type Quantifier = "every" | "some";

/** Words for rows of their own inside a comparison: "than every tree of the north garden". */
export interface RowsPhrase {
  /** The place of the comparing word. */
  start: number;
  operator: Comparison;
  hint: string | null;
  /** "a higher price than …": the column between the comparing word and the rows. */
  named: Mention | null;
  /** Null where none is said. */
  quantifier: Quantifier | null;
  /** "the average price of …", "the oldest …": one figure of the rows. */
  fn: AggregateFunction | null;
  /** The column of that figure. */
  column: Mention | null;
  /** The rows themselves, where they were read together with the column. */
  owner: Item | null;
  /** The items that say which rows, without the place after them. */
  from: number;
  to: number;
}

/** Such a phrase with what its words say of the rows. */
export interface ReadRows extends RowsPhrase {
  rows: Sketch;
}
