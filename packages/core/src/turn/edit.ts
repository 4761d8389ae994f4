import { addCut, type ChatRecord } from "../chat/record.ts";
import type { MemberContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { find as findIntegration } from "../integration/integration.ts";
import { checkEdit } from "../throttle/submission-budget.ts";
import { type Found, find } from "../message/message.ts";
import { messageKey } from "../message/record.ts";
import { assignments, type Expression, expr, join } from "../store/expression.ts";
import type { Write } from "../store/table-transactions.ts";
import { cancel } from "./cancel.ts";
import type { TurnRecord } from "./record.ts";
import { editSubmission, type Submission } from "./submission.ts";

/** What replaces a message. */
export interface Edit {
  route: "stream" | "socket";
  content: string;
  integration_id: string | null;
}

/** An edit that can be accepted: `chat` is the message's chat, if it is still as it was found. */
export interface BegunEdit {
  submission: Submission;
  chat?: Promise<ChatRecord>;
}

type Stop = (chatId: string, turnId: string) => Promise<unknown>;

/**
 * Begins an edit: the turn that runs in the message's chat is stopped, by `stop`. Returns the submission that replaces the
 * message and everything after it, to be accepted next. Throws MESSAGE_NOT_FOUND if no message was found, MESSAGE_NOT_EDITABLE
 * for one that is not the user's, and, where a turn runs, INTEGRATION_NOT_FOUND and RATE_LIMIT before it is stopped.
 */
export async function beginEdit(
  ctx: MemberContext,
  found: Found | undefined,
  edit: Edit,
  stop: Stop = (chatId, turnId) => cancel(ctx, chatId, turnId),
): Promise<BegunEdit> {
  if (!found) fail("MESSAGE_NOT_FOUND");
  const { chat, message, running } = found;
  if (message.type !== "user") fail("MESSAGE_NOT_EDITABLE");
  if (chat.active_turn_id === undefined)
    return { submission: editSubmission(found, edit), chat: Promise.resolve(chat) };
  // An edit that is refused must not cost the answer that is being given.
  const { integration_id } = edit;
  if (integration_id !== null && !(await findIntegration(ctx, integration_id))) fail("INTEGRATION_NOT_FOUND");
  await checkEdit(ctx);
  await stop(chat.id, chat.active_turn_id);
  // What only its turn had is where that has put it.
  const kept = running ? await find(ctx, chat.id, message.id, "question") : found;
  if (!kept) fail("MESSAGE_NOT_FOUND");
  if (kept.running) fail("TURN_ALREADY_RUNNING", { turnId: kept.running.turn_id });
  return { submission: editSubmission(kept, edit) };
}

/** What the chat's item notes when an edit is accepted: every message after the edited one, up to the last, is cut out. */
export function cutAfterEdited({ message_floor }: TurnRecord, { edits, edits_turn_id }: Submission): Expression[] {
  if (edits === undefined || edits === message_floor) return [];
  // "!" sorts before any character that could follow the id.
  return [
    addCut({ from: `${edits}!`, to: message_floor, ...(edits_turn_id !== undefined && { turn_id: edits_turn_id }) }),
  ];
}

/**
 * The edited message with its new words: still the caller's own, of the user's, and of the turn that the cut names. One that is in
 * the item of another message, which the cut takes out, gets an item of its own, as long as it is there.
 */
export function editedMessage(
  ctx: MemberContext,
  turn: TurnRecord,
  { message, edits = "", edits_turn_id, edits_held }: Submission,
): Write[] {
  if (edits_held) {
    const { message: held, holder } = edits_held;
    return [
      { put: { ...held, content: message, turn_id: turn.turn_id }, when: expr`attribute_not_exists(#pk)` },
      { check: messageKey(turn.chat_id, holder.id), when: expr`#first_step = ${holder.first_step}` },
    ];
  }
  const isOwnUserMessage = expr`#type = ${"user"} AND #member_id = ${ctx.actor.member_id}`;
  const isAsSeen = edits_turn_id === undefined ? [] : [expr`#turn_id = ${edits_turn_id}`];
  return [
    {
      update: messageKey(turn.chat_id, edits),
      set: expr`SET ${assignments({ content: message, turn_id: turn.turn_id })}`,
      when: join([isOwnUserMessage, ...isAsSeen], " AND "),
    },
  ];
}
