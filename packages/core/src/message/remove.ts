import type { MemberContext } from "../environment/context.ts";
import { addCut, chatKey, type ChatRecord, type Cut, listCuts } from "../chat/record.ts";
import { fail } from "../failure/failure.ts";
import { expr } from "../store/expression.ts";
import { cancel } from "../turn/cancel.ts";
import { type Found, find } from "./message.ts";
import { stepsIn } from "./texts.ts";
import { unfolded } from "./unfold.ts";

/**
 * Deletes a message and everything after it; a turn that runs in its chat is cancelled first. It is hidden with one transaction
 * and removed by the sweeper. Throws MESSAGE_NOT_FOUND if none was found, and TURN_ALREADY_RUNNING if the chat is not free.
 */
export async function remove(ctx: MemberContext, found: Found | undefined): Promise<void> {
  const free = await freed(ctx, found);
  const { chat, message } = (free && (isAlone(free) ? free : await unfolded(ctx, free))) ?? fail("MESSAGE_NOT_FOUND");
  const cut: Cut = { from: message.id, to: chat.last_message_id ?? message.id, turn_id: message.turn_id };
  const outcome = await ctx.table.transact([
    {
      update: chatKey(chat.id),
      set: expr`SET ${addCut(cut)} REMOVE #last_question_id`,
      when: expr`attribute_not_exists(#deleted_at) AND attribute_not_exists(#active_turn_id) AND #last_message_id = ${cut.to}`,
    },
    listCuts(chat.id, ctx.clock.now()),
  ]);
  if (outcome.done) return;
  // The refused write is the chat's, so what was in its way is the chat.
  fail("TURN_ALREADY_RUNNING", { turnId: (outcome.refusals[0]?.item as ChatRecord | undefined)?.active_turn_id });
}

/** True where a cut takes all of an item, or none may begin yet. */
const isAlone = ({ message, holder, running }: Found): boolean =>
  running !== undefined || (holder !== undefined && stepsIn(holder)[0]?.id === message.id);

/** What was found, as it is once no turn runs in its chat. */
async function freed(ctx: MemberContext, found: Found | undefined): Promise<Found | undefined> {
  if (found?.chat.active_turn_id === undefined) return found;
  await cancel(ctx, found.chat.id, found.chat.active_turn_id);
  return find(ctx, found.chat.id, found.message.id);
}
