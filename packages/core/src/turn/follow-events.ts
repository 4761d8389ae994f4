import type { StreamEvent } from "@parley/contract/event";
import { mayGoOn } from "../auth/membership.ts";
import { iso } from "../environment/clock.ts";
import type { Base, MemberContext, WithQueue } from "../environment/context.ts";
import { lastSeq, readAfter, readLast } from "./event-log.ts";
import type { LoggedEvent } from "./packed-events.ts";
import { cancelledEvent, lastEvent, refusedEvent } from "./last-event.ts";
import { wakeOrEnd } from "./wake-or-end.ts";
import { opening } from "./opening.ts";
import { SILENCE_MS } from "./pump.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";

/** How often (ms) the log of a running turn is read. */
const LOG_LOOK_MS = 400;
/** A worker writes its last events just after it settles: the log is read on for this long (ms). */
const LOG_TAIL_MS = 3_000;

/** An event with its place in the log; without one if it is not part of the turn. */
export type FollowedEvent = LoggedEvent | { seq?: undefined; event: StreamEvent };

const isLast = ({ event }: LoggedEvent) => event.event === "message" || event.event === "error";

/**
 * The turn's events after the place `seq`, from its log, then live until the turn ends. The last one is always its end:
 * if the log has lost it, or a worker that died could not log it, it is made from the turn itself, with the whole text.
 * Nothing comes after the place of the end. While nothing happens, as before a worker comes, `processing` is repeated. Once
 * `unread` is aborted, nobody reads on: it returns without an end.
 */
export async function* follow(
  ctx: MemberContext & WithQueue,
  turn: TurnRecord,
  seq: number,
  unread?: AbortSignal,
): AsyncGenerator<FollowedEvent, void> {
  let current = await wakeOrEnd(ctx, turn);
  let place = seq;
  let silentSince = ctx.clock.now();
  let endSeen: number | undefined;
  const began = iso(ctx.clock.now());
  for (const event of openingAfter(turn, place)) {
    yield event;
    place = event.seq;
  }
  for (;;) {
    const events = await readAfter(ctx, current, place);
    for (const event of events) {
      yield event;
      place = event.seq;
      silentSince = ctx.clock.now();
    }
    if (events.some(isLast)) return;
    if (isTerminal(current.status)) {
      if (place >= lastSeq(current.attempt)) return;
      if (place === seq && seq > 0 && (await hasEndedBefore(ctx, current, seq))) return;
      // A turn that no worker has claimed has no log.
      endSeen ??= ctx.clock.now();
      // By the reader's own clock as well: the clock that noted the end may be ahead.
      const tailUntil = Math.min(Date.parse(current.completed_at ?? current.updated_at), endSeen) + LOG_TAIL_MS;
      if (current.attempt === 0 || ctx.clock.now() >= tailUntil) {
        return yield { seq: lastSeq(current.attempt), event: await lastEvent(ctx, current) };
      }
    }
    if (ctx.clock.now() - silentSince >= SILENCE_MS) {
      yield { event: { event: "processing", data: { status: current.progress ?? "starting" } } };
      silentSince = ctx.clock.now();
    }
    await ctx.clock.sleep(LOG_LOOK_MS, unread);
    if (unread?.aborted) return;
    if (!(await mayGoOn(ctx, ctx.actor, began))) return yield { event: refusedEvent(turn.turn_id) };
    const next = await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true });
    // Gone with its chat, which cancelled it.
    if (!next) return yield { seq: lastSeq(current.attempt), event: cancelledEvent(turn.turn_id) };
    current = await wakeOrEnd(ctx, next);
  }
}

/** The turn's first events after a place. A turn that was refused has no opening. */
const openingAfter = (turn: TurnRecord, place: number): LoggedEvent[] =>
  turn.user_message_id === null ? [] : opening(turn).filter(({ seq }) => seq > place);

/** True when the reader has got the end already. */
async function hasEndedBefore(ctx: Base, turn: TurnRecord, seq: number): Promise<boolean> {
  const last = await readLast(ctx, turn);
  return last !== undefined && last.seq <= seq && isLast(last);
}
