import { unlessAborted } from "./abort.ts";

/** The longest wait (ms) between two tries. */
const LONGEST_WAIT_MS = 8_000;

/** A wait (ms) before the try after `failed` ones: full jitter below `base` · 2ⁿ. */
export const backoff = (failed: number, base: number): number =>
  Math.random() * Math.min(LONGEST_WAIT_MS, base * 2 ** failed);

/** Waits `ms`, or until `wake` calls what it is given; its signal aborts when that is not needed any more. Throws `AbortedError` when `signal` aborts. */
export async function pause(
  ms: number,
  signal?: AbortSignal | null,
  wake?: (up: () => void, signal: AbortSignal) => void,
): Promise<void> {
  const waited = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    wake?.(resolve, waited.signal);
  });
  try {
    await unlessAborted(waiting, signal);
  } finally {
    clearTimeout(timer);
    waited.abort();
  }
}
