import { iso } from "../environment/clock.ts";
import type { Base, WithQueue } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import * as Connection from "../socket/connection.ts";
import type { Key } from "../store/table-item.ts";
import { type WithFrames, tellEnd } from "./tell-end.ts";
import { OPEN_SHARDS, openIndexPk, type TurnRecord } from "./record.ts";
import { isTerminal } from "./state.ts";
import { isLost, settleAbandoned } from "./expired-lease.ts";
import { FIRST_WAKE_MS, wakeIfWaiting } from "./wake-again.ts";

/** Turns that are read in one call. */
const TURNS_PER_READ = 100;

type SweepContext = Base & WithFrames & WithQueue;

/** What a sweep has done: turns that got a worker woken, and turns that were ended. */
type Swept = Record<"woken" | "ended", number>;

/**
 * Looks at every open turn that was not just accepted: for one that waits a worker is woken, one that was lost for
 * good is ended, and of one that has ended the connection is told. Looks at no more turns after the time
 * `until` (ms). Returns how many were woken and how many were ended.
 */
export async function sweep(ctx: SweepContext, until = Infinity): Promise<Swept> {
  const shards = await Promise.all(Array.from({ length: OPEN_SHARDS }, (_, shard) => sweepShard(ctx, shard, until)));
  return {
    woken: shards.reduce((sum, { woken }) => sum + woken, 0),
    ended: shards.reduce((sum, { ended }) => sum + ended, 0),
  };
}

async function sweepShard(ctx: SweepContext, shard: number, until: number): Promise<Swept> {
  const swept = { woken: 0, ended: 0 };
  const keys = await ctx.table.queryAll<Key>({
    pk: openIndexPk(shard),
    index: true,
    between: ["0", iso(ctx.clock.now() - FIRST_WAKE_MS)],
  });
  for (let start = 0; start < keys.length; start += TURNS_PER_READ) {
    const turns = await ctx.table.getMany<TurnRecord>(keys.slice(start, start + TURNS_PER_READ), { consistent: true });
    for (const turn of turns) {
      if (ctx.clock.now() >= until) return swept;
      if (!turn) continue;
      try {
        const found = await meetOpen(ctx, turn);
        if (found === "woken" || found === "ended") swept[found] += 1;
        if (found === "ended" || found === "ended_before") await tellWhoWaits(ctx, turn);
      } catch (error) {
        // One turn's fault must not delay the others; it is looked at again in a minute.
        log("error", "a turn could not be swept", { turn_id: turn.turn_id }, error);
      }
    }
  }
  return swept;
}

/** Wakes a worker for a turn that waits, and ends one that was lost; `ended_before` for one that had ended already. */
async function meetOpen(ctx: SweepContext, turn: TurnRecord): Promise<"alive" | "woken" | "ended" | "ended_before"> {
  if (isTerminal(turn.status)) return "ended_before";
  if (await wakeIfWaiting(ctx, turn)) return "woken";
  if (!isLost(turn, ctx.clock.now())) return "alive";
  return (await settleAbandoned(ctx, turn)) === undefined ? "ended_before" : "ended";
}

/** Tells a connection that its turn has ended, unless it has a newer one in that chat, whose end it would seem to be. */
async function tellWhoWaits(ctx: SweepContext, turn: TurnRecord): Promise<void> {
  if (turn.connection_id === undefined) return;
  const connection = await Connection.find(ctx, turn.connection_id);
  const waits = connection !== undefined && Connection.turnIn(connection, turn.chat_id) === turn.turn_id;
  await tellEnd(ctx, turn, { evenOfEdit: true, silently: !waits });
}
