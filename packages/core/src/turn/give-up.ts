import type { TurnStatus } from "@parley/contract/turn";
import type { Base } from "../environment/context.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import { endUnheld, isAbandoned } from "./abandoned.ts";

/**
 * Ends a turn that cannot be given to a worker: as failed, or as cancelled if that was asked for. One that a worker
 * holds is left to it. Returns the turn's status, or undefined if there is no such turn.
 */
export async function giveUp(ctx: Base, chatId: string, turnId: string): Promise<TurnStatus | undefined> {
  const key = turnKey(chatId, turnId);
  const turn = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (!turn || isTerminal(turn.status)) return turn?.status;
  const isHeld = turn.lease_until !== undefined && !isAbandoned(turn, ctx.clock.now());
  if (isHeld) return turn.status;
  await endUnheld(ctx, turn);
  return (await ctx.table.get<TurnRecord>(key, { consistent: true }))?.status;
}
