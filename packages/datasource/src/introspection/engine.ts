import type { Admission } from "../driver.ts";
import type { Cell, Column, ColumnType, Dialect, QueryResult, RunOptions, Table } from "../types.ts";

/** Runs one statement below the guard. */
export type Query = (sql: string, options: RunOptions, admission?: Admission) => Promise<QueryResult>;

/** A table as the engine's catalog describes it, before any row is read. */
export interface CatalogTable extends Table {
  /** Estimated number of rows, or null if the engine keeps none. */
  estimate: number | null;
  /** Views and foreign tables are never unique by constraint and may be slow. */
  view: boolean;
}

/** What introspection needs to know about an engine. */
export interface Engine {
  dialect: Dialect;
  /** Tables, columns, comments and keys the role may read, in a stable order. */
  catalog(read: Read): Promise<CatalogTable[]>;
  quote(name: string): string;
  /** An expression as text of at most `length` characters. */
  textOf(expression: string, length: number): string;
  /** What comes after FROM to read about `rows` rows of a table that has many more. */
  sampleOf(relation: string, table: CatalogTable, rows: number): string;
  /** A second look at a column's type with its values at hand (SQLite declares types loosely). */
  refineType?(column: Column, values: string[]): ColumnType;
}

/** Reads rows, or null if the statement took too long or was refused. */
export type Read = (sql: string, parameters?: readonly Cell[], timeout_ms?: number) => Promise<Cell[][]>;
export type TryRead = (...args: Parameters<Read>) => Promise<Cell[][] | null>;

/** The name of a table in SQL, with its schema where it has one. */
export function relationOf(engine: Engine, table: Table): string {
  const name = engine.quote(table.name);
  return table.schema === null ? name : `${engine.quote(table.schema)}.${name}`;
}

/** A column of which only the declaration is known yet. */
export const bareColumn = (
  declared: Pick<Column, "name" | "type" | "native_type" | "nullable" | "comment">,
): Column => ({
  ...declared,
  values: [],
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
});
