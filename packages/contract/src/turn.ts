import * as v from "valibot";
import {
  dictionary,
  LogPlace,
  MessageText,
  Parameters,
  ProjectIds,
  queryBoolean,
  querySeconds,
  requires,
  text,
  Timestamp,
  UploadIds,
} from "./fields.ts";
import { ProcessingStatus } from "./event.ts";
import { limits } from "./limits.ts";
import { Message, Usage } from "./message.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

export const TurnStatus = v.picklist(["in_progress", "completed", "failed", "cancelled"]);
export type TurnStatus = v.InferOutput<typeof TurnStatus>;

/** The durable turn as accepting it returns it. */
export const Turn = v.object({
  turn_id: v.string(),
  chat_id: v.string(),
  user_message_id: v.nullable(v.string()),
  status: TurnStatus,
  created_at: Timestamp,
});
export type Turn = v.InferOutput<typeof Turn>;

export const TurnError = v.object({
  code: v.string(),
  message: v.string(),
  retryable: v.boolean(),
  debug_id: v.string(),
});
export type TurnError = v.InferOutput<typeof TurnError>;

/** The durable turn as Get Turn returns it (D21). */
export const TurnDetail = v.object({
  ...Turn.entries,
  updated_at: Timestamp,
  completed_at: v.nullable(Timestamp),
  assistant_message_id: v.nullable(v.string()),
  message: v.nullable(Message),
  progress: v.nullable(ProcessingStatus),
  attempt: v.pipe(v.number(), v.integer()),
  error: v.nullable(TurnError),
  usage: v.nullable(Usage),
});
export type TurnDetail = v.InferOutput<typeof TurnDetail>;

export const AttachedFile = v.object({ project_id: v.string(), document_id: v.string() });
export type AttachedFile = v.InferOutput<typeof AttachedFile>;

/** An object of the caller's own, returned unchanged; its JSON is bounded. */
const OpenSchedule = v.pipe(
  dictionary(v.unknown()),
  requires((schedule: Record<string, unknown>) => JSON.stringify(schedule).length <= limits.open_schedule_characters, {
    type: "too_long",
    msg: `Dictionary should have at most ${limits.open_schedule_characters} characters as JSON`,
    ctx: { field_type: "Dictionary", max_length: limits.open_schedule_characters },
  }),
);

/** Body of Create Durable Turn, with the compatibility fields (D27). */
export const TurnCreate = v.object({
  client_request_id: text(1, limits.client_request_id_characters),
  message: MessageText,
  integration_id: v.nullish(v.string()),
  model: v.nullish(v.string()),
  upload_ids: v.nullish(UploadIds),
  saved_query_id: v.nullish(v.string()),
  parameters: v.nullish(Parameters),
  scoped_project_ids: v.nullish(ProjectIds),
  project_id: v.nullish(v.string()),
  connection_id: v.nullish(v.string()),
  connection_type: v.nullish(v.string()),
  attached_files: v.nullish(v.array(dictionary(v.unknown()))),
  open_schedule: v.nullish(OpenSchedule),
  title: v.nullish(v.string()),
  voice_mode: v.nullish(v.boolean()),
});
export type TurnCreate = v.InferOutput<typeof TurnCreate>;

const base = "/v1/agents/{agent_id}/chats/{chat_id}/turns";

export const turnOperations = {
  create: operation({
    id: "turn.create",
    method: "POST",
    path: base,
    group: "turns",
    summary: "Submit a message as a durable turn",
    access: "member",
    body: TurnCreate,
    reply: Turn,
    status: 202,
    errors: [
      "INTEGRATION_NOT_FOUND",
      "INTEGRATION_REQUIRED",
      "SAVED_QUERY_NOT_FOUND",
      "MISSING_QUERY_PARAMETER",
      "UPLOAD_NOT_FOUND",
      "CHAT_NOT_FOUND",
      "IDEMPOTENCY_CONFLICT",
      "TURN_ALREADY_RUNNING",
      "RATE_LIMIT",
    ],
  }),
  get: operation({
    id: "turn.get",
    method: "GET",
    path: `${base}/{turn_id}`,
    group: "turns",
    summary: "Get a turn; `wait` holds the answer until the turn ends",
    access: "member",
    query: v.object({ wait: querySeconds(limits.turn_wait_max) }),
    reply: TurnDetail,
    status: 200,
    errors: ["TURN_NOT_FOUND", "RATE_LIMIT"],
  }),
  cancel: operation({
    id: "turn.cancel",
    method: "POST",
    path: `${base}/{turn_id}/cancel`,
    group: "turns",
    summary: "Cancel a turn; nothing happens to one that has ended",
    access: "member",
    reply: TurnDetail,
    status: 200,
    errors: ["TURN_NOT_FOUND"],
  }),
};

/** The replay is served by the function that streams, not by the one that accepts turns. */
export const turnReplayOperations = /* @__PURE__ */ separately(() => ({
  events: operation({
    id: "turn.events",
    method: "GET",
    path: `${base}/{turn_id}/events`,
    group: "stream",
    summary: "Replay a turn's events and follow them live",
    access: "member",
    query: v.object({ starting_after: LogPlace, tool_events: queryBoolean }),
    produces: "text/event-stream",
    status: 200,
    errors: ["TURN_NOT_FOUND", "RATE_LIMIT"],
  }),
}));
