import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { Base, WithQueue } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { isLost, settleAbandoned } from "./expired-lease.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import { wakeIfWaiting } from "./wake-again.ts";

/**
 * What every reader of a turn does (D26, D58): one that was lost for good is ended, and for one that may run (again) and
 * has no worker one is woken. Returns the turn as it then is.
 */
export async function wakeOrEnd(ctx: Base & WithQueue, turn: TurnRecord): Promise<TurnRecord> {
  await wakeIfWaiting(ctx, turn);
  return settledIfLost(ctx, turn);
}

/** The turn, ended first if it was lost for good. */
export async function settledIfLost(ctx: Base, turn: TurnRecord): Promise<TurnRecord> {
  if ((await settleAbandoned(ctx, turn)) === undefined) return turn;
  return (await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true })) ?? turn;
}

/**
 * Meets the chat's turn. Returns true when the chat is free now, false when its turn is alive or waits for a worker.
 * After true the caller reads the chat again.
 */
export async function releaseIfLost(ctx: Base & WithQueue, chatId: string, turnId: string): Promise<boolean> {
  const turn = await ctx.table.get<TurnRecord>(turnKey(chatId, turnId), { consistent: true });
  if (!turn) return releaseOrphan(ctx, chatId, turnId);
  if (isTerminal(turn.status)) return true;
  await wakeIfWaiting(ctx, turn);
  if (!isLost(turn, ctx.clock.now())) return false;
  // Settled here, or elsewhere just before: in either case the chat is worth another read.
  await settleAbandoned(ctx, turn);
  return true;
}

/** A chat that names a turn which does not exist is freed, as nothing will ever end that turn. */
async function releaseOrphan(ctx: Base, chatId: string, turnId: string): Promise<boolean> {
  const outcome = await ctx.table.update<ChatRecord>(
    chatKey(chatId),
    expr`REMOVE #active_turn_id`,
    expr`#active_turn_id = ${turnId}`,
  );
  return outcome.done;
}
