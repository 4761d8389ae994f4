/** Attempts of a write that meets a transaction on the same items before the conflict is a fault. */
export const CONFLICT_ATTEMPTS = 8;

/** How long (ms) a write that met a transaction waits before its next attempt. */
export const conflictPause = (attempt: number): number => Math.random() * 20 * 2 ** attempt;

/** How long (ms) the rest of a batch waits if the batch was not taken whole. */
export const batchPause = (attempt: number): number => Math.min(1000, 25 * 2 ** attempt);
