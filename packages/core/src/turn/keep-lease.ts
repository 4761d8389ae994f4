import { limits } from "@parley/contract/limits";
import { mayGoOn } from "../auth/membership.ts";
import type { Base } from "../environment/context.ts";
import { iso } from "../environment/clock.ts";
import { type Expression, expr } from "../store/expression.ts";
import { type Meter, nothing, sumOf } from "../ledger/meter.ts";
import { log } from "../observe/log.ts";
import { requestCancel } from "./cancel.ts";
import { leaseUntil } from "./lease.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import type { ProcessingStatus } from "@parley/contract/event";

/** How often (ms) a worker checks at most whether its turn was cancelled. */
const CANCEL_LOOK_MS = 250;
/** Checks are made when the clock (ms) is at a multiple of this: those of other turns are then made in the same call. */
const CANCEL_LOOK_GRID_MS = 50;
/**
 * How often (ms) a worker checks whether the turn's member is still admitted, beginning this long after its acceptance. With
 * the 20 s for which the answer is remembered that is within the 30 s of D12, and most turns end before the first check.
 */
const ADMISSION_LOOK_MS = 5_000;

/** Why a run must stop; the reason an aborted signal carries. */
export class Stopped extends Error {
  readonly why: "cancelled" | "lost" | "deadline";
  constructor(why: Stopped["why"]) {
    super(`the turn was stopped: ${why}`);
    this.name = "Stopped";
    this.why = why;
  }
}

/** How long (ms) a worker waits before it looks again. */
function untilNextLook(now: number): number {
  const latest = now + CANCEL_LOOK_MS;
  return latest - (latest % CANCEL_LOOK_GRID_MS) - now;
}

/** What the turn has used so far, written with the lease; nothing if it has used nothing. */
const spent = ({ used }: Meter, turn: TurnRecord): Expression =>
  Object.values(used).some((amount) => amount > 0) ? expr`, #spent = ${sumOf(used, turn.spent ?? nothing)}` : expr``;

/** A worker's hold on a turn, and what the beat tells of it. */
interface Hold {
  turn: TurnRecord;
  worker: string;
  progress: () => ProcessingStatus;
  meter: Meter;
  /** Aborted by the beat, with a `Stopped`, where the turn must stop. */
  stop: AbortController;
  /** Aborted when the turn has ended. */
  ended: AbortSignal;
}

/**
 * Keeps the worker's lease and checks for cancellation until `ended` is aborted. Aborts `stop` with a `Stopped` when the
 * turn was cancelled, its lease was lost or its deadline has passed. Cancels the turn itself once its member is no longer
 * admitted. A fault of the table is tried again at the next beat; a lease that could not be renewed in time counts as lost.
 */
export async function keepLease(ctx: Base, { turn, worker, progress, meter, stop, ended }: Hold): Promise<void> {
  const key = turnKey(turn.chat_id, turn.turn_id);
  const over = new Promise<"over">((resolve) => ended.addEventListener("abort", () => resolve("over"), { once: true }));
  let heldUntil = turn.lease_until ?? 0;
  let admissionAt = Date.parse(turn.created_at) + ADMISSION_LOOK_MS;
  let renewAt = ctx.clock.now() + limits.turn_lease_renewal * 1000;
  while (!ended.aborted && !stop.signal.aborted) {
    await ctx.clock.sleep(untilNextLook(ctx.clock.now()), ended);
    if (ended.aborted) return;
    const now = ctx.clock.now();
    if (now >= turn.deadline) return stop.abort(new Stopped("deadline"));
    if (now >= heldUntil) return stop.abort(new Stopped("lost"));
    try {
      if (now >= admissionAt) {
        admissionAt = now + ADMISSION_LOOK_MS;
        const may = await Promise.race([mayGoOn(ctx, turn, turn.created_at), over]);
        if (may === "over") return;
        // The mark of a cancellation, so that its end is kept and reported like any other.
        if (!may) await requestCancel(ctx, turn.chat_id, turn.turn_id);
      }
      let current: TurnRecord | undefined;
      if (now >= renewAt) {
        const until = leaseUntil(now);
        const renewed = await ctx.table.update<TurnRecord>(
          key,
          expr`SET #lease_until = ${until}, #progress = ${progress()}, #updated_at = ${iso(now)}${spent(meter, turn)}`,
          expr`#status = ${"in_progress"} AND #worker = ${worker}`,
        );
        if (!renewed.done) return stop.abort(new Stopped("lost"));
        current = renewed.item;
        heldUntil = until;
        renewAt = now + limits.turn_lease_renewal * 1000;
      } else {
        const seen = await Promise.race([ctx.table.get<TurnRecord>(key, { consistent: true }), over]);
        if (seen === "over") return;
        current = seen;
      }
      if (!current || isTerminal(current.status) || current.worker !== worker) return stop.abort(new Stopped("lost"));
      if (current.cancel_requested) return stop.abort(new Stopped("cancelled"));
    } catch (error) {
      log("warn", "a beat of the turn failed", { turn_id: turn.turn_id }, error);
    }
  }
}
