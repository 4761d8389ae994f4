/**
 * The process that holds an SQLite file. `node:sqlite` is synchronous and has no interrupt: a statement that must be
 * stopped is stopped by ending this process (a worker thread would go on until SQLite returns).
 * It imports nothing of the package, so that a bundle can carry it as a file of its own.
 */
import { constants, DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

export type Value = null | number | bigint | string | Uint8Array;

/** One statement for the process to run. */
export interface Statement {
  /** What it may read: the file's tables, or its schema as well. */
  purpose: "query" | "schema";
  sql: string;
  parameters: (string | number | null)[];
  row_limit: number;
  max_cell: number;
  max_result: number;
  /** Columns whose values no query may read: a masked one is shown as a mask, any other does not exist. */
  closed: ClosedColumn[];
}

/** A column that is closed. */
export interface ClosedColumn {
  table: string;
  column: string;
  masked: boolean;
}

/** Tables that stand beside those of the file, for queries: their columns as they are declared, and their values. */
export interface Given {
  purpose: "give";
  tables: { name: string; columns: { name: string; declared: string }[]; rows: Value[][] }[];
}

/** A value SQLite returned, by its storage class: a bigint is an integer, a number is a real; binary data as hexadecimal digits, cut. */
export type StoredValue = null | string | bigint | number | { blob: string };

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

function authorize(database: DatabaseSync, purpose: Statement["purpose"], fence: SqliteFence): void {
  database.setAuthorizer((action, first, second, schema) => {
    const allowed =
      purpose === "schema"
        ? allowedForSchema(action, first)
        : allowedForQuery(action, first, second) &&
          !(action === constants.SQLITE_READ && schema !== "temp" && fence.closes(first, second));
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

/** What queries may not read of this file. */
interface SqliteFence {
  closes(table: string | null, column: string | null): boolean;
}

/** What stands in the place of a masked value. */
const MASK = "•••";

/** Tables in which a virtual table keeps its rows: "notes_content" of "notes". */
const SHADOW = /_(content|data|idx|docsize|config|stat|segments|segdir|node|rowid|parent)$/;

const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Puts a temporary view with what is open in front of each table with closed columns: a name without a schema means the view. Whatever
 * reads the table itself, views of the file included, meets the authorizer. Columns generated in such a table are closed, too.
 */
function raiseFence(database: DatabaseSync, columns: readonly ClosedColumn[]): SqliteFence {
  const closed = new Map<string, Set<string>>();
  for (const [table, marked] of Map.groupBy(columns, (each) => each.table.toLowerCase())) {
    const found = database.prepare("SELECT name, hidden FROM pragma_table_xinfo(?, 'main')").all(table);
    const masks = new Map(marked.map(({ column, masked }) => [column.toLowerCase(), masked]));
    const shut = new Set(masks.keys());
    const shown: string[] = [];
    for (const { name, hidden } of found) {
      const column = String(name);
      const mask = masks.get(column.toLowerCase());
      if (hidden === 2 || hidden === 3) shut.add(column.toLowerCase());
      if (mask === true) shown.push(`'${MASK}' AS ${quotedName(column)}`);
      else if (mask === undefined && hidden === 0) shown.push(quotedName(column));
    }
    closed.set(table, shut);
    if (found.length > 0)
      database.exec(
        `CREATE TEMP VIEW ${quotedName(table)} AS SELECT ${shown.join(", ") || `'${MASK}' AS closed`} FROM main.${quotedName(table)}`,
      );
  }
  return {
    closes(table, column) {
      const name = table?.toLowerCase() ?? "";
      if (closed.get(name)?.has(column?.toLowerCase() ?? "") === true) return true;
      return SHADOW.test(name) && closed.has(name.replace(SHADOW, ""));
    },
  };
}

/** Puts tables beside those of the file: temporary ones, which are in this process's memory. */
function putBeside(database: DatabaseSync, { tables }: Given): void {
  for (const { name, columns, rows } of tables) {
    const declared = columns.map((column) => `${quotedName(column.name)} ${column.declared}`);
    database.exec(`CREATE TEMP TABLE ${quotedName(name)} (${declared.join(", ")})`);
    const insert = database.prepare(
      `INSERT INTO temp.${quotedName(name)} VALUES (${columns.map(() => "?").join(", ")})`,
    );
    database.exec("BEGIN");
    for (const row of rows) insert.run(...row);
    database.exec("COMMIT");
  }
}

function storedValue(value: Value, maxCell: number): StoredValue {
  if (value === null) return null;
  // Longer than a cell by what the receiver needs to cut it between two characters.
  if (typeof value === "string") return value.slice(0, maxCell + CUT_ROOM);
  if (typeof value === "bigint" || typeof value === "number") return value;
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
    length += values.reduce((sum: number, value) => sum + size(value), 0);
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

/** An open file, and what queries may not read of it. */
interface Open {
  database: DatabaseSync;
  fence: SqliteFence;
}

/** Introspection reads the tables themselves, so it has a connection without the views in front of them. */
function openFor({ purpose, closed }: Statement, file: string, given: Given | undefined): Open {
  const database = opened(file);
  if (given && purpose === "query") putBeside(database, given);
  return { database, fence: raiseFence(database, purpose === "query" ? closed : []) };
}

function serve(file: string): void {
  const connections = new Map<Statement["purpose"], Open>();
  let given: Given | undefined;
  const answer = (statement: Statement): Answer => {
    let database: DatabaseSync;
    try {
      const open = connections.get(statement.purpose) ?? openFor(statement, file, given);
      connections.set(statement.purpose, open);
      database = open.database;
      authorize(database, statement.purpose, open.fence);
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
  process.on("message", (asked: Statement | Given) => {
    if (asked.purpose !== "give") return process.send?.(answer(asked));
    given = asked;
    return process.send?.({ ok: true, columns: [], rows: [], truncated: false } satisfies Answer);
  });
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
