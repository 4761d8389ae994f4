import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { MemberContext, WithQueue } from "../environment/context.ts";
import { lastSeq } from "./event-log.ts";
import { follow, type FollowedEvent } from "./follow-events.ts";
import { isForgotten } from "./forget.ts";
import { forgottenEvent } from "./last-event.ts";
import { opening } from "./opening.ts";
import type { TurnRecord } from "./record.ts";

/**
 * What a request that was made before gets (D50): its turn's events from the first one on, by whatever route the turn came. Of a
 * turn that was edited or deleted since it gets where the message went, and that it is gone.
 */
export async function* repeatedRequest(
  ctx: MemberContext & WithQueue,
  turn: TurnRecord,
  unread?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const chat = await ctx.table.get<ChatRecord>(chatKey(turn.chat_id), { consistent: true });
  if (chat && !isForgotten(chat, turn)) return yield* follow(ctx, turn, 0, unread);
  yield* opening(turn).slice(0, 1);
  yield { seq: lastSeq(turn.attempt), event: forgottenEvent(turn.turn_id) };
}
