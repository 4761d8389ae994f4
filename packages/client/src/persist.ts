import { backoff, pause } from "./backoff.ts";
import { ApiError, type ParleyError } from "./errors.ts";
import type { CallOptions, Options } from "./options.ts";
import { tell } from "./tell.ts";

/** The longest `Retry-After` (ms) that is waited for, unless the caller says otherwise. */
export const LONGEST_RETRY_AFTER_MS = 20_000;
/** Tries after the first one, unless the caller says otherwise. */
const RETRIES = 2;
/** The wait (ms) before a second try is below this; below twice as much before a third. */
const RETRY_BASE_MS = 500;

/** Milliseconds that a failure asks to wait for; undefined if it asks for none. */
export const waitAsked = (error: unknown): number | undefined =>
  error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : undefined;

/**
 * Tries as often as the call may be retried: `attempt` is one try, after so many that failed, and throws a `ParleyError`. The wait
 * between is as long as the service asks for, or a backoff.
 */
export async function persist<T>(
  options: Options,
  call: CallOptions & { operation: string },
  attempt: (failed: number) => Promise<T>,
  isWorthAnother: (error: ParleyError) => boolean,
): Promise<T> {
  const { retries = RETRIES, maxWait = LONGEST_RETRY_AFTER_MS, onRetry } = options;
  const { operation, signal } = call;
  for (let failed = 0; ;) {
    try {
      return await attempt(failed);
    } catch (caught) {
      const error = caught as ParleyError; // Attempts throw nothing else.
      const asked = waitAsked(error);
      const wait = asked ?? Math.min(backoff(failed, RETRY_BASE_MS), maxWait);
      if (!isWorthAnother(error) || failed >= (call.retries ?? retries) || wait > maxWait) throw error;
      failed += 1;
      tell(onRetry, { operation, attempt: failed, wait, error });
      await pause(wait, signal);
    }
  }
}
