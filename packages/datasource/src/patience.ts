import { setImmediate } from "node:timers/promises";

/** Milliseconds of work in one go, after which others have their turn. */
const PATIENCE_MS = 10;

/** For long loops: what it returns lets others have their turn where they have waited for 10 ms, and else costs nothing. */
export function patience(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < PATIENCE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
