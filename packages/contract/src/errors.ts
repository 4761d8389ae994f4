import * as v from "valibot";
import { limits, MEGABYTE } from "./limits.ts";
import type { AdministrationErrorCode } from "./administration-errors.ts";
import type { ColumnMarkErrorCode } from "./column-mark-errors.ts";
import type { DefinitionErrorCode } from "./definition-errors.ts";
import type { GoldenErrorCode } from "./golden-errors.ts";
import type { ReceiptErrorCode } from "./receipt-errors.ts";
import { separately } from "./separately.ts";
import { passing, refusal, type VisibleError } from "./visible-error.ts";

/**
 * The failures a client can see, by code; those that only administrators meet are in `administration-errors.ts`. HTTP, SSE and
 * WebSocket render the same entry, each in its own shape; the documentation is made from this table too. See D19 and D30.
 */
export const visibleErrors = {
  // Authentication and roles
  AUTHENTICATION_FAILED: refusal(401, "auth", "Authentication failed"),
  MISSING_AUTHORIZATION: refusal(401, "auth", "Missing Authorization header"),
  AUTHENTICATION_REQUIRED: refusal(401, "auth", "Authentication required"),
  INVALID_TOKEN: refusal(401, "auth", "Invalid or expired token"),
  CROSS_SITE_REQUEST: refusal(403, "auth", "Requests from other sites are refused"),
  ADMIN_REQUIRED: refusal(403, "auth", "Admin privileges required"),
  TOKEN_IN_QUERY: refusal(403, "auth", "Forbidden"),
  AUTH_FAILED: refusal(401, "auth", "Authentication failed"),
  AUTH_EXPIRED: refusal(401, "auth", "The access token has expired"),
  WS_CONNECTION_CAP: refusal(429, "rate_limit", "Too many connections for this token"),
  INVALID_EMAIL: refusal(400, "validation", "Invalid email format"),
  SIGNING_NOT_CONFIGURED: refusal(500, "internal", "JWT signing not configured"),
  SERVER_MISCONFIGURED: refusal(500, "internal", "Server misconfiguration"),

  // Chats, messages, turns
  MISSING_CHAT_ID: refusal(400, "validation", "chat_id is required. Create a chat first with POST /v1/chats/create."),
  CHAT_NOT_FOUND: refusal(404, "not_found", "Chat not found"),
  MESSAGE_NOT_FOUND: refusal(404, "not_found", "Message not found"),
  MESSAGE_NOT_EDITABLE: refusal(400, "validation", "Only your own user messages can be edited"),
  MESSAGE_TOO_LONG: refusal(400, "validation", "The message is too long"),
  INVALID_FEEDBACK: refusal(400, "validation", "Feedback must be 'positive' or 'negative'"),
  TURN_NOT_FOUND: refusal(404, "not_found", "Turn not found"),
  VISUALIZATION_NOT_FOUND: refusal(404, "not_found", "Visualization not found"),
  IDEMPOTENCY_CONFLICT: refusal(409, "conflict", "This client_request_id was used with a different payload"),
  TURN_ALREADY_RUNNING: passing(409, "conflict", "A turn is already running on this chat"),
  AGENT_NOT_FOUND: refusal(404, "not_found", "Agent not found"),
  AGENT_NOT_PUBLISHED: refusal(400, "validation", "The agent is not published"),
  INTEGRATION_NOT_FOUND: refusal(400, "not_found", "Integration not found"),
  INTEGRATION_REQUIRED: refusal(400, "validation", "This needs a database integration: send integration_id"),

  // Uploads, saved queries, members, memories, rules
  TOO_MANY_UPLOADS: refusal(
    400,
    "validation",
    `At most ${limits.uploads_per_message} uploads can be attached to a message`,
  ),
  UPLOAD_NOT_FOUND: refusal(404, "not_found", "Upload not found"),
  UPLOAD_TOO_LARGE: refusal(400, "validation", "File too large"),
  UPLOAD_EMPTY: refusal(400, "validation", "Empty file"),
  UPLOAD_TYPE_UNSUPPORTED: refusal(400, "validation", "Unsupported file type"),
  SAVED_QUERY_NOT_FOUND: refusal(404, "not_found", "Saved query not found"),
  MISSING_QUERY_PARAMETER: refusal(400, "validation", "A parameter of the saved query has no value"),
  MEMBER_NOT_FOUND: refusal(400, "not_found", "Member not found"),
  MEMORY_NOT_FOUND: refusal(404, "not_found", "User memory not found"),
  MEMORY_LIMIT: refusal(400, "validation", `At most ${limits.memories_per_member} memories are kept for a member`),
  MEMORY_ORDER_MISMATCH: refusal(400, "validation", "The memory ids do not match"),

  // Voice and audio
  VOICE_INTEGRATION_NOT_FOUND: refusal(404, "not_found", "Integration not found"),
  VOICE_NOT_CONFIGURED: refusal(503, "internal", "Voice chat is not configured"),
  UNSUPPORTED_AUDIO: refusal(400, "validation", "Unsupported audio format"),
  AUDIO_TOO_LARGE: refusal(400, "validation", `File too large. Maximum size is ${limits.audio_bytes / MEGABYTE}MB`),
  AUDIO_EMPTY: refusal(400, "validation", "Empty audio file"),
  TRANSCRIPTION_FAILED: refusal(500, "internal", "Failed to transcribe audio"),

  // Streams and frames
  INVALID_FRAME: refusal(400, "validation", "The frame is not valid"),
  UNKNOWN_ACTION: refusal(400, "validation", "Unknown action"),
  NOTHING_TO_INTERRUPT: refusal(409, "conflict", "Nothing is streaming"),
  RATE_LIMIT: passing(429, "rate_limit", "Too many requests"),

  // Answering
  SQL_REJECTED: refusal(400, "guardrail", "The query was refused: only a single read-only SELECT may run"),
  SQL_FAILED: refusal(400, "datasource", "The database could not run the query"),
  QUERY_TIMEOUT: passing(504, "timeout", "The database took too long to answer"),
  DATASOURCE_UNAVAILABLE: passing(503, "datasource", "The database cannot be reached"),
  CONTEXT_TOO_LONG: refusal(400, "model", "The conversation is too long for the model"),
  CONTENT_FILTERED: refusal(400, "guardrail", "The model's provider refused the content"),
  MODEL_UNAVAILABLE: passing(503, "model", "The model cannot be reached"),
  MODEL_TIMEOUT: passing(504, "timeout", "The model took too long to answer"),
  TURN_DEADLINE_EXCEEDED: passing(504, "timeout", "The answer took longer than ten minutes"),
  TURN_CANCELLED: refusal(409, "conflict", "The answer was cancelled"),
  WORKER_LOST: passing(503, "internal", "The answer was interrupted by a fault of the service"),
  INTERNAL: passing(500, "internal", "Internal server error"),

  // Requests as such
  VALIDATION_FAILED: refusal(422, "validation", "A field is invalid"),
  INVALID_CURSOR: refusal(400, "validation", "Invalid cursor"),
  ROUTE_NOT_FOUND: refusal(404, "not_found", "Not Found"),
  METHOD_NOT_ALLOWED: refusal(405, "validation", "Method Not Allowed"),
  HOST_NOT_SERVED: refusal(403, "auth", "Forbidden"),
  SERVICE_UNAVAILABLE: passing(503, "internal", "Service Unavailable"),
} as const satisfies Record<string, VisibleError>;

