import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { bareEnvironment } from "../bare-environment.ts";
import { binaryText, cellText, MAX_CELL_LENGTH, MAX_RESULT_LENGTH, type Driver } from "../driver.ts";
import { failed, misconfigured, needsMemory, rejected, timedOut, unavailable } from "../failure.ts";
import { createPool } from "../pool/pool.ts";
import type { Pooled } from "../pool/idle.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import { introspectSqlite } from "./schema.ts";
import type { Answer, Statement, StoredValue } from "./sqlite-process.ts";
import { typeOfDeclaration } from "./types.ts";
import type { Cell, ColumnType, DatasourceError, QueryResult, RunOptions } from "../types.ts";

const LIMITS = { max_cell: MAX_CELL_LENGTH, max_result: MAX_RESULT_LENGTH };

/** A process that holds the file, one statement at a time. */
interface Holder extends Pooled {
  run(statement: Statement, options: RunOptions): Promise<Extract<Answer, { ok: true }>>;
}

/** Bytes a process may hold. */
const MOST_MEMORY = 400 * 1024 * 1024;

/** An SQLite file, read by processes of its own (see `sqlite-process.ts`), each of which holds at most `memory` bytes. */
export function openSqlite(
  file: string,
  connections: number,
  memory: number = MOST_MEMORY,
  marks: readonly ColumnMark[] = [],
): Driver {
  const closed = marks
    .filter(isClosed)
    .map(({ table, column, mark }) => ({ table, column, masked: mark === "masked" }));
  const pool = createPool(connections, () => startHolder(file, memory));

  function run(purpose: Statement["purpose"], sql: string, options: RunOptions): Promise<QueryResult> {
    return pool.use(
      options.signal,
      // A process that has just died may not be known to be dead yet.
      (holder) =>
        holder
          .run({ ...LIMITS, purpose, sql: "SELECT 1", parameters: [], row_limit: 1, closed }, options)
          .then(() => {}),
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
        const answer = await holder.run(statement, options);
        return { ...resultOf(answer), duration_ms: Math.round(performance.now() - started) };
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
async function startHolder(file: string, memory: number): Promise<Holder> {
  if (!existsSync(file)) throw misconfigured("The database file does not exist.", "no_file");
  const child = fork(PROGRAM, [file, String(memory)], {
    serialization: "advanced",
    // For the rows on their way; what the engine holds, the process bounds itself.
    execArgv: ["--disable-warning=ExperimentalWarning", "--max-old-space-size=256"],
    env: bareEnvironment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let broken = false;
  for (const event of ["exit", "error", "disconnect"]) {
    child.once(event, () => {
      broken = true;
    });
  }
  const destroy = () => {
    broken = true;
    child.kill("SIGKILL");
  };
  // A process that waits for work must not keep this one alive.
  child.unref();
  child.channel?.unref();
  return {
    get broken() {
      return broken;
    },
    destroy,
    end: async () => destroy(),
    run: (statement, options) => ask(child, statement, options, destroy),
  };
}

/**
 * What ends the process if it holds too much: its own check (see `sqlite-process.ts`, which imports nothing), or,
 * if rows come faster than it checks, its JavaScript engine.
 */
const MEMORY_SIGNALS: ReadonlySet<string | null> = new Set(["SIGUSR2", "SIGABRT"]);

/** Sends a statement and awaits its answer; abort and timeout end the process. */
function ask(
  child: ChildProcess,
  statement: Statement,
  { signal, timeout_ms }: RunOptions,
  kill: () => void,
): Promise<Extract<Answer, { ok: true }>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      kill();
      settle(() => reject(timedOut(timeout_ms)));
    }, timeout_ms);
    const abort = () => {
      kill();
      settle(() => reject(signal.reason));
    };
    const answered = (answer: Answer) => settle(() => (answer.ok ? resolve(answer) : reject(failureOf(answer))));
    const gone = (_code?: number | null, killedBy: NodeJS.Signals | null = null) => {
      kill();
      const ended = MEMORY_SIGNALS.has(killedBy) ? needsMemory() : unavailable("The database's process ended.");
      settle(() => reject(ended));
    };
    function settle(how: () => void): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      child.off("message", answered);
      child.off("exit", gone);
      child.channel?.unref();
      how();
    }
    if (signal.aborted) return abort();
    if (child.exitCode !== null || child.signalCode !== null) return gone();
    signal.addEventListener("abort", abort, { once: true });
    child.on("message", answered);
    child.once("exit", gone);
    child.channel?.ref();
    child.send(statement, (error) => {
      if (error) gone();
    });
  });
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

function resultOf(answer: Extract<Answer, { ok: true }>): Omit<QueryResult, "duration_ms"> {
  const columns = answer.columns.map(({ name, declared }, index) => ({
    name,
    type: declared === null ? typeOfValues(answer.rows, index) : typeOfDeclaration(declared),
  }));
  const rows = answer.rows.map((row) => row.map((value, index) => cellOf(value, columns[index]?.type ?? "other")));
  return { columns, rows, row_count: rows.length, truncated: answer.truncated };
}

function cellOf(value: StoredValue, type: ColumnType): Cell {
  if (value === null) return null;
  if (typeof value === "string") {
    const text = cellText(value);
    return type === "timestamp" ? text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T") : text;
  }
  if ("blob" in value) return binaryText(value.blob);
  if ("real" in value) return Number.isFinite(value.real) ? value.real : String(value.real);
  if (type === "boolean" && (value.integer === "0" || value.integer === "1")) return value.integer === "1";
  const number = Number(value.integer);
  return Number.isSafeInteger(number) ? number : value.integer;
}

/** The type of an expression's column, which declares none: what its values have in common. */
function typeOfValues(rows: StoredValue[][], index: number): ColumnType {
  const kinds = new Set<ColumnType>();
  for (const row of rows) {
    const value = row[index] ?? null;
    if (value === null) continue;
    if (typeof value === "string") kinds.add("text");
    else kinds.add("blob" in value ? "binary" : "real" in value ? "number" : "integer");
  }
  if (kinds.size === 2 && kinds.has("integer") && kinds.has("number")) return "number";
  const [only] = kinds;
  return kinds.size === 1 && only ? only : "text";
}
