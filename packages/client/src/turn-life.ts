import { AbortedError } from "./errors.ts";
import type { Message } from "./generated.ts";
import type { CallOptions } from "./options.ts";
import { lastingRecovery, recovery } from "./recovering.ts";
import type { Submission } from "./submit.ts";
import type { TurnCalls } from "./turn-calls.ts";
import type { TurnState } from "./turn-state.ts";
import type { Life, Source } from "./turn.ts";

/** What following, cancelling and answering need. */
export interface Surroundings {
  calls: TurnCalls;
  /** Of each call. */
  options: CallOptions;
  toolEvents: boolean;
}

/** The final message. A turn without an error has ended with a message of its chat. */
export async function answerOf({ chatId, message }: TurnState, { calls, options }: Surroundings): Promise<Message> {
  const place = { chat_id: chatId ?? "", message_id: message?.id ?? "" };
  return (await calls.json("message.get", place, options)).data;
}

/** The life of a turn of the service, wherever it was asked. */
export function followedLife(place: { chat_id: string; turn_id: string }, around: Surroundings): Life {
  return {
    async run(state, signal) {
      state.chatId = place.chat_id;
      state.accept({ turn_id: place.turn_id, user_message_id: null });
      await around.calls.prepare(place.chat_id, { ...around.options, signal });
      const { follow } = await lastingRecovery(signal);
      await follow(state, { ...around, signal });
    },
    cancel: async (state) => (await recovery()).cancel(state, around),
    answer: (state) => answerOf(state, around),
  };
}

/** What makes one way of submitting a question another than the next. */
interface Submitting extends Surroundings {
  /** What is submitted; a chat is created first where there is none. */
  prepare: (signal: AbortSignal) => Promise<Omit<Submission, "calls" | "options" | "signal">>;
  /** Submits it, and takes what events come of it. */
  submit: (state: TurnState, submission: Submission) => Promise<void>;
  /** What can interrupt the turn by its own means. */
  source?: Source | undefined;
}

/** The life of a turn that is submitted here. */
export function submittedLife({ prepare, submit, source, ...around }: Submitting): Life {
  let submission: Submission | undefined;

  return {
    async run(state, signal) {
      const { calls, options } = around;
      submission = { calls, options, signal, ...(await prepare(signal)) };
      state.chatId = submission.chatId;
      if (signal.aborted) throw new AbortedError();
      const { taken } = state;
      await submit(state, submission);
      if (state.isDone) return;
      // The stream was cut once, unless there was none.
      await (await lastingRecovery(signal)).follow(state, { ...around, signal }, state.taken > taken ? 1 : 0);
    },
    async cancel(state, stop) {
      // Nothing was sent yet.
      if (!submission?.sentAt) return stop();
      submission.isWithdrawn = true;
      await (await recovery()).cancel(state, around, { submission, source, stop });
    },
    answer: (state) => answerOf(state, around),
  };
}
