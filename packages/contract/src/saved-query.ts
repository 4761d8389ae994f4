import * as v from "valibot";
import { count, optionalQueryInteger, Parameters, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";
import { TableColumn } from "./visualization.ts";

export const SavedQuery = v.object({
  id: v.string(),
  organization_id: v.string(),
  title: v.string(),
  description: v.optional(v.string()),
  prompt: v.string(),
  sql: v.nullable(v.string()),
  keywords: v.array(v.string()),
  parameters: v.array(v.string()),
  /** The database that the SQL is written for; null for a query of before there was one, which is run in any. */
  integration_id: v.nullable(v.string()),
  last_updated_by: v.string(),
  last_updated_by_name: v.optional(v.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type SavedQuery = v.InferOutput<typeof SavedQuery>;

const keywords = v.pipe(v.array(text(1, limits.query_keyword_characters)), v.maxLength(limits.query_keywords));
const sql = v.nullish(text(1, limits.query_sql_characters));

/** `parameters` is not accepted: the server extracts it from `sql` (D46). */
export const SavedQueryCreate = v.object({
  title: text(1, limits.query_title_characters),
  description: v.nullish(text(0, limits.query_description_characters)),
  prompt: text(1, limits.query_prompt_characters),
  sql,
  keywords: v.nullish(keywords),
  integration_id: v.nullish(v.string()),
});
export type SavedQueryCreate = v.InferOutput<typeof SavedQueryCreate>;

/** Absent fields stay as they are; `sql: null` makes the query prompt-only. */
export const SavedQueryUpdate = v.object({
  title: v.optional(text(1, limits.query_title_characters)),
  description: v.nullish(text(0, limits.query_description_characters)),
  prompt: v.optional(text(1, limits.query_prompt_characters)),
  sql,
  keywords: v.nullish(keywords),
  integration_id: v.nullish(v.string()),
});
export type SavedQueryUpdate = v.InferOutput<typeof SavedQueryUpdate>;

export const savedQueryOperations = {
  list: operation({
    id: "query.list",
    method: "GET",
    path: "/v1/queries",
    group: "catalog",
    summary: "List the organization's saved queries, the oldest first",
    access: "member",
    query: v.object({
      limit: optionalQueryInteger(1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ queries: v.array(SavedQuery), next_cursor: v.optional(v.nullable(v.string())) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "query.create",
    method: "POST",
    path: "/v1/queries",
    group: "catalog",
    summary: "Save a query; its SQL is checked and its parameters are extracted",
    access: "admin",
    body: SavedQueryCreate,
    reply: SavedQuery,
    status: 200,
    errors: ["INVALID_SAVED_QUERY", "TOO_MANY_SAVED_QUERIES", "INTEGRATION_NOT_FOUND"],
  }),
  update: operation({
    id: "query.update",
    method: "PATCH",
    path: "/v1/queries/{query_id}",
    group: "catalog",
    summary: "Change a saved query",
    access: "admin",
    body: SavedQueryUpdate,
    reply: SavedQuery,
    status: 200,
    errors: ["INVALID_SAVED_QUERY", "TOO_MANY_SAVED_QUERIES", "SAVED_QUERY_NOT_FOUND", "INTEGRATION_NOT_FOUND"],
  }),
  remove: operation({
    id: "query.remove",
    method: "DELETE",
    path: "/v1/queries/{query_id}",
    group: "catalog",
    summary: "Delete a saved query",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["SAVED_QUERY_NOT_FOUND"],
  }),
};

const place = v.pipe(v.number(), v.integer(), v.minValue(1));

/** What the guard has against SQL, and where, as far as it knows: lines and columns count from 1. */
export const QueryProblem = v.object({ message: v.string(), line: v.nullable(place), column: v.nullable(place) });
export type QueryProblem = v.InferOutput<typeof QueryProblem>;

export const QueryValidate = /* @__PURE__ */ separately(() =>
  v.object({ sql: text(1, limits.query_sql_characters), integration_id: v.nullish(v.string()) }),
);
export type QueryValidate = v.InferOutput<typeof QueryValidate>;

export const QueryVerdict = v.object({
  parameters: v.array(v.string()),
  ok: v.boolean(),
  problem: v.nullable(QueryProblem),
});
export type QueryVerdict = v.InferOutput<typeof QueryVerdict>;

export const QueryPreview = /* @__PURE__ */ separately(() =>
  v.object({
    sql: text(1, limits.query_sql_characters),
    parameters: v.nullish(Parameters),
    integration_id: v.string(),
  }),
);
export type QueryPreview = v.InferOutput<typeof QueryPreview>;

export const PreviewedRows = v.object({
  columns: v.array(v.omit(TableColumn, ["unit"])),
  rows: v.array(v.array(v.string())),
  row_count: count,
  truncated: v.boolean(),
  duration_ms: v.number(),
});
export type PreviewedRows = v.InferOutput<typeof PreviewedRows>;

/** Trying SQL before it is saved. */
export const queryTrialOperations = /* @__PURE__ */ separately(() => ({
  validate: operation({
    id: "query.validate",
    method: "POST",
    path: "/v1/queries/validate",
    group: "sources",
    summary: "Check SQL as saving it would, and find its parameters",
    access: "admin",
    body: QueryValidate,
    reply: QueryVerdict,
    status: 200,
    errors: ["INTEGRATION_NOT_FOUND"],
  }),
  preview: operation({
    id: "query.preview",
    method: "POST",
    path: "/v1/queries/preview",
    group: "sources",
    summary: "Run SQL without saving it, and see its first rows",
    access: "admin",
    body: QueryPreview,
    reply: PreviewedRows,
    status: 200,
    errorShape: "coded",
    errors: [
      "INTEGRATION_NOT_FOUND",
      "MISSING_QUERY_PARAMETER",
      "SQL_REJECTED",
      "SQL_FAILED",
      "SOURCE_TIMEOUT",
      "SOURCE_UNAVAILABLE",
      "RATE_LIMIT",
    ],
  }),
}));