/** Codes that any caller may meet. */
export type CommonErrorCode = keyof typeof visibleErrors;
export type ErrorCode =
  | CommonErrorCode
  | AdministrationErrorCode
  | ColumnMarkErrorCode
  | DefinitionErrorCode
  | ReceiptErrorCode
  | GoldenErrorCode;

/** `{detail, code}`: most HTTP errors. Every failing answer has its `code` at the top of its body. */
export const ErrorText = /* @__PURE__ */ separately(() => v.object({ detail: v.string(), code: v.string() }));
type ErrorText = v.InferOutput<typeof ErrorText>;
/**
 * `{detail: {code, message}, code}`: the streamed route, and every 409; `missing` names saved-query parameters without a
 * value, `turn_id` the turn that is in the way (D49).
 */
export const ErrorCoded = /* @__PURE__ */ separately(() =>
  v.object({
    detail: v.object({
      code: v.string(),
      message: v.string(),
      missing: v.optional(v.array(v.string())),
      turn_id: v.optional(v.string()),
    }),
    code: v.string(),
  }),
);
/** 429 of every route. */
export const ErrorRateLimit = /* @__PURE__ */ separately(() =>
  v.object({
    code: v.literal("RATE_LIMIT"),
    retry_after_seconds: v.pipe(v.number(), v.integer()),
  }),
);
/** 422 of every route, in Pydantic's shape. */
export const ErrorFields = /* @__PURE__ */ separately(() =>
  v.object({
    detail: v.array(
      v.object({
        type: v.string(),
        loc: v.array(v.union([v.string(), v.number()])),
        msg: v.string(),
        ctx: v.optional(v.record(v.string(), v.unknown())),
      }),
    ),
    code: v.literal("VALIDATION_FAILED"),
  }),
);
export type ErrorFields = v.InferOutput<typeof ErrorFields>;

/** The body of a failure as text; `detail` replaces the table's text if it names something (a size, a count). */
export const errorText = (code: CommonErrorCode, detail: string = visibleErrors[code].message): ErrorText => ({
  detail,
  code,
});
