import type { TurnStatus } from "@parley/contract/turn";
import type { Base } from "../environment/context.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isHeld, isTerminal } from "./state.ts";
import { endUnheld } from "./expired-lease.ts";

/**
 * Ends a turn that cannot be given to a worker: as failed, or as cancelled if that was asked for. One that a worker
 * holds is left to it. Returns the turn's status, or undefined if there is no such turn.
 */
export async function giveUp(ctx: Base, chatId: string, turnId: string): Promise<TurnStatus | undefined> {
  const key = turnKey(chatId, turnId);
  const turn = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (!turn || isTerminal(turn.status)) return turn?.status;
  if (isHeld(turn, ctx.clock.now())) return turn.status;
  await endUnheld(ctx, turn);
  return (await ctx.table.get<TurnRecord>(key, { consistent: true }))?.status;
}
