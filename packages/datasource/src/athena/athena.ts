import { awsCall } from "../aws/call.ts";
import { serviceFailed } from "../aws/failure.ts";
import { loadAwsPackage } from "../aws/library.ts";
import { remoteQuery, runRemotely } from "../aws/remote-statement.ts";
import { readPages, type ResultPage } from "../aws/result-pages.ts";
import type { Driver } from "../driver.ts";
import { failed, misconfigured, timedOut } from "../failure.ts";
import type { ColumnMark } from "../marks/marks.ts";
import type { DatasourceConfig, QueryResult, RunOptions } from "../types.ts";
import type { DeclaredTable } from "./catalog.ts";
import { databasesOf } from "./databases.ts";
import { athenaFailure } from "./failure.ts";
import { athenaFence } from "./fence.ts";
import { keptTables } from "./kept-tables.ts";
import { executionParameters } from "./parameters.ts";
import { introspectAthena } from "./schema.ts";
import { athenaCell, typeOfAthena } from "./types.ts";

type AthenaConfig = Extract<DatasourceConfig, { engine: "athena" }>;

type Operation =
  | "StartQueryExecution"
  | "GetQueryExecution"
  | "GetQueryResults"
  | "StopQueryExecution"
  | "ListTableMetadata"
  | "GetTableMetadata"
  | "GetWorkGroup";

/** What is used of Athena's answers. */
interface Execution {
  QueryExecution?: { Status?: { State?: string; StateChangeReason?: string } };
}
interface ResultRows {
  ResultSet?: {
    Rows?: { Data?: { VarCharValue?: string }[] }[];
    ResultSetMetadata?: { ColumnInfo?: { Name?: string; Label?: string; Type?: string }[] };
  };
  NextToken?: string;
}
interface TablePage {
  TableMetadataList?: DeclaredTable[];
  NextToken?: string;
}
interface Workgroup {
  WorkGroup?: { State?: string; Configuration?: WorkgroupConfiguration };
}
interface WorkgroupConfiguration {
  ResultConfiguration?: { OutputLocation?: string };
  ManagedQueryResultsConfiguration?: { Enabled?: boolean };
  BytesScannedCutoffPerQuery?: number;
}

/** Most rows of a page of results, and most tables of a page of the catalog, that Athena gives. */
const PAGE_ROWS = 1_000;
const PAGE_TABLES = 50;

/** The client and its commands, loaded at the first statement. */
function connect(config: AthenaConfig) {
  const { region, workgroup: WorkGroup, catalog: CatalogName = "AwsDataCatalog" } = config;
  const library = loadAwsPackage<"AthenaClient", Operation>("@aws-sdk/client-athena");
  const client = new library.AthenaClient(region === undefined ? {} : { region });
  const call = awsCall<Operation>(client, library);
  const context = { Database: config.database, Catalog: CatalogName };
  const output = config.output === undefined ? {} : { ResultConfiguration: { OutputLocation: config.output } };
  return {
    start: (statement: object) =>
      call<{ QueryExecutionId?: string }>("StartQueryExecution", {
        ...statement,
        QueryExecutionContext: context,
        WorkGroup,
        ...output,
      }),
    look: (QueryExecutionId: string, signal: AbortSignal) =>
      call<Execution>("GetQueryExecution", { QueryExecutionId }, signal),
    page: (input: object, signal: AbortSignal) => call<ResultRows>("GetQueryResults", input, signal),
    stop: (QueryExecutionId: string, signal: AbortSignal) => call("StopQueryExecution", { QueryExecutionId }, signal),
    workgroup: (signal: AbortSignal) => call<Workgroup>("GetWorkGroup", { WorkGroup }, signal),
    async list(DatabaseName: string, signal: AbortSignal): Promise<DeclaredTable[]> {
      const tables: DeclaredTable[] = [];
      let next: string | undefined;
      do {
        const input = {
          CatalogName,
          DatabaseName,
          WorkGroup,
          MaxResults: PAGE_TABLES,
          ...(next && { NextToken: next }),
        };
        const page = await call<TablePage>("ListTableMetadata", input, signal);
        tables.push(...(page.TableMetadataList ?? []));
        next = page.NextToken;
      } while (next);
      return tables;
    },
    async table(DatabaseName: string, TableName: string, signal: AbortSignal): Promise<DeclaredTable | undefined> {
      const input = { CatalogName, DatabaseName, TableName, WorkGroup };
      return (await call<{ TableMetadata?: DeclaredTable }>("GetTableMetadata", input, signal)).TableMetadata;
    },
    close: () => client.destroy(),
  };
}
type Connection = ReturnType<typeof connect>;

