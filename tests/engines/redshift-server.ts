import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { type AwsServer, type Operations, Refused, startAwsServer } from "./aws-server.ts";

/*
 * A stand-in for the Redshift Data API: its protocol (AWS JSON 1.1, signed), its life of a statement and its pages, in front of a
 * real PostgreSQL, which runs what it is sent. What Redshift's SQL has beyond PostgreSQL's it does not.
 */

/** The catalog views that PostgreSQL lacks. Their schema is one that Redshift has, and that counts as the system's. */
export const REDSHIFT_CATALOG = `
  CREATE SCHEMA catalog_history;
  CREATE VIEW catalog_history.svv_all_tables AS
    SELECT current_database()::text AS database_name, n.nspname::text AS schema_name, c.relname::text AS table_name,
      CASE WHEN c.relkind = 'v' THEN 'VIEW' ELSE 'TABLE' END AS table_type, obj_description(c.oid, 'pg_class') AS remarks
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v') AND n.nspname NOT IN ('information_schema', 'pg_catalog', 'pg_toast');
  CREATE VIEW catalog_history.svv_all_columns AS
    SELECT t.database_name, t.schema_name, t.table_name, i.column_name::text, i.ordinal_position, i.data_type::text,
      i.character_maximum_length, i.numeric_precision, i.numeric_scale, i.is_nullable::text,
      col_description(format('%I.%I', t.schema_name, t.table_name)::regclass, i.ordinal_position) AS remarks
    FROM catalog_history.svv_all_tables t
    JOIN information_schema.columns i ON i.table_schema = t.schema_name AND i.table_name = t.table_name;`;

interface Statement {
  status: string;
  error?: string;
  result?: { columns: object[]; records: object[][] };
  client: Client;
  pid: number;
}

interface Place {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** What can be asked, by its name. */
function operationsOn(place: Place, statements: Map<string, Statement>, pageRows: number): Operations {
  const find = (id: unknown): Statement => {
    const found = statements.get(String(id));
    if (!found) throw new Refused("ResourceNotFoundException", "Query does not exist.");
    return found;
  };
  return {
    async ExecuteStatement(input) {
      if (typeof input["WorkgroupName"] !== "string" || input["Database"] !== place.database)
        throw new Refused("ValidationException", "Redshift endpoint doesn't exist in this region.");
      const id = randomUUID();
      const client = new Client(place);
      client.on("error", () => {});
      await client.connect();
      const pid = Number((await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid);
      const statement: Statement = { status: "STARTED", client, pid };
      statements.set(id, statement);
      const given = (input["Parameters"] ?? []) as { name: string; value: string }[];
      void runOn(statement, String(input["Sql"]), given);
      return { Id: id, Database: place.database, CreatedAt: Date.now() / 1000 };
    },
    async DescribeStatement({ Id }) {
      const { status, error, result } = find(Id);
      return { Id, Status: status, HasResultSet: result !== undefined, ...(error !== undefined && { Error: error }) };
    },
    async GetStatementResult({ Id, NextToken }) {
      const { result } = find(Id);
      if (!result) throw new Refused("ResourceNotFoundException", "Query does not have result.");
      const from = Number(NextToken ?? 0);
      const to = from + pageRows;
      const more = to < result.records.length ? { NextToken: String(to) } : {};
      const records = result.records.slice(from, to);
      return { Records: records, ColumnMetadata: result.columns, TotalNumRows: result.records.length, ...more };
    },
    async CancelStatement({ Id }) {
      const { pid } = find(Id);
      const other = new Client(place);
      await other.connect();
      await other.query("SELECT pg_cancel_backend($1)", [pid]);
      await other.end();
      return { Status: true };
    },
  };
}

/** Starts the stand-in. A page of a result has at most `pageRows` rows. */
export async function startRedshift(place: Place, { pageRows }: { pageRows: number }): Promise<AwsServer> {
  const statements = new Map<string, Statement>();
  const server = await startAwsServer({
    service: "redshift-data",
    target: "RedshiftData",
    operations: operationsOn(place, statements, pageRows),
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await Promise.all([...statements.values()].map(({ client }) => client.end().catch(() => {})));
    },
  };
}

async function runOn(statement: Statement, sql: string, given: readonly { name: string; value: string }[]) {
  const numbered = given.reduce((text, { name }, at) => text.replaceAll(`:${name}`, `$${at + 1}`), sql);
  try {
    const { fields, rows } = await statement.client.query<(string | null)[]>({
      text: numbered,
      values: given.map(({ value }) => value),
      rowMode: "array",
      types: { getTypeParser: () => (text: string) => text },
    });
    const types = fields.map(({ dataTypeID }) => TYPE_NAMES[dataTypeID] ?? "text");
    statement.result = {
      columns: fields.map(({ name }, at) => ({ name, label: name, typeName: types[at], nullable: 1 })),
      records: rows.map((row) => row.map((value, at) => fieldOf(value, types[at] ?? "text"))),
    };
    statement.status = "FINISHED";
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    statement.status = code === "57014" ? "ABORTED" : "FAILED";
    statement.error = `ERROR: ${message}`;
  }
  await statement.client.end();
}

const TYPE_NAMES: Readonly<Record<number, string>> = {
  16: "bool",
  20: "int8",
  21: "int2",
  23: "int4",
  25: "text",
  114: "super",
  701: "float8",
  1043: "varchar",
  1082: "date",
  1114: "timestamp",
  1184: "timestamptz",
  1700: "numeric",
};

const rawNumber = (digits: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(digits);

/** A value as the Data API writes it. Whole numbers keep all their digits. */
function fieldOf(value: string | null, type: string): object {
  if (value === null) return { isNull: true };
  if (type === "bool") return { booleanValue: value === "t" };
  if (type.startsWith("int")) return { longValue: rawNumber(value) };
  return type === "float8" ? { doubleValue: Number(value) } : { stringValue: value };
}
