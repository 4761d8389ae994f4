import type { ChatDetail, Message } from "./generated.ts";
import type { CallOptions } from "./options.ts";
import type { Submission } from "./submit.ts";
import type { TurnState } from "./turn-state.ts";

/** A message is taken for the one that was sent if it is not older (ms) than the sending, by this much. */
const SAME_MESSAGE_SLACK_MS = 3_000;
/** As many of a chat's last messages as one call returns: a turn adds several. */
const LAST_MESSAGES = 200;

/** Kinds of message that a turn ends with. */
const ANSWER_TYPES: ReadonlySet<string> = new Set(["final", "scope_notice", "error"]);

/** A question as its chat shows it: the turn that answers it, or the message that it was answered with, if any. */
interface Found {
  messageId: string;
  turnId: string | null;
  end: Message | undefined;
}

/** The message that a submission has become, if the chat has one: the last question, with the same words, and new. */
function ownMessage(chat: ChatDetail, now: number, { body, edits, sentAt = Infinity }: Submission): Found | undefined {
  const since = now - (Date.now() - sentAt) - SAME_MESSAGE_SLACK_MS;
  const isNew = ({ timestamp }: Message) => Date.parse(timestamp) >= since;
  const at = chat.messages.map(({ role }) => role).lastIndexOf("user");
  const last = chat.messages[at];
  if (!last || last.content !== body.message || (edits !== undefined && last.id !== edits)) return undefined;
  const later = chat.messages.slice(at + 1);
  // An edited message keeps its time: what answers it is new, or still to come.
  const isAccepted = edits === undefined ? isNew(last) : chat.active_turn_id !== null || later.some(isNew);
  let end: Message | undefined;
  for (const message of later) if (ANSWER_TYPES.has(message.type)) end = message;
  // A chat runs one turn at a time, that of its last question.
  return isAccepted ? { messageId: last.id, turnId: end ? null : chat.active_turn_id, end } : undefined;
}

/** Looks into the chat for a submission. Throws a `ParleyError`. */
export async function find(submission: Submission, options: CallOptions): Promise<Found | undefined> {
  const { calls, chatId } = submission;
  if (chatId === null) return undefined;
  const request = { chat_id: chatId, limit: LAST_MESSAGES };
  const look = async () => {
    const { data, response } = await calls.json("chat.get", request, options);
    return ownMessage(data, Date.parse(response.headers.get("date") ?? "") || Date.now(), submission);
  };
  const found = await look();
  // A turn that ends while its chat is read may be seen neither running nor answered: it is, at a second look.
  return !found || found.turnId !== null || found.end ? found : look();
}

/** Takes what a chat keeps of a turn that has ended. A turn that left nothing behind was cancelled before it said anything. */
function takeEnd(state: TurnState, { messageId, end }: Found): void {
  const { id, content, metadata } = end ?? {};
  state.take({ event: "chat_metadata", data: { id: state.chatId, user_message_id: messageId } });
  for (const data of metadata?.visualizations ?? []) state.take({ event: "visualization", data });
  if (end && end.type !== "error") {
    state.take({ event: "message", data: { id, content } });
    return;
  }
  const { code = "TURN_CANCELLED", retryable = false, debug_id = "" } = metadata?.error ?? {};
  const error_type = end ? "internal" : "conflict";
  state.take({
    event: "error",
    data: { error: content ?? "The answer was cancelled", code, retryable, debug_id, error_type },
  });
}

/** Looks whether a submission was accepted; if so, `state` gets the turn's id, or all that there is of it where it has ended. */
export async function findOwn(state: TurnState, submission: Submission): Promise<boolean> {
  const { options, signal } = submission;
  const found = await find(submission, { ...options, signal });
  if (!found) return false;
  const { turnId, messageId } = found;
  state.accept({ turn_id: turnId, user_message_id: messageId });
  if (turnId === null) takeEnd(state, found);
  return true;
}
