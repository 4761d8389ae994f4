/** A figure that the organization has defined: its number is exactly its SQL. */
export interface DefinedMetric {
  id: string;
  name: string;
  synonyms: readonly string[];
  /** The table whose rows it aggregates, with its schema before a point where it has one. */
  table: string;
  /** An aggregate expression over the rows of its table. */
  sql: string;
}

/** An attribute of a table's rows that the organization has defined. */
export interface DefinedDimension {
  id: string;
  name: string;
  synonyms: readonly string[];
  table: string;
  /** An expression of one row of its table. */
  sql: string;
}

/** A word that stands for others. */
export interface DefinedSynonym {
  name: string;
  meaning: string;
}

/** What words of an organization mean in a database. The same object for as long as it says the same. */
export interface Definitions {
  metrics: readonly DefinedMetric[];
  dimensions: readonly DefinedDimension[];
  synonyms: readonly DefinedSynonym[];
}

/** A table's own name, without its schema. */
export const ownTable = (table: string): string => table.split(".").at(-1) ?? table;
