import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type AwsServer, type Operations, Refused, startAwsServer } from "./aws-server.ts";

/*
 * A stand-in for Amazon Athena: its protocol (AWS JSON 1.1, signed), its life of a statement, its pages and its data catalog, in front
 * of a real DuckDB, which runs what it is sent. Trino's stricter types it does not have: it compares a date with a text.
 */

type Value = null | boolean | number | bigint | string | { items?: Value[]; toString(): string };
interface Reader {
  columnNames(): string[];
  columnTypes(): { toString(): string }[];
  getRows(): Value[][];
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<Reader>;
  interrupt(): void;
  closeSync(): void;
}
interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}
interface Library {
  DuckDBInstance: { create(path: string): Promise<Instance> };
}

/** What Athena's functions are called that DuckDB has under other names, or with other words in them. */
const FUNCTIONS = `
  CREATE MACRO date_format(moment, form) AS strftime(moment, replace(replace(form, '%W', '%A'), '%i', '%M'));
  CREATE MACRO day_of_week(moment) AS isodow(moment);
  CREATE MACRO to_utf8(text) AS encode(text);
  CREATE MACRO approx_percentile(value, share) AS quantile_cont(value, share);`;

interface Statement {
  state: "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  reason?: string;
  columns: { Name: string; Label: string; Type: string }[];
  /** The first has the names of the columns. */
  rows: { Data: { VarCharValue?: string }[] }[];
  connection: Connection;
}

export interface AthenaServer extends AwsServer {
  /** What the workgroup is like. */
  workgroup: { State: string; Configuration: Record<string, unknown> };
  /** Ends the statements that begin from now on with this reason, as a limit of the workgroup does. */
  cancelWith(reason: string | undefined): void;
  /** Changes the database behind it, past Athena. */
  change(sql: string): Promise<void>;
}

interface Settings {
  database: string;
  /** Its tables and rows. */
  sql: string;
  pageRows: number;
  /** Tables of a page of the catalog. */
  pageTables: number;
}

/** Columns by which a table's files lie in folders: they are not among the others in the catalog. */
const PARTITIONED_BY: ReadonlySet<string> = new Set(["orders.status"]);

/** A literal, as an execution parameter must be one; anything else would be read as a name. */
const LITERAL = /^('([^']|'')*'|-?\d+(\.\d+)?(e[+-]?\d+)?|NULL|TRUE|FALSE)$/i;

export async function startAthena(settings: Settings): Promise<AthenaServer> {
  const load = createRequire(join(import.meta.dirname, "package.json"));
  const { DuckDBInstance } = load("@duckdb/node-api") as Library;
  const instance = await DuckDBInstance.create(":memory:");
  const first = await instance.connect();
  const { database, sql } = settings;
  await first.run(
    `SET threads = 1; SET integer_division = true; SET TimeZone = 'UTC'; CREATE SCHEMA ${database}; USE ${database}`,
  );
  await first.run(`${FUNCTIONS} ${sql}`);

  const statements = new Map<string, Statement>();
  const workgroup: AthenaServer["workgroup"] = {
    State: "ENABLED",
    Configuration: { ResultConfiguration: { OutputLocation: "s3://results/" }, BytesScannedCutoffPerQuery: 1e9 },
  };
  const limits: { reason?: string | undefined } = {};
  const operations = {
    ...statementOperations({ instance, statements, settings, workgroup, limits }),
    ...catalogOperations(first, settings),
    async GetWorkGroup({ WorkGroup }: Record<string, unknown>) {
      knownWorkgroup(WorkGroup);
      return { WorkGroup: { Name: WorkGroup, ...workgroup } };
    },
  };
  const server = await startAwsServer({ service: "athena", target: "AmazonAthena", operations });
  return {
    ...server,
    workgroup,
    cancelWith: (reason) => void (limits.reason = reason),
    change: async (changes) => void (await first.run(changes)),
    async stop() {
      await server.stop();
      for (const { connection } of statements.values()) connection.interrupt();
      first.closeSync();
      instance.closeSync();
    },
  };
}

function knownWorkgroup(name: unknown): void {
  if (name !== "analytics") throw new Refused("InvalidRequestException", `WorkGroup ${String(name)} is not found.`);
}

