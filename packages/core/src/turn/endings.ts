import type { ErrorCode } from "@parley/contract/errors";
import { visibleErrors } from "@parley/contract/errors";
import type { MessageMetadata, Usage } from "@parley/contract/message";
import type { TurnError } from "@parley/contract/turn";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { toJsonText } from "../store/json-text.ts";
import { messageIndex, messageKey, type MessageRecord } from "../message/record.ts";
import { metric } from "../observe/metrics.ts";
import type { TurnRecord } from "./record.ts";

/** How a turn ends. `messages` are everything it adds to the chat, in order; the last one of type final, if any, is the answer. */
export type Ending =
  | { status: "completed"; messages: MessageRecord[]; usage: Usage | null; model_id: string | null }
  | { status: "failed"; messages: MessageRecord[]; error: TurnError }
  | { status: "cancelled"; messages: MessageRecord[] };

/** True when the turn has exactly this ending: its worker wrote it before, and the answer to that was lost. */
export const hasEnding = (turn: TurnRecord, ending: Ending, answer: MessageRecord | undefined): boolean =>
  turn.status === ending.status &&
  turn.assistant_message_id === (answer?.id ?? null) &&
  turn.error?.code === (ending.status === "failed" ? ending.error.code : undefined);

/** What the cause of a failure says beyond its code. */
interface Cause {
  message?: string | undefined;
  retryable?: boolean | undefined;
}

/** An error as a turn keeps it; the turn's id is its debug id, so that the log line is found from it. */
export const turnError = (
  code: ErrorCode,
  turnId: string,
  { message = visibleErrors[code].message, retryable = visibleErrors[code].retryable }: Cause = {},
): TurnError => ({
  code,
  message,
  retryable,
  debug_id: turnId,
});

/** The ending of a turn that failed, with the message that history keeps. */
export function failedEnding(
  ctx: Base,
  turn: TurnRecord,
  code: ErrorCode,
  detail: Cause & { messages?: MessageRecord[] } = {},
): Ending {
  const error = turnError(code, turn.turn_id, detail);
  const messages = detail.messages ?? [];
  const id = ctx.ids.next(messages.at(-1)?.id ?? turn.message_floor);
  const { message, ...metadata } = error;
  return {
    status: "failed",
    error,
    messages: [...messages, assistantMessage(ctx, turn, id, "error", message, { error: metadata })],
  };
}

/** A message of the assistant, ready to be written. Terminal ones can be found by their id alone. */
export function assistantMessage(
  ctx: Base,
  turn: TurnRecord,
  id: string,
  type: MessageRecord["type"],
  content: string,
  metadata: MessageMetadata | null,
): MessageRecord {
  return {
    ...messageKeyOf(turn, id),
    id,
    chat_id: turn.chat_id,
    organization_id: turn.organization_id,
    member_id: turn.member_id,
    turn_id: turn.turn_id,
    role: "assistant",
    type,
    content,
    timestamp: iso(ctx.clock.now()),
    metadata: metadata && toJsonText(metadata),
  };
}

const messageKeyOf = (turn: TurnRecord, id: string) => ({
  ...messageKey(turn.chat_id, id),
  ...messageIndex(turn.chat_id, id),
});

/** Measures how a turn has ended. Called once, where it was settled. */
export function countEnding({ route }: TurnRecord, ending: Ending): void {
  metric("TurnsSettled", 1, { route, status: ending.status });
  // Written for every ending: an alarm on "no success" needs a zero, not a gap.
  metric("TurnsCompleted", ending.status === "completed" ? 1 : 0);
  if (ending.status === "failed") metric("TurnFailures", 1, { code: ending.error.code });
}
