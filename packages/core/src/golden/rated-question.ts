import type { OrganizationContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { locate, messageOf } from "../message/message.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import { stepIn } from "../message/texts.ts";
import { fromJsonText } from "../store/json-text.ts";
import { type TurnRecord, turnKey } from "../turn/record.ts";

/**
 * The question that an answer was given to, and the database of its chat, for administrators: only of answers that a member
 * has rated, by which they are shown. Throws MESSAGE_NOT_FOUND for any other message.
 */
export async function ratedQuestion(
  ctx: OrganizationContext,
  messageId: string,
): Promise<{ question: string; integration_id: string | null }> {
  const message = await messageOf(ctx, messageId);
  if (message?.organization_id !== ctx.actor.organization_id) return fail("MESSAGE_NOT_FOUND");
  const { chat_id, turn_id, organization_id, member_id, metadata } = message;
  // What was cut out of its chat, or went with it, is gone for administrators, too.
  const found = await locate({ ...ctx, actor: { organization_id, member_id } }, messageId);
  const isRated = metadata !== null && fromJsonText(metadata).feedback !== undefined;
  if (!found || !isRated) return fail("MESSAGE_NOT_FOUND");
  const turn = await ctx.table.get<TurnRecord>(turnKey(chat_id, turn_id));
  const askedId = turn?.user_message_id;
  const asked =
    askedId && (stepIn(message, askedId) ?? (await ctx.table.get<MessageRecord>(messageKey(chat_id, askedId))));
  if (!asked) return fail("MESSAGE_NOT_FOUND");
  return { question: asked.content, integration_id: found.chat.integration_id };
}
