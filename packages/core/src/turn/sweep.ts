import { limits } from "@parley/contract/limits";
import { iso } from "../clock.ts";
import type { Base } from "../context.ts";
import { log } from "../log.ts";
import * as Connection from "../socket/connection.ts";
import type { Key } from "../table.ts";
import { type WithFrames, tellEnd } from "./notice.ts";
import { isTerminal, OPEN_SHARDS, openIndexPk, type TurnRecord } from "./record.ts";
import { isAbandoned, mayRunAgain, settleAbandoned } from "./settle.ts";
import type { TurnQueue } from "./wake.ts";

type SweepContext = Base & WithFrames & { queue: TurnQueue };

/** Turns younger than a lease need no look: nothing of them can have run out yet. */
const youngest = limits.turn_lease * 1000;

/**
 * Looks at every open turn that is older than a lease: one that lost its worker is woken once more or failed, one that
 * waits unclaimed is woken again, and of one that has ended its connection is told. Answers how many were woken and how
 * many were ended.
 */
export async function sweep(ctx: SweepContext): Promise<{ woken: number; ended: number }> {
  const counts = { woken: 0, ended: 0 };
  const shards = Array.from({ length: OPEN_SHARDS }, (_, shard) => sweepShard(ctx, shard, counts));
  await Promise.all(shards);
  return counts;
}

async function sweepShard(ctx: SweepContext, shard: number, counts: { woken: number; ended: number }) {
  const keys = await ctx.table.queryAll<Key>({
    pk: openIndexPk(shard),
    index: true,
    between: ["0", iso(ctx.clock.now() - youngest)],
  });
  for (let start = 0; start < keys.length; start += 100) {
    const turns = await ctx.table.getMany<TurnRecord>(keys.slice(start, start + 100), { consistent: true });
    for (const turn of turns) {
      try {
        if (turn) await sweepTurn(ctx, turn, counts);
      } catch (error) {
        // One turn's fault must not keep the others waiting; it is looked at again in a minute.
        log("error", "a turn could not be swept", { turn_id: turn?.turn_id }, error);
      }
    }
  }
}

async function sweepTurn(ctx: SweepContext, turn: TurnRecord, counts: { woken: number; ended: number }) {
  if (isTerminal(turn.status)) return tellWhoWaits(ctx, turn);
  const now = ctx.clock.now();
  const isLost = isAbandoned(turn, now);
  const isWaiting = turn.lease_until === undefined && turn.route === "durable";
  if (isLost && !mayRunAgain(turn, now)) {
    if ((await settleAbandoned(ctx, turn)) !== undefined) counts.ended += 1;
    return tellWhoWaits(ctx, turn);
  }
  if (!isLost && !isWaiting) return;
  const { organization_id, member_id, chat_id, turn_id } = turn;
  await ctx.queue.send({ organization_id, member_id, chat_id, turn_id });
  counts.woken += 1;
}

/** Tells a connection that its turn has ended, unless it has a newer one in that chat: then the end would seem that one's. */
async function tellWhoWaits(ctx: SweepContext, turn: TurnRecord): Promise<void> {
  if (turn.connection_id === undefined) return;
  const connection = await Connection.find(ctx, turn.connection_id);
  const waits = connection !== undefined && Connection.turnIn(connection, turn.chat_id) === turn.turn_id;
  await tellEnd(ctx, turn, { evenOfEdit: true, silently: !waits });
}
