import type { StreamEvent } from "@parley/contract/event";
import type { Base } from "../context.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import type { TurnRecord } from "./record.ts";
import { errorData } from "./visible-error.ts";

/**
 * The event that an ended turn ends with, from what is kept of it: for those who watch it and were not told by its worker.
 * Undefined where it has none: cancelled before it said anything, or cancelled on a socket, where `interrupted` is the end.
 */
export async function lastEvent(ctx: Base, turn: TurnRecord): Promise<StreamEvent | undefined> {
  if (turn.error) {
    const { code, message, debug_id } = turn.error;
    return { event: "error", data: errorData(code, message, debug_id) };
  }
  if (turn.assistant_message_id === null || (turn.status === "cancelled" && turn.route === "socket")) return undefined;
  const key = messageKey(turn.chat_id, turn.assistant_message_id);
  const message = await ctx.table.get<MessageRecord>(key, { consistent: true });
  return message && { event: "message", data: { content: message.content, id: message.id } };
}
