import type { Column, Schema, Table } from "@parley/datasource/types";

/** A column as the interpreter sees it. */
export interface CatalogColumn {
  table: CatalogTable;
  name: string;
  /** The name as people are told it: without prefixes that say nothing. */
  called: string;
  source: Column;
  /** Words of the name. */
  words: string[];
  stems: string[];
  /** Stems that tell it from the table's other columns: without the table's own words and a prefix that most columns share. */
  essential: string[];
  isNumber: boolean;
  isDate: boolean;
  /** Text that holds days as eight figures: "20260115". */
  isCompactDay: boolean;
  /** Holds months as texts, "2025-04". */
  isMonth: boolean;
  /** A number or text that holds years. */
  isYear: boolean;
  isText: boolean;
  /** Says whether something holds: true or false, 0 or 1. */
  isFlag: boolean;
  isPrimary: boolean;
  isForeign: boolean;
  /** Identifies rows rather than describing them: keys, "…_id", codes used as keys. */
  isKey: boolean;
}

export interface CatalogTable {
  name: string;
  /** The name as people are told it: without a prefix that the tables of a system share. */
  called: string;
  /** That prefix, in small letters; null where the table has none. */
  prefix: string | null;
  source: Table;
  words: string[];
  stems: string[];
  columns: CatalogColumn[];
  primaryKey: CatalogColumn[];
  /** Columns that name a row to a person (a name, a title, first and last name). */
  label: CatalogColumn[];
  /** Its rows are made of other tables': used where the question names it, or nothing else has the words. */
  isView: boolean;
  /** People or companies that buy: their side is preferred where two ways lead on. */
  isCustomer: boolean;
  /** Only links other tables: nothing of its own but keys. */
  isBridge: boolean;
}

/** A way from one table to another: `from` refers to `to`. */
export interface Link {
  from: CatalogColumn[];
  to: CatalogColumn[];
  /** 1 for a declared key, more for a guess. */
  cost: number;
}

export interface ValueEntry {
  column: CatalogColumn;
  value: string;
  /** Not among the most frequent of its column: what a word in small letters seldom means. */
  rare?: true;
}

export type ValueMap = Pick<ReadonlyMap<string, readonly ValueEntry[]>, "get" | "has" | "keys">;

/** Values by their normalised text, by their stems joined, and by each longer word in them. */
export interface ValueIndex {
  values: ValueMap;
  valuesByStem: ValueMap;
  valuesByWord: ValueMap;
}

/** Everything that is looked up in a schema, built once per schema. */
export interface Catalog extends ValueIndex {
  schema: Schema;
  tables: CatalogTable[];
  byName: Map<string, CatalogTable>;
  links: Link[];
  /** Every stem used in table and column names. */
  vocabulary: Set<string>;
  columnsByStem: Map<string, CatalogColumn[]>;
  tablesByStem: Map<string, CatalogTable[]>;
}

/** Lower case, one space between words, no punctuation at the ends: how values are compared. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .replace(/^[\s"'.,;:!?(]+|[\s"'.,;:!?)]+$/g, "");
}
