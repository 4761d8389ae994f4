/**
 * What is used of `@duckdb/node-api`. It is loaded where it is installed, and nothing else needs it to be: its library has 70 MB.
 * This file holds types alone, so that the process which loads the library still imports nothing.
 */
export interface DuckdbLibrary {
  DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<DuckdbInstance> };
}

interface DuckdbInstance {
  connect(): Promise<DuckdbConnection>;
}

export interface DuckdbConnection {
  run(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<DuckdbStatement>;
}

/** A statement's parameters are numbered from 1. */
interface DuckdbStatement {
  bindNull(place: number): void;
  bindBoolean(place: number, value: boolean): void;
  bindDouble(place: number, value: number): void;
  bindBigInt(place: number, value: bigint): void;
  bindVarchar(place: number, value: string): void;
  stream(): Promise<DuckdbResult>;
  destroySync(): void;
}

/** Numbers, texts and booleans are JavaScript's; every other type has a class, which writes its values as DuckDB does. */
export type DuckdbValue = null | boolean | number | bigint | string | { toString(): string };

interface DuckdbResult {
  columnNames(): string[];
  columnTypes(): { toString(): string }[];
  /** The next rows; none, or no chunk, at the end. */
  fetchChunk(): Promise<{ rowCount: number; getRows(): DuckdbValue[][] } | null>;
}
