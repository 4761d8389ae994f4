import { limits } from "@parley/contract/limits";
import type { Base } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { log } from "../observe/log.ts";
import { assignments, type Expression, expr } from "../store/expression.ts";
import {
  connectionKey,
  type ConnectionRecord,
  type ConnectionReplay,
  find,
  replayAttribute,
  replayIn,
  type Watched,
} from "./connection.ts";

/** A replay on its way to a connection, and the worker that sends it. */
export interface SentReplay extends Watched {
  connection_id: string;
  worker: string;
}

/** How often, and for how long at most (ms), a replay is waited for. */
const REPLAY_LOOK_MS = 100;
const REPLAY_PATIENCE_MS = 5_000;

const attributeOf = (chatId: string): Expression => ({ text: `#${replayAttribute(chatId)}`, values: [] });

const setReplay = (ctx: Base, chatId: string, replay: Omit<ConnectionReplay, "until">): Expression => {
  const until = ctx.clock.now() + limits.turn_lease * 1000;
  return expr`SET ${assignments({ [replayAttribute(chatId)]: { ...replay, until } })}`;
};

/**
 * Notes that a connection is to get a turn's events from the first one on. Returns false if a worker sends them already, or the
 * connection has been closed. Frames of two replays in a chat would mix: another one is waited for. Throws RATE_LIMIT if that
 * takes too long.
 */
export async function askReplay(
  ctx: Base,
  connection: ConnectionRecord,
  { chat_id, turn_id }: Watched,
): Promise<boolean> {
  const replay = attributeOf(chat_id);
  for (let attempt = 0; attempt < 2; attempt++) {
    const isLost = expr`${replay}.#until < ${ctx.clock.now()}`;
    // Its invocation, or the answer to this very write, may have been lost: who asks again invokes again, and one worker takes it.
    const isUntaken = expr`(${replay}.#turn_id = ${turn_id} AND attribute_not_exists(${replay}.#worker))`;
    const asked = await ctx.table.update<ConnectionRecord>(
      connectionKey(connection.connection_id),
      setReplay(ctx, chat_id, { turn_id }),
      expr`attribute_exists(#pk) AND (attribute_not_exists(${replay}) OR ${isLost} OR ${isUntaken})`,
    );
    if (asked.done) return true;
    if (!asked.item || replayIn(asked.item, chat_id)?.turn_id === turn_id) return false;
    await replayEnded(ctx, asked.item, chat_id);
  }
  return fail("RATE_LIMIT", { retryAfter: REPLAY_PATIENCE_MS / 1000 });
}

/** Takes a replay that was asked for, or renews it. Returns false if there is none, or another worker has it. */
export async function takeReplay(ctx: Base, { connection_id, chat_id, turn_id, worker }: SentReplay): Promise<boolean> {
  const replay = attributeOf(chat_id);
  const isUntaken = expr`attribute_not_exists(${replay}.#worker)`;
  const isLost = expr`${replay}.#until < ${ctx.clock.now()}`;
  const taken = await ctx.table.update(
    connectionKey(connection_id),
    setReplay(ctx, chat_id, { turn_id, worker }),
    expr`${replay}.#turn_id = ${turn_id} AND (${isUntaken} OR ${isLost} OR ${replay}.#worker = ${worker})`,
  );
  return taken.done;
}

/** Renews a replay until `over` is aborted. Aborts it itself once the replay is another worker's, or its connection is closed. */
export async function keepReplay(ctx: Base, sent: SentReplay, over: AbortController): Promise<void> {
  for (;;) {
    await ctx.clock.sleep(limits.turn_lease_renewal * 1000, over.signal);
    if (over.signal.aborted) return;
    try {
      if (!(await takeReplay(ctx, sent))) over.abort();
    } catch (error) {
      log("warn", "a replay was not renewed", { turn_id: sent.turn_id }, error);
    }
  }
}

/** Ends a replay, so that the chat's next frames may be sent. One that could not be ended counts as lost in the end. */
export async function endReplay(ctx: Base, { connection_id, chat_id, turn_id, worker }: SentReplay): Promise<void> {
  const replay = attributeOf(chat_id);
  try {
    await ctx.table.update(connectionKey(connection_id), expr`REMOVE ${replay}`, expr`${replay}.#worker = ${worker}`);
  } catch (error) {
    log("warn", "a replay was not ended", { turn_id }, error);
  }
}

/** Waits until the replay that a connection gets in a chat has ended, but not for ever: its worker may have died. */
export async function replayEnded(ctx: Base, connection: ConnectionRecord, chatId: string): Promise<void> {
  const patience = ctx.clock.now() + REPLAY_PATIENCE_MS;
  const awaited = replayIn(connection, chatId);
  let current = awaited;
  while (current && current.turn_id === awaited?.turn_id) {
    const now = ctx.clock.now();
    if (now >= patience || now >= current.until) return;
    await ctx.clock.sleep(REPLAY_LOOK_MS);
    const seen = await find(ctx, connection.connection_id);
    current = seen && replayIn(seen, chatId);
  }
}
