import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { MemberContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { type TurnRecord, turnKey } from "../turn/record.ts";
import { questionOf } from "./asked.ts";
import { type Found, find } from "./message.ts";
import { messageKey } from "./record.ts";
import { stepsIn, withoutSteps } from "./texts.ts";

/**
 * What was found, once each message of its item has one of its own: so that something can be said of it, or a cut can begin there.
 * Undefined if it is gone.
 */
export async function unfolded(ctx: MemberContext, found: Found): Promise<Found | undefined> {
  const { chat, message, holder = message, running } = found;
  if (running) return apart(ctx, chat, running);
  const { first_step, deflated } = holder;
  if (first_step === undefined || !deflated) return found;
  const isAsSeen = chat.cuts === undefined ? expr`attribute_not_exists(#cuts)` : expr`#cuts = ${chat.cuts}`;
  const outcome = await ctx.table.transact([
    // No cut may begin, nor a deletion, while items are written that its purge might miss.
    { check: chatKey(chat.id), when: expr`attribute_not_exists(#deleted_at) AND ${isAsSeen}` },
    {
      update: messageKey(chat.id, holder.id),
      set: expr`SET #deflated = ${withoutSteps(deflated)} REMOVE #first_step`,
      when: expr`#first_step = ${first_step}`,
    },
    ...stepsIn(holder).map((step) => ({ put: step })),
  ]);
  // What counts is what is there, whoever did it; where the chat was cut meanwhile, elsewhere or by a purge, it is done once more.
  const now = await find(ctx, chat.id, message.id);
  return now && !outcome.done ? unfolded(ctx, now) : now;
}

/** The question of a turn that runs, once it has an item of its own: the turn then ends without it. */
async function apart(ctx: MemberContext, chat: ChatRecord, turn: TurnRecord): Promise<Found | undefined> {
  const question = questionOf(turn);
  const outcome = await ctx.table.transact([
    { check: chatKey(chat.id), when: expr`attribute_not_exists(#deleted_at) AND #active_turn_id = ${turn.turn_id}` },
    {
      update: turnKey(chat.id, turn.turn_id),
      set: expr`REMOVE #asks`,
      when: expr`#status = ${"in_progress"} AND attribute_exists(#asks)`,
    },
    { put: question },
  ]);
  const now = await find(ctx, chat.id, question.id);
  return now && !outcome.done ? unfolded(ctx, now) : now;
}
