import * as v from "valibot";
import { queryInteger, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { FeedbackValue } from "./message.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

/** Whether administrators still have to look at what a member said of an answer. */
export const FeedbackStatus = /* @__PURE__ */ separately(() => v.picklist(["open", "done"]));
export type FeedbackStatus = v.InferOutput<typeof FeedbackStatus>;

/** An answer that a member has rated, with the question it was given to: others no administrator gets to read. */
export const RatedAnswer = /* @__PURE__ */ separately(() =>
  v.object({
    message_id: v.string(),
    chat_id: v.string(),
    member_id: v.string(),
    member_name: v.string(),
    member_email: v.string(),
    feedback: FeedbackValue,
    note: v.nullable(v.string()),
    status: FeedbackStatus,
    question: v.string(),
    answer: v.string(),
    /** The statements behind the answer, in the order in which they ran. */
    sql: v.array(v.string()),
    integration_id: v.nullable(v.string()),
    answered_at: Timestamp,
    rated_at: Timestamp,
  }),
);
export type RatedAnswer = v.InferOutput<typeof RatedAnswer>;

export const FeedbackUpdate = /* @__PURE__ */ separately(() => v.object({ status: FeedbackStatus }));

export const feedbackOperations = /* @__PURE__ */ separately(() => ({
  list: operation({
    id: "feedback.list",
    method: "GET",
    path: "/v1/admin/feedback",
    group: "quality",
    summary: "List the answers that members have rated, the newest first",
    access: "admin",
    query: v.object({
      value: v.optional(FeedbackValue),
      status: v.optional(FeedbackStatus),
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ feedback: v.array(RatedAnswer), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  update: operation({
    id: "feedback.update",
    method: "PATCH",
    path: "/v1/admin/feedback/{message_id}",
    group: "quality",
    summary: "Mark what a member said of an answer as done, or as open again",
    access: "admin",
    body: FeedbackUpdate,
    reply: RatedAnswer,
    status: 200,
    errors: ["MESSAGE_NOT_FOUND"],
  }),
}));
