import { AbortedError } from "./errors.ts";

/** The longest wait (ms) between two tries. */
const LONGEST_WAIT_MS = 8_000;

/** A wait (ms) before the try after `failed` ones: full jitter below `base` · 2ⁿ. */
export const backoff = (failed: number, base: number): number =>
  Math.random() * Math.min(LONGEST_WAIT_MS, base * 2 ** failed);

/** What browsers tell when it is worth trying again at once. Absent elsewhere. */
interface Surroundings {
  addEventListener?: (name: string, listener: () => void) => void;
  removeEventListener?: (name: string, listener: () => void) => void;
  document?: Surroundings & { visibilityState?: string };
}

/** Calls `wake` when a browser is online again, or its page is seen again; returns what removes the listeners. */
function onReturn(wake: () => void): () => void {
  const page: Surroundings = globalThis as Surroundings;
  const seen = () => {
    if (page.document?.visibilityState === "visible") wake();
  };
  page.addEventListener?.("online", wake);
  page.document?.addEventListener?.("visibilitychange", seen);
  return () => {
    page.removeEventListener?.("online", wake);
    page.document?.removeEventListener?.("visibilitychange", seen);
  };
}

/** Waits `ms`; in browsers less if they come online or are looked at again. Throws `AbortedError` when `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal | null, wakes = false): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      forget?.();
      signal?.removeEventListener("abort", abort);
    };
    const wake = () => {
      finish();
      resolve();
    };
    const abort = () => {
      finish();
      reject(new AbortedError());
    };
    const timer = setTimeout(wake, ms);
    const forget = wakes ? onReturn(wake) : undefined;
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
