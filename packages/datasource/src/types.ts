/** SQL dialects a datasource can speak. */
export type Dialect = "postgres" | "mysql" | "sqlite" | "duckdb" | "redshift" | "athena";

/** Portable column types; `native_type` keeps what the engine calls it. */
export type ColumnType =
  | "text"
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "timestamp"
  | "time"
  | "json"
  | "binary"
  | "other";

/** A value of a result: numbers are numbers, dates and timestamps are ISO 8601 strings, JSON is its text. */
export type Cell = string | number | boolean | null;

export interface Column {
  name: string;
  type: ColumnType;
  native_type: string;
  nullable: boolean;
  comment: string | null;
  /** Sampled distinct values of text-like columns, most frequent first (`introspection/profile.ts`); empty for the rest. */
  values: string[];
  /** True when `values` holds every distinct value of the column. */
  values_complete: boolean;
  /** Estimated number of distinct values, or null when unknown. */
  distinct_count: number | null;
  /** True where queries are shown a mask in place of the values (`marks/marks.ts`). */
  masked?: true;
  /** Smallest and largest value of numeric and date columns (from a sample or statistics), or null. */
  min: Cell;
  max: Cell;
}

export interface ForeignKey {
  columns: string[];
  /** Referenced table, by `Table.name`. */
  table: string;
  references: string[];
  /** True when no constraint declares it: found by name and inclusion of values. */
  inferred: boolean;
}

export interface Table {
  /** Database schema (PostgreSQL, Redshift; in Athena a database of the catalog) the table lives in, or null if the engine has none. */
  schema: string | null;
  name: string;
  comment: string | null;
  /** True for a view, materialized ones included: its rows are made of other tables'. */
  is_view?: true;
  /** Estimated number of rows. */
  row_count: number;
  primary_key: string[];
  columns: Column[];
  foreign_keys: ForeignKey[];
}

/** How much introspection reads: all it can learn, or only what the database declares, which takes no samples and infers nothing. */
export type IntrospectionDepth = "whole" | "declared";

/** What introspection learned about a database. */
export interface Schema {
  dialect: Dialect;
  tables: Table[];
  /** How many of the database's tables are missing because it has more than can be described. */
  tables_left_out?: number;
  /** SHA-256 over tables, columns, types and keys (not samples): changes when the definition changes. */
  hash: string;
  introspected_at: string;
}

export interface ResultColumn {
  name: string;
  type: ColumnType;
}

export interface QueryResult {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Rows returned (never more than the row limit). */
  row_count: number;
  /** True when the database had more rows than the row limit. */
  truncated: boolean;
  duration_ms: number;
}

/** Rows that stand beside a file's tables: a result, under a name that no table of the file has, with columns named once each. */
export interface GivenTable {
  name: string;
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
}

export interface RunOptions {
  /** Bound parameters, in the order of `$1…` (PostgreSQL, DuckDB, Redshift, Athena) or `?` (MySQL, SQLite). */
  parameters?: readonly Cell[];
  row_limit: number;
  timeout_ms: number;
  /** Aborting cancels the statement running in the database. */
  signal: AbortSignal;
}

/** A column in which values are looked for. */
export interface ValuePlace {
  schema: string | null;
  table: string;
  column: string;
  native_type: string;
  /** Of its table, by the schema. */
  row_count: number;
}

/** Which values are looked for: those that are one of the phrases, or in which one occurs as whole words, in any case. */
export interface ValueRequest {
  /** At most 12 of at most 80 characters; others are left out. */
  phrases: readonly string[];
  /** At most 24. */
  places: readonly ValuePlace[];
}

/** A value that a column holds. */
export interface FoundValue {
  schema: string | null;
  table: string;
  column: string;
  value: string;
}

export type FindOptions = Pick<RunOptions, "timeout_ms" | "signal">;

/**
 * A customer's database, read-only. `run` guards the SQL itself (exactly one SELECT), runs it in a read-only
 * transaction with a statement timeout, and fetches at most `row_limit` rows.
 * Throws `DatasourceError`; an aborted `signal` rejects with its reason. `findValues` looks phrases up in columns with one
 * such statement, at most 20 values a column, and remembers them for five minutes; it returns none where the database
 * refuses, fails or takes too long, and rejects only with the signal's reason.
 */
