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
