import type { Base, WithQueue } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { enqueue } from "../wake/enqueue.ts";
import { isWakeDue } from "../wake/wake-pause.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isHeld, isTerminal, isUntouched } from "./state.ts";
import { mayRunAgain } from "./expired-lease.ts";

/** The message of a turn that was just accepted is on its way: no second one is sent before this (ms). */
export const FIRST_WAKE_MS = 5_000;

/** True for a durable turn that may run (again) and has no worker (D58): unclaimed, or lost once. */
const isWaiting = (turn: TurnRecord, now: number): boolean =>
  !isTerminal(turn.status) && mayRunAgain(turn, now) && !isHeld(turn, now);

/**
 * True when the turn's next message is due.
 *
 *     accepted ─ 5 s ─ woken ─ 1 min ─ woken ─ 2 min ─ woken ─ 4 min ─ …      unclaimed
 *     claimed ┄ lease expired: woken ─ 1 min ─ woken ─ 2 min ─ …                 lost once
 */
function isDue(turn: TurnRecord, now: number): boolean {
  const { wakes = 0, woken_at, lease_until, created_at } = turn;
  if (woken_at !== undefined) return isWakeDue(now, woken_at, wakes);
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
