import { unlessAborted } from "./abort.ts";

/** The longest wait (ms) between two tries. */
const LONGEST_WAIT_MS = 8_000;

/** A wait (ms) before the try after `failed` ones: full jitter below `base` · 2ⁿ. */
export const backoff = (failed: number, base: number): number =>
  Math.random() * Math.min(LONGEST_WAIT_MS, base * 2 ** failed);

/** What browsers tell when it is worth trying again at once. Absent elsewhere. */
interface Surroundings {
  addEventListener?: (name: string, listener: () => void, options: { signal: AbortSignal }) => void;
  document?: Surroundings & { visibilityState?: string };
}

/** Calls `wake` when a browser is online again, or its page is seen again, until `signal` aborts. */
function onReturn(wake: () => void, signal: AbortSignal): void {
  const page: Surroundings = globalThis as Surroundings;
  const seen = () => {
    if (page.document?.visibilityState === "visible") wake();
  };
  page.addEventListener?.("online", wake, { signal });
  page.document?.addEventListener?.("visibilitychange", seen, { signal });
}

/** Waits `ms`; in browsers less if they come online or are looked at again. Throws `AbortedError` when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal | null, wakes = false): Promise<void> {
  const waited = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    if (wakes) onReturn(resolve, waited.signal);
  });
  try {
    await unlessAborted(waiting, signal);
  } finally {
    clearTimeout(timer);
    waited.abort();
  }
}
