import { setImmediate } from "node:timers/promises";

/** Milliseconds of work at a stretch, after which other work gets a turn. */
const PATIENCE_MS = 10;

/** For long loops: the function it returns yields to other work after 10 ms, and costs nothing before. */
export function patience(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < PATIENCE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/**
 * For work whose amount is known before its time: the function it returns is told how much was done, and yields to other work
 * each time that this is `most`. It counts and does not look at the clock, so that small work never yields.
 */
export function portions(most: number): (done: number) => Promise<void> {
  let left = most;
  return async (done) => {
    left -= done;
    if (left > 0) return;
    left = most;
    await setImmediate();
  };
}
