import { limits } from "@parley/contract/limits";
import { timeOf } from "@parley/core/environment/ids";
import { fail } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { requestCancel } from "@parley/core/turn/cancel";
import { isTerminal } from "@parley/core/turn/state";
import { tellEnd } from "@parley/core/turn/tell-end";
import { running } from "@parley/core/turn/turn";
import type { Connected, ConnectedContext } from "./connected-member.ts";

/** A connection whose turn an earlier frame may just be starting is read again so many times, after so long each (ms). */
const STARTING_LOOKS = 3;
const STARTING_WAIT_MS = 100;
/** An edit gives the turn that it replaces about as long to end; meanwhile its own is waited for. */
const REPLACED_WITHIN_MS = 8_000;

/** A turn started longer ago than this has ended, even by a clock that is behind: a connection may have had a thousand. */
const RUNS_AT_MOST_MS = 2 * limits.turn_deadline * 1000;

/**
 * Cancels the latest turn that the connection gets, of those that run. Its worker says `interrupted` after what it has
 * delivered; if it was lost, this does. One that an earlier frame is just starting is given a moment, and one that is to come
 * after the turn that its edit stops as long as that takes. Throws NOTHING_TO_INTERRUPT.
 */
export async function interrupt(ctx: ConnectedContext, connection: Connected): Promise<undefined> {
  const patience = ctx.clock.now() + REPLACED_WITHIN_MS;
  let current: Connection.ConnectionRecord | undefined = connection;
  for (let looks = 0; current;) {
    const found = await cancelLatest(ctx, current);
    if (found === "cancelled") return;
    if (found === "none" || ctx.clock.now() > patience) looks += 1;
    if (looks > STARTING_LOOKS) break;
    await ctx.clock.sleep(STARTING_WAIT_MS);
    current = await Connection.find(ctx, connection.connection_id);
  }
  fail("NOTHING_TO_INTERRUPT");
}

/** Cancels the latest turn that runs, if one does that no edit of this connection replaces. */
async function cancelLatest(
  ctx: ConnectedContext,
  connection: Connection.ConnectionRecord,
): Promise<"cancelled" | "being_replaced" | "none"> {
  const since = ctx.clock.now() - RUNS_AT_MOST_MS;
  const young = Connection.turnsOf(connection).filter(({ turn_id }) => timeOf(turn_id) > since);
  let isReplaced = false;
  for (const { chat_id, turn_id } of await running(ctx, young)) {
    const { isNew, turn } = await requestCancel(ctx, chat_id, turn_id);
    if (!turn || !isNew) continue;
    // Its end is the edit's to tell: what is meant is the turn that comes in its place.
    isReplaced ||= turn.told_by_edit === true;
    if (turn.told_by_edit) continue;
    if (isTerminal(turn.status)) await tellEnd(ctx, turn);
    return "cancelled";
  }
  return isReplaced ? "being_replaced" : "none";
}
