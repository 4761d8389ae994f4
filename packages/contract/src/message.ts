import * as v from "valibot";
import { count, dictionary, MessageText, optionalText, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { AttachedUpload } from "./upload.ts";
import { Visualization } from "./visualization.ts";
import { separately } from "./separately.ts";

export const MessageRole = v.picklist(["user", "assistant"]);
/** Kinds of message kept in history (D17). */
export const MessageType = v.picklist([
  "user",
  "final",
  "tool_call",
  "tool_result",
  "tool_message",
  "scope_notice",
  "error",
]);
export type MessageType = v.InferOutput<typeof MessageType>;

/** What an answer cost. Tokens are 0 where no model provider was called; money in US dollars, null without a known price. */
export const Usage = v.object({
  input_tokens: v.number(),
  output_tokens: v.number(),
  rows: v.number(),
  duration_ms: v.number(),
  cost_usd: v.nullable(v.number()),
});
export type Usage = v.InferOutput<typeof Usage>;

/** Where in a document a statement comes from; `passage` is which of the document's passages it is, from 0. */
export const Citation = v.object({
  project_id: v.string(),
  document_id: v.string(),
  title: v.string(),
  place: v.string(),
  quote: v.string(),
  passage: v.optional(count),
});
export type Citation = v.InferOutput<typeof Citation>;

/** One way to read a question that has several (D53): `message`, sent as it is, is answered. */
export const Choice = v.object({ label: v.string(), message: v.string() });
export type Choice = v.InferOutput<typeof Choice>;

/** The days that a statement is limited to, both inclusive; null where one side is open (D52). */
export const AnswerPeriod = v.object({ from: v.nullable(v.string()), to: v.nullable(v.string()), column: v.string() });
export type AnswerPeriod = v.InferOutput<typeof AnswerPeriod>;

/** Something about an answer that its reader should know (D52). */
export const AnswerWarning = v.object({ code: v.string(), message: v.string(), sql_index: v.optional(v.number()) });
export type AnswerWarning = v.InferOutput<typeof AnswerWarning>;

/** A statement behind what an answer shows (D52). */
export const AnswerSql = v.object({
  sql: v.string(),
  dialect: v.picklist(["postgres", "mysql", "sqlite", "duckdb", "redshift", "athena"]),
  /** Null for a file that was sent with the message. */
  integration_id: v.nullable(v.string()),
  tables: v.array(v.string()),
  row_count: v.number(),
  truncated: v.boolean(),
  duration_ms: v.number(),
  saved_query_id: v.nullable(v.string()),
  visualization_id: v.optional(v.string()),
  period: v.optional(v.nullable(AnswerPeriod)),
});
export type AnswerSql = v.InferOutput<typeof AnswerSql>;

/** A cell behind a number: row and column from 0, of a table that is shown and of a statement of `sql`, where there are. */
export const AnswerCell = v.object({
  visualization_id: v.optional(v.string()),
  sql_index: v.optional(v.number()),
  row: v.number(),
  column: v.number(),
});

/** A number of the final text: a cell; what was made of cells, or of another text, by its name; null where neither is known. */
export const CheckedNumber = v.object({
  text: v.string(),
  source: v.nullable(v.union([AnswerCell, v.object({ derived: v.string(), from: v.array(AnswerCell) })])),
});
export type CheckedNumber = v.InferOutput<typeof CheckedNumber>;

/** Where the numbers of the final text come from (D54). */
export const Verification = v.object({
  status: v.picklist(["grounded", "corrected", "unverified", "not_applicable"]),
  numbers: v.array(CheckedNumber),
});
export type Verification = v.InferOutput<typeof Verification>;

export const FeedbackValue = v.picklist(["positive", "negative"]);
export type FeedbackValue = v.InferOutput<typeof FeedbackValue>;

export const MessageMetadata = v.object({
  feedback: v.optional(FeedbackValue),
  feedback_note: v.optional(v.string()),
  uploads: v.optional(v.array(AttachedUpload)),
  visualizations: v.optional(v.array(Visualization)),
  /** The passages that the text cites, in its order: its “[1]” is the first (D67). */
  citations: v.optional(v.array(Citation)),
  follow_ups: v.optional(v.array(v.string())),
  /** How the question was understood, what was decided for it, which of its words were left out, and how sure that is (D52). */
  interpretation: v.optional(v.nullable(v.string())),
  assumptions: v.optional(v.array(v.string())),
  left_out: v.optional(v.array(v.string())),
  confidence: v.optional(v.nullable(v.number())),
  period: v.optional(v.nullable(AnswerPeriod)),
  warnings: v.optional(v.array(AnswerWarning)),
  choices: v.optional(v.array(Choice)),
  /** The statements behind what the answer shows, in the order in which they ran (D52). */
  sql: v.optional(v.array(AnswerSql)),
  /** Where each number of the text comes from (D54). */
  verification: v.optional(Verification),
  receipt_id: v.optional(v.string()),
  model_id: v.optional(v.string()),
  usage: v.optional(Usage),
  /** True when the turn was cut short: the text is what was streamed until then. */
  partial: v.optional(v.boolean()),
  /** True when the model did not stop and was cut off: the text so far, and a sentence that says so (D57). */
  truncated: v.optional(v.boolean()),
  open_schedule: v.optional(dictionary(v.unknown())),
  saved_query_id: v.optional(v.string()),
  /** The saved query that everything shown comes from: somebody has written and checked it. */
  verified_query: v.optional(v.object({ id: v.string(), title: v.string() })),
  error: v.optional(v.object({ code: v.string(), retryable: v.boolean(), debug_id: v.string() })),
});
export type MessageMetadata = v.InferOutput<typeof MessageMetadata>;

export const Message = v.object({
  id: v.string(),
  role: MessageRole,
  type: MessageType,
  content: v.string(),
  timestamp: Timestamp,
  metadata: v.nullable(MessageMetadata),
});
export type Message = v.InferOutput<typeof Message>;

/** `feedback` is a plain string here: another value is a 400 with its own text, not a 422. */
export const FeedbackRequest = /* @__PURE__ */ separately(() =>
  v.object({
    feedback: v.string(),
    note: optionalText(limits.feedback_note_characters),
  }),
);
export type FeedbackRequest = v.InferOutput<typeof FeedbackRequest>;

export const MessageEdit = /* @__PURE__ */ separately(() =>
  v.object({ content: MessageText, integration_id: v.nullish(v.string()) }),
);
export type MessageEdit = v.InferOutput<typeof MessageEdit>;

export const messageOperations = /* @__PURE__ */ separately(() => ({
  get: operation({
    id: "message.get",
    method: "GET",
    path: "/v1/chats/{chat_id}/messages/{message_id}",
    group: "chats",
    summary: "Get one message of a chat",
    access: "member",
    reply: Message,
    status: 200,
    errors: ["MESSAGE_NOT_FOUND"],
  }),
  feedback: operation({
    id: "message.feedback",
    method: "PATCH",
    path: "/v1/chats/messages/{message_id}/feedback",
    group: "chats",
    summary: "Say whether an answer was good",
    access: "member",
    body: FeedbackRequest,
    reply: v.object({ id: v.string(), metadata: v.object({ feedback: FeedbackValue }) }),
    status: 200,
    errors: ["INVALID_FEEDBACK", "MESSAGE_NOT_FOUND"],
  }),
  remove: operation({
    id: "message.remove",
    method: "DELETE",
    path: "/v1/chats/{chat_id}/messages/{message_id}",
    group: "chats",
    summary: "Delete a message and everything after it; a running turn is cancelled first",
    access: "member",
    reply: v.object({ message: v.string() }),
    status: 200,
    errorShape: "coded",
    errors: ["MESSAGE_NOT_FOUND", "TURN_ALREADY_RUNNING"],
  }),
}));

/** An edit is answered by a stream, so it is served by the function that streams. */
export const messageEditOperations = /* @__PURE__ */ separately(() => ({
  edit: operation({
    id: "message.edit",
    method: "POST",
    path: "/v1/chats/{chat_id}/messages/{message_id}/edit",
    group: "stream",
    summary: "Replace a message and everything after it, and stream the new answer as Server-Sent Events",
    access: "member",
    body: MessageEdit,
    produces: "text/event-stream",
    status: 200,
    errorShape: "coded",
    errors: [
      "INTEGRATION_NOT_FOUND",
      "MESSAGE_NOT_EDITABLE",
      "MESSAGE_NOT_FOUND",
      "TURN_ALREADY_RUNNING",
      "RATE_LIMIT",
    ],
  }),
}));
