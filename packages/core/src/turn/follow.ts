import type { Base } from "../context.ts";
import { type LoggedEvent, readAfter } from "./event-log.ts";
import { lastEvent } from "./last-event.ts";
import { isTerminal, type TurnRecord, turnKey } from "./record.ts";
import { settleAbandoned } from "./settle.ts";

/** How often (ms) the log of a running turn is read. */
const LOOK = 400;
/** A worker writes its last events just after it settles: the log is read on for this long (ms). */
const TAIL = 3_000;

const isLast = ({ event }: LoggedEvent) => event.event === "message" || event.event === "error";

/**
 * The turn's events after the place `seq`, from its log, then live until the turn ends. A worker that was lost could not
 * log the end: then it is told from the turn itself.
 */
export async function* follow(ctx: Base, turn: TurnRecord, seq: number): AsyncGenerator<LoggedEvent, void> {
  let current = turn;
  let place = seq;
  let hasEnded = false;
  let tailUntil: number | undefined;
  for (;;) {
    const events = await readAfter(ctx, current, place);
    for (const event of events) {
      yield event;
      place = event.seq;
    }
    hasEnded ||= events.some(isLast);
    if (isTerminal(current.status)) {
      if (hasEnded) return;
      tailUntil ??= Date.parse(current.completed_at ?? current.updated_at) + TAIL;
      if (ctx.clock.now() >= tailUntil) {
        const event = await lastEvent(ctx, current);
        if (event) yield { seq: place + 1, event };
        return;
      }
    }
    await ctx.clock.sleep(LOOK);
    const next = await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true });
    if (!next) return;
    await settleAbandoned(ctx, next);
    current = next;
  }
}
