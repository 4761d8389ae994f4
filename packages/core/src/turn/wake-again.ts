import type { Base, WithQueue } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { enqueue } from "../wake/enqueue.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isHeld, isTerminal, isUntouched } from "./state.ts";
import { mayRunAgain } from "./expired-lease.ts";

/** The message of a turn that was just accepted is on its way: no second one is sent before this (ms). */
export const FIRST_WAKE_MS = 5_000;
/** A turn that was woken waits for this (ms) before it is woken again, twice that the next time, up to the longest. */
const WAKE_WAIT_MS = 60_000;
const LONGEST_WAKE_WAIT_MS = 16 * 60_000;

/** True for a durable turn that may run (again) and has no worker (D58): unclaimed, or lost once. */
const isWaiting = (turn: TurnRecord, now: number): boolean =>
  !isTerminal(turn.status) && mayRunAgain(turn, now) && !isHeld(turn, now);

/**
 * True when the turn's next message is due. The times were noted by other clocks: one that is far ahead is as good a reason
 * as one that has passed, so that no wrong clock keeps a turn asleep.
 *
 *     accepted ─ 5 s ─ woken ─ 1 min ─ woken ─ 2 min ─ woken ─ 4 min ─ …      unclaimed
 *     claimed ┄ lease expired: woken ─ 1 min ─ woken ─ 2 min ─ …                 lost once
 */
function isDue(turn: TurnRecord, now: number): boolean {
  const { wakes = 0, woken_at, lease_until, created_at } = turn;
  if (woken_at !== undefined)
    return Math.abs(now - woken_at) >= Math.min(WAKE_WAIT_MS * 2 ** (wakes - 1), LONGEST_WAKE_WAIT_MS);
  return lease_until !== undefined || Math.abs(now - Date.parse(created_at)) >= FIRST_WAKE_MS;
}

/**
 * Wakes a worker for a turn that waits for one, if its next message is due. Only the reader that notes the message first
 * sends it, so that a hundred readers at once send one. Returns true if it was sent here.
 */
export async function wakeIfWaiting(ctx: Base & WithQueue, turn: TurnRecord): Promise<boolean> {
  const now = ctx.clock.now();
  if (!isWaiting(turn, now) || !isDue(turn, now)) return false;
  const isAsSeen =
    turn.woken_at === undefined ? expr`attribute_not_exists(#woken_at)` : expr`#woken_at = ${turn.woken_at}`;
  const noted = await ctx.table.update(
    turnKey(turn.chat_id, turn.turn_id),
    expr`SET #woken_at = ${now}, #wakes = ${(turn.wakes ?? 0) + 1}`,
    expr`#status = ${"in_progress"} AND ${isUntouched(turn)} AND ${isAsSeen}`,
  );
  if (noted.done) await enqueue(ctx.queue, turn);
  return noted.done;
}
