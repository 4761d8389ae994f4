import { mayGoOn } from "../auth/membership.ts";
import { iso } from "../environment/clock.ts";
import type { Base, MemberContext, WithQueue } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { wakeOrEnd } from "./wake-or-end.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";

/** How often (ms) a waiting reader looks at a turn. */
const WAIT_LOOK_MS = 200;

/**
 * Returns the turn as soon as it has ended, or as it is at `until` (ms): what `?wait=` of Get Turn does (D21). Throws
 * TURN_NOT_FOUND if it is deleted meanwhile, INVALID_TOKEN if its reader is no longer admitted.
 */
export async function waitForEnd(ctx: MemberContext & WithQueue, seen: TurnRecord, until: number): Promise<TurnRecord> {
  let turn = seen;
  const began = iso(ctx.clock.now());
  let isLast = ctx.clock.now() >= until;
  while (!isTerminal(turn.status) && !isLast) {
    await ctx.clock.sleep(Math.max(0, Math.min(WAIT_LOOK_MS, until - ctx.clock.now())));
    // Not by when the look ends: then the last one might not be.
    isLast = ctx.clock.now() >= until;
    turn = await wakeOrEnd(ctx, (await look(ctx, turn, isLast)) ?? fail("TURN_NOT_FOUND"));
    if (!(await mayGoOn(ctx, ctx.actor, began))) fail("INVALID_TOKEN");
  }
  return turn;
}

/**
 * The turn, if it is there. What a look misses the next one sees, and an end never changes: each but the last one may be less
 * consistent, at half the price.
 */
async function look(ctx: Base, { chat_id, turn_id }: TurnRecord, isLast: boolean): Promise<TurnRecord | undefined> {
  const key = turnKey(chat_id, turn_id);
  const seen = isLast ? undefined : await ctx.table.get<TurnRecord>(key);
  return seen ?? ctx.table.get<TurnRecord>(key, { consistent: true });
}
