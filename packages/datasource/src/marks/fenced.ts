import type { Driver, Protection } from "../driver.ts";
import { DatasourceError, type Dialect, type RunOptions, type Table } from "../types.ts";
import { tablesRead } from "../tokens/tables.ts";
import type { Realm } from "../guard/guard.ts";
import type { Fence } from "./fence.ts";
import { type ColumnMark, folded, isClosed } from "./marks.ts";
import { hiddenColumn } from "./refusals.ts";

/** Milliseconds that asking the catalog may take. */
const FENCE_TIMEOUT_MS = 10_000;

export interface Fencing {
  dialect: Dialect;
  realm: Realm;
  marks: readonly ColumnMark[];
}

/** Returns the statement as it may run on a database some of whose columns are closed. Throws `DatasourceError`. */
export async function fencedStatement(
  sql: string,
  fencing: Fencing,
  driver: Driver,
  options: RunOptions,
): Promise<string> {
  const { dialect, realm, marks } = fencing;
  if (dialect === "sqlite" || dialect === "duckdb") {
    const { checkMaskedInFile } = await import("./fenced-tokens.ts");
    checkMaskedInFile(
      sql,
      dialect,
      marks.filter(({ mark }) => mark === "masked"),
    );
    return sql;
  }
  const fence = await fenceOf(driver, options, tablesRead(sql, dialect));
  if (dialect === "mysql") {
    const { fencedMysql } = await import("./fenced-tokens.ts");
    return fencedMysql(sql, fence, realm.database ?? "");
  }
  const { fencedPostgres } = await import("./fenced-postgres.ts");
  return fencedPostgres(sql, fence, dialect);
}

async function fenceOf(
  driver: Driver,
  { signal, timeout_ms }: Pick<RunOptions, "signal" | "timeout_ms">,
  read?: readonly string[],
): Promise<Fence> {
  const fence = await driver.fence?.({
    signal,
    timeout_ms: Math.min(timeout_ms, FENCE_TIMEOUT_MS),
    ...(read && { read }),
  });
  return fence ?? { tables: [], closed: [] };
}

/** How engines say that there is no such column. */
const NO_COLUMN =
  /no such column: (\S+)|Referenced column "([^"]+)" not found|does not have a column named "([^"]+)"|column "?([^"\s]+)"? does not exist|Unknown column '([^']+)'|[Cc]olumn '([^']+)' cannot be resolved/;

/** Returns a failure over a hidden column as a refusal that says so; every other failure as it is. */
export function explained(error: unknown, { marks, dialect }: Pick<Fencing, "marks" | "dialect">): unknown {
  if (!(error instanceof DatasourceError) || error.code !== "SQL_FAILED") return error;
  const [, ...names] = NO_COLUMN.exec(error.message) ?? [];
  const name = names
    .find((each) => each !== undefined)
    ?.split(".")
    .at(-1)
    ?.replaceAll(/["`]/g, "");
  if (name === undefined) return error;
  const isHidden = marks.some(
    (mark) => mark.mark === "hidden" && folded(mark.column, dialect) === folded(name, dialect),
  );
  return isHidden ? hiddenColumn(name) : error;
}

/** Returns what introspection asks about a table: which of its columns no query may read. */
export async function closedColumns(
  driver: Driver,
  { marks, dialect }: Pick<Fencing, "marks" | "dialect">,
  signal: AbortSignal,
): Promise<Protection["closedIn"]> {
  if (!marks.some(isClosed)) return async () => new Set();
  if (dialect === "sqlite") return (table) => unreadableIn(driver, table, signal);
  const { closed, tables } = await fenceOf(driver, { signal, timeout_ms: FENCE_TIMEOUT_MS });
  return async ({ schema, name, columns }) => {
    const isIt = (each: { schema: string | null; name: string }) => each.name === name && each.schema === schema;
    if (closed.some(isIt)) return new Set(columns.map((column) => column.name));
    const fenced = tables.find(isIt);
    const masked = fenced?.columns.filter((column) => column.masked).map((column) => column.name);
    return new Set([...(fenced?.hidden ?? []), ...(masked ?? [])]);
  };
}

/** The columns that the process refuses to read. */
async function unreadableIn(
  driver: Driver,
  { name, columns }: Pick<Table, "name" | "columns">,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const isReadable = async (what: string) => {
    try {
      const options = { signal, timeout_ms: FENCE_TIMEOUT_MS, row_limit: 1 };
      await driver.query(`SELECT ${what} FROM main.${quoted(name)} LIMIT 0`, options);
      return true;
    } catch (error) {
      if (error instanceof DatasourceError) return false;
      throw error;
    }
  };
  const closed = new Set<string>();
  if (await isReadable("*")) return closed;
  for (const column of columns) if (!(await isReadable(quoted(column.name)))) closed.add(column.name);
  return closed;
}
