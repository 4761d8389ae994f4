import { iso } from "../environment/clock.ts";
import type { Base, WithQueue } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import * as Connection from "../socket/connection.ts";
import type { Key } from "../store/table.ts";
import { type WithFrames, tellEnd } from "./tell-end.ts";
import { OPEN_SHARDS, openIndexPk, type TurnRecord } from "./record.ts";
import { isTerminal } from "./state.ts";
import { isLost, settleAbandoned } from "./abandoned.ts";
import { FIRST_WAKE_MS, wakeIfWaiting } from "./wake-again.ts";

type SweepContext = Base & WithFrames & WithQueue;

/**
 * Looks at every open turn that was not just accepted: for one that waits a worker is woken, one that was lost for
 * good is ended, and of one that has ended the connection is told. Looks at no more turns after the time
 * `until` (ms). Returns how many were woken and how many were ended.
 */
export async function sweep(ctx: SweepContext, until = Infinity): Promise<{ woken: number; ended: number }> {
  const counts = { woken: 0, ended: 0 };
  const shards = Array.from({ length: OPEN_SHARDS }, (_, shard) => sweepShard(ctx, shard, counts, until));
  await Promise.all(shards);
  return counts;
}

async function sweepShard(
  ctx: SweepContext,
  shard: number,
  counts: { woken: number; ended: number },
  until: number,
): Promise<void> {
  const keys = await ctx.table.queryAll<Key>({
    pk: openIndexPk(shard),
    index: true,
    between: ["0", iso(ctx.clock.now() - FIRST_WAKE_MS)],
  });
  for (let start = 0; start < keys.length; start += 100) {
    const turns = await ctx.table.getMany<TurnRecord>(keys.slice(start, start + 100), { consistent: true });
    for (const turn of turns) {
      if (ctx.clock.now() >= until) return;
      try {
        if (turn) await sweepTurn(ctx, turn, counts);
      } catch (error) {
        // One turn's fault must not delay the others; it is looked at again in a minute.
        log("error", "a turn could not be swept", { turn_id: turn?.turn_id }, error);
      }
    }
  }
}

async function sweepTurn(ctx: SweepContext, turn: TurnRecord, counts: { woken: number; ended: number }) {
  if (isTerminal(turn.status)) return tellWhoWaits(ctx, turn);
  if (await wakeIfWaiting(ctx, turn)) counts.woken += 1;
  if (!isLost(turn, ctx.clock.now())) return;
  if ((await settleAbandoned(ctx, turn)) !== undefined) counts.ended += 1;
  await tellWhoWaits(ctx, turn);
}

/** Tells a connection that its turn has ended, unless it has a newer one in that chat, whose end it would seem to be. */
async function tellWhoWaits(ctx: SweepContext, turn: TurnRecord): Promise<void> {
  if (turn.connection_id === undefined) return;
  const connection = await Connection.find(ctx, turn.connection_id);
  const waits = connection !== undefined && Connection.turnIn(connection, turn.chat_id) === turn.turn_id;
  await tellEnd(ctx, turn, { evenOfEdit: true, silently: !waits });
}
