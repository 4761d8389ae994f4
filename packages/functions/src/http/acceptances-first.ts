import type { Clock } from "@parley/core/environment/clock";

/** A turn gives way for at most this long (ms), however many submissions come. */
const GIVING_WAY_MOST_MS = 1_000;
/** How long (ms) a turn that gives way waits before it looks again. */
const GIVING_WAY_LOOK_MS = 10;

/**
 * Lets the turns of a process wait for the submissions that are being accepted there: in a burst of questions each is told
 * `starting` once all are accepted, and not once those before it have been worked on. Where a process has one request at a
 * time, as in Lambda, nothing ever waits.
 */
export function acceptancesFirst() {
  let accepting = 0;
  const isAccepting = () => accepting > 0;
  return {
    /** Accepts a submission while turns give way. Rejects with what `accept` rejects with. */
    async during<Accepted>(accept: () => Promise<Accepted>): Promise<Accepted> {
      accepting += 1;
      try {
        return await accept();
      } finally {
        accepting -= 1;
      }
    },

    /** Waits until nothing is being accepted, at most a second; an aborted `signal` ends the wait, without an error. */
    async giveWay(clock: Clock, signal: AbortSignal): Promise<void> {
      const latest = clock.now() + GIVING_WAY_MOST_MS;
      while (isAccepting() && clock.now() < latest && !signal.aborted) await clock.sleep(GIVING_WAY_LOOK_MS, signal);
    },
  };
}
