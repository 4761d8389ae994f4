import { limits } from "@parley/contract/limits";
import { timeOf } from "@parley/core/environment/ids";
import { fail } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { requestCancel } from "@parley/core/turn/cancel";
import { isTerminal } from "@parley/core/turn/state";
import { tellEnd } from "@parley/core/turn/tell-end";
import { running } from "@parley/core/turn/turn";
import type { Connected, ConnectedContext } from "./connected-member.ts";

/** A connection whose turn an earlier frame may just be starting is read again after these waits (ms). */
const STARTING = [100, 100, 100];

/** A turn started longer ago than this has ended, even by a clock that is behind: a connection may have had a thousand. */
const RUNS_AT_MOST_MS = 2 * limits.turn_deadline * 1000;

/**
 * Cancels the latest turn that the connection gets, of those that run. Its worker says `interrupted` after what it has
 * delivered; if it was lost, this does. One that an earlier frame is just starting is given a moment. Throws
 * NOTHING_TO_INTERRUPT.
 */
export async function interrupt(ctx: ConnectedContext, connection: Connected): Promise<undefined> {
  if (await cancelLatest(ctx, connection)) return;
  for (const wait of STARTING) {
    await ctx.clock.sleep(wait);
    const current = await Connection.find(ctx, connection.connection_id);
    if (!current) break;
    if (await cancelLatest(ctx, current)) return;
  }
  fail("NOTHING_TO_INTERRUPT");
}

/** Cancels the latest turn that runs. Returns false if none does. */
async function cancelLatest(ctx: ConnectedContext, connection: Connection.ConnectionRecord): Promise<boolean> {
  const since = ctx.clock.now() - RUNS_AT_MOST_MS;
  const young = Connection.turnsOf(connection).filter(({ turn_id }) => timeOf(turn_id) > since);
  for (const { chat_id, turn_id } of await running(ctx, young)) {
    const { isNew, turn } = await requestCancel(ctx, chat_id, turn_id);
    if (!turn || !isNew) continue;
    if (isTerminal(turn.status)) await tellEnd(ctx, turn);
    return true;
  }
  return false;
}
