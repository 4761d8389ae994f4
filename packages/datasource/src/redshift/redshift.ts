import { awsCall } from "../aws/call.ts";
import { serviceFailed } from "../aws/failure.ts";
import { loadAwsPackage } from "../aws/library.ts";
import { remoteQuery, runRemotely } from "../aws/remote-statement.ts";
import { readPages, type ResultPage } from "../aws/result-pages.ts";
import type { Driver } from "../driver.ts";
import { failed, misconfigured, unavailable, withoutQuotedData } from "../failure.ts";
import type { ColumnMark } from "../marks/marks.ts";
import type { DatasourceConfig, DatasourceError, QueryResult, RunOptions } from "../types.ts";
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
interface ResultRecords {
  Records?: RedshiftField[][];
  ColumnMetadata?: { name?: string; label?: string; typeName?: string }[];
  NextToken?: string;
}

type Operation = "ExecuteStatement" | "DescribeStatement" | "GetStatementResult" | "CancelStatement";

/** The client and its commands, loaded at the first statement. */
function connect({ region }: RedshiftConfig) {
  const library = loadAwsPackage<"RedshiftDataClient", Operation>("@aws-sdk/client-redshift-data");
  const client = new library.RedshiftDataClient(region === undefined ? {} : { region });
  keepWholeNumbers(client);
  const call = awsCall<Operation>(client, library);
  return {
    execute: (input: object) => call<{ Id?: string }>("ExecuteStatement", input),
    describe: (Id: string, signal: AbortSignal) => call<Described>("DescribeStatement", { Id }, signal),
    page: (Id: string, NextToken: string | undefined, signal: AbortSignal) =>
      call<ResultRecords>("GetStatementResult", { Id, ...(NextToken && { NextToken }) }, signal),
    cancel: (Id: string, signal: AbortSignal) => call("CancelStatement", { Id }, signal),
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
  const query = remoteQuery(connections, (sql, options) =>
    run((connection ??= connect(config)), config, { sql, options }),
  );
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
        return Id ?? Promise.reject(serviceFailed());
      },
      isFinished: async (id, signal) => isFinished(await connection.describe(id, signal)),
      read: (id, signal) => readPages((next) => pageOf(connection, id, { next, signal }), options.row_limit),
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

async function pageOf(
  connection: Connection,
  id: string,
  { next, signal }: { next: string | undefined; signal: AbortSignal },
): Promise<ResultPage> {
  const page = await connection.page(id, next, signal);
  const columns = (page.ColumnMetadata ?? []).map(({ name, label, typeName = "" }) => ({
    name: label ?? name ?? "",
    type: typeOfRedshift(typeName),
  }));
  const rows = (page.Records ?? []).map((record) =>
    record.map((field, at) => redshiftCell(field, columns[at]?.type ?? "other")),
  );
  return { columns, rows, next: page.NextToken };
}
