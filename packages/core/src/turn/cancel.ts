import type { Base } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import { endUnheld, isAbandoned, settleAbandoned } from "./expired-lease.ts";

/** How often, and for how long at most (ms), a caller waits for the worker of a cancelled turn. */
const STOPPED_LOOK_MS = 50;
const CANCEL_PATIENCE_MS = 8_000;

/**
 * Asks for a turn's cancellation. Returns the turn as it then is: settled at once if no worker has it, otherwise
 * still in progress until its worker's next beat; undefined if there is no such turn. `isNew` tells whether the turn
 * was running when it was asked for. `byEdit`: an edit on the turn's own connection, which then says `interrupted` itself.
 */
export async function requestCancel(
  ctx: Base,
  chatId: string,
  turnId: string,
  byEdit = false,
): Promise<{ isNew: boolean; turn: TurnRecord | undefined }> {
  const key = turnKey(chatId, turnId);
  const requested = await ctx.table.update<TurnRecord>(
    key,
    expr`SET ${assignments({ cancel_requested: true, ...(byEdit && { told_by_edit: true }) })}`,
    expr`#status = ${"in_progress"}`,
  );
  if (!requested.done) return { isNew: false, turn: requested.item };
  const turn = requested.item;
  if (isAbandoned(turn, ctx.clock.now())) {
    await endUnheld(ctx, turn);
    return { isNew: true, turn: await ctx.table.get<TurnRecord>(key, { consistent: true }) };
  }
  return { isNew: true, turn };
}

/** Cancels a turn and waits until it has ended, so that its chat is free. Returns the turn, or undefined if there is none. */
export async function cancel(
  ctx: Base,
  chatId: string,
  turnId: string,
  byEdit = false,
): Promise<TurnRecord | undefined> {
  let { turn } = await requestCancel(ctx, chatId, turnId, byEdit);
  const patience = ctx.clock.now() + CANCEL_PATIENCE_MS;
  while (turn && !isTerminal(turn.status) && ctx.clock.now() < patience) {
    await ctx.clock.sleep(STOPPED_LOOK_MS);
    turn = await ctx.table.get<TurnRecord>(turnKey(chatId, turnId), { consistent: true });
    if (turn && (await settleAbandoned(ctx, turn)) !== undefined) {
      turn = await ctx.table.get<TurnRecord>(turnKey(chatId, turnId), { consistent: true });
    }
  }
  return turn;
}
