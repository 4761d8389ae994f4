import * as v from "valibot";
import { MessageText, Parameters, ProjectIds, queryBoolean, queryInteger, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { Message } from "./message.ts";
import { operation } from "./operation.ts";

export const Chat = v.object({
  id: v.string(),
  agent_id: v.nullable(v.string()),
  title: v.nullable(v.string()),
  integration_id: v.nullable(v.string()),
  scoped_project_ids: v.array(v.string()),
  active_turn_id: v.nullable(v.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  archived_at: v.nullable(Timestamp),
});
export type Chat = v.InferOutput<typeof Chat>;

export const ChatCreate = v.object({
  agent_id: v.nullish(v.string()),
  title: v.nullish(text(1, limits.title_characters)),
  integration_id: v.nullish(v.string()),
  scoped_project_ids: v.nullish(ProjectIds),
  project_id: v.nullish(v.string()),
});
export type ChatCreate = v.InferOutput<typeof ChatCreate>;

export const ChatUpdate = v.object({
  title: v.nullish(text(1, limits.title_characters)),
  archived: v.nullish(v.boolean()),
});
export type ChatUpdate = v.InferOutput<typeof ChatUpdate>;

/** Body of the streamed route, whose `title` is a hint that changes nothing (D18), of any length. `chat_id` and the number of uploads are checked later, with codes of their own. */
export const StreamedMessage = v.object({
  message: MessageText,
  chat_id: v.nullish(v.string()),
  integration_id: v.nullish(v.string()),
  title: v.nullish(v.string()),
  model: v.nullish(v.string()),
  upload_ids: v.nullish(v.array(v.string())),
  saved_query_id: v.nullish(v.string()),
  parameters: v.nullish(Parameters),
  client_request_id: v.nullish(text(1, limits.client_request_id_characters)),
  include_tool_events: v.nullish(v.boolean()),
});
export type StreamedMessage = v.InferOutput<typeof StreamedMessage>;

export const chatOperations = {
  create: operation({
    id: "chat.create",
    method: "POST",
    path: "/v1/chats/create",
    group: "chats",
    summary: "Create a chat",
    access: "member",
    body: ChatCreate,
    reply: Chat,
    status: 200,
    errors: ["AGENT_NOT_FOUND", "INTEGRATION_NOT_FOUND"],
  }),
  list: operation({
    id: "chat.list",
    method: "GET",
    path: "/v1/chats",
    group: "chats",
    summary: "List the caller's chats, most recently updated first; `search` matches titles and first messages",
    access: "member",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
      archived: queryBoolean,
      search: v.optional(text(0, limits.search_characters)),
    }),
    reply: v.object({ chats: v.array(Chat), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  get: operation({
    id: "chat.get",
    method: "GET",
    path: "/v1/chats/{chat_id}",
    group: "chats",
    summary: "Get a chat with its messages, oldest first",
    access: "member",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      before: v.optional(v.string()),
    }),
    reply: v.object({ ...Chat.entries, messages: v.array(Message), has_more: v.boolean() }),
    status: 200,
    errors: ["CHAT_NOT_FOUND", "INVALID_CURSOR"],
  }),
  update: operation({
    id: "chat.update",
    method: "PATCH",
    path: "/v1/chats/{chat_id}",
    group: "chats",
    summary: "Retitle, archive or unarchive a chat",
    access: "member",
    body: ChatUpdate,
    reply: Chat,
    status: 200,
    errors: ["CHAT_NOT_FOUND"],
  }),
  remove: operation({
    id: "chat.remove",
    method: "DELETE",
    path: "/v1/chats/{chat_id}",
    group: "chats",
    summary: "Delete a chat; a running turn is cancelled first",
    access: "member",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["CHAT_NOT_FOUND"],
  }),
  stream: operation({
    id: "chat.stream",
    method: "POST",
    path: "/v1/chats",
    group: "stream",
    summary: "Send a message and stream the answer as Server-Sent Events",
    access: "member",
    body: StreamedMessage,
    produces: "text/event-stream",
    status: 200,
    errorShape: "coded",
    errors: [
      "MISSING_CHAT_ID",
      "CHAT_NOT_FOUND",
      "INTEGRATION_NOT_FOUND",
      "INTEGRATION_REQUIRED",
      "SAVED_QUERY_NOT_FOUND",
      "MISSING_QUERY_PARAMETER",
      "TOO_MANY_UPLOADS",
      "UPLOAD_NOT_FOUND",
      "IDEMPOTENCY_CONFLICT",
      "TURN_ALREADY_RUNNING",
      "RATE_LIMIT",
    ],
  }),
};
