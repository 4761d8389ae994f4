import { Failure } from "../failure/failure.ts";
import { metric } from "../observe/metrics.ts";

/** Why an item refuses, and what to do about it. */
export interface Refusal {
  /** Milliseconds until the next attempt will pass; 0 if nothing is in the way. */
  wait: number;
  /** The limit that makes it wait longest. */
  limit: string;
  /** Notes of turns that ended long ago and were never removed. */
  dead: string[];
}

/** The 429 of a limit. */
export function refused({ limit, wait }: { limit: string; wait: number }): Failure {
  metric("Throttled", 1, { policy: limit });
  return new Failure("RATE_LIMIT", { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
