import { existsSync } from "node:fs";
import { basename, extname } from "node:path";
import { MAX_CELL_LENGTH, MAX_RESULT_LENGTH, type Driver } from "../driver.ts";
import { failed, misconfigured, needsMemory, withoutQuotedData } from "../failure.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import { createPool } from "../pool/pool.ts";
import { type Holder, startHolder } from "../process/holder.ts";
import type { DatasourceError, QueryResult, RunOptions } from "../types.ts";
import type { Answer, FencedRelation, OpenedFile, Request } from "./duckdb-process.ts";
import { introspectDuckdb } from "./schema.ts";
import { duckdbCell, typeOfDuckdb } from "./types.ts";

/** Bytes a process may hold; DuckDB's own library is some 150 MB of them. */
const DUCKDB_MEMORY_BYTES = 600 * 1024 * 1024;

/** Beside this file, in the sources and in a bundle alike. */
const DUCKDB_PROGRAM = new URL("./duckdb-process.ts", import.meta.url);

/** Starts a process that reads one file in DuckDB, or parses for the guard. `DUCKDB_DIR` says where the library is installed. */
const startDuckdb = (memory: number = DUCKDB_MEMORY_BYTES): Holder<Request, Answer> =>
  startHolder(DUCKDB_PROGRAM, [String(memory), process.env["DUCKDB_DIR"] ?? ""]);

/** Milliseconds that loading the library and opening a file may take: where it was never loaded before, 70 MB come from disk. */
const DUCKDB_OPENING_MS = 30_000;

/** A process that has done its first request, which loads the library and opens the file. Throws like `duckdbAnswer`. */
export async function readyDuckdb(first: Request, memory?: number): Promise<Holder<Request, Answer>> {
  const holder = startDuckdb(memory);
  try {
    await duckdbAnswer(holder, first, { signal: new AbortController().signal, timeout_ms: DUCKDB_OPENING_MS });
    return holder;
  } catch (error) {
    holder.destroy();
    throw error;
  }
}

/** The answer to a request. Throws what the process says went wrong. */
export async function duckdbAnswer<Task extends Request["task"]>(
  holder: Holder<Request, Answer>,
  request: Extract<Request, { task: Task }>,
  options: Pick<RunOptions, "signal" | "timeout_ms">,
): Promise<Extract<Answer, { ok: true; task: Task }>> {
  const answer = await holder.ask(request, options);
  if (answer.ok) return answer as Extract<Answer, { ok: true; task: Task }>;
  throw failureOf(answer);
}

/** What the table of a Parquet or CSV file is called: after the file, in words that need no quotes. */
export function tableNameOf(fileName: string): string {
  const words = basename(fileName, extname(fileName))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "");
  return words === "" || /^\p{N}/u.test(words) ? `data_${words}`.replace(/_$/, "") : words;
}

/**
 * A DuckDB database, or a Parquet or CSV file, read by processes of their own (see `duckdb-process.ts`), each of which holds at
 * most `memory` bytes. `name` is what the file is called, for people.
 */
export function openDuckdb(
  { file, name = file }: { file: string; name?: string | undefined },
  connections: number,
  { memory, marks }: { memory: number | undefined; marks: readonly ColumnMark[] },
): Driver {
  const closed = marks
    .filter(isClosed)
    .map(({ schema, table, column, mark }) => ({ schema, table, column, masked: mark === "masked" }));
  const opened: OpenedFile = { path: file, table: tableNameOf(name), closed };
  const fence = { task: "fence", file: opened } as const;
  const pool = createPool(connections, async () => {
    if (!existsSync(file)) throw misconfigured("The database file does not exist.", "no_file");
    return readyDuckdb(fence, memory);
  });
  /** A process that has just died may not be known to be dead yet. */
  const use = <T>(
    options: Pick<RunOptions, "signal" | "timeout_ms">,
    work: (holder: Holder<Request, Answer>) => Promise<T>,
  ) => pool.use(options.signal, (holder) => duckdbAnswer(holder, fence, options).then(() => {}), work);

  const query = (sql: string, options: RunOptions): Promise<QueryResult> =>
    use(options, async (holder) => {
      const started = performance.now();
      const { row_limit, parameters = [] } = options;
      const limits = { row_limit, max_cell: MAX_CELL_LENGTH, max_result: MAX_RESULT_LENGTH };
      const run = { task: "run", file: opened, sql, parameters, ...limits } as const;
      const answer = await duckdbAnswer(holder, run, options);
      const columns = answer.columns.map((column) => ({ name: column.name, type: typeOfDuckdb(column.type) }));
      const rows = answer.rows.map((row) => row.map((value, at) => duckdbCell(value, columns[at]?.type ?? "other")));
      const duration_ms = Math.round(performance.now() - started);
      return { columns, rows, row_count: rows.length, truncated: answer.truncated, duration_ms };
    });

  return {
    query,
    introspect: (signal, depth, protection) => introspectDuckdb(query, { signal, depth, protection }),
    async fence(options) {
      const { relations } = await use(options, (holder) => duckdbAnswer(holder, fence, options));
      const named = ({ schema, name: table }: FencedRelation) => ({
        schema: schema === "main" ? null : schema,
        name: table,
        visible: schema === "main",
      });
      return {
        tables: relations.flatMap((each) =>
          each.columns === null ? [] : { ...named(each), columns: each.columns, hidden: each.hidden },
        ),
        closed: relations.filter(({ columns }) => columns === null).map(named),
      };
    },
    close: () => pool.close(),
  };
}

/** Errors that are raised while rows are read, and quote their values. */
const OVER_ROWS = /^(Conversion|Invalid Input|Out of Range|Constraint|Mismatch Type) Error/;

function failureOf({ kind, message }: Extract<Answer, { ok: false }>): DatasourceError {
  if (message.startsWith("Out of Memory Error")) return needsMemory();
  const [first = ""] = message.split("\n");
  switch (kind) {
    case "library":
      return misconfigured(
        "DuckDB is not installed where the service runs: npm install @duckdb/node-api, or, on a stage, deploy it with duckdb: true.",
        "no_library",
      );
    case "open":
      return misconfigured(
        "The file is neither a DuckDB database, Parquet nor CSV that can be read.",
        "not_a_database",
      );
    case "statement":
      return failed(OVER_ROWS.test(first) ? withoutQuotedData(first) : first);
  }
}
