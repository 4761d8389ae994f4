import * as v from "valibot";
import { MessageText, optionalText, queryInteger, text, Timestamp } from "./fields.ts";
import { goldenLimits, limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

/** A question whose right answer is known: the rows of `sql`. */
export const GoldenQuestion = /* @__PURE__ */ separately(() =>
  v.object({
    id: v.string(),
    integration_id: v.string(),
    question: v.string(),
    sql: v.string(),
    class: v.nullable(v.string()),
    /** The rated answer that it was made of. */
    message_id: v.nullable(v.string()),
    last_updated_by: v.string(),
    last_updated_by_name: v.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);
export type GoldenQuestion = v.InferOutput<typeof GoldenQuestion>;

/** A question and its database, or the answer whose question it is, which a member has rated. */
export const GoldenQuestionCreate = /* @__PURE__ */ separately(() =>
  v.object({
    question: v.nullish(MessageText),
    integration_id: v.nullish(v.string()),
    message_id: v.nullish(v.string()),
    sql: text(1, limits.query_sql_characters),
    class: optionalText(goldenLimits.class_characters),
  }),
);
export type GoldenQuestionCreate = v.InferOutput<typeof GoldenQuestionCreate>;

/** Absent fields stay as they are; null empties `class`. */
export const GoldenQuestionUpdate = /* @__PURE__ */ separately(() =>
  v.object({
    question: v.optional(MessageText),
    sql: v.optional(text(1, limits.query_sql_characters)),
    class: optionalText(goldenLimits.class_characters),
  }),
);
export type GoldenQuestionUpdate = v.InferOutput<typeof GoldenQuestionUpdate>;

export const goldenQuestionOperations = /* @__PURE__ */ separately(() => ({
  list: operation({
    id: "question.list",
    method: "GET",
    path: "/v1/admin/questions",
    group: "quality",
    summary: "List the golden questions, the oldest first",
    access: "admin",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ questions: v.array(GoldenQuestion), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "question.create",
    method: "POST",
    path: "/v1/admin/questions",
    group: "quality",
    summary: "Keep a question with the SQL whose rows are its right answer",
    access: "admin",
    body: GoldenQuestionCreate,
    reply: GoldenQuestion,
    status: 200,
    errors: [
      "QUESTION_REQUIRED",
      "INTEGRATION_NOT_FOUND",
      "MESSAGE_NOT_FOUND",
      "SQL_REJECTED",
      "GOLDEN_QUESTION_LIMIT",
    ],
  }),
  update: operation({
    id: "question.update",
    method: "PATCH",
    path: "/v1/admin/questions/{question_id}",
    group: "quality",
    summary: "Change a golden question",
    access: "admin",
    body: GoldenQuestionUpdate,
    reply: GoldenQuestion,
    status: 200,
    errors: ["GOLDEN_QUESTION_NOT_FOUND", "SQL_REJECTED"],
  }),
  remove: operation({
    id: "question.remove",
    method: "DELETE",
    path: "/v1/admin/questions/{question_id}",
    group: "quality",
    summary: "Delete a golden question",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["GOLDEN_QUESTION_NOT_FOUND"],
  }),
}));
