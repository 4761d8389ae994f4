import { pause } from "./backoff.ts";
import { AbortedError, ApiError, ConflictError, ConnectionError, ParleyError, ServiceError } from "./errors.ts";
import { whereabouts } from "./follow.ts";
import type { Message, StreamedMessage, TurnCreate } from "./generated.ts";
import { retryWait } from "./http.ts";
import type { CallOptions } from "./options.ts";
import type { SeenChat, TurnCalls } from "./turn-calls.ts";
import type { Source } from "./turn.ts";
import type { TurnState } from "./turn-state.ts";

/** A message is taken for the one that was sent if it is not older (ms) than the sending, by this much. */
const SAME_MESSAGE_SLACK_MS = 3_000;

/** A question on its way. */
export interface Submission {
  calls: TurnCalls;
  /** Null where only the service knows it, by the message that is edited. */
  chatId: string | null;
  /** What is sent, whatever the source. */
  body: StreamedMessage;
  /** The words of the question. */
  content: string;
  /** The message that is edited. */
  edits?: string | undefined;
  /** Whether sending it again is known to start nothing new: it has an id, and the service knows about those. */
  isRepeatable(): boolean;
  signal: AbortSignal;
  options: CallOptions;
  /** When it was first sent (Unix ms, this machine's time). Absent before. */
  sentAt?: number | undefined;
  /** True once it is not to be sent again, as the caller has changed their mind. */
  isWithdrawn?: boolean | undefined;
}

/** Whether the question may have been accepted though its sending failed. */
const mayHaveArrived = (error: ParleyError): boolean =>
  error instanceof ServiceError || !(error instanceof ApiError || error instanceof AbortedError);

/** Whether the question may be sent again after this. Without its chat, nobody can tell whether it has arrived. */
const passes = (error: ParleyError, { chatId }: Submission): boolean =>
  mayHaveArrived(error)
    ? chatId !== null && (!(error instanceof ApiError) || error.retryable)
    : error instanceof ApiError && error.status === 429;

/** The message that a submission has become, if the chat has one: the last question, with the same words, and new. */
function ownMessage({ chat, now }: SeenChat, { content, edits, sentAt = Infinity }: Submission): Message | undefined {
  const since = now - (Date.now() - sentAt) - SAME_MESSAGE_SLACK_MS;
  const isNew = ({ timestamp }: Message) => Date.parse(timestamp) >= since;
  const at = chat.messages.findLastIndex(({ role }) => role === "user");
  const last = chat.messages[at];
  if (!last || last.content !== content || (edits !== undefined && last.id !== edits)) return undefined;
  // An edited message keeps its time: what answers it is new, or still to come.
  const isAccepted =
    edits === undefined ? isNew(last) : chat.active_turn_id !== null || chat.messages.slice(at + 1).some(isNew);
  return isAccepted ? last : undefined;
}

/** Looks whether a submission was accepted, and notes in `state` where its turn is. */
export async function findOwn(state: TurnState, submission: Submission, options: CallOptions = {}): Promise<boolean> {
  if (submission.chatId === null) return false;
  const seen = await submission.calls.chat(submission.chatId, options);
  const message = ownMessage(seen, submission);
  if (!message) return false;
  const where = whereabouts(seen.chat, message.id);
  state.accept({ turn_id: "turnId" in where ? where.turnId : null, user_message_id: message.id });
  return true;
}

/** Completes a refusal with what its answer leaves out: the turn that is in the way, and whether the request's id is used up. */
async function completed(error: unknown, { calls, chatId, options, edits }: Submission): Promise<unknown> {
  // An edit has no id.
  if (edits === undefined && error instanceof ApiError && error.code === "INTEGRATION_NOT_FOUND") error.consumed = true;
  if (chatId !== null && error instanceof ConflictError && error.code === "TURN_ALREADY_RUNNING" && !error.turnId) {
    // An older service does not name the turn. Without it the refusal is as true.
    try {
      error.turnId = (await calls.chat(chatId, options)).chat.active_turn_id;
    } catch (failure) {
      if (!(failure instanceof ParleyError)) throw failure;
    }
  }
  return error;
}

/** Submits a question as a durable turn: its id makes it safe to send again. Throws what refused it. */
export async function submitDurable(
  state: TurnState,
  submission: Submission & { chatId: string },
  body: TurnCreate,
): Promise<void> {
  const { calls, chatId, signal, options } = submission;
  submission.sentAt = Date.now();
  try {
    state.accept(await calls.createTurn(chatId, body, { ...options, signal }));
  } catch (error) {
    throw await completed(error, submission);
  }
}

/** Takes the events of a submission until they end. Throws `ConnectionError` if none came. */
async function takeEvents(state: TurnState, { calls, body, signal }: Submission, source: Source): Promise<void> {
  for await (const event of source.submit(body, signal)) {
    state.take(event);
    // A service that names its turns on a stream knows request ids, too.
    calls.learnt.takesRequestIds ||= state.id !== null;
    if (state.isOver) return;
  }
  if (!state.isAccepted) throw new ConnectionError("The stream ended before it began");
}

/**
 * Submits a question by `first`, then by `later`, as often as its `retries` allow, and takes its events until they end: at the
 * turn's end, or before it. A submission that may have arrived is repeated if it is repeatable, otherwise only after the
 * chat does not show it. Throws what refused it, and `ConnectionError` if nobody can tell.
 */
export async function submit(
  state: TurnState,
  submission: Submission,
  { first, later }: { first: Source; later: Source },
): Promise<void> {
  const { calls, signal, options } = submission;
  let hasArrived = false;
  for (let failed = 0; ; failed++) {
    try {
      const isToBeSought = hasArrived && !submission.isRepeatable();
      if (isToBeSought && (await findOwn(state, submission, { ...options, signal }))) return;
      if (submission.isWithdrawn) throw new AbortedError();
      submission.sentAt ??= Date.now();
      return await takeEvents(state, submission, failed === 0 ? first : later);
    } catch (caught) {
      if (signal.aborted) throw new AbortedError();
      if (!(caught instanceof ParleyError)) throw caught;
      const isLost = mayHaveArrived(caught);
      if (state.isAccepted && isLost) return;
      // What is in the way may be an earlier try of this very question, which the chat then shows.
      const isPassing = passes(caught, submission) || (hasArrived && caught instanceof ConflictError);
      hasArrived ||= isLost;
      const wait = isPassing && !state.isAccepted && retryWait(calls.options, options, caught, failed);
      if (!wait) throw await completed(caught, submission);
      calls.options.onRetry?.({ operation: "chat.stream", attempt: failed + 1, wait: wait.ms, error: caught });
      await pause(wait.ms, signal, !wait.asked);
    }
  }
}
