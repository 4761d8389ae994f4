import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { MemberContext, WithQueue } from "../environment/context.ts";
import { lastSeq } from "./event-log.ts";
import { follow, type FollowedEvent } from "./follow-events.ts";
import { isForgotten } from "./forget.ts";
import { forgottenEvent } from "./last-event.ts";
import { opening } from "./opening.ts";
import { type TurnRecord, turnKey } from "./record.ts";

/**
 * What a request that was made before gets (D50): its turn's events from the first one on, by whatever route the turn came. Of a
 * turn that was edited or deleted since it gets where the message went, and that it is gone.
 */
export async function* repeatedRequest(
  ctx: MemberContext & WithQueue,
  turn: TurnRecord,
  unread?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const keys = [chatKey(turn.chat_id), turnKey(turn.chat_id, turn.turn_id)];
  // In the order of the keys: a chat and a turn. It may have been forgotten since it was found, and then its chat says nothing of it.
  const [chat, current] = (await ctx.table.getMany(keys, { consistent: true })) as [
    ChatRecord | undefined,
    TurnRecord | undefined,
  ];
  if (chat && current && !isForgotten(chat, current)) return yield* follow(ctx, current, 0, unread);
  yield* opening(turn).slice(0, 1);
  yield { seq: lastSeq(turn.attempt), event: forgottenEvent(turn.turn_id) };
}
