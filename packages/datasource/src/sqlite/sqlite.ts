import { existsSync } from "node:fs";
import { binaryText, cellText, MAX_CELL_LENGTH, MAX_RESULT_LENGTH, type Driver } from "../driver.ts";
import { failed, misconfigured, rejected, unavailable } from "../failure.ts";
import { portions } from "../introspection/patience.ts";
import { createPool } from "../pool/pool.ts";
import { type Holder, startHolder } from "../process/holder.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import { introspectSqlite } from "./schema.ts";
import { givenTable } from "./given.ts";
import type { Answer, Given, Statement, StoredValue } from "./sqlite-process.ts";
import { typeOfDeclaration } from "./types.ts";
import type { Cell, ColumnType, DatasourceError, GivenTable, QueryResult, ResultColumn, RunOptions } from "../types.ts";

const LIMITS = { max_cell: MAX_CELL_LENGTH, max_result: MAX_RESULT_LENGTH };

/** Cells that are read at a stretch. */
const CELLS_AT_ONCE = 25_000;

/** Bytes a process may hold. */
const MOST_MEMORY = 400 * 1024 * 1024;

/** Milliseconds that handing tables to a process may take. */
const GIVING_MS = 10_000;

/** What a file is read with. */
interface SqliteReading {
  /** Bytes that each process may hold. */
  memory?: number | undefined;
  marks?: readonly ColumnMark[] | undefined;
  /** Tables beside those of the file, which queries may join with them. */
  tables?: readonly GivenTable[] | undefined;
}

/** An SQLite file, read by processes of its own (see `sqlite-process.ts`), each of which holds at most `memory` bytes. */
export function openSqlite(
  file: string,
  connections: number,
  { memory = MOST_MEMORY, marks = [], tables = [] }: SqliteReading = {},
): Driver {
  const closed = marks
    .filter(isClosed)
    .map(({ table, column, mark }) => ({ table, column, masked: mark === "masked" }));
  const pool = createPool(connections, async () => {
    const holder = await startReader(file, memory);
    if (tables.length > 0) await give(holder, tables);
    return holder;
  });

  function run(purpose: Statement["purpose"], sql: string, options: RunOptions): Promise<QueryResult> {
    return pool.use(
      options.signal,
      // A process that has just died may not be known to be dead yet.
      (holder) =>
        answerOf(holder, { ...LIMITS, purpose, sql: "SELECT 1", parameters: [], row_limit: 1, closed }, options).then(
          () => {},
        ),
      async (holder) => {
        const started = performance.now();
        const statement: Statement = {
          purpose,
          sql,
          parameters: (options.parameters ?? []).map((value) => (typeof value === "boolean" ? Number(value) : value)),
          row_limit: options.row_limit,
          closed,
          ...LIMITS,
        };
        const answer = await answerOf(holder, statement, options);
        return { ...(await resultOf(answer)), duration_ms: Math.round(performance.now() - started) };
      },
    );
  }

  return {
    query: (sql, options) => run("query", sql, options),
    introspect: (signal, depth, protection) =>
      introspectSqlite((sql, options) => run("schema", sql, options), { signal, depth, protection }),
    close: () => pool.close(),
  };
}

/** Beside this file, in the sources and in a bundle alike. */
const PROGRAM = new URL("./sqlite-process.ts", import.meta.url);

/** Starts a process that reads `file` and holds at most `memory` bytes. */
async function startReader(file: string, memory: number): Promise<Holder<Statement | Given, Answer>> {
  if (!existsSync(file)) throw misconfigured("The database file does not exist.", "no_file");
  return startHolder(PROGRAM, [file, String(memory)]);
}

/** Hands tables to a process that has not run a statement yet; one that does not take them is ended. */
async function give(holder: Holder<Statement | Given, Answer>, tables: readonly GivenTable[]): Promise<void> {
  try {
    const given = { purpose: "give", tables: tables.map(givenTable) } as const;
    await answerOf(holder, given, { signal: new AbortController().signal, timeout_ms: GIVING_MS });
  } catch (error) {
    holder.destroy();
    throw error;
  }
}

/** The process's answer. Throws what it says went wrong. */
async function answerOf(
  holder: Holder<Statement | Given, Answer>,
  statement: Statement | Given,
  options: Pick<RunOptions, "signal" | "timeout_ms">,
): Promise<Extract<Answer, { ok: true }>> {
  const answer = await holder.ask(statement, options);
  if (answer.ok) return answer;
  throw failureOf(answer);
}

function failureOf({ kind, message }: Extract<Answer, { ok: false }>): DatasourceError {
  switch (kind) {
    case "open":
      return unavailable("The database file cannot be opened.", "not_a_database");
    case "denied":
      return rejected(`Reading "${message}" is not allowed.`);
    case "statement":
      if (/locked|busy/i.test(message)) return unavailable("The database file is locked.");
      if (/not a database|malformed|unable to open|disk I\/O/i.test(message))
        return misconfigured("The file is not a readable database.", "not_a_database");
      return failed(message);
  }
}

async function resultOf(answer: Extract<Answer, { ok: true }>): Promise<Omit<QueryResult, "duration_ms">> {
  const others = portions(CELLS_AT_ONCE);
  const columns: ResultColumn[] = [];
  for (const [index, { name, declared }] of answer.columns.entries()) {
    columns.push({ name, type: declared === null ? typeOfValues(answer.rows, index) : typeOfDeclaration(declared) });
    await others(answer.rows.length);
  }
  const rows: Cell[][] = [];
  for (const row of answer.rows) {
    rows.push(row.map((value, index) => cellOf(value, columns[index]?.type ?? "other")));
    await others(row.length);
  }
  return { columns, rows, row_count: rows.length, truncated: answer.truncated };
}

function cellOf(value: StoredValue, type: ColumnType): Cell {
  if (value === null) return null;
  if (typeof value === "string") {
    const text = cellText(value);
    return type === "timestamp" ? text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T") : text;
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "object") return binaryText(value.blob);
  if (type === "boolean" && (value === 0n || value === 1n)) return value === 1n;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** The type of an expression's column, which declares none: what its values have in common. */
function typeOfValues(rows: StoredValue[][], index: number): ColumnType {
  const kinds = new Set<ColumnType>();
  for (const row of rows) {
    const value = row[index] ?? null;
    if (value === null) continue;
    if (typeof value === "string") kinds.add("text");
    else if (typeof value === "bigint") kinds.add("integer");
    else kinds.add(typeof value === "number" ? "number" : "binary");
  }
  if (kinds.size === 2 && kinds.has("integer") && kinds.has("number")) return "number";
  const [only] = kinds;
  return kinds.size === 1 && only ? only : "text";
}
