import * as v from "valibot";
import { MessageText, Parameters, text } from "./fields.ts";
import { limits } from "./limits.ts";

const action = <Name extends string, Fields extends v.ObjectEntries>(name: Name, fields: Fields) =>
  v.object({ action: v.literal(name), ...fields });

/** Frames a client sends on the socket. `chat_id` and the number of uploads have error codes of their own. */
export const ClientFrame = v.variant("action", [
  action("authenticate", { token: v.string() }),
  action("send_message", {
    message: MessageText,
    chat_id: v.nullish(v.string()),
    integration_id: v.nullish(v.string()),
    title: v.nullish(v.string()),
    model: v.nullish(v.string()),
    upload_ids: v.nullish(v.array(v.string())),
    saved_query_id: v.nullish(v.string()),
    parameters: v.nullish(Parameters),
    include_tool_events: v.nullish(v.boolean()),
    client_request_id: v.nullish(text(1, limits.client_request_id_characters)),
  }),
  action("interrupt", {}),
  action("edit_message", {
    message_id: v.string(),
    content: MessageText,
    integration_id: v.nullish(v.string()),
  }),
  action("delete_message", { message_id: v.string() }),
  action("ping", {}),
]);
export type ClientFrame = v.InferOutput<typeof ClientFrame>;

export const clientActions = [
  "authenticate",
  "send_message",
  "interrupt",
  "edit_message",
  "delete_message",
  "ping",
] as const;