interface Running {
  instance: Instance;
  statements: Map<string, Statement>;
  settings: Settings;
  workgroup: AthenaServer["workgroup"];
  limits: { reason?: string | undefined };
}

function statementOperations({ instance, statements, settings, workgroup, limits }: Running): Operations {
  const find = (id: unknown): Statement => {
    const found = statements.get(String(id));
    if (!found) throw new Refused("InvalidRequestException", `QueryExecution ${String(id)} was not found`);
    return found;
  };
  return {
    async StartQueryExecution(input) {
      knownWorkgroup(input["WorkGroup"]);
      const place = workgroup.Configuration["ResultConfiguration"] ?? input["ResultConfiguration"];
      if (place === undefined) throw new Refused("InvalidRequestException", "No output location provided.");
      const connection = await instance.connect();
      await connection.run(`SET TimeZone = 'UTC'; USE ${settings.database}`);
      const statement: Statement = { state: "RUNNING", columns: [], rows: [], connection };
      const id = randomUUID();
      statements.set(id, statement);
      const given = (input["ExecutionParameters"] ?? []) as string[];
      if (limits.reason === undefined) void runOn(statement, String(input["QueryString"]), given);
      else Object.assign(statement, { state: "CANCELLED", reason: limits.reason });
      return { QueryExecutionId: id };
    },
    async GetQueryExecution({ QueryExecutionId }) {
      const { state, reason } = find(QueryExecutionId);
      const status = { State: state, ...(reason !== undefined && { StateChangeReason: reason }) };
      return { QueryExecution: { QueryExecutionId, Status: status } };
    },
    async GetQueryResults({ QueryExecutionId, NextToken, MaxResults }) {
      const { state, rows, columns } = find(QueryExecutionId);
      if (state !== "SUCCEEDED") throw new Refused("InvalidRequestException", "Query has not yet finished.");
      if (Number(MaxResults) > 1_000) throw new Refused("InvalidRequestException", "MaxResults is more than 1000");
      const from = Number(NextToken ?? 0);
      const to = from + Math.min(Number(MaxResults ?? 1_000), settings.pageRows);
      const more = to < rows.length ? { NextToken: String(to) } : {};
      return { ResultSet: { Rows: rows.slice(from, to), ResultSetMetadata: { ColumnInfo: columns } }, ...more };
    },
    async StopQueryExecution({ QueryExecutionId }) {
      const statement = find(QueryExecutionId);
      statement.state = "CANCELLED";
      statement.connection.interrupt();
      return {};
    },
  };
}

const COLUMNS = `
  SELECT t.name, t.is_view, t.comment, c.column_name, c.data_type, c.comment
  FROM (SELECT schema_name, table_name AS name, false AS is_view, comment FROM duckdb_tables()
        UNION ALL SELECT schema_name, view_name, true, comment FROM duckdb_views() WHERE NOT internal) t
  JOIN duckdb_columns() c ON c.schema_name = t.schema_name AND c.table_name = t.name
  ORDER BY t.name, c.column_index`;

function catalogOperations(connection: Connection, { database, pageTables }: Settings): Operations {
  return {
    async ListTableMetadata({ CatalogName, DatabaseName, NextToken, MaxResults }) {
      if (Number(MaxResults) > 50) throw new Refused("InvalidRequestException", "MaxResults is more than 50");
      if (CatalogName !== "AwsDataCatalog" || DatabaseName !== database)
        throw new Refused("MetadataException", `Database ${String(DatabaseName)} not found.`);
      const found = Map.groupBy((await connection.runAndReadAll(COLUMNS)).getRows(), ([name]) => String(name));
      const tables = [...found].map(([name, rows]) => declared(name, rows));
      const from = Number(NextToken ?? 0);
      const to = from + Math.min(Number(MaxResults ?? 50), pageTables);
      const more = to < tables.length ? { NextToken: String(to) } : {};
      return { TableMetadataList: tables.slice(from, to), ...more };
    },
    async GetTableMetadata({ CatalogName, DatabaseName, TableName }) {
      if (CatalogName !== "AwsDataCatalog" || DatabaseName !== database)
        throw new Refused("MetadataException", `Database ${String(DatabaseName)} not found.`);
      const rows = (await connection.runAndReadAll(COLUMNS)).getRows().filter(([name]) => String(name) === TableName);
      if (rows.length === 0) throw new Refused("MetadataException", `Table ${String(TableName)} not found.`);
      return { TableMetadata: declared(String(TableName), rows) };
    },
  };
}

