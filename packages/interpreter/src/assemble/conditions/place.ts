import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Condition } from "../../form/logical-form.ts";

/** Where in the question a condition stands. */
export interface Place {
  /** The table named closest to it. */
  near: CatalogTable | null;
  /** The column of the condition before. */
  same: CatalogColumn | null;
}

/** A condition, and the column it is about. */
export interface Placed {
  condition: Condition;
  column: CatalogColumn | null;
}
