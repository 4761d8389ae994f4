import { shortText } from "@parley/contract/cut-text";
import type { Fence } from "./marks/fence.ts";
import type { Mark } from "./marks/marks.ts";
import type { Cell, IntrospectionDepth, QueryResult, RunOptions, Schema, Table } from "./types.ts";

/** What introspection must not read. */
export interface Protection {
  /** Names of the table's columns that no query may read. */
  closedIn(table: Pick<Table, "schema" | "name" | "columns">): Promise<ReadonlySet<string>>;
  /** Names of those whose values are in no sample: beyond the closed ones, what is sensitive or made of it. */
  unsampledIn(table: Pick<Table, "schema" | "name" | "columns">): Promise<ReadonlySet<string>>;
  /** The mark of a column, if it has one. */
  markOf(table: Pick<Table, "schema" | "name">, column: string): Mark | undefined;
}

/** What decides, in a statement's own transaction, whether it may run: a question to the catalog, and the plan. */
export interface Admission {
  sql: string;
  parameters: Cell[];
  /** Throws a `DatasourceError` if the statement must not run. */
  judge(rows: readonly Cell[][]): void;
  values: StatementValues;
}

/** What a statement makes from the values that it reads. */
export interface StatementValues {
  /** Whether it collects rows into single values. */
  collects: boolean;
  /** How large the largest gets, in stored values: `repeat(name, 50)` is 50. */
  heaviest: number;
}

/**
 * One engine's driver, below the guard: it trusts the SQL but still runs it read-only, with a timeout and a row
 * limit. Only `openDatasource` hands drivers out, wrapped in the guard.
 */
export interface Driver {
  query(sql: string, options: RunOptions, admission?: Admission): Promise<QueryResult>;
  introspect(signal: AbortSignal, depth?: IntrospectionDepth, protection?: Protection): Promise<Schema>;
  /**
   * What marks close, by the database's catalog as it is now; of a statement that reads the tables `read`, an engine may know it from a
   * moment ago. SQLite's fence is in the process that reads the file.
   */
  fence?(options: Pick<RunOptions, "timeout_ms" | "signal"> & { read?: readonly string[] }): Promise<Fence>;
  /** What whoever connects the database should know of the place it is asked at. Throws a `DatasourceError` where nothing can run there. */
  warnings?(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Longest text of one cell, in characters; longer ones are cut and end in an ellipsis. */
export const MAX_CELL_LENGTH = 10_000;

/** Most characters of one result; rows beyond are left out and the result is marked truncated. */
export const MAX_RESULT_LENGTH = 8_000_000;

/** Bytes one statement may send before its connection is cut, so that a few huge rows cannot fill the memory. */
export const MAX_WIRE_BYTES = 48 * 1024 * 1024;

/** How long opening a connection may take. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** How long opening a transaction on a kept connection may take before it counts as dead. */
export const PREPARE_TIMEOUT_MS = 2_000;

/** How long an unused connection is kept. */
export const IDLE_TIMEOUT_MS = 60_000;

/** How long a cancelled statement may take to give up before its connection is cut. */
export const CANCEL_GRACE_MS = 1_500;

/** Cuts a text to the length of a cell. */
export function cellText(text: string): string {
  return shortText(text, MAX_CELL_LENGTH);
}

/** Binary data as PostgreSQL writes it, shortened: a picture cannot be read in a table. */
export function binaryText(hex: string): string {
  return hex.length <= 64 ? `\\x${hex}` : `\\x${hex.slice(0, 64)}…`;
}
