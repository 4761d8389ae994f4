import type { FieldPacket, QueryError } from "mysql2";
import { MAX_RESULT_LENGTH, MAX_WIRE_BYTES, type Driver } from "../driver.ts";
import { failed, timedOut, tooLarge, unavailable, withoutQuotedData } from "../failure.ts";
import type { ColumnMark } from "../marks/marks.ts";
import { mysqlFence } from "./fence.ts";
import { introspectMysql } from "./schema.ts";
import { openMysqlSession, type MysqlConfig, type MysqlSession } from "./session.ts";
import { mysqlCell, typeOfField } from "./types.ts";
import { createPool } from "../pool/pool.ts";
import { queryThrough, rowLength } from "../server/query.ts";
import type { Cell, DatasourceError, QueryResult, ResultColumn, RunOptions } from "../types.ts";

/** A MySQL or MariaDB database through at most `connections` sessions. */
export function openMysql(config: MysqlConfig, connections: number, marks: readonly ColumnMark[] = []): Driver {
  const pool = createPool(connections, () => openMysqlSession(config));
  const query = queryThrough(pool, {
    begin,
    async read(session, sql, options) {
      const result = await read(session, sql, options);
      await refuseMisread(session, options.parameters ?? []);
      return result;
    },
    explain(error, timeout_ms) {
      if (error instanceof Misread) return failed(error.message);
      return isServerError(error) ? statementFailure(error, timeout_ms) : undefined;
    },
  });
  return {
    query,
    introspect: (signal, depth, protection) => introspectMysql(query, { signal, depth, protection }),
    fence: (options) => mysqlFence(query, marks, options),
    close: () => pool.close(),
  };
}

/** Limits of the server's own for the next statement, and the read-only transaction around it. */
async function begin(session: MysqlSession, { timeout_ms, row_limit }: RunOptions): Promise<void> {
  const timeout = session.mariadb
    ? `max_statement_time = ${Math.max(timeout_ms, 1) / 1_000}`
    : `max_execution_time = ${Math.max(1, Math.ceil(timeout_ms))}`;
  try {
    await session.command(`SET SESSION sql_select_limit = ${row_limit + 1}, SESSION ${timeout}`);
    await session.command("START TRANSACTION READ ONLY");
  } catch {
    session.destroy();
    throw unavailable("The connection to the database was lost.");
  }
}

function isServerError(error: unknown): error is QueryError & { errno: number; sqlState: string } {
  return error instanceof Error && "errno" in error && "sqlState" in error && typeof error.sqlState === "string";
}

/** Query timeout (MySQL 3024, MariaDB 1969) and interruption. */
const TIMEOUTS = new Set([3024, 1969, 1317]);
/** Refusals that name the user and the host. */
const DENIED = new Set([1044, 1045, 1142, 1143, 1227, 1370, 1698]);
/** Server shutdown, too many connections, lock wait and deadlock: the next attempt may pass. */
const PASSING = new Set([1053, 1040, 1203, 1205, 1213, 1158, 1159, 1160, 1161]);

function statementFailure(
  error: QueryError & { errno: number; sqlState: string },
  timeout_ms: number,
): DatasourceError {
  if (TIMEOUTS.has(error.errno)) return timedOut(timeout_ms);
  if (PASSING.has(error.errno)) return unavailable("The database is not available at the moment.");
  if (DENIED.has(error.errno)) return failed("The database role is not allowed to read this.");
  // Class 42 is about the statement; others may quote values of rows.
  return failed(error.sqlState.startsWith("42") ? error.message : withoutQuotedData(error.message));
}

/** Reads at most `row_limit` rows. Where the statement's own LIMIT is larger, the connection is cut to stop the rest. */
function read(session: MysqlSession, sql: string, options: RunOptions): Promise<Omit<QueryResult, "duration_ms">> {
  const { parameters = [], row_limit } = options;
  const bytes = session.limit(MAX_WIRE_BYTES);
  return new Promise<Omit<QueryResult, "duration_ms">>((resolve, reject) => {
    let columns: ResultColumn[] = [];
    const rows: Cell[][] = [];
    let length = 0;
    let done = false;
    const finish = (truncated: boolean) => {
      done = true;
      resolve({ columns, rows, row_count: rows.length, truncated });
    };
    const command = session.connection.execute(sql, parameters.map(bound));
    command.on("fields", (fields: FieldPacket[] | undefined) => {
      columns = (fields ?? []).map((field) => ({ name: field.name, type: typeOfField(field) }));
    });
    command.on("result", (row: unknown) => {
      if (done) return;
      if (rows.length === row_limit || length > MAX_RESULT_LENGTH) {
        session.destroy();
        finish(true);
        return;
      }
      const values = Array.isArray(row) ? row : [];
      const cells = values.map((value, index) => mysqlCell(value, columns[index]?.type ?? "other"));
      length += rowLength(cells);
      rows.push(cells);
    });
    const fail = (error: QueryError) => {
      reject(bytes.exceeded() ? tooLarge() : error);
    };
    command.on("error", fail);
    // The driver tells the connection, not the statement, that the connection is lost.
    session.connection.once("error", fail);
    command.on("end", () => {
      session.connection.off("error", fail);
      if (!done) finish(false);
    });
  }).finally(() => bytes.stop());
}

async function refuseMisread(session: MysqlSession, parameters: readonly Cell[]): Promise<void> {
  if (session.broken || !parameters.some((value) => typeof value === "string")) return;
  const warning = misreadValue(await session.warnings(), parameters);
  if (warning !== undefined) throw new Misread(withoutQuotedData(warning));
}

/**
 * The warning about a bound value. If a value is not a number or date, MySQL compares with 0 or nothing and only
 * warns: that would answer another question. Warnings about rows are ignored.
 */
export function misreadValue(warnings: readonly string[], parameters: readonly Cell[]): string | undefined {
  const texts = parameters.filter((value) => typeof value === "string");
  return warnings.find((warning) =>
    texts.some((text) => warning.endsWith(`: '${text}'`) || warning.includes(`: '${text}' for `)),
  );
}

/** A value that the server changed; the session can be used again. */
class Misread extends Error {
  override name = "Misread";
}

/** Whole numbers as text: LIMIT refuses the double the driver would send. */
function bound(value: Cell): string | number | boolean | null {
  return typeof value === "number" && Number.isInteger(value) ? String(value) : value;
}
