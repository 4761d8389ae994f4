import { backoff, pause } from "./backoff.ts";
import { ConnectionError } from "./errors.ts";
import { loaded } from "./loaded.ts";

/** A turn is given up after this many cuts without a new event between them. */
export const PATIENCE_CUTS = 8;
/** The wait (ms) after the first cut is below this; after each further one below twice as much. */
export const RESUME_BASE_MS = 250;

const load = () => loaded(import("./recovery.ts"));
let known: Awaited<ReturnType<typeof load>> | undefined;

/**
 * What is needed where something does not go its usual way: see `recovery.ts`. Throws `ConnectionError` if it cannot be had, also
 * while a browser that has not loaded it is offline: it would not try again.
 */
export async function recovery() {
  if (!known && (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false)
    throw new ConnectionError();
  return (known ??= await load());
}

/** Loads it in the background, so that it is there when the network is not. */
export const prepareRecovery = (): void => void recovery().catch(() => undefined);

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
