import { escapeIdentifier } from "pg";
import Cursor from "pg-cursor";
import { type Admission, MAX_RESULT_LENGTH, MAX_WIRE_BYTES, type Driver } from "../driver.ts";
import { tooLarge, unavailable } from "../failure.ts";
import { createPool } from "../pool/pool.ts";
import { isServerError, statementFailure } from "./error.ts";
import type { ColumnMark } from "../marks/marks.ts";
import { postgresFence } from "./fence.ts";
import { checkPlan } from "./plan.ts";
import { introspectPostgres } from "./schema.ts";
import { openSession, type PostgresConfig, type PostgresSession } from "./session.ts";
import { cellOf, typeOfOid } from "./types.ts";
import { queryThrough, rowLength } from "../server/query.ts";
import type { Cell, QueryResult, ResultColumn, RunOptions } from "../types.ts";

/** Rows asked for at once: few at first, then as many as fit the bytes by what the first ones weighed. */
const FIRST_BATCH = 20;
const MAX_BATCH = 1_000;
const BATCH_BYTES = 2 * 1024 * 1024;

/** Values arrive as PostgreSQL writes them; `cellOf` reads them by type. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** A PostgreSQL database through at most `connections` sessions. */
export function openPostgres(config: PostgresConfig, connections: number, marks: readonly ColumnMark[] = []): Driver {
  const pool = createPool(connections, () => openSession(config));
  const query = queryThrough(pool, {
    begin: (session, { timeout_ms }) => begin(session, transactionPrelude(config.schemas, timeout_ms)),
    admit,
    read,
    explain: (error, timeout_ms) => (isServerError(error) ? statementFailure(error, timeout_ms) : undefined),
  });
  return {
    query,
    introspect: (signal, depth, protection) => introspectPostgres(query, config.schemas, { signal, depth, protection }),
    fence: (options) => postgresFence(query, marks, options),
    close: () => pool.close(),
  };
}

/**
 * Opens the read-only transaction. The settings make results independent of the server's defaults, and let string
 * literals be read as the guard's parser reads them. They end with the transaction, which is always rolled back.
 */
function transactionPrelude(schemas: readonly string[] | undefined, timeout_ms: number): string {
  const timeout = Math.max(1, Math.ceil(timeout_ms));
  const settings = [
    `statement_timeout = ${timeout}`,
    `idle_in_transaction_session_timeout = ${timeout + 30_000}`,
    "standard_conforming_strings = on",
    "datestyle = 'ISO'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    "extra_float_digits = 1",
    `work_mem = '${WORK_MEMORY}'`,
  ];
  if (schemas) settings.push(`search_path = ${schemas.map((schema) => escapeIdentifier(schema)).join(", ")}`);
  return `BEGIN READ ONLY; ${settings.map((setting) => `SET LOCAL ${setting}`).join("; ")}; ${POSTGRES_CEILINGS}`;
}

/** What a sort or a hash may hold before it uses temporary files, and how large those may get. */
const WORK_MEMORY = "32MB";
const TEMPORARY_FILES = "1GB";

/** Settings that not every server has, or that only a superuser may make: for the rest the server's own apply. */
const POSTGRES_CEILINGS = `
  SELECT set_config('hash_mem_multiplier', '1', true) WHERE current_setting('hash_mem_multiplier', true) IS NOT NULL;
  SELECT set_config('temp_file_limit', '${TEMPORARY_FILES}', true)
  FROM pg_catalog.pg_roles WHERE rolname = current_user AND rolsuper AND current_setting('temp_file_limit') = '-1'`;

async function begin(session: PostgresSession, prelude: string): Promise<void> {
  try {
    await session.client.query(prelude);
  } catch (error) {
    session.destroy();
    if (isServerError(error)) throw statementFailure(error, 0);
    throw unavailable("The connection to the database was lost.");
  }
}

async function admit(
  { client }: PostgresSession,
  sql: string,
  { parameters = [] }: RunOptions,
  admission: Admission,
): Promise<void> {
  const ask = async (text: string, values: readonly Cell[]) =>
    (await client.query<Cell[]>({ text, values: [...values], rowMode: "array" as const, types: AS_TEXT })).rows;
  admission.judge(await ask(admission.sql, admission.parameters));
  const [row] = await ask(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
  checkPlan(String(row?.[0]), admission.values);
}

/** Reads at most `row_limit` rows through a portal; the rest stays in the database. */
async function read(
  session: PostgresSession,
  sql: string,
  options: RunOptions,
): Promise<Omit<QueryResult, "duration_ms">> {
  const { parameters = [], row_limit } = options;
  const bytes = session.limit(MAX_WIRE_BYTES);
  const cursor = session.client.query(
    new Cursor<(string | null)[]>(sql, [...parameters], { rowMode: "array", types: AS_TEXT }),
  );
  try {
    const rows: Cell[][] = [];
    let length = 0;
    for (;;) {
      const wanted = Math.min(batchSize(rows.length, bytes.bytes()), row_limit + 1 - rows.length);
      const { columns, batch } = await readBatch(cursor, wanted);
      for (const values of batch) {
        if (rows.length === row_limit || length > MAX_RESULT_LENGTH) {
          await cursor.close();
          return { columns, rows, row_count: rows.length, truncated: true };
        }
        const cells = values.map((text, index) => cellOf(text, columns[index]?.type ?? "other"));
        rows.push(cells);
        length += rowLength(cells);
      }
      if (batch.length < wanted) {
        await cursor.close();
        return { columns, rows, row_count: rows.length, truncated: false };
      }
    }
  } catch (error) {
    if (bytes.exceeded()) throw tooLarge();
    throw error;
  } finally {
    bytes.stop();
  }
}

function batchSize(rows: number, bytes: number): number {
  if (rows === 0) return FIRST_BATCH;
  return Math.max(1, Math.min(MAX_BATCH, Math.floor(BATCH_BYTES / (bytes / rows))));
}

function readBatch(
  cursor: Cursor<(string | null)[]>,
  wanted: number,
): Promise<{ columns: ResultColumn[]; batch: (string | null)[][] }> {
  return new Promise((resolve, reject) => {
    cursor.read(wanted, (error, batch, result) => {
      if (error) reject(error);
      else
        resolve({
          columns: result.fields.map(({ name, dataTypeID }) => ({ name, type: typeOfOid(dataTypeID) })),
          batch,
        });
    });
  });
}
