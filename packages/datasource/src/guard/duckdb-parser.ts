import { duckdbAnswer, readyDuckdb } from "../duckdb/duckdb.ts";
import { failed, rejected, unavailable } from "../failure.ts";
import { DatasourceError } from "../types.ts";
import { createPool } from "../pool/pool.ts";
import { isTree, listAt, textAt, treeAt, type Tree } from "./parse-tree.ts";

/** Milliseconds that reading a statement may take; the largest takes about 50. */
const PARSE_TIMEOUT_MS = 5_000;

/** Bytes the parser's process may hold. */
const PARSER_MEMORY = 400 * 1024 * 1024;

const FIRST = { task: "parse", sql: "SELECT 1" } as const;

/** Milliseconds that a statement waits for its turn, and for the process to start. */
const PARSER_PATIENCE_MS = 40_000;

/** One process for all of this environment's statements, kept for a minute after the last. */
const parser = createPool(1, () => readyDuckdb(FIRST, PARSER_MEMORY));

/** The statements of a text as DuckDB's own parser reads them. Throws `SQL_REJECTED` where one is no SELECT, `SQL_FAILED` where it is no SQL. */
export async function parseDuckdb(sql: string): Promise<Tree[]> {
  const read: unknown = JSON.parse(await treeOf(sql));
  if (!isTree(read)) throw rejected("The statement is empty.");
  if (read["error"] === true) throw refusalOf(read);
  return listAt(read, "statements").map((statement) => (isTree(statement) ? treeAt(statement, "node") : {}));
}

async function treeOf(sql: string): Promise<string> {
  const options = { signal: AbortSignal.timeout(PARSER_PATIENCE_MS), timeout_ms: PARSE_TIMEOUT_MS };
  try {
    const answer = await parser.use(
      options.signal,
      (holder) => duckdbAnswer(holder, FIRST, options).then(() => {}),
      (holder) => duckdbAnswer(holder, { task: "parse", sql }, options),
    );
    return answer.tree;
  } catch (error) {
    if (error instanceof DatasourceError) throw error;
    // The signal's own reason: too many statements wait for the parser.
    throw unavailable("The statement could not be checked in time.");
  }
}

function refusalOf(read: Tree) {
  const message = textAt(read, "error_message") ?? "";
  if (message.startsWith("Only SELECT")) return rejected("Only SELECT is allowed.");
  return textAt(read, "error_type") === "parser"
    ? failed(message)
    : rejected(`This form of SQL is not allowed (${message}).`);
}
