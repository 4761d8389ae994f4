import { loadAwsPackage, type AwsClient } from "../aws/library.ts";
import { awsFailure } from "../aws/failure.ts";
import { runRemotely } from "../aws/remote-statement.ts";
import { type Driver, MAX_RESULT_LENGTH } from "../driver.ts";
import { failed, misconfigured, unavailable, withoutQuotedData } from "../failure.ts";
import type { Query } from "../introspection/engine.ts";
import type { ColumnMark } from "../marks/marks.ts";
import { createSlots } from "../pool/slots.ts";
import { rowLength } from "../server/query.ts";
import type { Cell, DatasourceConfig, DatasourceError, QueryResult, ResultColumn, RunOptions } from "../types.ts";
import { redshiftFence } from "./fence.ts";
import { namedParameters } from "./parameters.ts";
import { introspectRedshift } from "./schema.ts";
import { keepWholeNumbers } from "./whole-numbers.ts";
import { redshiftCell, type RedshiftField, typeOfRedshift } from "./types.ts";

export type RedshiftConfig = Extract<DatasourceConfig, { engine: "redshift" }>;

/** What is used of the answers of the Data API. */
interface Described {
  Status?: string;
  Error?: string;
}
interface ResultPage {
  Records?: RedshiftField[][];
  ColumnMetadata?: { name?: string; label?: string; typeName?: string }[];
  NextToken?: string;
}

const loadRedshift = () =>
  loadAwsPackage<
    "RedshiftDataClient",
    "ExecuteStatement" | "DescribeStatement" | "GetStatementResult" | "CancelStatement"
  >("@aws-sdk/client-redshift-data");

/** The client and its commands, loaded at the first statement. */
function connect({ region }: RedshiftConfig) {
  const library = loadRedshift();
  const client: AwsClient = new library.RedshiftDataClient(region === undefined ? {} : { region });
  keepWholeNumbers(client);
  const call = async <Answer>(operation: keyof typeof library, input: object, abortSignal?: AbortSignal) => {
    try {
      const command = new library[operation](input);
      return (await client.send(command, abortSignal && { abortSignal })) as Answer;
    } catch (error) {
      throw awsFailure(error);
    }
  };
  return {
    execute: (input: object) => call<{ Id?: string }>("ExecuteStatementCommand", input),
    describe: (Id: string, signal: AbortSignal) => call<Described>("DescribeStatementCommand", { Id }, signal),
    page: (Id: string, NextToken: string | undefined, signal: AbortSignal) =>
      call<ResultPage>("GetStatementResultCommand", { Id, ...(NextToken && { NextToken }) }, signal),
    cancel: (Id: string, signal: AbortSignal) => call("CancelStatementCommand", { Id }, signal),
    close: () => client.destroy(),
  };
}
type Connection = ReturnType<typeof connect>;

/** Where a statement runs, in the words of the interface. */
function placeOf({ workgroup, cluster, database, user, secret }: RedshiftConfig) {
  return {
    Database: database,
    ...(workgroup !== undefined && { WorkgroupName: workgroup }),
    ...(cluster !== undefined && { ClusterIdentifier: cluster }),
    ...(user !== undefined && { DbUser: user }),
    ...(secret !== undefined && { SecretArn: secret }),
  };
}

/**
 * An Amazon Redshift database through its Data API, with the credentials of the process; at most `connections` statements at a
 * time. A statement has no transaction of its own there: the guard, and what the database user may do, keep it to reading.
 */
export function openRedshift(config: RedshiftConfig, connections: number, marks: readonly ColumnMark[] = []): Driver {
  let connection: Connection | undefined;
  const slots = createSlots(connections);
  const query: Query = async (sql, options) => {
    await slots.acquire(options.signal);
    try {
      const begun = performance.now();
      const result = await run((connection ??= connect(config)), config, { sql, options });
      return { ...result, duration_ms: Math.round(performance.now() - begun) };
    } finally {
      slots.release();
    }
  };
  return {
    query,
    introspect: (signal, depth, protection) => introspectRedshift(query, config, { signal, depth, protection }),
    fence: (options) => redshiftFence(query, config, { marks, options }),
    async close() {
      connection?.close();
    },
  };
}

function run(
  connection: Connection,
  config: RedshiftConfig,
  { sql, options }: { sql: string; options: RunOptions },
): Promise<Omit<QueryResult, "duration_ms">> {
  const named = namedParameters(sql, options.parameters ?? []);
  const statement = {
    ...placeOf(config),
    Sql: named.sql,
    StatementName: "parley",
    ...(named.parameters.length > 0 && { Parameters: named.parameters }),
  };
  return runRemotely(
    {
      async start() {
        const { Id } = await connection.execute(statement);
        return Id ?? Promise.reject(unavailable("The database's service failed."));
      },
      isFinished: async (id, signal) => isFinished(await connection.describe(id, signal)),
      read: (id, signal) => readPages(connection, id, { row_limit: options.row_limit, signal }),
      cancel: (id, signal) => connection.cancel(id, signal),
    },
    options,
  );
}

function isFinished({ Status, Error: reason = "" }: Described): boolean {
  if (Status === "FAILED") throw statementFailure(reason);
  if (Status === "ABORTED") throw failed("The query was cancelled in the database.");
  return Status === "FINISHED";
}

/** Messages about a statement's words, which quote names of it and nothing that is stored. */
const ABOUT_NAMES =
  /^(relation|column|function|schema|operator|type|table|syntax error|missing FROM-clause|subquery|permission denied|could not (identify|determine)|aggregates?|argument|cannot|each|invalid reference|There is|LIMIT|set-returning|window)\b/i;

/** What the database said about a statement, as a failure. */
function statementFailure(reason: string): DatasourceError {
  const message = reason.replace(/^\s*(ERROR|FATAL):\s*/i, "").trim();
  if (/database ".*" does not exist/i.test(message)) return misconfigured("There is no such database.", "database");
  if (
    /^(password authentication failed|user ".*" does not exist|role ".*" does not exist)|not authorized to get credentials/i.test(
      message,
    )
  )
    return misconfigured("The database refused the login.", "login");
  if (/is (paused|not available|resuming)|too many connections|connection limit/i.test(message))
    return unavailable("The database is not available at the moment.", "connections");
  return failed(ABOUT_NAMES.test(message) ? message : withoutQuotedData(message));
}

/** Reads the pages of a result up to the limits; the rest stays with the service. */
async function readPages(
  connection: Connection,
  id: string,
  { row_limit, signal }: { row_limit: number; signal: AbortSignal },
): Promise<Omit<QueryResult, "duration_ms">> {
  const rows: Cell[][] = [];
  let columns: ResultColumn[] = [];
  let length = 0;
  let next: string | undefined;
  do {
    const page = await connection.page(id, next, signal);
    if (columns.length === 0)
      columns = (page.ColumnMetadata ?? []).map(({ name, label, typeName = "" }) => ({
        name: label ?? name ?? "",
        type: typeOfRedshift(typeName),
      }));
    for (const record of page.Records ?? []) {
      if (rows.length === row_limit || length > MAX_RESULT_LENGTH)
        return { columns, rows, row_count: rows.length, truncated: true };
      const cells = record.map((field, at) => redshiftCell(field, columns[at]?.type ?? "other"));
      rows.push(cells);
      length += rowLength(cells);
    }
    next = page.NextToken === "" ? undefined : page.NextToken;
  } while (next !== undefined);
  return { columns, rows, row_count: rows.length, truncated: false };
}
