import { addCut, chatKey } from "../chat/record.ts";
import { titleOf } from "../chat/title.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext } from "../environment/context.ts";
import { assignments, expr, join } from "../store/expression.ts";
import { shownTime } from "../environment/ids.ts";
import { messageIndex, messageKey, type MessageRecord } from "../message/record.ts";
import type { Write } from "../store/table-transactions.ts";
import type { Acceptance } from "./new-turn.ts";
import type { TurnRecord } from "./record.ts";

/**
 * The chat takes the turn: it is the actor's, runs no turn, and has not changed since it was read. Its place among the
 * member's chats changes when the turn ends.
 */
export function chatWrite(ctx: MemberContext, turn: TurnRecord, { submission, chat, bound }: Acceptance): Write {
  const { edits } = submission;
  const cut =
    edits === undefined || edits === turn.message_floor
      ? []
      : // Every message after the edited one, up to the last: "!" sorts before any character that could follow the id.
        [
          addCut({
            from: `${edits}!`,
            to: turn.message_floor,
            ...(submission.edits_turn_id !== undefined && { turn_id: submission.edits_turn_id }),
          }),
        ];
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
  });
  return {
    update: chatKey(chat.id),
    set: expr`SET ${join([changed, ...cut], ", ")}`,
    when: join([owns, isThere, isFree, isUnchanged, ...isUncut], " AND "),
  };
}

/** The user's message: a new one, or the edited one with its new words. */
export function userMessageWrite(ctx: MemberContext, turn: TurnRecord, { submission, chat, now }: Acceptance): Write {
  const id = turn.user_message_id ?? "";
  if (submission.edits !== undefined) {
    const isOwnUserMessage = expr`#type = ${"user"} AND #member_id = ${ctx.actor.member_id}`;
    // The turn that the cut names must still be the message's.
    const isAsSeen = submission.edits_turn_id === undefined ? [] : [expr`#turn_id = ${submission.edits_turn_id}`];
    return {
      update: messageKey(chat.id, submission.edits),
      set: expr`SET ${assignments({ content: submission.message, turn_id: turn.turn_id })}`,
      when: join([isOwnUserMessage, ...isAsSeen], " AND "),
    };
  }
  const message: MessageRecord = {
    ...messageKey(chat.id, id),
    ...messageIndex(chat.id, id),
    id,
    chat_id: chat.id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    turn_id: turn.turn_id,
    role: "user",
    type: "user",
    content: submission.message,
    timestamp: iso(shownTime(id, now)),
    metadata: null,
    ...(submission.upload_ids.length > 0 && { upload_ids: submission.upload_ids }),
  };
  return { put: message, when: expr`attribute_not_exists(#pk)` };
}
