import * as v from "valibot";
import { DefinitionCreate } from "./definition.ts";
import { count, queryBoolean, queryInteger, querySeconds, text, Timestamp } from "./fields.ts";
import { goldenLimits, limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { SavedQueryCreate } from "./saved-query.ts";
import { separately } from "./separately.ts";

export const EvaluationStatus = /* @__PURE__ */ separately(() =>
  v.picklist(["running", "completed", "failed", "cancelled"]),
);
export type EvaluationStatus = v.InferOutput<typeof EvaluationStatus>;

/** How an answer would change: its rows, its SQL alone, to none, or from none. */
export const AnswerChange = /* @__PURE__ */ separately(() =>
  v.picklist(["same", "number", "sql", "abstains", "answers"]),
);

/** A rule that would be saved: a new one, another text for the one with `id`, or, with null, none in its place. */
export const DraftRule = /* @__PURE__ */ separately(() =>
  v.object({ id: v.nullish(v.string()), content: v.nullable(text(1, limits.rule_characters)) }),
);
/** The same of a memory, of the member with `member_id` or else of who asks for it. */
export const DraftMemory = /* @__PURE__ */ separately(() =>
  v.object({
    id: v.nullish(v.string()),
    member_id: v.nullish(v.string()),
    content: v.nullable(text(1, limits.memory_characters)),
  }),
);
/** The same of a saved query. */
export const DraftQuery = /* @__PURE__ */ separately(() =>
  v.object({ id: v.nullish(v.string()), content: v.nullable(SavedQueryCreate) }),
);
/** The same of a definition of an integration, such as a metric or a dimension. */
export const DraftDefinition = /* @__PURE__ */ separately(() =>
  v.object({ id: v.nullish(v.string()), integration_id: v.string(), content: v.nullable(DefinitionCreate) }),
);
/** What would be saved: all of it at once. */
export const Draft = /* @__PURE__ */ separately(() =>
  v.object({
    rule: v.nullish(DraftRule),
    memory: v.nullish(DraftMemory),
    query: v.nullish(DraftQuery),
    definition: v.nullish(DraftDefinition),
  }),
);
export type Draft = v.InferOutput<typeof Draft>;

/** How many answers changed, by how. */
export const ChangeCounts = /* @__PURE__ */ separately(() =>
  v.object({ same: count, number: count, sql: count, abstains: count, answers: count }),
);

/** How many answers of a kind of question are right. */
export const EvaluationClass = /* @__PURE__ */ separately(() =>
  v.object({
    class: v.nullable(v.string()),
    questions: count,
    right_before: count,
    right_after: v.nullable(count),
  }),
);

export const EvaluationError = /* @__PURE__ */ separately(() => v.object({ code: v.string(), message: v.string() }));
export type EvaluationError = v.InferOutput<typeof EvaluationError>;

/** Golden questions asked as things are and, where there is a draft, as they would be with it. */
export const Evaluation = /* @__PURE__ */ separately(() =>
  v.object({
    id: v.string(),
    status: EvaluationStatus,
    model_id: v.string(),
    agent_id: v.nullable(v.string()),
    draft: v.nullable(Draft),
    progress: v.object({ done: count, total: count }),
    right_before: count,
    right_after: v.nullable(count),
    misses: count,
    changes: v.nullable(ChangeCounts),
    /** Once it has ended. */
    classes: v.array(EvaluationClass),
    usage: v.object({ input_tokens: count, output_tokens: count, cost_usd: v.nullable(v.number()) }),
    error: v.nullable(EvaluationError),
    created_by: v.string(),
    created_by_name: v.string(),
    created_at: Timestamp,
    ended_at: v.nullable(Timestamp),
    expires_at: Timestamp,
  }),
);
export type Evaluation = v.InferOutput<typeof Evaluation>;

/** An answer of one side. */
export const EvaluatedAnswer = /* @__PURE__ */ separately(() =>
  v.object({
    answered: v.boolean(),
    right: v.boolean(),
    figure: v.nullable(v.string()),
    sql: v.nullable(v.string()),
    text: v.string(),
  }),
);
export type EvaluatedAnswer = v.InferOutput<typeof EvaluatedAnswer>;

/** A question that was asked, with both answers. */
export const EvaluationCase = /* @__PURE__ */ separately(() =>
  v.object({
    question_id: v.string(),
    integration_id: v.nullable(v.string()),
    question: v.string(),
    class: v.nullable(v.string()),
    change: AnswerChange,
    /** True where the last of the answers is not right. */
    miss: v.boolean(),
    /** Why it could not be asked. */
    error: v.nullable(EvaluationError),
    before: v.nullable(EvaluatedAnswer),
    after: v.nullable(EvaluatedAnswer),
  }),
);
export type EvaluationCase = v.InferOutput<typeof EvaluationCase>;

export const EvaluationCreate = /* @__PURE__ */ separately(() =>
  v.object({
    model: v.nullish(v.string()),
    agent_id: v.nullish(v.string()),
    question_ids: v.nullish(v.pipe(v.array(v.string()), v.maxLength(goldenLimits.per_organization))),
    draft: v.nullish(Draft),
  }),
);
export type EvaluationCreate = v.InferOutput<typeof EvaluationCreate>;

export const evaluationOperations = /* @__PURE__ */ separately(() => ({
  list: operation({
    id: "evaluation.list",
    method: "GET",
    path: "/v1/admin/evaluations",
    group: "quality",
    summary: "List the evaluations, the newest first",
    access: "admin",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ evaluations: v.array(Evaluation), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "evaluation.create",
    method: "POST",
    path: "/v1/admin/evaluations",
    group: "quality",
    summary: "Have the golden questions asked, as things are and as they would be with a draft",
    access: "admin",
    body: EvaluationCreate,
    reply: v.object({ id: v.string(), status: EvaluationStatus }),
    status: 202,
    errors: [
      "NO_GOLDEN_QUESTIONS",
      "GOLDEN_QUESTION_NOT_FOUND",
      "MODEL_NOT_FOUND",
      "AGENT_NOT_FOUND",
      "DRAFT_REQUIRED",
      "RULE_NOT_FOUND",
      "MEMBER_NOT_FOUND",
      "MEMORY_NOT_FOUND",
      "SAVED_QUERY_NOT_FOUND",
      "INVALID_SAVED_QUERY",
      "INTEGRATION_NOT_FOUND",
      "DEFINITION_NOT_FOUND",
      "INVALID_DEFINITION",
      "EVALUATION_RUNNING",
      "RATE_LIMIT",
    ],
  }),
  get: operation({
    id: "evaluation.get",
    method: "GET",
    path: "/v1/admin/evaluations/{evaluation_id}",
    group: "quality",
    summary: "Get an evaluation; `wait` holds the answer until it ends",
    access: "admin",
    query: v.object({ wait: querySeconds(limits.turn_wait_max) }),
    reply: Evaluation,
    status: 200,
    errors: ["EVALUATION_NOT_FOUND", "RATE_LIMIT"],
  }),
  cancel: operation({
    id: "evaluation.cancel",
    method: "POST",
    path: "/v1/admin/evaluations/{evaluation_id}/cancel",
    group: "quality",
    summary: "Cancel an evaluation; nothing happens to one that has ended",
    access: "admin",
    reply: Evaluation,
    status: 200,
    errors: ["EVALUATION_NOT_FOUND"],
  }),
}));

export const evaluationCaseOperations = /* @__PURE__ */ separately(() => ({
  cases: operation({
    id: "evaluation.cases",
    method: "GET",
    path: "/v1/admin/evaluations/{evaluation_id}/cases",
    group: "quality",
    summary: "List the questions that were asked, with both answers",
    access: "admin",
    query: v.object({
      change: v.optional(AnswerChange),
      miss: queryBoolean,
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ cases: v.array(EvaluationCase), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["EVALUATION_NOT_FOUND", "INVALID_CURSOR"],
  }),
}));
