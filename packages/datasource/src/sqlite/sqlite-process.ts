/**
 * The process that holds an SQLite file. `node:sqlite` is synchronous and has no interrupt: a statement that must be
 * stopped is stopped by ending this process (a worker thread would go on until SQLite returns).
 * It imports nothing of the package, so that a bundle can carry it as a file of its own.
 */
import { constants, DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

type Value = null | number | bigint | string | Uint8Array;

/** One statement for the process to run. */
export interface Statement {
  /** What it may read: the file's tables, or its schema as well. */
  purpose: "query" | "schema";
  sql: string;
  parameters: (string | number | null)[];
  row_limit: number;
  max_cell: number;
  max_result: number;
}

/** A value SQLite returned, by its storage class; binary data as hexadecimal digits, cut. */
export type StoredValue = null | string | { integer: string } | { real: number } | { blob: string };

/** What the process sends back. */
export type Answer =
  | { ok: true; columns: { name: string; declared: string | null }[]; rows: StoredValue[][]; truncated: boolean }
  | { ok: false; kind: "open" | "statement" | "denied"; message: string };

/** Units of a long text beyond a cell's length that are sent along: the other side cuts it between two graphemes. */
const CUT_ROOM = 128;

const READING_ACTIONS = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);
const REFUSED_FUNCTION = /^(load_extension|readfile|writefile|edit|fts3_tokenizer|sqlite_.*|randomblob|zeroblob)$/i;
/** Virtual tables that show the engine's internals. */
const REFUSED_TABLE = /^(pragma_|dbstat$|bytecode$|tables_used$|sqlite_stmt$|sqlite_dbpage$)/i;
const SCHEMA_TABLES = /^sqlite_/i;
const SCHEMA_PRAGMAS = new Set(["table_xinfo", "table_info", "foreign_key_list", "index_list", "index_info"]);

/** Bytes of one value or row the engine makes. */
const SQLITE_VALUE_BYTES = 10 * 1024 * 1024;

/** Sorting happens within the memory this process may hold: nothing goes to temporary files. */
const MEMORY = "PRAGMA temp_store = MEMORY";

/**
 * Ends this process if it holds too much: Node's SQLite does not count its memory, so its own heap limits do
 * nothing, and while a statement runs only another thread can check. The signal tells the caller that waits.
 */
const WATCH = `
  const { workerData } = require("node:worker_threads");
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData.most) process.kill(process.pid, workerData.signal);
  }, 20);
`;
const MEMORY_SIGNAL = "SIGUSR2";

let denied = "";

function authorize(database: DatabaseSync, purpose: Statement["purpose"]): void {
  database.setAuthorizer((action, first, second) => {
    const allowed = purpose === "schema" ? allowedForSchema(action, first) : allowedForQuery(action, first, second);
    if (!allowed) denied = (action === constants.SQLITE_FUNCTION ? second : first) ?? "this operation";
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
}

function allowedForQuery(action: number, first: string | null, second: string | null): boolean {
  // Full-text tables ask whether the file changed.
  if (action === constants.SQLITE_PRAGMA) return first === "data_version";
  if (!READING_ACTIONS.has(action)) return false;
  if (action === constants.SQLITE_FUNCTION) return !REFUSED_FUNCTION.test(second ?? "");
  if (action === constants.SQLITE_READ) return !REFUSED_TABLE.test(first ?? "") && !SCHEMA_TABLES.test(first ?? "");
  return true;
}

/** Introspection reads the schema table and its pragmas as well. */
function allowedForSchema(action: number, first: string | null): boolean {
  if (action === constants.SQLITE_PRAGMA) return SCHEMA_PRAGMAS.has(first ?? "");
  return READING_ACTIONS.has(action);
}

function storedValue(value: Value, maxCell: number): StoredValue {
  if (value === null) return null;
  // Longer than a cell by what the receiver needs to cut it between two characters.
  if (typeof value === "string") return value.slice(0, maxCell + CUT_ROOM);
  if (typeof value === "bigint") return { integer: value.toString() };
  if (typeof value === "number") return { real: value };
  return { blob: Buffer.from(value.subarray(0, 33)).toString("hex") };
}

function size(value: StoredValue): number {
  return typeof value === "string" ? value.length : 8;
}

function run(database: DatabaseSync, { sql, parameters, row_limit, max_cell, max_result }: Statement): Answer {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const columns = statement.columns().map(({ name, type }) => ({ name, declared: type }));
  const rows: StoredValue[][] = [];
  let length = 0;
  for (const row of statement.iterate(...parameters)) {
    if (rows.length === row_limit || length > max_result) return { ok: true, columns, rows, truncated: true };
    // With setReturnArrays a row is an array; the types know only records.
    const values = (row as unknown as Value[]).map((value) => storedValue(value, max_cell));
    length += values.reduce((sum, value) => sum + size(value), 0);
    rows.push(values);
  }
  return { ok: true, columns, rows, truncated: false };
}

function opened(file: string): DatabaseSync {
  const database = new DatabaseSync(file, {
    readOnly: true,
    enableDoubleQuotedStringLiterals: true,
    allowExtension: false,
    timeout: 2_000,
    // `printf('%1000000000d', 1)` would take a gigabyte.
    limits: { length: SQLITE_VALUE_BYTES },
  });
  database.exec(MEMORY);
  return database;
}

function serve(file: string): void {
  let database: DatabaseSync | undefined;
  const answer = (statement: Statement): Answer => {
    try {
      database ??= opened(file);
      authorize(database, statement.purpose);
    } catch (error) {
      return { ok: false, kind: "open", message: String(error instanceof Error ? error.message : error) };
    }
    denied = "";
    try {
      return run(database, statement);
    } catch (error) {
      if (denied) return { ok: false, kind: "denied", message: denied };
      return { ok: false, kind: "statement", message: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on("message", (statement: Statement) => process.send?.(answer(statement)));
  process.on("disconnect", () => process.exit(0));
}

function watchMemory(most: number): void {
  new Worker(WATCH, { eval: true, workerData: { most, signal: MEMORY_SIGNAL } }).unref();
}

const [file, memory] = process.argv.slice(2);
if (file !== undefined) {
  watchMemory(Number(memory));
  serve(file);
}
