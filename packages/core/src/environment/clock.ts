/** The service's time: replaced by virtual time in simulations. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits `ms` milliseconds; an aborted `signal` ends the wait early, without an error. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Yields to timers and other work of this process. */
  yield(): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  yield: () => new Promise((resolve) => setImmediate(resolve)),
  // Not `timers/promises`: an aborted wait would make an error with a stack, and most waits are aborted.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end, { once: true });
    }),
};

/** ISO 8601 in UTC with milliseconds and `Z` (D2). */
export const iso = (ms: number): string => new Date(ms).toISOString();
