import { visibleErrors } from "@parley/contract/errors";
import type { StreamEvent } from "@parley/contract/event";
import type { Base } from "../environment/context.ts";
import { isAnswer, messageKey, type MessageRecord } from "../message/record.ts";
import type { Ending } from "./endings.ts";
import type { TurnRecord } from "./record.ts";
import { errorData } from "../failure/visible-error.ts";

const errorEvent = (code: "TURN_CANCELLED" | "MESSAGE_NOT_FOUND" | "AUTH_FAILED", turnId: string): StreamEvent => ({
  event: "error",
  data: errorData(code, visibleErrors[code].message, turnId),
});

/**
 * The end of a stream whose turn was cancelled before it said anything, so that there is no message to end with. On
 * sockets `interrupted` takes its place.
 */
export const cancelledEvent = (turnId: string): StreamEvent => errorEvent("TURN_CANCELLED", turnId);

/** The end of a stream whose reader is no longer admitted, while the turn has not ended. It is not part of the turn. */
export const refusedEvent = (turnId: string): StreamEvent => errorEvent("AUTH_FAILED", turnId);

/** The end of a replay whose turn's messages were edited or deleted. */
export const forgottenEvent = (turnId: string): StreamEvent => errorEvent("MESSAGE_NOT_FOUND", turnId);

/**
 * The event that a turn ends with, from its ending: the error, or the message with its authoritative text. A turn that was
 * cancelled ends with the text that was kept, or with an error if there is none.
 */
export function eventOf({ turn_id }: TurnRecord, ending: Ending): StreamEvent {
  if (ending.status === "failed") {
    const { code, message, retryable } = ending.error;
    return { event: "error", data: errorData(code, message, turn_id, { retryable }) };
  }
  const last = ending.messages.at(-1);
  return last && isAnswer(last)
    ? { event: "message", data: { content: last.content, id: last.id } }
    : cancelledEvent(turn_id);
}

/** The event that an ended turn ends with, from what is kept of it: for readers that did not get it from its worker. */
export async function lastEvent(ctx: Base, turn: TurnRecord): Promise<StreamEvent> {
  if (turn.error) {
    const { code, message, debug_id, retryable } = turn.error;
    return { event: "error", data: errorData(code, message, debug_id, { retryable }) };
  }
  if (turn.assistant_message_id === null) return cancelledEvent(turn.turn_id);
  const key = messageKey(turn.chat_id, turn.assistant_message_id);
  const message = await ctx.table.get<MessageRecord>(key, { consistent: true });
  if (!message) return forgottenEvent(turn.turn_id);
  return { event: "message", data: { content: message.content, id: message.id } };
}
