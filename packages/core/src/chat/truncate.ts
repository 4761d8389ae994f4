import type { MemberContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { expr } from "../store/expression.ts";
import { cancel } from "../turn/cancel.ts";
import { own } from "./chat.ts";
import { addCut, chatKey, type Cut, listCuts } from "./record.ts";

/**
 * Takes a message and everything after it out of a chat; a running turn is cancelled first. It is hidden with one transaction
 * and removed by the sweeper. Throws MESSAGE_NOT_FOUND.
 */
export async function truncate(
  ctx: MemberContext,
  chatId: string,
  { id, turn_id }: { id: string; turn_id?: string },
): Promise<void> {
  let chat = await own(ctx, chatId);
  if (chat.active_turn_id !== undefined) {
    await cancel(ctx, chatId, chat.active_turn_id);
    chat = await own(ctx, chatId);
  }
  const cut: Cut = { from: id, to: chat.last_message_id ?? id, ...(turn_id !== undefined && { turn_id }) };
  const outcome = await ctx.table.transact([
    {
      update: chatKey(chatId),
      set: expr`SET ${addCut(cut)}`,
      when: expr`attribute_not_exists(#deleted_at) AND attribute_not_exists(#active_turn_id) AND #last_message_id = ${cut.to}`,
    },
    listCuts(chatId, ctx.clock.now()),
  ]);
  if (!outcome.done) fail("TURN_ALREADY_RUNNING");
}
