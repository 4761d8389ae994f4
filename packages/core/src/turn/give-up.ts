import type { TurnStatus } from "@parley/contract/turn";
import type { Base } from "../context.ts";
import { isTerminal, type TurnRecord, turnKey } from "./record.ts";
import { failedEnding, isAbandoned, settle } from "./settle.ts";

/**
 * Fails a turn that no delivery of its queue message could bring to an end. One that a worker holds is left to it.
 * Answers the turn's status, or undefined where there is no such turn.
 */
export async function giveUp(ctx: Base, chatId: string, turnId: string): Promise<TurnStatus | undefined> {
  const key = turnKey(chatId, turnId);
  const turn = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (!turn || isTerminal(turn.status)) return turn?.status;
  const isHeld = turn.lease_until !== undefined && !isAbandoned(turn, ctx.clock.now());
  if (isHeld) return turn.status;
  await settle(ctx, turn, { seen: turn }, failedEnding(ctx, turn, "WORKER_LOST"));
  return (await ctx.table.get<TurnRecord>(key, { consistent: true }))?.status;
}
