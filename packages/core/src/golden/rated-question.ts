import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { locate } from "../message/message.ts";
import { messageIndex, messageKey, type MessageRecord } from "../message/record.ts";
import { fromJsonText } from "../store/json-text.ts";
import type { Key } from "../store/table-item.ts";
import { type TurnRecord, turnKey } from "../turn/record.ts";

/** A message of anyone's, by its id alone, from the index, which has keys only. */
async function messageOf({ table }: OrganizationContext, id: string): Promise<MessageRecord | undefined> {
  const { items } = await table.query<Key>({ pk: messageIndex("", id).index_pk, index: true, limit: 1 });
  const [key] = items;
  return key && table.get<MessageRecord>({ pk: key.pk, sk: key.sk });
}

/**
 * The question that an answer was given to, and the database of its chat, for administrators: only of answers that a member
 * has rated, by which they are shown. Throws MESSAGE_NOT_FOUND for any other message.
 */
export async function ratedQuestion(
  ctx: OrganizationContext,
  messageId: string,
): Promise<{ question: string; integration_id: string | null }> {
  const message = isUuid(messageId) ? await messageOf(ctx, messageId) : undefined;
  if (message?.organization_id !== ctx.actor.organization_id) return fail("MESSAGE_NOT_FOUND");
  const { chat_id, turn_id, organization_id, member_id, metadata } = message;
  // What was cut out of its chat, or went with it, is gone for administrators, too.
  const found = await locate({ ...ctx, actor: { organization_id, member_id } }, messageId);
  const isRated = metadata !== null && fromJsonText(metadata).feedback !== undefined;
  if (!found || !isRated) return fail("MESSAGE_NOT_FOUND");
  const turn = await ctx.table.get<TurnRecord>(turnKey(chat_id, turn_id));
  const asked =
    turn?.user_message_id && (await ctx.table.get<MessageRecord>(messageKey(chat_id, turn.user_message_id)));
  if (!asked) return fail("MESSAGE_NOT_FOUND");
  return { question: asked.content, integration_id: found.chat.integration_id };
}
