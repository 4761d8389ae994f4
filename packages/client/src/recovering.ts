import { backoff, pause } from "./backoff.ts";
import { ConnectionError } from "./errors.ts";
import { loaded } from "./loaded.ts";
import type * as Recovery from "./recovery.ts";

/** A turn is given up after this many cuts without a new event between them. */
export const PATIENCE_CUTS = 8;
/** The wait (ms) after the first cut is below this; after each further one below twice as much. */
export const RESUME_BASE_MS = 250;

let known: typeof Recovery | undefined;

/**
 * What is needed where something does not go its usual way: see `recovery.ts`. Throws `ConnectionError` if it cannot be had. A
 * browser that was offline does not try again, so it is called where the network has just answered, or through `recovery`.
 */
export const loadRecovery = async () => (known ??= await loaded(import("./recovery.ts")));

/** The same; throws `ConnectionError` at once in a browser that lacks it and says that it is offline. */
export function recovery(): ReturnType<typeof loadRecovery> {
  if (!known && (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false)
    throw new ConnectionError();
  return loadRecovery();
}

/** The same for a turn, which does without it as long as without its stream. */
export async function lastingRecovery(signal: AbortSignal): ReturnType<typeof recovery> {
  for (let failed = 1; ; failed++) {
    try {
      return await recovery();
    } catch (error) {
      if (failed === PATIENCE_CUTS) throw error;
      await pause(backoff(failed - 1, RESUME_BASE_MS), signal);
    }
  }
}
