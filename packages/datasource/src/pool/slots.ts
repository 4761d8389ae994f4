import { untilAborted } from "../abort.ts";

/** `size` slots, granted in order of arrival. */
export function createSlots(size: number) {
  const waiting: (() => void)[] = [];
  let free = size;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  /** Waits for a slot, which its holder must release. Rejects with the signal's reason. */
  async function acquire(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise: granted, resolve: grant } = Promise.withResolvers<void>();
    waiting.push(grant);
    try {
      await untilAborted(granted, signal);
    } catch (reason) {
      const place = waiting.indexOf(grant);
      // No longer waiting: the slot was granted in the same tick, so hand it on.
      if (place >= 0) waiting.splice(place, 1);
      else release();
      throw reason;
    }
  }

  return { acquire, release };
}
