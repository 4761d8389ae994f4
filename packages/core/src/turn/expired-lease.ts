import type { Base } from "../environment/context.ts";
import { close } from "../ledger/close.ts";
import { nothing } from "../ledger/meter.ts";
import { withoutQuestion } from "../message/asked.ts";
import { countEnding, type Ending, failedEnding } from "./endings.ts";
import type { TurnRecord } from "./record.ts";
import { settle } from "./settle.ts";
import { isTerminal } from "./state.ts";

/**
 * True when no worker has the turn, or none may: its lease, its claim time or its deadline has passed, or it was
 * cancelled before it was claimed. The worker of a socket's turn is on its way until `claim_by`, and left to end it:
 * it comes after the turn's opening was sent, so that nothing is sent after `interrupted` (D34).
 */
export const isAbandoned = (turn: TurnRecord, now: number): boolean => {
  if (isTerminal(turn.status)) return false;
  if (turn.lease_until !== undefined) return turn.lease_until < now;
  if (turn.cancel_requested && turn.claim_by === undefined) return true;
  return (turn.claim_by !== undefined && turn.claim_by < now) || turn.deadline < now;
};

/** True for an abandoned turn that may run once more (D26): a durable one, lost for the first time, within its deadline. */
export const mayRunAgain = (turn: TurnRecord, now: number): boolean =>
  turn.route === "durable" && turn.attempt < 2 && turn.deadline > now && !turn.cancel_requested;

/** True for an abandoned turn that may not run again: whoever meets it ends it. */
export const isLost = (turn: TurnRecord, now: number): boolean => isAbandoned(turn, now) && !mayRunAgain(turn, now);

/**
 * Ends a turn that was lost. Returns the ending it got, or undefined if it was left alone: it is alive, it may run
 * again, or it was settled elsewhere first.
 */
export const settleAbandoned = async (ctx: Base, turn: TurnRecord): Promise<Ending["status"] | undefined> =>
  isLost(turn, ctx.clock.now()) ? endUnheld(ctx, turn) : undefined;

/**
 * Ends a turn that no worker holds: as cancelled if that was asked for, as failed otherwise. Returns the ending it
 * got, or undefined if it was settled elsewhere first.
 */
export async function endUnheld(ctx: Base, turn: TurnRecord): Promise<Ending["status"] | undefined> {
  const isLate = turn.deadline < ctx.clock.now();
  const ending: Ending = turn.cancel_requested
    ? { status: "cancelled", messages: [] }
    : failedEnding(ctx, turn, isLate ? "TURN_DEADLINE_EXCEEDED" : "WORKER_LOST");
  let settled = await settle(ctx, turn, { seen: turn }, ending);
  if (settled === "apart") settled = await settle(ctx, withoutQuestion(turn), { seen: turn }, ending);
  if (settled !== "settled") return undefined;
  await close(ctx, turn, { used: nothing, lost: turn.attempt > 0 });
  countEnding(turn, ending);
  return ending.status;
}
