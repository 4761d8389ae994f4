import type { StreamEvent } from "@parley/contract/event";
import type { Base } from "../environment/context.ts";
import { createEventLogWriter } from "./event-log-writer.ts";
import { createDelivery, type Watcher } from "./delivery.ts";
import type { TurnRecord } from "./record.ts";

/** Pieces of text are collected for at most this long (ms) before they are sent as one. */
const TEXT_HELD_MS = 100;
/**
 * A piece that comes this long (ms) after the last text was sent is sent at once, with what was held. Less than the time in
 * which the pieces of a model are joined (`models/reliable.ts` of the analyst), so that those are not held again.
 */
const TEXT_PACE_MS = 80;
/** A silent stream says `processing` again after this long (ms), so that proxies do not give up on it. */
export const SILENCE_MS = 14_000;

export type Pump = ReturnType<typeof createPump>;

/**
 * Carries a turn's events to its watcher and to its log, in order. Text is coalesced; `delivered()` is exactly the text
 * that was delivered.
 */
export function createPump(ctx: Base, turn: TurnRecord, watcher: Watcher | undefined) {
  const stopped = new AbortController();
  const logging = createEventLogWriter(ctx, turn, stopped.signal);
  const delivery = createDelivery(ctx, turn, watcher);
  let text = "";
  let textSent = -Infinity;
  let holds = 0;
  let lastSent = ctx.clock.now();
  let lastStatus: Extract<StreamEvent, { event: "processing" }> = { event: "processing", data: { status: "starting" } };
  const alive = repeatWhenSilent();

  function emit(event: StreamEvent) {
    const logged = logging.add(event);
    lastSent = ctx.clock.now();
    if (event.event === "processing") lastStatus = event;
    delivery.send(logged);
  }

  function flush() {
    if (text === "") return;
    const content = text;
    text = "";
    holds += 1;
    textSent = ctx.clock.now();
    emit({ event: "text_delta", data: { content } });
  }

  async function repeatWhenSilent() {
    while (!stopped.signal.aborted) {
      const silence = ctx.clock.now() - lastSent;
      if (silence >= SILENCE_MS) emit(lastStatus);
      else await ctx.clock.sleep(SILENCE_MS - silence, stopped.signal);
    }
  }

  return {
    /** Sends an event after the text before it. */
    send(event: StreamEvent) {
      flush();
      emit(event);
    },

    /** Logs an event that the watcher does not get: it was sent before, or on a socket something else takes its place. */
    note(event: StreamEvent) {
      flush();
      logging.add(event);
    },

    /**
     * Takes a piece of the final text. Frames go out with the piece that fills their time rather than at a time of their
     * own, so that the newest piece never waits:
     *
     *     pieces  a ─ b ─ c ─ d ─ e ─ f ┄┄ g         every 20 ms, then a pause
     *     frames  a            bcde     f(+100)     `TEXT_PACE_MS` after the last one, or after `TEXT_HELD_MS`
     */
    write(piece: string) {
      const isHeld = text !== "";
      text += piece;
      if (ctx.clock.now() - textSent >= TEXT_PACE_MS) flush();
      else if (!isHeld && piece !== "") {
        const hold = holds;
        void ctx.clock.sleep(TEXT_HELD_MS, stopped.signal).then(() => hold === holds && flush());
      }
    },

    /** Drops text that is held: what was not delivered is not part of a turn that was cut short. */
    drop() {
      text = "";
    },

    isWatched: delivery.isWatched,
    handedOver: () => delivery.handedOver(),
    delivered: delivery.delivered,

    /** The latest word of progress. */
    status: () => lastStatus.data.status,

    /** Sends what is held, and waits until everything is delivered and logged. */
    async close(): Promise<void> {
      flush();
      stopped.abort();
      await Promise.all([alive, delivery.sent(), logging.close()]);
    },
  };
}
