import { AbortedError, ParleyError } from "./errors.ts";
import { follow, locate } from "./follow.ts";
import type { Message } from "./generated.ts";
import type { CallOptions } from "./options.ts";
import { findOwn, type Submission } from "./submit.ts";
import type { TurnCalls } from "./turn-calls.ts";
import type { TurnState } from "./turn-state.ts";
import type { Life, Source, Turn, TurnOptions } from "./turn.ts";

/** A question is withdrawn after this long (ms) if the service has not said that it was accepted; then its chat is looked at. */
const WITHDRAWAL_MS = 1_000;

/** What following, cancelling and answering need. */
interface Surroundings {
  calls: TurnCalls;
  /** Of each call. */
  options: CallOptions;
  toolEvents: boolean;
}

/** The final message. */
async function answer({ chatId, message }: TurnState, { calls, options }: Surroundings): Promise<Message> {
  // A turn without an error has ended with a message of its chat.
  if (chatId === null || message === null) throw new ParleyError("UNEXPECTED", "The turn has no message");
  return calls.message(chatId, message.id, options);
}

/** Cancels an accepted turn. Nothing happens to one that has ended. */
async function cancel(state: TurnState, { calls, options }: Surroundings): Promise<void> {
  const { chatId } = state;
  if (chatId === null) return;
  if (state.id === null) {
    // An older service does not name the turn to those that it streams to.
    const where = await locate(calls, { chatId, userMessageId: state.userMessageId }, options);
    if ("ended" in where) return;
    state.id = where.turnId;
  }
  const { status } = await calls.cancel({ chatId, turnId: state.id }, options);
  state.isCancelled = status === "cancelled";
}

/** The life of a turn of the service, wherever it was asked. */
export function followedLife(place: { chat_id: string; turn_id: string }, around: Surroundings): Life {
  return {
    run(state, signal) {
      state.chatId = place.chat_id;
      state.accept({ turn_id: place.turn_id, user_message_id: null });
      return follow(state, { ...around, signal });
    },
    cancel: (state) => cancel(state, around),
    answer: (state) => answer(state, around),
  };
}

/** What makes one way of submitting a question another than the next. */
interface Submitting<Of extends Submission> extends Surroundings {
  /** What is submitted; a chat is created first where there is none. */
  prepare: (signal: AbortSignal) => Promise<Of>;
  /** Submits it, and takes what events come of it. */
  submit: (state: TurnState, submission: Of) => Promise<void>;
  /** What can interrupt the turn by its own means. */
  source?: Source | undefined;
  /** The same question once more, in the chat that it was asked in. */
  again: (chatId: string | null, held: TurnOptions) => Turn;
}

/** The life of a turn that is submitted here. */
export function submittedLife<Of extends Submission>(submitting: Submitting<Of>): Life {
  const { prepare, submit, source, again, ...around } = submitting;
  let submission: Of | undefined;
  let chatId: string | null = null;

  /** Takes back what has not been accepted yet; cancels it if it was accepted all the same. */
  async function withdraw(state: TurnState, stop: () => void): Promise<void> {
    if (submission) submission.isWithdrawn = true;
    if (submission?.sentAt !== undefined) await state.acceptedWithin(WITHDRAWAL_MS);
    if (state.isAccepted || state.status === "ended") return;
    stop();
    if (submission?.sentAt !== undefined && (await findOwn(state, submission, around.options)))
      await cancel(state, around);
  }

  return {
    async run(state, signal) {
      submission = await prepare(signal);
      ({ chatId } = submission);
      state.chatId = chatId;
      if (signal.aborted) throw new AbortedError();
      const taken = state.taken;
      await submit(state, submission);
      // The stream was cut once, unless there was none.
      if (!state.isOver) await follow(state, { ...around, signal }, state.taken > taken ? 1 : 0);
    },
    async cancel(state, stop) {
      if (!state.isAccepted) await withdraw(state, stop);
      if (!state.isAccepted || state.status === "ended") return;
      if (!(await source?.interrupt?.())) await cancel(state, around);
    },
    answer: (state) => answer(state, around),
    again: (held) => again(chatId, held),
  };
}
