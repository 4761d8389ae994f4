import type { StreamEvent } from "@parley/contract/event";
import type { Base } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { isLasting } from "../store/table-fault.ts";
import { append, firstSeq } from "./event-log.ts";
import type { LoggedEvent } from "./packed-events.ts";
import type { TurnRecord } from "./record.ts";

/** Events wait at most this long (ms) before they are logged, and a batch has at most this many bytes: an item has 400 KB. */
const LOG_INTERVAL_MS = 1000;
const LOG_BATCH_BYTES = 200_000;
/** The first wait (ms) before a batch that was not written is tried again, and the longest; each is twice the one before. */
const LOG_AGAIN_MS = 250;
const LONGEST_LOG_AGAIN_MS = 4_000;

/** Writes what a turn says to its log, in batches, one after the other, until `stopped`. */
export function createEventLogWriter(ctx: Base, turn: TurnRecord, stopped: AbortSignal) {
  let seq = firstSeq(turn.attempt);
  let waiting: LoggedEvent[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  function write() {
    const events = waiting;
    waiting = [];
    waitingBytes = 0;
    if (events.length > 0) writing = writing.then(() => writeBatch(events));
  }

  /** Writes a batch before any later one, so that faults that pass leave no gap. */
  async function writeBatch(events: readonly LoggedEvent[]): Promise<void> {
    for (let wait = LOG_AGAIN_MS; ; wait *= 2) {
      try {
        return await append(ctx, turn, events);
      } catch (error) {
        // The log serves replay only, and readers get the end from the turn itself: it does not depend on this.
        if (wait > LONGEST_LOG_AGAIN_MS || isLasting(error))
          return log("warn", "events could not be logged", { turn_id: turn.turn_id }, error);
        await ctx.clock.sleep(wait);
      }
    }
  }

  return {
    /** Takes an event; returns it with its place. */
    add(event: StreamEvent): LoggedEvent {
      const logged = { seq: seq++, event };
      const bytes = Buffer.byteLength(JSON.stringify(logged));
      if (waitingBytes + bytes > LOG_BATCH_BYTES) write();
      if (waiting.length === 0) void ctx.clock.sleep(LOG_INTERVAL_MS, stopped).then(write);
      waiting.push(logged);
      waitingBytes += bytes;
      return logged;
    },

    /** Writes what waits, and resolves when all is written. */
    async close(): Promise<void> {
      write();
      await writing;
    },
  };
}
