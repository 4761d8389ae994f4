import { chatKey, type ChatRecord, endKey } from "../chat/record.ts";
import { titleOf } from "../chat/title.ts";
import type { MemberContext } from "../environment/context.ts";
import { assignments, expr, join } from "../store/expression.ts";
import type { Write } from "../store/table-transactions.ts";
import { cutAfterEdited, editedMessage } from "./edit.ts";
import type { Acceptance } from "./new-turn.ts";
import type { TurnRecord } from "./record.ts";
import type { Submission } from "./submission.ts";

/**
 * The chat takes the turn: it is the actor's, runs no turn, and has not changed since it was read. Its place among the
 * member's chats changes when the turn ends.
 */
export function chatWrite(ctx: MemberContext, turn: TurnRecord, { submission, chat, bound }: Acceptance): Write {
  const owns = expr`#member_id = ${ctx.actor.member_id} AND #organization_id = ${ctx.actor.organization_id}`;
  const isThere = expr`attribute_not_exists(#deleted_at)`;
  const isFree = expr`attribute_not_exists(#active_turn_id)`;
  const isUnchanged =
    chat.last_message_id === undefined
      ? expr`attribute_not_exists(#last_message_id)`
      : expr`#last_message_id = ${chat.last_message_id}`;
  // What is edited must not have been cut out since it was found.
  const isUncut =
    submission.edits === undefined
      ? []
      : [chat.cuts === undefined ? expr`attribute_not_exists(#cuts)` : expr`#cuts = ${chat.cuts}`];
  const changed = assignments({
    active_turn_id: turn.turn_id,
    integration_id: bound.integrationId,
    scoped_project_ids: bound.scope ?? undefined,
    title: titleOf(chat, submission.message),
    last_message_id: turn.message_floor,
    has_end: true,
  });
  return {
    update: chatKey(chat.id),
    set: expr`SET ${join([changed, ...cutAfterEdited(turn, submission)], ", ")}`,
    when: join([owns, isThere, isFree, isUnchanged, ...isUncut], " AND "),
  };
}

/** What leads to the chat from ids of its messages; a chat from before there was any gets it with its next turn. */
export const endWrites = ({ id, has_end }: ChatRecord): Write[] => (has_end ? [] : [{ put: { ...endKey(id) } }]);

/** The edited message with its new words. A new one is its turn's alone until that ends. */
export const userMessageWrites = (ctx: MemberContext, turn: TurnRecord, submission: Submission): Write[] =>
  submission.edits === undefined ? [] : editedMessage(ctx, turn, submission);