function declared(name: string, rows: Value[][]): object {
  const [, isView, comment] = rows[0] ?? [];
  const columns = rows.map(([, , , column, type, remark]) => ({
    Name: String(column),
    Type: hiveType(String(type)),
    ...(typeof remark === "string" && { Comment: remark }),
  }));
  const isKey = ({ Name }: { Name: string }) => PARTITIONED_BY.has(`${name}.${Name}`);
  return {
    Name: name,
    TableType: isView === true ? "VIRTUAL_VIEW" : "EXTERNAL_TABLE",
    Columns: columns.filter((column) => !isKey(column)),
    PartitionKeys: columns.filter(isKey),
    Parameters: {
      ...(isView === true && { presto_view: "true" }),
      ...(typeof comment === "string" && { comment }),
    },
  };
}

const hiveType = (type: string): string =>
  type === "VARCHAR" ? "string" : type === "INTEGER" ? "int" : type.toLowerCase().replace("varchar[]", "array<string>");

async function runOn(statement: Statement, sql: string, given: readonly string[]): Promise<void> {
  const { connection } = statement;
  try {
    const reader = await connection.runAndReadAll(withParameters(sql, given));
    const types = reader.columnTypes().map((type) => athenaType(type.toString()));
    const names = reader.columnNames();
    const texts = reader.getRows().map((row) => row.map((value, at) => textOf(value, types[at] ?? "")));
    statement.columns = names.map((name, at) => ({ Name: name, Label: name, Type: types[at] ?? "" }));
    statement.rows = [names, ...texts].map((row) => ({
      Data: row.map((text) => (text === undefined ? {} : { VarCharValue: text })),
    }));
    statement.state = "SUCCEEDED";
  } catch (error) {
    if (statement.state === "RUNNING") Object.assign(statement, { state: "FAILED", reason: reasonOf(String(error)) });
  }
  connection.closeSync();
}

/** Puts the literals in the places of the question marks, as EXECUTE … USING does. */
function withParameters(sql: string, given: readonly string[]): string {
  const left = [...given];
  for (const literal of given)
    if (!LITERAL.test(literal)) throw new Error(`Binder Error: column "${literal}" not found`);
  const made = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (piece) =>
    piece === "?" ? `(${left.shift() ?? "?"})` : piece,
  );
  if (left.length > 0) throw new Error(`Incorrect number of parameters: expected ${given.length - left.length}`);
  return made;
}

/** A failure in Athena's words. */
function reasonOf(message: string): string {
  const [, column] = /column "([^"]+)" not found|does not have a column named "([^"]+)"/i.exec(message) ?? [];
  if (column !== undefined)
    return `COLUMN_NOT_FOUND: line 1:8: Column '${column}' cannot be resolved or requester is not authorized to access requested resources`;
  const [, table] = /Table with name (\S+) does not exist/.exec(message) ?? [];
  if (table !== undefined) return `TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.shop.${table}' does not exist`;
  const [, value] = /Could not convert string '([^']*)' to INT32/.exec(message) ?? [];
  if (value !== undefined) return `INVALID_CAST_ARGUMENT: Cannot cast '${value}' to INT`;
  const [first = ""] = message.split("\n");
  return `SYNTAX_ERROR: line 1:1: ${first}`;
}

const ATHENA_NAMES: Readonly<Record<string, string>> = { HUGEINT: "bigint", BLOB: "varbinary" };

function athenaType(type: string): string {
  if (type.endsWith("[]")) return "array";
  if (type.startsWith("STRUCT")) return "row";
  return ATHENA_NAMES[type] ?? type.toLowerCase().replace(/\(.*\)$/, "");
}

function textOf(value: Value, type: string): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "object" && value.items) return `[${value.items.map(String).join(", ")}]`;
  const text = String(value);
  if (type.startsWith("timestamp")) {
    const [moment = "", zone] = text.split("+");
    const [second = "", fraction = ""] = moment.split(".");
    return `${second}.${fraction.padEnd(3, "0")}${zone === undefined ? "" : " UTC"}`;
  }
  if (type === "varbinary") return [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return text;
}
