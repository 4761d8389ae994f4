import type { CommonErrorCode } from "@parley/contract/errors";
import { visibleErrors } from "@parley/contract/errors";
import type { Usage } from "@parley/contract/message";
import type { TurnError } from "@parley/contract/turn";
import type { Answer } from "../answer/answer.ts";
import type { CutAnswer } from "../answer/bounded-answer.ts";
import { nextMessageId } from "../chat/record.ts";
import type { Base } from "../environment/context.ts";
import { assistantMessage } from "../message/assistant-message.ts";
import { isAnswer, type MessageRecord } from "../message/record.ts";
import { metric } from "../observe/metrics.ts";
import type { History } from "./history.ts";
import type { Pump } from "./pump.ts";
import type { TurnRecord } from "./record.ts";

/** What a turn's models used, however it ended; null or absent where none was called. */
export interface Spending {
  usage?: Usage | null;
  model_id?: string | null;
}

/** How a turn ends. `messages` are everything it adds to the chat, in order; the last one that answers, if any, is its answer. */
export type Ending = Spending &
  (
    | { status: "completed"; messages: MessageRecord[] }
    | { status: "failed"; messages: MessageRecord[]; error: TurnError }
    | { status: "cancelled"; messages: MessageRecord[] }
  );

/** Where what a turn says goes while it runs, and what is kept of it. */
export interface Telling {
  pump: Pump;
  history: History;
}

/** The ending of a turn that was answered. */
export function completedEnding(answer: Answer | CutAnswer, history: History): Ending {
  const metadata = { ...answer.metadata, ...history.visualizations() };
  history.add(answer.type, answer.content, metadata, answer.state);
  return {
    status: "completed",
    messages: history.messages(),
    usage: "usage" in answer.metadata ? answer.metadata.usage : null,
    model_id: "model_id" in answer.metadata ? answer.metadata.model_id : null,
  };
}

/** The ending of a turn that was cancelled while it ran: the text that was delivered is kept. */
export async function cancelledEnding({ pump, history }: Telling): Promise<Ending> {
  pump.drop();
  endCalls({ pump, history });
  // Those who wait for the turn's end send nothing before it: no text may come after what they then send.
  await pump.handedOver();
  keepPartialText({ pump, history });
  return { status: "cancelled", messages: history.messages() };
}

/** Keeps the text that was delivered of a turn that was cut short, by a cancellation or a failure (D25). */
export function keepPartialText({ pump, history }: Telling): void {
  const text = pump.delivered();
  if (text !== "") history.add("final", text, { partial: true, ...history.visualizations() });
}

/** Gives every call of a turn that was cut short its result (D31). */
export function endCalls({ pump, history }: Telling): void {
  for (const result of history.cancelCalls()) pump.send({ event: "tool_result", data: result });
}

/** What the cause of a failure says beyond its code. */
interface Cause {
  message?: string | undefined;
  retryable?: boolean | undefined;
}

/** An error as a turn keeps it; the turn's id is its debug id, so that the log line is found from it. */
const turnError = (
  code: CommonErrorCode,
  turnId: string,
  { message = visibleErrors[code].message, retryable = visibleErrors[code].retryable }: Cause,
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
  code: CommonErrorCode,
  detail: Cause & { messages?: MessageRecord[] } = {},
): Ending {
  const error = turnError(code, turn.turn_id, detail);
  const messages = detail.messages ?? [];
  const id = nextMessageId(ctx.ids, turn.chat_id, messages.at(-1)?.id ?? turn.message_floor);
  const { message: content, ...metadata } = error;
  const told = assistantMessage(ctx, turn, { id, type: "error", content, metadata: { error: metadata } });
  return { status: "failed", error, messages: [...messages, told] };
}

/** The ending's answer, where it has one. */
export const answerOf = ({ messages }: Ending): MessageRecord | undefined => messages.findLast(isAnswer);

/** True when the turn has exactly this ending: its worker wrote it before, and the answer to that was lost. */
export const hasEnding = (turn: TurnRecord, ending: Ending): boolean =>
  turn.status === ending.status &&
  turn.assistant_message_id === (answerOf(ending)?.id ?? null) &&
  turn.error?.code === (ending.status === "failed" ? ending.error.code : undefined);

/** Measures how a turn has ended. Called once, where it was settled. */
export function countEnding({ route }: TurnRecord, ending: Ending): void {
  metric("TurnsSettled", 1, { route, status: ending.status });
  // Written for every ending: an alarm on "no success" needs a zero, not a gap.
  metric("TurnsCompleted", ending.status === "completed" ? 1 : 0);
  if (ending.status === "failed") metric("TurnFailures", 1, { code: ending.error.code });
}
