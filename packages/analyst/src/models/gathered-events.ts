import type { Clock } from "@parley/core/environment/clock";
import { EventJoiner, joined, type WireEvent, written } from "./event-joiner.ts";
import type { Reads } from "./model-request.ts";
import type { WireBypass } from "./wire-bypass.ts";

/** Pieces of text are passed on this often (ms); what comes in between waits at most `GATHER_TEXT_MS` for more. */
export const PACE_MS = 95;
const GATHER_TEXT_MS = 100;
/** Pieces of an answer that are passed on at once: its first words show what it is. */
const OPENING_PIECES = 2;
/** At most this many bytes of a text are held, so that a flood is noticed in time. */
const PIECE_BYTES = 8_000;

/** Holds pieces of text until their time has come. `over` ends its waits. */
function createGathering(clock: Clock, over: AbortSignal, bypass: WireBypass | undefined) {
  let ready = "";
  /** Text that has gone past the client, which gets it before anything else. */
  let owed: WireEvent | undefined;
  let held: WireEvent | undefined;
  let due: Promise<"due"> | undefined;
  /** The text that is being written: how many of its pieces have been passed on, and when the last one was. */
  let text = { shape: "", pieces: 0, passedAt: -Infinity };

  function put(event: WireEvent) {
    const before = owed;
    owed = undefined;
    for (const each of before ? [before, event] : [event]) {
      const bytes = written(each);
      if (bytes === "") continue;
      ready += bytes;
      bypass?.giving(each);
    }
  }

  function pass() {
    if (!held) return;
    if (!bypass?.give(held)) put(held);
    else owed = (owed && joined(owed, held)) ?? held;
    text.pieces += 1;
    if (text.pieces >= OPENING_PIECES) text.passedAt = clock.now();
    held = undefined;
    due = undefined;
  }

  return {
    take(event: WireEvent) {
      const both = held && joined(held, event);
      if (!both) pass();
      if (event.shape === undefined) return put(event);
      if (text.shape !== event.shape) text = { shape: event.shape, pieces: 0, passedAt: -Infinity };
      held = both ?? event;
      if (clock.now() - text.passedAt >= PACE_MS || held.piece.length > PIECE_BYTES) pass();
      else due ??= clock.sleep(GATHER_TEXT_MS, over).then(() => "due" as const);
    },

    /** Passes on what is held. */
    pass,

    /** Resolves when that is due; undefined if nothing is held. */
    due: () => due,

    /** True if something can be passed on, which `taken` returns. */
    isReady: () => ready !== "",
    taken(): Uint8Array {
      const bytes = Buffer.from(ready, "latin1");
      ready = "";
      return bytes;
    },
  };
}

/**
 * A model's text stream with fewer events: pieces of text that come faster than text is sent are joined before the provider's
 * client sees them, for each event costs it a parse, a check against its schema and four streams; where `bypass` takes text, it goes past
 * the client. Everything else is passed on at
 * once and in its place. Text goes out with the piece that fills its time, or after `GATHER_TEXT_MS`.
 */
export function gatheredEvents({ read, cancel }: Reads, clock: Clock, bypass?: WireBypass) {
  const joiner = new EventJoiner();
  const over = new AbortController();
  const gathering = createGathering(clock, over.signal, bypass);
  const rest = (): WireEvent => ({ before: joiner.rest(), piece: "", after: "", shape: undefined });
  let next: ReturnType<Reads["read"]> | undefined;
  let failure: { error: unknown } | undefined;

  /** Reads until something can be passed on; false at the end. */
  async function fill(): Promise<boolean> {
    while (!gathering.isReady()) {
      next ??= read();
      const due = gathering.due();
      const chunk = await (due ? Promise.race([next, due]) : next);
      if (chunk === "due") {
        gathering.pass();
        continue;
      }
      next = undefined;
      if (!chunk) {
        gathering.take(rest());
        return gathering.isReady();
      }
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      for (const event of joiner.take(bytes.toString("latin1"))) gathering.take(event);
    }
    return true;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (failure) throw failure.error;
          if (await fill()) return controller.enqueue(gathering.taken());
          over.abort();
          controller.close();
        } catch (error) {
          over.abort();
          // What came before a failure is passed on before it.
          gathering.pass();
          if (failure || !gathering.isReady()) throw error;
          failure = { error };
          controller.enqueue(gathering.taken());
        }
      },
      cancel(reason) {
        over.abort();
        return cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
