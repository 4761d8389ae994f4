/**
 * The process that holds a DuckDB database, or a Parquet or CSV file, in DuckDB; and the one that parses statements for the guard.
 * A crash or a pile of memory there ends nothing else. It imports nothing of the package but types, so that a bundle can carry it
 * as a file of its own.
 */
import { openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { DuckdbConnection, DuckdbLibrary, DuckdbValue } from "./duckdb-library.ts";

/** The file, and what no query may read of it. */
export interface OpenedFile {
  path: string;
  /** What the table of a Parquet or CSV file is called. */
  table: string;
  closed: ClosedColumn[];
}

/** A column that is closed: a masked one is shown as a mask, any other does not exist. Without a schema it is that of any. */
export interface ClosedColumn {
  schema: string | null;
  table: string;
  column: string;
  masked: boolean;
}

/** What the process is asked. */
export type Request =
  | { task: "parse"; sql: string }
  | { task: "fence"; file: OpenedFile }
  | {
      task: "run";
      file: OpenedFile;
      sql: string;
      parameters: readonly (string | number | boolean | null)[];
      row_limit: number;
      max_cell: number;
      max_result: number;
    };

/** A value by what it is: digits of whole numbers and decimals, JSON of lists and structs, binary data as hexadecimal digits, cut. */
export type StoredValue = null | string | number | boolean | { digits: string } | { json: string } | { blob: string };

/** A relation of the file with what is closed of it. */
export interface FencedRelation {
  schema: string;
  name: string;
  /** Null where nothing of it may be read. */
  columns: { name: string; masked: boolean }[] | null;
  hidden: string[];
}

export type Answer =
  | { ok: true; task: "parse"; tree: string }
  | { ok: true; task: "fence"; relations: FencedRelation[] }
  | { ok: true; task: "run"; columns: { name: string; type: string }[]; rows: StoredValue[][]; truncated: boolean }
  | { ok: false; kind: "library" | "open" | "statement"; message: string };

/** The catalog of the file itself, which no statement may name. */
const SOURCE = "parley_source";
/** Catalogs with all columns, and with none that is closed: a view that is not the same in both is made of closed ones. */
const WHOLE = "parley_whole";
const STRICT = "parley_strict";
const MASK = "•••";

/** Units of a long text beyond a cell's length that are sent along: the other side cuts it between two graphemes. */
const CUT_ROOM = 128;

/** Statements use at most so many of the machine's cores. */
const DUCKDB_THREADS = 2;

/** Of the memory that the process may hold, what DuckDB may count on: the rest is the process's own. */
const DUCKDB_SHARE_OF_MEMORY = 0.6;

/**
 * Ends this process if it holds too much: DuckDB counts its buffers, but not every value it makes. The signal tells the caller
 * that waits.
 */
const WATCH = `
  const { workerData } = require("node:worker_threads");
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData.most) process.kill(process.pid, "SIGUSR2");
  }, 20);
`;

const name = (text: string) => `"${text.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

class OpeningError extends Error {}

async function connected(library: DuckdbLibrary, memory: number): Promise<DuckdbConnection> {
  const instance = await library.DuckDBInstance.create(":memory:", {
    threads: String(DUCKDB_THREADS),
    memory_limit: `${Math.floor((memory * DUCKDB_SHARE_OF_MEMORY) / 1e6)}MB`,
    // What does not fit into memory is refused: nothing goes to files.
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  // Rows are made as they are read. The buffer does not count what texts hold: of one megabyte, it had hundreds.
  await connection.run("SET streaming_buffer_size = '10KB'");
  return connection;
}

/** Nothing but what is attached by now can be read from here on, and nothing of this can be changed back. */
async function lock(connection: DuckdbConnection, readable: readonly string[] = []): Promise<void> {
  if (readable.length > 0) await connection.run(`SET allowed_paths = [${readable.map(literal).join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}

/** What a file is, by its first bytes. Throws `OpeningError` where DuckDB is not to read it. */
function formatOf(path: string): "duckdb" | "parquet" | "csv" {
  const head = Buffer.alloc(4096);
  const read = head.subarray(0, readSync(openSync(path, "r"), head, 0, head.length, 0));
  if (read.subarray(8, 12).toString("latin1") === "DUCK") return "duckdb";
  if (read.subarray(0, 4).toString("latin1") === "PAR1") return "parquet";
  if (read.length === 0 || read.includes(0))
    throw new OpeningError("It is neither a DuckDB database, Parquet nor CSV.");
  return "csv";
}

/** Puts the file behind the catalog `parley_source`, and locks the door. */
async function attach(connection: DuckdbConnection, { path, table }: OpenedFile): Promise<void> {
  const format = formatOf(path);
  if (format === "duckdb") await connection.run(`ATTACH ${literal(path)} AS ${SOURCE} (READ_ONLY)`);
  else {
    const reader = format === "csv" ? `read_csv(${literal(path)}, sample_size = -1)` : `read_parquet(${literal(path)})`;
    await connection.run(`ATTACH ':memory:' AS ${SOURCE}`);
    // The values of a CSV file are read and typed once; a Parquet file's columns are read as they are needed.
    await connection.run(
      `CREATE ${format === "csv" ? "TABLE" : "VIEW"} ${SOURCE}.main.${name(table)} AS SELECT * FROM ${reader}`,
    );
  }
  for (const catalog of [WHOLE, STRICT]) await connection.run(`ATTACH ':memory:' AS ${catalog}`);
  await lock(connection, format === "parquet" ? [path] : []);
}

async function readAll(connection: DuckdbConnection, sql: string): Promise<string[][]> {
  const statement = await connection.prepare(sql);
  try {
    const result = await statement.stream();
    const rows: string[][] = [];
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
      for (const row of chunk.getRows()) rows.push(row.map((value) => (value === null ? "" : String(value))));
    return rows;
  } finally {
    statement.destroySync();
  }
}

/** A table or view of the file. */
interface Relation {
  schema: string;
  name: string;
  /** What a view was made by; empty of a table. */
  sql: string;
  columns: string[];
  /** Columns that the table computes, or whose values it fills in. */
  derived: string[];
}

async function relationsOf(connection: DuckdbConnection): Promise<Relation[]> {
  const of = `database_name = '${SOURCE}' AND NOT internal`;
  const columns = await readAll(
    connection,
    `SELECT schema_name, table_name, column_name, column_default FROM duckdb_columns() WHERE ${of} ORDER BY column_index`,
  );
  const byTable = Map.groupBy(columns, ([schema = "", table = ""]) => JSON.stringify([schema, table]));
  const found = await readAll(
    connection,
    `SELECT schema_name, table_name, '', sql FROM duckdb_tables() WHERE ${of} ` +
      `UNION ALL SELECT schema_name, view_name, sql, '' FROM duckdb_views() WHERE ${of} ORDER BY 1, 2`,
  );
  return found.map(([schema = "", table = "", sql = "", made = ""]) => {
    const own = byTable.get(JSON.stringify([schema, table])) ?? [];
    const derives = made.includes("GENERATED ALWAYS AS");
    return {
      schema,
      name: table,
      // That of a Parquet file is this process's own.
      sql: sql.includes("read_parquet(") && found.length === 1 ? "" : sql,
      columns: own.map(([, , column = ""]) => column),
      derived: own.filter(([, , , filled]) => derives && filled !== "").map(([, , column = ""]) => column),
    };
  });
}

/** What a catalog shows of the file: its columns, by schema and name of the relation. */
type Shown = Map<string, string[]>;

const keyOf = ({ schema, name: table }: Pick<Relation, "schema" | "name">) => JSON.stringify([schema, table]);

const closedOf = ({ schema, name: table }: Relation, closed: readonly ClosedColumn[]) =>
  closed.filter((each) => same(each.table, table) && (each.schema === null || same(each.schema, schema)));

/** The columns of a table that a query sees, and those that it sees a mask of. */
function openColumns(relation: Relation, closed: readonly ClosedColumn[]): { name: string; masked: boolean }[] {
  const own = closedOf(relation, closed);
  return relation.columns.flatMap((column) => {
    const found = own.filter((each) => same(each.column, column));
    if (found.some(({ masked }) => !masked)) return [];
    // What is made of a closed column is closed as well.
    if (found.length === 0 && own.length > 0 && relation.derived.includes(column)) return [];
    return [{ name: column, masked: found.length > 0 }];
  });
}

async function showTable(
  connection: DuckdbConnection,
  relation: Relation,
  columns: readonly { name: string; masked: boolean }[],
): Promise<void> {
  const listed = columns.map((each) => (each.masked ? `'${MASK}' AS ${name(each.name)}` : name(each.name)));
  const place = `${name(relation.schema)}.${name(relation.name)}`;
  // A table all of whose columns are closed still has rows to count.
  await connection.run(
    `CREATE VIEW ${place} AS SELECT ${listed.join(", ") || `'${MASK}' AS closed`} FROM ${SOURCE}.${place}`,
  );
}

/**
 * Makes the catalog `into` of what is open. A view of the file is made again by its own words, over the tables as they are shown: what
 * cannot be made so is not shown. Views may be made of views, in any order.
 */
async function show(
  connection: DuckdbConnection,
  relations: readonly Relation[],
  { into, closed }: { into: string; closed: readonly ClosedColumn[] },
): Promise<Shown> {
  await connection.run(`USE ${into}.main`);
  for (const schema of new Set(relations.map((each) => each.schema)))
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${name(schema)}`);
  for (const relation of relations)
    if (relation.sql === "") await showTable(connection, relation, openColumns(relation, closed));
  let left = relations.filter(({ sql }) => sql !== "" && !sql.toLowerCase().includes("parley_"));
  for (let before = -1; left.length !== before && left.length > 0;) {
    before = left.length;
    const failed: Relation[] = [];
    for (const view of left) {
      const made = await tried(connection, view.sql);
      if (!made) failed.push(view);
    }
    left = failed;
  }
  // A view whose words mean something only where it was made can be shown as it is where nothing is closed.
  if (closed.length === 0)
    for (const view of left)
      await tried(
        connection,
        `CREATE VIEW ${name(view.schema)}.${name(view.name)} AS SELECT * FROM ${SOURCE}.${name(view.schema)}.${name(view.name)}`,
      );
  const shown = await readAll(
    connection,
    `SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE database_name = '${into}' AND NOT internal ORDER BY column_index`,
  );
  const columns = Map.groupBy(shown, ([schema = "", table = ""]) => JSON.stringify([schema, table]));
  return new Map([...columns].map(([key, rows]) => [key, rows.map(([, , column = ""]) => column)]));
}

async function tried(connection: DuckdbConnection, sql: string): Promise<boolean> {
  try {
    await connection.run(sql);
    return true;
  } catch {
    return false;
  }
}

/** An open file. */
interface Open {
  connection: DuckdbConnection;
  relations: FencedRelation[];
}

async function opened(library: DuckdbLibrary, memory: number, file: OpenedFile): Promise<Open> {
  const connection = await connected(library, memory);
  await attach(connection, file);
  const relations = await relationsOf(connection);
  const kept = await untouched(connection, relations, file.closed);
  const shown = await show(connection, kept, { into: "memory", closed: file.closed });
  return { connection, relations: relations.map((each) => fenced(each, file.closed, shown)) };
}

/** The relations without views that are made of closed columns. */
async function untouched(
  connection: DuckdbConnection,
  relations: readonly Relation[],
  closed: readonly ClosedColumn[],
): Promise<readonly Relation[]> {
  if (closed.length === 0) return relations;
  const whole = await show(connection, relations, { into: WHOLE, closed: [] });
  // Not even a mask: a view may compare what it is made of.
  const hidden = closed.map((each) => ({ ...each, masked: false }));
  const strict = await show(connection, relations, { into: STRICT, closed: hidden });
  const columnsIn = (shown: Shown, each: Relation) => JSON.stringify(shown.get(keyOf(each)));
  return relations.filter((each) => each.sql === "" || columnsIn(whole, each) === columnsIn(strict, each));
}

function fenced(relation: Relation, closed: readonly ClosedColumn[], shown: Shown): FencedRelation {
  const { schema, name: table } = relation;
  const seen = shown.get(keyOf(relation));
  if (seen === undefined) return { schema, name: table, columns: null, hidden: [] };
  if (relation.sql !== "")
    return { schema, name: table, columns: seen.map((each) => ({ name: each, masked: false })), hidden: [] };
  const columns = openColumns(relation, closed);
  const hidden = relation.columns.filter((each) => !columns.some((one) => one.name === each));
  return { schema, name: table, columns, hidden };
}

/** A value that a list or struct holds, as JSON can say it. */
function plain(value: DuckdbValue): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if ("items" in value && Array.isArray(value.items)) return value.items.map(plain);
  if ("entries" in value && Array.isArray(value.entries))
    return value.entries.map(({ key, value: of }: { key: DuckdbValue; value: DuckdbValue }) => ({
      key: plain(key),
      value: plain(of),
    }));
  if ("entries" in value && typeof value.entries === "object" && value.entries !== null)
    return Object.fromEntries(Object.entries(value.entries).map(([key, of]) => [key, plain(of)]));
  return String(value);
}

function storedValue(value: DuckdbValue, type: string, longest: number): StoredValue {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return { digits: value.toString() };
  if (typeof value === "string") return value.slice(0, longest);
  if (typeof value === "object" && "bytes" in value && value.bytes instanceof Uint8Array && type === "BLOB")
    return { blob: Buffer.from(value.bytes.subarray(0, 33)).toString("hex") };
  if (/^(DECIMAL|NUMERIC)/.test(type)) return { digits: String(value) };
  if (
    /[\])]$|^(STRUCT|MAP|UNION|LIST|ARRAY)/.test(type) &&
    typeof value === "object" &&
    ("items" in value || "entries" in value)
  )
    return { json: (JSON.stringify(plain(value)) ?? "").slice(0, longest) };
  return String(value).slice(0, longest);
}

const size = (value: StoredValue): number =>
  typeof value === "string"
    ? value.length
    : typeof value === "object" && value !== null && "json" in value
      ? value.json.length
      : 8;

async function run(connection: DuckdbConnection, request: Extract<Request, { task: "run" }>): Promise<Answer> {
  const { sql, parameters, row_limit, max_cell, max_result } = request;
  const statement = await connection.prepare(sql);
  try {
    parameters.forEach((value, index) => {
      const place = index + 1;
      if (value === null) statement.bindNull(place);
      else if (typeof value === "boolean") statement.bindBoolean(place, value);
      else if (typeof value === "string") statement.bindVarchar(place, value);
      else if (Number.isSafeInteger(value)) statement.bindBigInt(place, BigInt(value));
      else statement.bindDouble(place, value);
    });
    const result = await statement.stream();
    const types = result.columnTypes().map(String);
    const columns = result.columnNames().map((each, index) => ({ name: each, type: types[index] ?? "" }));
    const rows: StoredValue[][] = [];
    let length = 0;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      for (const row of chunk.getRows()) {
        if (rows.length === row_limit || length > max_result)
          return { ok: true, task: "run", columns, rows, truncated: true };
        const values = row.map((value, index) => storedValue(value, types[index] ?? "", max_cell + CUT_ROOM));
        length += values.reduce((sum: number, value) => sum + size(value), 0);
        rows.push(values);
      }
    }
    return { ok: true, task: "run", columns, rows, truncated: false };
  } finally {
    statement.destroySync();
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function serve(memory: number, beside: string): void {
  let library: DuckdbLibrary | undefined;
  let parser: Promise<DuckdbConnection> | undefined;
  let open: Promise<Open> | undefined;
  const loaded = (): DuckdbLibrary =>
    (library ??= createRequire(beside === "" ? import.meta.url : join(beside, "package.json"))(
      "@duckdb/node-api",
    ) as DuckdbLibrary);

  const parse = async (sql: string): Promise<Answer> => {
    parser ??= connected(loaded(), memory).then(async (connection) => {
      await lock(connection);
      return connection;
    });
    const rows = await readAll(await parser, `SELECT json_serialize_sql(${literal(sql)}::VARCHAR)`);
    return { ok: true, task: "parse", tree: rows[0]?.[0] ?? "" };
  };

  const answer = async (request: Request): Promise<Answer> => {
    try {
      loaded();
    } catch (error) {
      return { ok: false, kind: "library", message: textOf(error) };
    }
    if (request.task === "parse") return parse(request.sql);
    let found: Open;
    try {
      found = await (open ??= opened(loaded(), memory, request.file));
    } catch (error) {
      open = undefined;
      return { ok: false, kind: "open", message: textOf(error) };
    }
    if (request.task === "fence") return { ok: true, task: "fence", relations: found.relations };
    return run(found.connection, request);
  };
  process.on("message", (request: Request) => {
    void answer(request)
      .catch((error: unknown): Answer => ({ ok: false, kind: "statement", message: textOf(error) }))
      .then((said) => process.send?.(said));
  });
  process.on("disconnect", () => process.exit(0));
}

const [memory, beside = ""] = process.argv.slice(2);
if (memory !== undefined) {
  new Worker(WATCH, { eval: true, workerData: { most: Number(memory) } }).unref();
  serve(Number(memory), beside);
}
