import { mayGoOn } from "../auth/membership.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext, WithQueue } from "../environment/context.ts";
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
  while (!isTerminal(turn.status) && ctx.clock.now() < until) {
    await ctx.clock.sleep(Math.min(WAIT_LOOK_MS, until - ctx.clock.now()));
    const current = await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true });
    if (!current) fail("TURN_NOT_FOUND");
    turn = await wakeOrEnd(ctx, current);
    if (!(await mayGoOn(ctx, ctx.actor, began))) fail("INVALID_TOKEN");
  }
  return turn;
}
