import type { Base } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { iso } from "../environment/clock.ts";
import { metric } from "../observe/metrics.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { endUnheld, isAbandoned, mayRunAgain } from "./expired-lease.ts";
import { leaseUntil } from "./lease.ts";
import { isTerminal, isUnclaimed, isUntouched } from "./state.ts";

/**
 * Takes a turn to run it: held from now on by `worker` for one lease. Returns undefined if there is nothing to run:
 * the turn has ended, another worker holds it, or it was lost for good or cancelled and is settled here. A second run starts from
 * nothing: a worker writes to the chat only when it settles, and readers of the event log skip an earlier run's events.
 */
export async function claim(
  ctx: Base,
  chatId: string,
  turnId: string,
  worker: string,
): Promise<TurnRecord | undefined> {
  const key = turnKey(chatId, turnId);
  const turn = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (!turn || isTerminal(turn.status)) return undefined;
  const now = ctx.clock.now();
  const isFirst = isUnclaimed(turn);
  const isLost = isAbandoned(turn, now);
  const isOver = isLost && (isFirst || !mayRunAgain(turn, now));
  if (isOver || (isFirst && turn.cancel_requested)) {
    await endUnheld(ctx, turn);
    return undefined;
  }
  if (!isFirst && !isLost) return undefined;

  // A claim whose answer was lost is sent again by the SDK, and then meets the worker's own claim.
  const mayClaim = expr`(${isUntouched(turn)}) OR #worker = ${worker}`;
  const claimed = await ctx.table.update<TurnRecord>(
    key,
    expr`SET #worker = ${worker}, #lease_until = ${leaseUntil(now)}, #attempt = ${turn.attempt + 1}, #updated_at = ${iso(now)} REMOVE #woken_at, #wakes, #claim_by, #stays_ms`,
    expr`#status = ${"in_progress"} AND (${mayClaim})`,
  );
  if (!claimed.done) return undefined;
  if (isFirst && turn.route === "durable") metric("QueuedTurnAge", now - Date.parse(turn.created_at));
  // Who claims it has this from then on, and the item has room for the lease.
  return { ...claimed.item, ...(turn.stays_ms !== undefined && { stays_ms: turn.stays_ms }) };
}
