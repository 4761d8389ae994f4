/** What browsers have for drawing. Absent elsewhere. */
interface Page {
  requestAnimationFrame?: (draw: () => void) => number;
  document?: { visibilityState?: string };
}

/** Milliseconds between two publications where nothing is drawn. */
const HIDDEN_PAUSE_MS = 100;

/**
 * Calls `publish` soon, once however often it is asked to: with the next frame where a page is seen, else within 100 ms, since a
 * hidden page draws no frames.
 */
export function soon(publish: () => void): () => void {
  let isDue = false;
  const run = () => {
    isDue = false;
    publish();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    const page: Page = globalThis as Page;
    if (page.requestAnimationFrame && page.document?.visibilityState === "visible") page.requestAnimationFrame(run);
    else setTimeout(run, HIDDEN_PAUSE_MS);
  };
}
