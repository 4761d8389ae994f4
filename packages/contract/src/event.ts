import * as v from "valibot";
import { ErrorType } from "./visible-error.ts";
import { Visualization } from "./visualization.ts";
import { separately } from "./separately.ts";

export const ProcessingStatus = v.picklist(["starting", "thinking", "analyzing", "processing"]);
export type ProcessingStatus = v.InferOutput<typeof ProcessingStatus>;

export const ToolCall = /* @__PURE__ */ separately(() =>
  v.object({
    tool_call_id: v.string(),
    tool: v.string(),
    args: v.record(v.string(), v.unknown()),
  }),
);
export type ToolCall = v.InferOutput<typeof ToolCall>;

/** A finished tool (D31), 32 KB at most. */
export const ToolResult = /* @__PURE__ */ separately(() =>
  v.object({
    tool_call_id: v.string(),
    tool: v.string(),
    status: v.picklist(["success", "error", "cancelled"]),
    duration_ms: v.number(),
    summary: v.string(),
    result: v.nullable(v.unknown()),
    error: v.nullable(v.string()),
  }),
);
export type ToolResult = v.InferOutput<typeof ToolResult>;

/** The `result` of a tool that ran SQL (D31). */
export const SqlResult = /* @__PURE__ */ separately(() =>
  v.object({
    sql: v.string(),
    dialect: v.string(),
    columns: v.array(v.object({ name: v.string(), type: v.string() })),
    preview_rows: v.array(v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))),
    row_count: v.number(),
    truncated: v.boolean(),
    saved_query_id: v.nullable(v.string()),
  }),
);
export type SqlResult = v.InferOutput<typeof SqlResult>;

/** A failure on a stream or socket (D30). */
export const ErrorData = /* @__PURE__ */ separately(() =>
  v.object({
    error: v.string(),
    code: v.string(),
    retryable: v.boolean(),
    debug_id: v.string(),
    error_type: ErrorType,
    retry_after_seconds: v.optional(v.number()),
    close_code: v.optional(v.number()),
    turn_id: v.optional(v.string()),
  }),
);
export type ErrorData = v.InferOutput<typeof ErrorData>;

const event = <Name extends string, Data extends v.GenericSchema>(name: Name, data: Data) =>
  v.object({ event: v.literal(name), data });

/** What a turn says while it runs, the same by every route (D29). Tool events go to sockets that ask for them. */
export const StreamEvent = /* @__PURE__ */ separately(() =>
  v.variant("event", [
    event("chat_metadata", v.object({ id: v.string(), user_message_id: v.string(), turn_id: v.string() })),
    event("processing", v.object({ status: ProcessingStatus })),
    event("tool_call", ToolCall),
    event("tool_result", ToolResult),
    event("visualization", Visualization),
    event("text_delta", v.object({ content: v.string() })),
    event("message", v.object({ content: v.string(), id: v.string() })),
    event("error", ErrorData),
  ]),
);
export type StreamEvent = v.InferOutput<typeof StreamEvent>;

/** Frames of the socket that belong to no turn. */
export const SocketEvent = /* @__PURE__ */ separately(() =>
  v.variant("event", [
    event("authenticated", v.object({ status: v.literal("ok") })),
    event("interrupted", v.object({ status: v.literal("interrupted") })),
    event("pong", v.object({})),
    event("heartbeat", v.object({ ts: v.number() })),
    event("deleted", v.object({ message_id: v.string() })),
    event("error", ErrorData),
  ]),
);
export type SocketEvent = v.InferOutput<typeof SocketEvent>;
