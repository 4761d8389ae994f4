import type { StreamedMessage } from "@parley/contract/chat";
import type { TurnCreate } from "@parley/contract/turn";
import { limits } from "@parley/contract/limits";
import { fail } from "../failure/failure.ts";
import type { Found } from "../message/message.ts";
import type { MessageRecord } from "../message/record.ts";
import { withoutAliases } from "./compatibility-fields.ts";
import type { Edit } from "./edit.ts";
import type { TurnRoute } from "./record.ts";

/** A message on its way to becoming a turn, the same for all routes. Absent and null are the same. */
export interface Submission {
  route: TurnRoute;
  chat_id: string;
  message: string;
  model: string | null;
  integration_id: string | null;
  /** Requested project ids; null keeps the chat's scope, `[]` clears it. */
  scope: string[] | null;
  upload_ids: string[];
  saved_query_id: string | null;
  parameters: Record<string, string>;
  /** As they were sent; only some name a document. */
  attached_files: readonly unknown[];
  open_schedule: Record<string, unknown> | null;
  /** Durable route: the agent of the path. */
  agent_id?: string;
  /** The idempotency key, which the durable route always has (D24, D50). */
  client_request_id?: string;
  /** The user message that an edit replaces, and the turn that it had when the edit was made. */
  edits?: string;
  edits_turn_id?: string;
  /** The same message, where it is kept in the item of another one. */
  edits_held?: { message: MessageRecord; holder: MessageRecord };
  /** Socket: the connection that watches. */
  connection_id?: string;
}

const empty = {
  model: null,
  integration_id: null,
  scope: null,
  upload_ids: [],
  saved_query_id: null,
  parameters: {},
  attached_files: [],
  open_schedule: null,
};

/** A submission of the streamed route or of the socket's `send_message`. Throws TOO_MANY_UPLOADS. */
export function interactiveSubmission(
  route: "stream" | "socket",
  chatId: string,
  body: Omit<StreamedMessage, "chat_id" | "title" | "include_tool_events">,
): Submission {
  // Counted as they were sent, as the durable route's schema counts them (D39).
  if ((body.upload_ids?.length ?? 0) > limits.uploads_per_message) fail("TOO_MANY_UPLOADS");
  return {
    ...empty,
    route,
    chat_id: chatId,
    ...(typeof body.client_request_id === "string" && { client_request_id: body.client_request_id }),
    message: body.message,
    model: body.model ?? null,
    integration_id: body.integration_id ?? null,
    upload_ids: [...new Set(body.upload_ids ?? [])],
    saved_query_id: body.saved_query_id ?? null,
    parameters: body.parameters ?? {},
  };
}

/** The submission of an edit; what was attached to the message stays with it. */
export const editSubmission = (
  { message, holder }: Pick<Found, "message" | "holder">,
  { route, content, integration_id }: Edit,
): Submission => ({
  ...empty,
  route,
  chat_id: message.chat_id,
  message: content,
  integration_id,
  upload_ids: [...(message.upload_ids ?? [])],
  edits: message.id,
  edits_turn_id: message.turn_id,
  ...(holder && { edits_held: { message, holder } }),
});

/** A submission of the durable route, with its compatibility fields resolved (D27). */
export function durableSubmission(agentId: string, chatId: string, body: TurnCreate): Submission {
  return {
    ...withoutAliases(body),
    route: "durable",
    chat_id: chatId,
    agent_id: agentId,
    client_request_id: body.client_request_id,
    message: body.message,
    model: body.model ?? null,
    upload_ids: [...new Set(body.upload_ids ?? [])],
    saved_query_id: body.saved_query_id ?? null,
    parameters: body.parameters ?? {},
    attached_files: body.attached_files ?? [],
    open_schedule: body.open_schedule ?? null,
  };
}
