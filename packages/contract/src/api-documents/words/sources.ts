import { columnMarkLimits, limits } from "../../limits.ts";
import { type ComponentWords, created, natural, none, updated, uuid } from "./component-words.ts";

const code = "Which kind of fault it is, such as `CONNECTION_LOGIN` or `CONNECTION_HOST`.";

const login = {
  engine: "`postgres`, or `mysql`, which MariaDB is, too.",
  host: "The server's name or address. Addresses of the machine that the service runs on, and of the cloud's metadata service, are refused when it is connected to.",
  port: "Its port; without it the engine's usual one.",
  database: "The name of the database.",
  user: "A role that can only read.",
  tls: "`verify` (without it, too), `require` for TLS with any certificate, or `off`.",
  schemas: "PostgreSQL: the schemas to show; without it all of them.",
};

const marked = {
  table: "The table or view, as its database names it; with its schema before a point where it needs one.",
  column: "The column.",
};

const definitionFields = {
  name: "How people call it. Joins and descriptions may do without.",
  description: "What it is, in words: for people and for models. What a description says.",
  synonyms: "Other names of a metric or a dimension.",
  table:
    "The table that a metric, a dimension or a description is of, or whose key a join is, as its database names it; with its schema before a point where it needs one.",
  column: "The column that is described; without it the table is.",
  sql: "Of a metric, an aggregate expression such as `SUM(total - discount)`; of a dimension, an expression of a row. No placeholders, no comments.",
  meaning: "Of a synonym, the words that it stands for, such as the name of a table, a column or a metric.",
  columns: "The key of a join, a column or several.",
  references_table: "The table that the key of a join leads to.",
  references_columns: "What the key of a join is equal to there, as many columns.",
};

