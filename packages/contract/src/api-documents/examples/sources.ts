import { at, ids, later } from "./ids.ts";

const summary = { hash: "5b1c…e07a", tables: 14, introspected_at: at };
const introspection = { status: "done", requested_at: at, ended_at: later, error: null };
const source = {
  id: ids.integration,
  display_name: "Shop",
  type: "database",
  engine: "postgres",
  connection: {
    host: "db.example.com",
    port: 5432,
    database: "shop",
    user: "reader",
    tls: "verify",
    ca: false,
    schemas: null,
  },
  schema: summary,
  introspection,
  last_test: { connected: true, duration_ms: 12, error: null, tested_at: later },
  created_at: at,
  updated_at: at,
};
const connection = {
  engine: "postgres",
  host: "db.example.com",
  port: 5432,
  database: "shop",
  user: "reader",
  tls: "verify",
};
const sql = "SELECT name, city FROM customers WHERE country = {{country}}";

const definition = {
  id: ids.definition,
  integration_id: ids.integration,
  kind: "metric",
  name: "net revenue",
  description: "What customers paid, less refunds.",
  synonyms: ["net sales"],
  table: "orders",
  column: null,
  sql: "SUM(total - refunded)",
  meaning: null,
  columns: null,
  references_table: null,
  references_columns: null,
  origin: "admin",
  version: 1,
  last_updated_by: ids.member,
  last_updated_by_name: "Ada Winter",
  created_at: at,
  updated_at: at,
};

const golden = {
  id: ids.golden,
  integration_id: ids.integration,
  question: "How many customers are there in Spain?",
  sql: "SELECT COUNT(*) FROM customers WHERE country = 'ES'",
  class: "count",
  message_id: null,
  last_updated_by: ids.member,
  last_updated_by_name: "Ada Winter",
  created_at: at,
  updated_at: at,
};

/** Examples of databases as administrators see them, by component. */
export const sourceExamples: Readonly<Record<string, readonly unknown[]>> = {
  Source: [source],
  SourceList: [{ integrations: [source] }],
  SourceCreate: [
    { display_name: "Shop", connection: { ...connection, password: "…" } },
    { display_name: "Orders", connection: { engine: "sqlite", upload_id: ids.upload } },
  ],
  GoldenQuestion: [golden],
  GoldenQuestionPage: [{ questions: [golden], next_cursor: null }],
  GoldenQuestionCreate: [
    { question: golden.question, integration_id: ids.integration, sql: golden.sql, class: golden.class },
  ],
  GoldenQuestionUpdate: [{ class: "count" }],
  ColumnMark: [{ table: "customers", column: "email", mark: "hidden" }],
  ColumnMarks: [
    {
      column_marks: [
        { table: "customers", column: "email", mark: "hidden" },
        { table: "sales.orders", column: "margin", mark: "masked" },
      ],
    },
  ],
  ColumnMarking: [{ table: "customers", column: "email", mark: "hidden" }],
  ColumnMarksUpdate: [
    {
      column_marks: [
        { table: "customers", column: "email", mark: "hidden" },
        { table: "customers", column: "phone", mark: null },
      ],
    },
  ],
  Definition: [definition],
  DefinitionPage: [{ definitions: [definition], next_cursor: null }],
  DefinitionCreate: [
    {
      kind: "metric",
      name: "net revenue",
      synonyms: ["net sales"],
      table: "orders",
      sql: "SUM(total - refunded)",
      description: "What customers paid, less refunds.",
    },
    {
      kind: "dimension",
      name: "size class",
      table: "orders",
      sql: "CASE WHEN total >= 1000 THEN 'large' ELSE 'small' END",
    },
    { kind: "synonym", name: "clients", meaning: "customers" },
    {
      kind: "join",
      table: "orders",
      columns: ["customer_no"],
      references_table: "customers",
      references_columns: ["number"],
    },
    { kind: "description", table: "orders", column: "st", description: "The state: O is open, P is paid." },
  ],
  DefinitionUpdate: [{ sql: "SUM(total - refunded - shipping)" }],
  SourceUpdate: [{ display_name: "Shop, Spain" }, { connection: { ...connection, schemas: ["sales"] } }],
  SourceTest: [{ integration_id: ids.integration }, { connection: { ...connection, password: "…" } }],
  Introspection: [
    { status: "running", requested_at: at, ended_at: null, error: null },
    introspection,
    {
      status: "failed",
      requested_at: at,
      ended_at: later,
      error: {
        code: "CONNECTION_REFUSED",
        message: "Nothing listens at db.example.com:5432: the connection was refused.",
      },
    },
  ],
  ConnectionTest: [
    { connected: true, duration_ms: 12, error: null },
    {
      connected: false,
      duration_ms: 31,
      error: {
        code: "CONNECTION_LOGIN",
        message: 'The server at db.example.com:5432 refused the login of "reader".',
      },
    },
  ],
  SourceSchema: [
    {
      schema: { ...summary, tables: 1 },
      introspection,
      tables: [
        {
          schema: "public",
          name: "orders",
          comment: null,
          is_view: false,
          row_count: 4200,
          primary_key: ["id"],
          columns: [
            { name: "id", type: "integer", native_type: "bigint", nullable: false, comment: null },
            { name: "customer_id", type: "integer", native_type: "bigint", nullable: false, comment: "Who ordered" },
          ],
          foreign_keys: [{ columns: ["customer_id"], table: "customers", references: ["id"], inferred: true }],
        },
      ],
      tables_left_out: 0,
      next_cursor: null,
    },
  ],
  QueryValidate: [{ sql, integration_id: ids.integration }],
  QueryVerdict: [
    { parameters: ["country"], ok: true, problem: null },
    { parameters: [], ok: false, problem: { message: 'syntax error at or near "FORM"', line: 1, column: 13 } },
  ],
  QueryPreview: [{ sql, parameters: { country: "Spain" }, integration_id: ids.integration }],
  PreviewedRows: [
    {
      columns: [
        { name: "name", type: "text" },
        { name: "city", type: "text" },
      ],
      rows: [["Ada Quist", "Madrid"]],
      row_count: 1,
      truncated: false,
      duration_ms: 3,
    },
  ],
};