/**
 * A database of the Glue catalog through Amazon Athena, with the credentials of the process; at most `connections` statements at a
 * time. Athena has no transactions and no users of its own: the guard, and what the role may do, keep a statement to reading.
 */
export function openAthena(config: AthenaConfig, connections: number, marks: readonly ColumnMark[] = []): Driver {
  let connection: Connection | undefined;
  const connected = () => (connection ??= connect(config));
  const databases = databasesOf(config);
  const query = remoteQuery(connections, (sql, options) => run(connected(), sql, options));
  const list = (database: string, signal: AbortSignal) => connected().list(database, signal);
  const tablesFor = keptTables(
    { list, look: (database, table, signal) => connected().table(database, table, signal) },
    databases[0],
  );
  return {
    query,
    introspect: (signal, depth, protection) =>
      introspectAthena({ query, list, databases }, { signal, depth, protection }),
    async fence({ signal, timeout_ms, read = null }) {
      const deadline = AbortSignal.timeout(timeout_ms);
      try {
        return await athenaFence({ tablesFor, databases, marks, read, signal: AbortSignal.any([signal, deadline]) });
      } catch (error) {
        if (deadline.aborted && !signal.aborted) throw timedOut(timeout_ms);
        throw error;
      }
    },
    warnings: async (signal) => warningsOf(await connected().workgroup(signal), config),
    async close() {
      connection?.close();
    },
  };
}

/** What whoever connects a workgroup should know of it. Throws where no statement can run in it. */
function warningsOf({ WorkGroup = {} }: Workgroup, { output }: AthenaConfig): string[] {
  const { State, Configuration = {} } = WorkGroup;
  const place = Configuration.ResultConfiguration?.OutputLocation ?? output;
  if (State === "DISABLED") throw misconfigured("The workgroup is disabled.", "host");
  if (place === undefined && Configuration.ManagedQueryResultsConfiguration?.Enabled !== true)
    throw misconfigured("The workgroup has no location for results.", "host");
  return Configuration.BytesScannedCutoffPerQuery === undefined
    ? ["The workgroup has no limit of the bytes that a query may scan: set one, for what is scanned is paid for."]
    : [];
}

function run(connection: Connection, sql: string, options: RunOptions): Promise<Omit<QueryResult, "duration_ms">> {
  const { sql: QueryString, parameters } = executionParameters(sql, options.parameters ?? []);
  const statement = { QueryString, ...(parameters.length > 0 && { ExecutionParameters: parameters }) };
  return runRemotely(
    {
      async start() {
        const { QueryExecutionId } = await connection.start(statement);
        return QueryExecutionId ?? Promise.reject(serviceFailed());
      },
      isFinished: async (id, signal) => isFinished(await connection.look(id, signal)),
      read: (id, signal) =>
        readPages((next, left) => pageOf(connection, id, { next, left, signal }), options.row_limit),
      cancel: (id, signal) => connection.stop(id, signal),
    },
    options,
  );
}

function isFinished({ QueryExecution }: Execution): boolean {
  const { State, StateChangeReason = "" } = QueryExecution?.Status ?? {};
  if (State === "FAILED") throw athenaFailure(StateChangeReason);
  // A statement that reads too much is cancelled, and the reason says so.
  if (State === "CANCELLED")
    throw /limit/i.test(StateChangeReason)
      ? athenaFailure(StateChangeReason)
      : failed("The query was cancelled in the database.");
  return State === "SUCCEEDED";
}

async function pageOf(
  connection: Connection,
  QueryExecutionId: string,
  { next, left, signal }: { next: string | undefined; left: number; signal: AbortSignal },
): Promise<ResultPage> {
  // The first row of a SELECT's first page has the names of the columns; one row beyond the limit says that there are more.
  const header = next === undefined ? 1 : 0;
  const input = {
    QueryExecutionId,
    MaxResults: Math.min(PAGE_ROWS, left + header + 1),
    ...(next !== undefined && { NextToken: next }),
  };
  const { ResultSet = {}, NextToken } = await connection.page(input, signal);
  const columns = (ResultSet.ResultSetMetadata?.ColumnInfo ?? []).map(({ Name, Label, Type = "" }) => ({
    name: Label ?? Name ?? "",
    type: typeOfAthena(Type),
  }));
  const rows = (ResultSet.Rows ?? [])
    .slice(header)
    .map(({ Data = [] }) => columns.map(({ type }, at) => athenaCell(Data[at]?.VarCharValue, type)));
  return { columns, rows, next: NextToken };
}
