import type { Driver } from "./driver.ts";
import { openDriver } from "./open.ts";
import type { Cell, DatasourceConfig } from "./types.ts";

/** What a first look at a database found. */
export interface ConnectionCheck {
  /** Milliseconds until the database had answered. */
  duration_ms: number;
  /** Tables and views that the role may read. */
  tables: number;
  /** What the role may change, in words: `insert, update, delete in orders and 3 more tables`. Empty where nothing. */
  writes: string[];
  /** What else is worth a warning, in sentences. */
  warnings?: string[];
}

/** How many tables are named before the rest is counted. */
const TABLES_SHOWN = 3;

/** What PostgreSQL lets the role read and change; of a superuser everything. Each row is a kind, and what it is about. */
const POSTGRES_PRIVILEGES = `
  WITH tables AS (
    SELECT c.oid, n.nspname, c.relname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE'))
  SELECT 'table', relname::text FROM tables
  WHERE has_any_column_privilege(oid, 'SELECT') AND ($1::text[] IS NULL OR nspname = ANY ($1::text[]))
  UNION ALL
  SELECT 'superuser', rolname::text FROM pg_roles WHERE rolname = current_user AND rolsuper
  UNION ALL
  SELECT 'change', nspname || '.' || relname FROM tables
  WHERE has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(oid, 'INSERT, UPDATE')
  UNION ALL
  SELECT 'create', nspname::text FROM pg_namespace
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'CREATE')
  UNION ALL
  SELECT 'create database', rolname::text FROM pg_roles WHERE rolname = current_user AND rolcreatedb
  UNION ALL
  SELECT 'create role', rolname::text FROM pg_roles WHERE rolname = current_user AND rolcreaterole
  UNION ALL
  SELECT 'member', rolname::text FROM pg_roles
  WHERE rolname IN ('pg_write_server_files', 'pg_execute_server_program') AND pg_has_role(oid, 'MEMBER')`;

const MYSQL_TABLES = `
  SELECT TABLE_NAME FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'VIEW')`;

/** Privileges of MySQL and MariaDB with which nothing can be changed. */
const READING_PRIVILEGES =
  /^(USAGE|SELECT|SHOW VIEW|SHOW DATABASES|SHOW CREATE ROUTINE|PROCESS|REFERENCES|LOCK TABLES|EXECUTE|REPLICATION CLIENT|BINLOG MONITOR|(SLAVE|REPLICA) MONITOR)$/;

function counted(names: readonly string[]): string {
  const named = names.slice(0, TABLES_SHOWN).join(", ");
  return names.length > TABLES_SHOWN ? `${named} and ${names.length - TABLES_SHOWN} more` : named;
}

async function readAll(driver: Driver, sql: string, signal: AbortSignal, parameters: Cell[] = []): Promise<Cell[][]> {
  return (await driver.query(sql, { parameters, row_limit: 100_000, timeout_ms: 15_000, signal })).rows;
}

type Found = Omit<ConnectionCheck, "duration_ms">;

async function checkPostgres(
  driver: Driver,
  schemas: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const asked = schemas ? `{${schemas.map((name) => `"${name.replace(/["\\]/g, "\\$&")}"`).join(",")}}` : null;
  const rows = await readAll(driver, POSTGRES_PRIVILEGES, signal, [asked]);
  const of = (kind: string): string[] => rows.filter(([found]) => found === kind).map(([, about]) => String(about));
  const [changed, created] = [of("change"), of("create")];
  if (of("superuser").length > 0) return { tables: of("table").length, writes: ["it is a superuser"] };
  return {
    tables: of("table").length,
    writes: [
      ...(changed.length > 0 ? [`change rows of ${counted(changed)}`] : []),
      ...(created.length > 0 ? [`create tables in ${counted(created)}`] : []),
      ...(of("create database").length > 0 ? ["create databases"] : []),
      ...(of("create role").length > 0 ? ["create roles"] : []),
      ...of("member").map((role) => `act as ${role}`),
    ],
  };
}

/**
 * What grants of MySQL or MariaDB let a user change, in words. `grants` are the lines of SHOW GRANTS; those that only name
 * a role say nothing of what it may do.
 */
export function writesOfGrants(grants: readonly string[]): string[] {
  return grants.flatMap((line) => {
    const [, privileges, place] = /^GRANT (.+?) ON (\S+(?: \S+)*?) TO /i.exec(line) ?? [];
    if (privileges === undefined || place === undefined || /^PROXY$/i.test(privileges)) return [];
    // A privilege on columns names them in parentheses.
    const names = privileges.replaceAll(/\s*\([^)]*\)/g, "").split(/,\s*/);
    const writing = names.filter((name) => !READING_PRIVILEGES.test(name.trim().toUpperCase()));
    return writing.length === 0 ? [] : [`${counted(writing).toLowerCase()} on ${place.replaceAll("`", "")}`];
  });
}

async function checkMysql(driver: Driver, signal: AbortSignal): Promise<Found> {
  const tables = await readAll(driver, MYSQL_TABLES, signal);
  const grants = await readAll(driver, "SHOW GRANTS", signal);
  return { tables: tables.length, writes: writesOfGrants(grants.map(([line]) => String(line))) };
}

/** What its user may change is not looked at: its grants come from the role, and from groups that only administrators see. */
async function checkSchema(driver: Driver, signal: AbortSignal): Promise<Found> {
  const { tables } = await driver.introspect(signal, "declared");
  const warnings = (await driver.warnings?.(signal)) ?? [];
  return { tables: tables.length, writes: [], ...(warnings.length > 0 && { warnings }) };
}

/** Looks whether a database answers. Throws like `checkConnection`. */
export async function pingConnection(config: DatasourceConfig, signal: AbortSignal): Promise<void> {
  const driver = await openDriver(config, 1);
  try {
    await readAll(driver, "SELECT 1", signal);
  } finally {
    await driver.close();
  }
}

/**
 * Connects to a database with a configuration that is not stored yet, and looks at what its role may do. Throws a
 * `DatasourceError` that names the fault, or the signal's reason.
 */
export async function checkConnection(config: DatasourceConfig, signal: AbortSignal): Promise<ConnectionCheck> {
  const driver = await openDriver(config, 1);
  const started = performance.now();
  try {
    await readAll(driver, "SELECT 1", signal);
    const duration_ms = Math.round(performance.now() - started);
    switch (config.engine) {
      case "postgres":
        return { duration_ms, ...(await checkPostgres(driver, config.schemas, signal)) };
      case "mysql":
        return { duration_ms, ...(await checkMysql(driver, signal)) };
      // Files are opened for reading only; of warehouses the service's own role is all there is.
      case "sqlite":
      case "duckdb":
      case "redshift":
      case "athena":
        return { duration_ms, ...(await checkSchema(driver, signal)) };
    }
  } finally {
    await driver.close();
  }
}
