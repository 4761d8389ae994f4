import { createRequire } from "node:module";
import { join } from "node:path";
import type { DuckdbConnection, DuckdbLibrary, DuckdbValue } from "@parley/datasource/duckdb/duckdb-library";
import { CELL_CHARACTERS, FILE_CELLS, FILE_CHARACTERS, TABLE_COLUMNS } from "../file-reader/limits.ts";
import {
  type RawTable,
  type RawValue,
  tooLongCell,
  tooManyCells,
  tooManyColumns,
  tooMuchText,
  UnreadableFile,
  UnreadableHere,
} from "./raw-table.ts";
import type { StoredType } from "./typing.ts";

/** Megabytes that DuckDB may hold of a file while it is read: the reader's process ends at more. */
const PARQUET_MEMORY_MB = 400;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The table of a Parquet file, read by DuckDB, which only some services have: it is looked for in `beside`, or in the packages of
 * this program where that is empty. Its columns have the types that the file declares. Throws `UnreadableFile`.
 */
export async function readParquet(path: string, name: string, beside: string): Promise<RawTable[]> {
  const connection = await connected(libraryOf(beside), path);
  try {
    return [await tableOf(connection, { path, name })];
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const message = error instanceof Error ? error.message : "";
    throw message.startsWith("Out of Memory")
      ? new UnreadableFile("reading it takes more memory than is allowed", { cause: error })
      : new UnreadableFile("it is not a Parquet file that can be read", { cause: error });
  }
}

function libraryOf(beside: string): DuckdbLibrary {
  try {
    const load = createRequire(beside === "" ? import.meta.url : join(beside, "package.json"));
    return load("@duckdb/node-api") as DuckdbLibrary;
  } catch (error) {
    throw new UnreadableHere("Parquet is read by DuckDB, which is not installed where this service runs", {
      cause: error,
    });
  }
}

/** A DuckDB that can read this file, no other, and nothing else. */
async function connected(library: DuckdbLibrary, path: string): Promise<DuckdbConnection> {
  const instance = await library.DuckDBInstance.create(":memory:", {
    threads: "1",
    memory_limit: `${PARQUET_MEMORY_MB}MB`,
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  // Rows are made as they are read.
  await connection.run("SET streaming_buffer_size = '10KB'");
  await connection.run(`SET allowed_paths = [${literal(path)}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
  return connection;
}

/** A column with what is selected for it, and how its values are kept. */
interface Column {
  name: string;
  select: string;
  type: StoredType;
}

async function tableOf(
  connection: DuckdbConnection,
  { path, name }: { path: string; name: string },
): Promise<RawTable> {
  const source = `read_parquet(${literal(path)})`;
  const columns = await columnsOf(connection, source);
  // What a file says of itself is only a reason to refuse it sooner.
  await eachRow(connection, `SELECT sum(num_rows) FROM parquet_file_metadata(${literal(path)})`, ([rows]) => {
    if (Number(rows) * columns.length > FILE_CELLS) throw tooManyCells();
  });
  const rows: RawValue[][] = [];
  let characters = 0;
  await eachRow(connection, `SELECT ${columns.map(({ select }) => select).join(", ")} FROM ${source}`, (row) => {
    if ((rows.length + 1) * columns.length > FILE_CELLS) throw tooManyCells();
    const values = row.map(rawValue);
    for (const value of values) {
      if (typeof value !== "string") continue;
      if (value.length > CELL_CHARACTERS) throw tooLongCell();
      characters += value.length;
    }
    if (characters > FILE_CHARACTERS) throw tooMuchText();
    rows.push(values);
  });
  return { name, headers: columns.map((column) => column.name), rows, types: columns.map(({ type }) => type) };
}

async function columnsOf(connection: DuckdbConnection, source: string): Promise<Column[]> {
  const statement = await connection.prepare(`SELECT * FROM ${source} LIMIT 0`);
  try {
    const result = await statement.stream();
    const types = result.columnTypes().map(String);
    if (types.length > TABLE_COLUMNS) throw tooManyColumns();
    return result.columnNames().map((name, at) => columnOf(name, (types[at] ?? "").toUpperCase()));
  } finally {
    statement.destroySync();
  }
}

/** Numbers and truth come as they are, dates and times as DuckDB writes them, lists and structs as JSON. */
function columnOf(name: string, native: string): Column {
  const column = quoted(name);
  const text = `CAST(${column} AS VARCHAR)`;
  if (/\]$|^(STRUCT|MAP|UNION)/.test(native))
    return { name, select: `CAST(to_json(${column}) AS VARCHAR)`, type: "TEXT" };
  if (/^(U?(TINY|SMALL)INT|INTEGER|UINTEGER|BIGINT)$/.test(native)) return { name, select: column, type: "INTEGER" };
  if (/^(DECIMAL|DOUBLE|FLOAT)/.test(native)) return { name, select: `CAST(${column} AS DOUBLE)`, type: "REAL" };
  if (native === "BOOLEAN") return { name, select: column, type: "BOOLEAN" };
  if (native === "DATE") return { name, select: text, type: "DATE" };
  if (native.startsWith("TIMESTAMP"))
    return { name, select: `strftime(CAST(${column} AS TIMESTAMP), '%Y-%m-%d %H:%M:%S')`, type: "TIMESTAMP" };
  return { name, select: text, type: "TEXT" };
}

/** Whole numbers come as digits where JavaScript's would lose some. */
function rawValue(value: DuckdbValue): RawValue {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return typeof value === "object" && value !== null ? value.toString() : value;
}

async function eachRow(connection: DuckdbConnection, sql: string, take: (row: DuckdbValue[]) => void): Promise<void> {
  const statement = await connection.prepare(sql);
  try {
    const result = await statement.stream();
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
      for (const row of chunk.getRows()) take(row);
  } finally {
    statement.destroySync();
  }
}