export interface Datasource {
  readonly dialect: Dialect;
  introspect(signal: AbortSignal, depth?: IntrospectionDepth): Promise<Schema>;
  run(sql: string, options: RunOptions): Promise<QueryResult>;
  findValues(request: ValueRequest, options: FindOptions): Promise<readonly FoundValue[]>;
  close(): Promise<void>;
}

/** Codes of the stream errors (D30) a datasource raises. */
export type DatasourceErrorCode = "SQL_REJECTED" | "SQL_FAILED" | "QUERY_TIMEOUT" | "DATASOURCE_UNAVAILABLE";

/** What is in the way of a connection, for the person who sets the integration up. */
export type ConnectionFault =
  | "login"
  | "database"
  | "host"
  /** The host is at an address that is never connected to. */
  | "address"
  | "refused"
  | "no_answer"
  | "connections"
  /** The server speaks no TLS, and the integration wants it. */
  | "tls_missing"
  /** The server takes no connection without TLS. */
  | "tls_needed"
  /** The server's certificate cannot be verified. */
  | "tls_untrusted"
  | "no_file"
  | "not_a_database"
  /** What reads the file, or calls the service, is not installed. */
  | "no_library";

interface DatasourceErrorOptions extends ErrorOptions {
  retryable?: false;
  fault?: ConnectionFault | undefined;
  at?: number;
}

/** A failure whose message may be shown to the person who asked: it names no host, credential or row. */
export class DatasourceError extends Error {
  readonly code: DatasourceErrorCode;
  /** False if no later attempt can succeed until somebody changes the integration; otherwise the code decides (D30). */
  readonly retryable: boolean | undefined;
  /** Where no connection came about and it is known why. Never sent to clients. */
  readonly fault: ConnectionFault | undefined;
  /** Where in the statement the guard found it, as an index of its text; undefined where that is not known. */
  at: number | undefined;
  constructor(code: DatasourceErrorCode, message: string, options: DatasourceErrorOptions = {}) {
    super(message, options);
    this.name = "DatasourceError";
    this.code = code;
    this.retryable = options.retryable;
    this.fault = options.fault;
    this.at = options.at;
  }
}

/** How to reach a customer's database. Kept encrypted at rest. */
export type DatasourceConfig =
  | {
      engine: "postgres" | "mysql";
      host: string;
      port: number;
      database: string;
      user: string;
      password: string;
      tls: "off" | "require" | "verify";
      /** PEM of the authority to verify against (tls: verify); the system's otherwise. */
      ca?: string;
      /** Database schemas to show; PostgreSQL only; every non-system one when absent. */
      schemas?: string[];
    }
  | {
      /** An SQLite database; or one of DuckDB's, a Parquet or a CSV file. */
      engine: "sqlite" | "duckdb";
      file: string;
      /** What the file is called, for people. */
      name?: string;
    }
  | {
      /** Amazon Redshift through its Data API, with the credentials of the process: none is kept here. */
      engine: "redshift";
      /** The name of a serverless workgroup, or that of a cluster. */
      workgroup?: string;
      cluster?: string;
      database: string;
      /** Of a cluster: the database user; the one of the process's role when absent. */
      user?: string;
      /** Instead of that, a secret of Secrets Manager with a login: its name or ARN. */
      secret?: string;
      /** The process's own when absent. */
      region?: string;
      /** Database schemas to show; every non-system one when absent. */
      schemas?: string[];
    }
  | {
      /** Amazon Athena over the Glue catalog, with the credentials of the process: none is kept here. */
      engine: "athena";
      /** The name of the workgroup that statements run in: it says how much one may read, and where results are put. */
      workgroup: string;
      /** A database of the catalog: what a table without one is of. */
      database: string;
      /** Further databases of the catalog that statements may name. */
      schemas?: string[];
      /** The data catalog; `AwsDataCatalog`, which is Glue's, when absent. */
      catalog?: string;
      /** Where results are put (`s3://…`), if the workgroup does not say. */
      output?: string;
      /** The process's own when absent. */
      region?: string;
    };
