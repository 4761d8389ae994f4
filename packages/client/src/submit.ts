import { AbortedError, ApiError, ConflictError, ConnectionError, ParleyError, ServiceError } from "./errors.ts";
import type { StreamedMessage, TurnCreate } from "./generated.ts";
import type { CallOptions } from "./options.ts";
import { persist } from "./persist.ts";
import { lastingRecovery } from "./recovering.ts";
import type { TurnCalls } from "./turn-calls.ts";
import type { TurnState } from "./turn-state.ts";
import type { Source } from "./turn.ts";

/** A question on its way. */
export interface Submission {
  calls: TurnCalls;
  /** Null where only the service knows it, by the message that is edited. */
  chatId: string | null;
  /** What is sent, whatever the source. */
  body: StreamedMessage;
  /** The message that is edited. */
  edits?: string | undefined;
  /** Finds out whether it was accepted, where sending it twice would start something twice: what has an id, does not. */
  find?: ((state: TurnState, submission: Submission) => Promise<boolean>) | undefined;
  signal: AbortSignal;
  options: CallOptions;
  /** When it was first sent (Unix ms, this machine's time). Absent before. */
  sentAt?: number | undefined;
  /** True once it is not to be sent again, as the caller has changed their mind. */
  isWithdrawn?: boolean | undefined;
}

/** Whether the question may have been accepted though its sending failed. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof ServiceError ||
  (error instanceof ParleyError && !(error instanceof ApiError || error instanceof AbortedError));

/** Whether the question may be sent again after this. Without its chat, nobody can tell whether an edit has arrived. */
const passes = (error: ParleyError, { chatId }: Submission): boolean =>
  mayHaveArrived(error)
    ? chatId !== null && (!(error instanceof ApiError) || error.retryable)
    : error instanceof ApiError && error.status === 429;

/** Submits a question as a durable turn: its id makes it safe to send again. Throws what refused it. */
export async function submitDurable(state: TurnState, submission: Submission, body: TurnCreate): Promise<void> {
  const { calls, chatId, signal, options } = submission;
  // Only an edit's chat is not known.
  if (chatId === null) return;
  const each = { ...options, signal };
  await calls.prepare(chatId, each);
  const { createTurn } = await lastingRecovery(signal);
  submission.sentAt = Date.now();
  state.accept(await createTurn(calls, chatId, body, each));
}

/** Takes the events of a submission until they end. Throws `ConnectionError` if none came. */
async function takeEvents(state: TurnState, { body, signal }: Submission, source: Source): Promise<void> {
  for await (const event of source.submit(body, signal)) {
    state.take(event);
    if (state.isDone) return;
  }
  if (!state.isAccepted) throw new ConnectionError("The stream was cut");
}

/**
 * Submits a question by `first`, then by `later`, as often as its `retries` allow, and takes its events until they end: at the
 * turn's end, or before it. An edit that may have arrived is repeated only after its chat does not show it. Throws what refused
 * it, and `ConnectionError` if nobody can tell.
 */
export async function submit(
  state: TurnState,
  submission: Submission,
  { first, later }: { first: Source; later: Source },
): Promise<void> {
  const { calls, signal, options } = submission;
  const { find } = submission;
  let mayBeThere = false;
  await persist(
    calls.options,
    { ...options, signal, operation: "chat.stream" },
    async (failed) => {
      try {
        if (mayBeThere && (await find?.(state, submission))) return;
        if (submission.isWithdrawn) throw new AbortedError();
        submission.sentAt ??= Date.now();
        await takeEvents(state, submission, failed === 0 ? first : later);
      } catch (error) {
        if (signal.aborted) throw new AbortedError();
        if (!state.isAccepted || !mayHaveArrived(error)) throw error;
      }
    },
    (error) => {
      // What is in the way of an edit may be an earlier try of this very one, which the chat then shows.
      const isPassing = passes(error, submission) || (mayBeThere && error instanceof ConflictError);
      mayBeThere ||= find !== undefined && mayHaveArrived(error);
      return isPassing && !state.isAccepted;
    },
  );
}
