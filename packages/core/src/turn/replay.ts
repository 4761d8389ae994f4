import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { Base, MemberContext, WithQueue } from "../environment/context.ts";
import { hold } from "../ledger/held.ts";
import { lastSeq } from "./event-log.ts";
import { follow, type FollowedEvent } from "./follow.ts";
import { isForgotten } from "./forget.ts";
import { forgottenEvent } from "./last-event.ts";
import { opening } from "./opening.ts";
import type { TurnRecord } from "./record.ts";

/** Milliseconds that a replay may take after its turn's deadline, or, once the turn has ended, in all: it reads a log. */
const REPLAY_TAIL_MS = 60_000;

/** The time (ms) by which a replay of the turn that begins now has surely ended. */
export const replayedUntil = (ctx: Base, turn: TurnRecord): number =>
  Math.max(turn.deadline, ctx.clock.now()) + REPLAY_TAIL_MS;

/** Holds one of the member's places for a replay. Returns what frees it. Throws RATE_LIMIT if all are in use. */
export const holdReplay = (ctx: MemberContext, turn: TurnRecord): Promise<() => Promise<void>> =>
  hold(ctx, "replays", replayedUntil(ctx, turn));

/**
 * What a request that was made before gets (D50): its turn's events from the first one on, by whatever route the turn came. Of a
 * turn that was edited or deleted since it gets where the message went, and that it is gone.
 */
export async function* replay(
  ctx: Base & WithQueue,
  turn: TurnRecord,
  unread?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  const chat = await ctx.table.get<ChatRecord>(chatKey(turn.chat_id), { consistent: true });
  if (chat && !isForgotten(chat, turn)) return yield* follow(ctx, turn, 0, unread);
  yield* opening(turn).slice(0, 1);
  yield { seq: lastSeq(turn.attempt), event: forgottenEvent(turn.turn_id) };
}