/** The databases as administrators see them, and SQL that is tried, field by field. */
export const sourceWords: Readonly<Record<string, ComponentWords>> = {
  Engine: ["The kind of database.", none],
  TlsMode: ["How a server is connected to.", none],
  Source: [
    "A database as administrators see it.",
    {
      id: ["The integration's id.", uuid],
      display_name: "Its name, for people.",
      type: "The kind of integration; `database` is the only one.",
      engine: "The kind of database.",
      connection: "How it is reached. Never with the password.",
      schema: "What is known of what it holds; null until it was read.",
      introspection: "What became of the last request to read it; null until there was one.",
      last_test: "What became of the last attempt to connect with what is stored; null until there was one.",
      created_at: created,
      updated_at: updated,
    },
  ],
  SourceList: ["The organization's databases.", { integrations: "The databases, the oldest first." }],
  ServerConnection: [
    "How a server's database is reached.",
    {
      host: "The server.",
      port: "Its port.",
      database: "The name of the database.",
      user: "The role that reads it.",
      tls: "How it is connected to.",
      ca: "Whether there is an authority of one's own to verify the server's certificate against.",
      schemas: "The schemas that are shown; null for all of them.",
    },
  ],
  Mark: [
    "`hidden`: for questions the column does not exist. `masked`: it is shown as `•••`, and used for nothing else. `sensitive`: its values are neither sampled nor looked up.",
    none,
  ],
  ColumnMark: ["A column that is marked.", { ...marked, mark: "What it is marked as." }],
  ColumnMarks: [
    "The columns of a database that are marked.",
    {
      column_marks: [
        "The marks, in the order in which they were made.",
        { maxItems: columnMarkLimits.per_integration },
      ],
    },
  ],
  ColumnMarking: [
    "A column to mark.",
    { ...marked, mark: "What it is marked as from now on; null takes its mark away." },
  ],
  ColumnMarksUpdate: [
    "Which columns to mark otherwise. Columns that are not named stay as they are.",
    { column_marks: "The columns; of one that is there twice, the last mark counts." },
  ],
  DefinitionKind: [
    "What is defined: a figure, an attribute of rows, another word for something, how two tables belong together, or what a table or column is.",
    none,
  ],
  DefinitionOrigin: ["Where it comes from: an administrator, the operator's command line, or an import.", none],
  Definition: [
    "What words mean in a database. Which fields hold something depends on `kind`; the others are null.",
    {
      id: ["The definition's id.", uuid],
      integration_id: ["The database that it is about.", uuid],
      kind: "What is defined.",
      name: "How people call it; of joins and descriptions, what they are about.",
      description: "What it is, in words: for people and for models.",
      synonyms: "Other names of a metric or a dimension.",
      table: "The table: of a join, the one with the key.",
      column: "The column that is described; null where the table is.",
      sql: "Of a metric, an expression over the table's rows that aggregates them; of a dimension, one of a row.",
      meaning: "Of a synonym, the words that it stands for.",
      columns: "The key of a join.",
      references_table: "The table that the key of a join leads to.",
      references_columns: "What the key of a join is equal to there.",
      origin: "Where it comes from.",
      version: ["1 at first, one more with every change.", natural],
      last_updated_by: ["The member who changed it last.", uuid],
      last_updated_by_name: "Their name.",
      created_at: created,
      updated_at: updated,
    },
  ],
  GoldenQuestion: [
    "A question whose right answer is known.",
    {
      id: ["The question's id.", uuid],
      integration_id: ["The database that it is asked of.", uuid],
      question: "The question, as a member would ask it.",
      sql: "The rows of this statement are the right answer.",
      class: "What kind of question it is, for sums; null where nothing was said.",
      message_id: ["The rated answer that it was made of; null for others.", uuid],
      last_updated_by: ["The member who changed it last.", uuid],
      last_updated_by_name: "Their name.",
      created_at: created,
      updated_at: updated,
    },
  ],
  GoldenQuestionPage: [
    "A page of the golden questions.",
    {
      questions: ["The questions, the oldest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  GoldenQuestionCreate: [
    "A new golden question.",
    {
      question: "The question; without it, the one that the answer of `message_id` was given to.",
      integration_id: "The database that it is asked of; without it, that of the answer's chat.",
      message_id: "An answer that a member has rated.",
      sql: "The rows of this statement are the right answer. No placeholders.",
      class: "What kind of question it is.",
    },
  ],
  GoldenQuestionUpdate: [
    "What to change about a golden question. What is absent stays as it is.",
    {
      question: "The question.",
      sql: "The statement whose rows are right.",
      class: "What kind of question it is; null for none.",
    },
  ],
  DefinitionPage: [
    "A page of what words mean in a database.",
    {
      definitions: ["The definitions, the oldest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  DefinitionCreate: ["A new definition.", { kind: "What is defined.", ...definitionFields }],
  DefinitionUpdate: ["What to change about a definition. What is absent stays as it is.", definitionFields],
  FileConnection: [
    "A database that is a file: SQLite's, or one read in DuckDB.",
    { file: "What its file was called." },
  ],
  WarehouseConnection: [
    "How a data warehouse is reached, with the service's own role: by the command line, where it is set up.",
    {
      workgroup: "The name of the serverless workgroup; null for a cluster.",
      cluster: "The name of the cluster; null for a workgroup.",
      database: "The name of the database.",
      user: "The database user; null for that of the service's role.",
      region: "The region; null for the service's own.",
      schemas: "The schemas that are shown; null for all of them.",
    },
  ],
  SchemaSummary: [
    "What is known of what a database holds.",
    {
      hash: "SHA-256 over tables, columns and keys: it changes when the definition does.",
      tables: ["How many tables are described.", natural],
      introspected_at: "When it was read.",
    },
  ],
  Introspection: [
    "What became of the last request to read a database.",
    {
      status: "`running` until a worker has read it, then `done`; `failed` if it could not be read.",
      requested_at: "When it was asked for.",
      ended_at: "When it was done, or had failed; null while it runs.",
      error: "Why it could not be read; null unless it failed.",
    },
  ],
  SourceError: [
    "What went wrong with a database.",
    { code, message: "What is wrong, in a sentence for who set it up." },
  ],
  ConnectionTest: [
    "What became of an attempt to connect.",
    {
      connected: "Whether there was a connection, and a first statement was answered.",
      duration_ms: ["Milliseconds until the database answered, or the attempt failed.", natural],
      error: "Why there was none; null if there was one.",
    },
  ],
  PastConnectionTest: [
    "What became of the last attempt to connect.",
    {
      connected: "Whether there was a connection.",
      duration_ms: ["Milliseconds until the database answered, or the attempt failed.", natural],
      error: "Why there was none; null if there was one.",
      tested_at: "When it was tried.",
    },
  ],
  SourceTest: [
    "What to connect to: one of them, or both.",
    {
      integration_id: "The integration whose stored connection is tried.",
      connection: "A connection to try without storing it. Beside an integration it is a change of its connection.",
    },
  ],
  SourceCreate: ["A database to set up.", { display_name: "Its name, for people.", connection: "How it is reached." }],
  SourceUpdate: [
    "What to change about a database. What is absent stays as it is.",
    { display_name: "A new name.", connection: "How it is reached from now on." },
  ],
  NewServer: [
    "How a server's database is reached.",
    {
      ...login,
      ca: "The authority that signed the server's certificate, in PEM; absent or null for the system's.",
      password: "The role's password. It is kept encrypted and never returned.",
    },
  ],
  ChangedServer: [
    "How a server's database is reached, with what is stored of the same login.",
    {
      ...login,
      ca: "The authority that signed the server's certificate, in PEM; null for the system's. Absent: as it is, while the login is the same.",
      password: "The role's password. Absent: as it is, only while engine, host, port, database and user are the same.",
    },
  ],
  UploadedFile: [
    "A database to copy from an upload: SQLite's, or a file that DuckDB reads (its own, Parquet, CSV) where that is installed.",
    { engine: "What reads the file.", upload_id: "One of the caller's uploads." },
  ],
  SourceSchema: [
    "What a database holds, or a page of it.",
    {
      schema: "Which version of it this is; null until it was read.",
      introspection: "What became of the last request to read it; null until there was one.",
      tables: "The tables and views.",
      tables_left_out: "How many of the database's tables are not described, because it has more than can be.",
      next_cursor: "Leads to the next tables; null on the last page.",
    },
  ],
  SchemaTable: [
    "A table or view of a database.",
    {
      schema: "PostgreSQL: the schema it is in; null elsewhere.",
      name: "Its name.",
      comment: "What the database's owner says of it, at most 500 characters; null if nothing.",
      is_view: "Whether its rows are made of other tables'.",
      row_count: ["About how many rows it has.", natural],
      primary_key: "The columns of its primary key, in order.",
      columns: "Its columns, in order.",
      foreign_keys: "The tables that its rows refer to.",
    },
  ],
  SchemaColumn: [
    "A column of a table.",
    {
      name: "Its name.",
      type: "The portable type of its values: `text`, `integer`, `number`, `boolean`, `date`, `timestamp`, `time`, `json`, `binary` or `other`.",
      native_type: "What the database calls it.",
      nullable: "Whether it may be empty.",
      comment: "What the database's owner says of it, at most 500 characters; null if nothing.",
    },
  ],
  SchemaKey: [
    "Columns that refer to another table.",
    {
      columns: "The columns.",
      table: "The table that they refer to.",
      references: "Its columns, in the same order.",
      inferred: "Whether no constraint declares it: found by names and values.",
    },
  ],
  QueryValidate: [
    "SQL to check.",
    {
      sql: "The SQL as it would be saved, with `{{name}}` where a parameter goes.",
      integration_id: "The database it is meant for; without it, any of the organization's kinds of database.",
    },
  ],
  QueryVerdict: [
    "Whether SQL could be saved.",
    {
      parameters: "The names of its placeholders, in the order of their first appearance.",
      ok: "Whether it could be saved.",
      problem: "What is in the way; null if nothing.",
    },
  ],
  QueryProblem: [
    "What is in the way of saving SQL.",
    {
      message: "What is wrong, in a sentence.",
      line: "The line it is in, from 1 on; null where that is not known.",
      column: "The character of that line, from 1 on; null where that is not known.",
    },
  ],
  QueryPreview: [
    "SQL to run.",
    {
      sql: "One read-only SELECT, with `{{name}}` where a parameter goes.",
      parameters: "Values for the placeholders, each as text.",
      integration_id: "The database to ask.",
    },
  ],
  PreviewedRows: [
    "The first rows of a query's result.",
    {
      columns: "The columns, in order.",
      rows: ["The rows. Each cell is text, numbers too.", { maxItems: limits.preview_rows }],
      row_count: "How many rows are here.",
      truncated: "Whether the result has more.",
      duration_ms: ["Milliseconds that the statement took.", natural],
    },
  ],
  PreviewedColumn: [
    "A column of the result.",
    { name: "Its name.", type: "The portable type of its values, as in a schema." },
  ],
};
