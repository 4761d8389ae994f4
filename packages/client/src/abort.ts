import { AbortedError } from "./errors.ts";

/** Calls `abort` when `signal` aborts, at once if it has; returns what stops listening. */
export function onAbort(signal: AbortSignal | null | undefined, abort: () => void): () => void {
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}

/** Waits for `work`, which goes on for others, until `signal` aborts. */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(new AbortedError()));
    work.then(resolve, reject).finally(forget);
  });
}
