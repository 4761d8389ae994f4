import { backoff, pause } from "./backoff.ts";
import { AbortedError, ApiError, ConnectionError, ParleyError } from "./errors.ts";
import type { ChatDetail, Message } from "./generated.ts";
import { LONGEST_RETRY_AFTER_MS } from "./http.ts";
import type { CallOptions } from "./options.ts";
import type { TurnCalls } from "./turn-calls.ts";
import type { TurnState } from "./turn-state.ts";

/** A turn is given up after this many cuts without a new event between them. */
const PATIENCE_CUTS = 8;
/** The wait (ms) after the first cut is below this; after each further one below twice as much. */
const RESUME_BASE_MS = 250;

/** Where a turn can be found: in its log, or, once it has ended, by the message that its chat keeps of it, if any. */
export type Whereabouts = { turnId: string } | { ended: Message | undefined };

/** Kinds of message that a turn ends with. */
const ANSWER_TYPES: ReadonlySet<string> = new Set(["final", "scope_notice", "error"]);

/** Where the turn is that answers a message of a chat, as far as the chat tells. */
export function whereabouts(chat: ChatDetail, userMessageId: string | null): Whereabouts {
  const at = chat.messages.findIndex(({ id }) => id === userMessageId);
  const later = at < 0 ? [] : chat.messages.slice(at + 1);
  const next = later.findIndex(({ role }) => role === "user");
  const ended = (next < 0 ? later : later.slice(0, next)).findLast(({ type }) => ANSWER_TYPES.has(type));
  // A chat runs one turn at a time, that of its last question.
  if (!ended && at >= 0 && next < 0 && chat.active_turn_id !== null) return { turnId: chat.active_turn_id };
  return { ended };
}

/** Finds the turn that answers a message. Throws a `ParleyError`. */
export async function locate(
  calls: TurnCalls,
  { chatId, userMessageId }: { chatId: string; userMessageId: string | null },
  options: CallOptions,
): Promise<Whereabouts> {
  const look = async () => whereabouts((await calls.chat(chatId, options)).chat, userMessageId);
  const where = await look();
  // A turn that ends while its chat is read may be seen neither running nor answered: it is, at a second look.
  return "turnId" in where || where.ended ? where : look();
}

/** Takes what a chat keeps of a turn that has ended. A turn that left nothing behind was cancelled before it said anything. */
export function takeEnd(state: TurnState, message: Message | undefined): void {
  const { id, content, metadata } = message ?? {};
  if (state.taken === 0) {
    state.take({ event: "chat_metadata", data: { id: state.chatId, user_message_id: state.userMessageId } });
  }
  const shown = new Set(state.visualizations.map((visualization) => visualization.id));
  for (const data of metadata?.visualizations ?? []) {
    if (!shown.has(data.id)) state.take({ event: "visualization", data });
  }
  if (message && message.type !== "error") {
    state.take({ event: "message", data: { id, content } });
    return;
  }
  const { code = "TURN_CANCELLED", retryable = false, debug_id = "" } = metadata?.error ?? {};
  const error_type = message ? "internal" : "conflict";
  state.take({
    event: "error",
    data: { error: content ?? "The answer was cancelled", code, retryable, debug_id, error_type },
  });
}

/** Whether a failure passes, so that the turn is looked for again. A token provider fails while a browser is offline. */
const isPassing = (error: ParleyError): boolean =>
  error instanceof ApiError
    ? error.code === "TOKEN_NOT_PROVIDED" || (error.retryable && error.status !== 409)
    : !(error instanceof AbortedError);

/** What following a turn needs. */
export interface Following extends CallOptions {
  calls: TurnCalls;
  signal: AbortSignal;
  toolEvents: boolean;
}

/** Takes the turn's events from where `state` is, as far as they come. Throws a `ParleyError`. */
async function takeMore(state: TurnState, { calls, toolEvents, ...options }: Following): Promise<void> {
  const { chatId } = state;
  // Whoever follows a turn names its chat.
  if (chatId === null) throw new ParleyError("UNEXPECTED", "The turn has no chat");
  if (state.id === null) {
    const where = await locate(calls, { chatId, userMessageId: state.userMessageId }, { ...options, retries: 0 });
    if ("ended" in where) return takeEnd(state, where.ended);
    state.id = where.turnId;
  }
  for await (const event of calls.log({ chatId, turnId: state.id }, state.lastId, { ...options, toolEvents })) {
    state.take(event);
    if (state.isOver) return;
  }
}

/**
 * Follows a turn to its end, on from where `state` is, however often it is cut. `cuts` is how often it was before without a
 * new event. Throws `ConnectionError` with the turn's id once patience is exhausted, `AbortedError` when `signal` aborts, and
 * `ApiError`s that do not pass.
 */
export async function follow(state: TurnState, following: Following, cuts = 0): Promise<void> {
  const { calls, signal } = following;
  const { maxWait = LONGEST_RETRY_AFTER_MS, onEvent } = calls.options;
  let failed = cuts;
  let asked: number | null = null;
  for (;;) {
    if (failed > 0) {
      state.setStatus("reconnecting");
      await pause(asked ?? backoff(failed - 1, RESUME_BASE_MS), signal, asked === null);
      onEvent?.({ type: "resume", operation: "turn.events", attempt: failed, status: null, ms: 0, debugId: null });
    }
    const taken = state.taken;
    let cause: ParleyError | undefined;
    try {
      await takeMore(state, following);
      if (state.isOver) return;
    } catch (caught) {
      if (signal.aborted) throw new AbortedError();
      if (!(caught instanceof ParleyError) || !isPassing(caught)) throw caught;
      cause = caught;
    }
    asked = cause instanceof ApiError && cause.retryAfter !== null ? cause.retryAfter * 1000 : null;
    if (asked !== null && asked > maxWait) throw cause;
    failed = state.taken > taken ? 1 : failed + 1;
    if (failed >= PATIENCE_CUTS) {
      const lost = new ConnectionError("The answer was cut off again and again", { cause });
      lost.turnId = state.id;
      throw lost;
    }
  }
}
