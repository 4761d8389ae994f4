import { createHash } from "node:crypto";
import type { CatalogTable, Engine, Query, Read, TryRead } from "./engine.ts";
import { failed } from "../failure.ts";
import type { Protection } from "../driver.ts";
import { inferForeignKeys } from "./infer.ts";
import { patience } from "./patience.ts";
import { profileTable, roomForWholeColumns } from "./profile.ts";
import { DatasourceError, type IntrospectionDepth, type Schema, type Table } from "../types.ts";

const CATALOG_TIMEOUT_MS = 20_000;
const MAX_CATALOG_ROWS = 200_000;

/** After this long the remaining tables are described without samples. */
const SAMPLING_BUDGET_MS = 25_000;

export interface IntrospectionOptions {
  signal: AbortSignal;
  /** `whole` by default. */
  depth?: IntrospectionDepth | undefined;
  protection?: Protection | undefined;
}

/** Describes a database: the catalog and, where the whole is wanted, samples of values and keys inferred where none are declared. */
export async function introspect(
  engine: Engine,
  query: Query,
  { signal, depth = "whole", protection }: IntrospectionOptions,
): Promise<Schema> {
  const read: Read = async (sql, parameters = [], timeout_ms = CATALOG_TIMEOUT_MS) => {
    const { rows, truncated } = await query(sql, { parameters, row_limit: MAX_CATALOG_ROWS, timeout_ms, signal });
    // Half a schema would look like a whole one.
    if (truncated) throw failed("The database has more tables and columns than can be described.");
    return rows;
  };
  const started = performance.now();
  const tryRead: TryRead = async (...args) => {
    if (performance.now() - started > SAMPLING_BUDGET_MS) return null;
    try {
      return await read(...args);
    } catch (error) {
      if (!(error instanceof DatasourceError)) throw error;
      // A foreign table's server may be gone while the database is there: this throws where it is not.
      if (error.code === "DATASOURCE_UNAVAILABLE") await read("SELECT 1");
      return null;
    }
  };

  const declared = await engine.catalog(read);
  const tables = await openTables(fitTables(declared), protection);
  const leftOut = declared.length - fitTables(declared).length;
  if (depth === "whole") {
    const room = roomForWholeColumns();
    for (const table of tables) {
      const { columns } = table;
      // What is marked is not read, not even to be counted.
      const unsampled = await protection?.unsampledIn(table);
      if (unsampled) table.columns = columns.filter(({ name }) => !unsampled.has(name));
      await profileTable(table, { engine, tables: tables.length, room, read: tryRead });
      table.columns = columns;
    }
    fitValues(tables);
    await inferForeignKeys(engine, tables, tryRead);
  }
  return {
    dialect: engine.dialect,
    tables: tables.map(({ estimate: _estimate, view: _view, ...table }) => table),
    hash: await definitionHash(declared),
    introspected_at: new Date().toISOString(),
    ...(leftOut > 0 && { tables_left_out: leftOut }),
  };
}

/** The tables with what may be read of them, and with masked columns; those of which nothing may be read are left out. */
async function openTables(tables: CatalogTable[], protection: Protection | undefined): Promise<CatalogTable[]> {
  if (!protection) return tables;
  const open: CatalogTable[] = [];
  for (const table of tables) {
    const closed = await protection.closedIn(table);
    const columns = table.columns.filter(
      ({ name }) => !closed.has(name) || protection.markOf(table, name) === "masked",
    );
    if (columns.length > 0) open.push({ ...table, columns });
  }
  return open;
}

/**
 * Tables and columns of a database that are described. Every question is compared with all of them: five hundred
 * tables of a hundred columns are taken whole, and of more the largest tables.
 */
export const MAX_TABLES = 2_000;
export const MAX_COLUMNS = 50_000;

/**
 * The tables that are described, in their order: where there are too many, those with the most rows, and among equals
 * those with the most declared keys to and from them. One table is taken whatever its size.
 */
export function fitTables(tables: CatalogTable[]): CatalogTable[] {
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  if (tables.length <= MAX_TABLES && columns <= MAX_COLUMNS) return tables;
  const keys = new Map<string, number>();
  const count = (name: string) => keys.set(name, (keys.get(name) ?? 0) + 1);
  for (const { name, foreign_keys } of tables) {
    for (const key of foreign_keys) {
      count(name);
      count(key.table);
    }
  }
  const kept = new Set<CatalogTable>();
  let room = MAX_COLUMNS;
  for (const table of tables.toSorted(
    (a, b) => (b.estimate ?? -1) - (a.estimate ?? -1) || (keys.get(b.name) ?? 0) - (keys.get(a.name) ?? 0),
  )) {
    if (kept.size === MAX_TABLES) break;
    if (table.columns.length > room && kept.size > 0) continue;
    kept.add(table);
    room -= table.columns.length;
  }
  return tables.filter((table) => kept.has(table));
}

/** Values of all columns together: what every question is compared with, and every prompt is made from. */
const MAX_VALUES = 200_000;

/** Keeps fewer values of each column where there are too many of all: the most frequent ones. */
export function fitValues(tables: readonly Pick<Table, "columns">[]): void {
  const columns = tables.flatMap((table) => table.columns).filter(({ values }) => values.length > 0);
  const total = columns.reduce((sum, { values }) => sum + values.length, 0);
  if (total <= MAX_VALUES) return;
  const most = Math.max(1, Math.floor(MAX_VALUES / columns.length));
  for (const column of columns) {
    if (column.values.length <= most) continue;
    column.values = column.values.slice(0, most);
    column.values_complete = false;
  }
}

/** SHA-256 over what the database declares: tables, columns, types and keys; no samples and nothing inferred. */
async function definitionHash(tables: readonly Table[]): Promise<string> {
  const hash = createHash("sha256");
  const others = patience();
  for (const { schema, name, columns, primary_key, foreign_keys } of tables) {
    const definition = [
      schema,
      name,
      columns.map((column) => [column.name, column.native_type, column.nullable]),
      primary_key,
      foreign_keys
        .filter(({ inferred }) => !inferred)
        .map(({ columns: from, table, references }) => [from, table, references]),
    ];
    hash.update(`${JSON.stringify(definition)}\n`);
    await others();
  }
  return hash.digest("hex");
}
