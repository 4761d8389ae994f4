import type { Clock } from "../environment/clock.ts";

/** Waits, after writes that have consumed `units`, until more may be written. */
export type Pace = (units: number) => Promise<void>;

/** Of the time (ms) since the last wait, at most this counts towards the next one: the writing itself takes time. */
const COUNTED_MS = 1_000;

/** A pace of `unitsPerSecond` for all who share it, until the time `deadline` (ms), after which no one waits. */
export function createPace(clock: Clock, unitsPerSecond: number, deadline: number): Pace {
  let free = 0;
  return (units) => {
    const now = clock.now();
    free = Math.max(now - COUNTED_MS, free) + (units * 1000) / unitsPerSecond;
    return clock.sleep(Math.max(0, Math.min(free, deadline) - now));
  };
}
