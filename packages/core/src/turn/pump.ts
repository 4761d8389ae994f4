import type { StreamEvent } from "@parley/contract/event";
import type { Base } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { isLasting } from "../store/table-fault.ts";
import { append, firstSeq, type LoggedEvent } from "./event-log.ts";
import type { TurnRecord } from "./record.ts";

/** Where a turn's events go while it runs: a response stream or a socket. It is called again only after it has finished. */
export type Watcher = (event: LoggedEvent) => Promise<void>;

/** Pieces of text are collected for at most this long (ms) before they are sent as one. */
const COALESCE = 100;
/**
 * A piece that comes this long (ms) after the last text was sent is sent at once, with what was held. Less than the time in
 * which the pieces of a model are joined (`models/reliable.ts` of the analyst), so that those are not held again.
 */
const PACE = 80;
/** Events wait at most this long (ms) before they are logged, and a batch has at most this many bytes: an item has 400 KB. */
const LOG_INTERVAL = 1000;
const LOG_BATCH = 200_000;
/** The first wait (ms) before a batch that was not written is tried again, and the longest; each is twice the one before. */
const LOG_AGAIN = 250;
const LOG_PATIENCE = 4_000;
/** A turn that is cut short waits at most twice this long (ms) until what it has said is delivered. */
const HAND_OVER = 2_000;
/** A silent stream says `processing` again after this long (ms), so that proxies do not give up on it. */
export const SILENCE = 14_000;

export type Pump = ReturnType<typeof createPump>;

/**
 * Carries a turn's events to its watcher and to its log, in order. Text is coalesced; `delivered()` is exactly the text
 * that was delivered. A watcher that fails is given up; the turn goes on.
 */
export function createPump(ctx: Base, turn: TurnRecord, watcher: Watcher | undefined) {
  const stopped = new AbortController();
  let seq = firstSeq(turn.attempt);
  let watching = watcher;
  let text = "";
  let delivered = "";
  /** The part of it that has been passed to the watcher, at least in part. */
  let begun = "";
  let textSent = -Infinity;
  let holds = 0;
  let unlogged: LoggedEvent[] = [];
  let unloggedSize = 0;
  let lastSent = ctx.clock.now();
  let lastStatus: StreamEvent = { event: "processing", data: { status: "starting" } };
  let sending: Promise<void> = Promise.resolve();
  let logging: Promise<void> = Promise.resolve();
  const alive = repeatWhenSilent();

  function emit(event: StreamEvent) {
    const logged = keep(event);
    lastSent = ctx.clock.now();
    if (event.event === "processing") lastStatus = event;
    if (event.event === "text_delta") delivered += event.data.content;
    if (!watching) return;
    sending = sending.then(async () => {
      if (watching && event.event === "text_delta") begun += event.data.content;
      try {
        await watching?.(logged);
      } catch (error) {
        watching = undefined;
        log("info", "no watcher is left", { turn_id: turn.turn_id }, error);
      }
    });
  }

  function keep(event: StreamEvent): LoggedEvent {
    const logged = { seq: seq++, event };
    const size = Buffer.byteLength(JSON.stringify(logged));
    if (unloggedSize + size > LOG_BATCH) writeLog();
    if (unlogged.length === 0) void ctx.clock.sleep(LOG_INTERVAL, stopped.signal).then(writeLog);
    unlogged.push(logged);
    unloggedSize += size;
    return logged;
  }

  function writeLog() {
    const events = unlogged;
    unlogged = [];
    unloggedSize = 0;
    if (events.length > 0) logging = logging.then(() => writeBatch(events));
  }

  /** Writes a batch before any later one, so that faults that pass leave no gap. */
  async function writeBatch(events: readonly LoggedEvent[]): Promise<void> {
    for (let wait = LOG_AGAIN; ; wait *= 2) {
      try {
        return await append(ctx, turn, events);
      } catch (error) {
        // The log serves replay only, and readers get the end from the turn itself: it does not depend on this.
        if (wait > LOG_PATIENCE || isLasting(error))
          return log("warn", "events could not be logged", { turn_id: turn.turn_id }, error);
        await ctx.clock.sleep(wait);
      }
    }
  }

  /** True when everything is delivered, false when that takes longer than `HAND_OVER`. */
  async function isSent(): Promise<boolean> {
    const waited = new AbortController();
    const patience = ctx.clock.sleep(HAND_OVER, waited.signal).then(() => false);
    const isInTime = await Promise.race([sending.then(() => true), patience]);
    waited.abort();
    return isInTime;
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
      if (silence >= SILENCE) emit(lastStatus);
      else await ctx.clock.sleep(SILENCE - silence, stopped.signal);
    }
  }

  return {
    /** Sends an event after the text before it. */
    send(event: StreamEvent) {
      flush();
      emit(event);
    },

    /** Logs an event that the watcher does not get: on a socket something else takes its place. */
    note(event: StreamEvent) {
      flush();
      keep(event);
    },

    /**
     * Takes a piece of the final text. Frames go out with the piece that fills their time rather than at a time of their
     * own, so that the newest piece never waits:
     *
     *     pieces  a ─ b ─ c ─ d ─ e ─ f ┄┄ g         every 20 ms, then a pause
     *     frames  a            bcde     f(+100)     `PACE` after the last one, or after `COALESCE`
     */
    write(piece: string) {
      const isHeld = text !== "";
      text += piece;
      if (ctx.clock.now() - textSent >= PACE) flush();
      else if (!isHeld && piece !== "") {
        const hold = holds;
        void ctx.clock.sleep(COALESCE, stopped.signal).then(() => hold === holds && flush());
      }
    },

    /** Drops text that is held: what was not delivered is not part of a turn that was cut short. */
    drop() {
      text = "";
    },

    /** True while there is a watcher. */
    isWatched: () => watching !== undefined,

    /**
     * Waits until what was sent is delivered, but not for ever: a socket may hang. What is not on its way after the first
     * wait is not sent; what is still on its way after the second may arrive later, as a turn's end has to come.
     */
    async handedOver(): Promise<void> {
      if (await isSent()) return;
      watching = undefined;
      delivered = begun;
      await isSent();
    },

    /** The text delivered so far, or still to be; once a delivery was cut short, what was on its way by then. */
    delivered: () => delivered,

    /** The latest word of progress. */
    status: () => (lastStatus.event === "processing" ? lastStatus.data.status : "processing"),

    /** Sends what is held, and waits until everything is delivered and logged. */
    async close(): Promise<void> {
      flush();
      stopped.abort();
      writeLog();
      await Promise.all([alive, sending, logging]);
    },
  };
}
