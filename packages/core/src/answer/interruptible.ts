import type { Clock } from "../environment/clock.ts";

/** The time (ms) after which a turn yields to others, which costs microseconds. */
const YIELD_AFTER_MS = 10;

/**
 * The same events, from a source that may never wait: it would keep the process from its timers, and so from this turn's
 * beat, which sees an interrupt (D57), and from all other turns. By time and not by number, so that ordinary turns are not
 * slowed down. Ends when `signal` does.
 */
export async function* interruptible<Event, End>(
  clock: Clock,
  signal: AbortSignal,
  events: AsyncGenerator<Event, End>,
): AsyncGenerator<Event, End> {
  let yieldedAt = clock.now();
  try {
    for (;;) {
      if (clock.now() - yieldedAt >= YIELD_AFTER_MS) {
        await clock.yield();
        signal.throwIfAborted();
        yieldedAt = clock.now();
      }
      const next = await events.next();
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    // It may be stuck in a call: it is asked to end, and not awaited.
    void events.return(undefined as never).catch(() => undefined);
  }
}
