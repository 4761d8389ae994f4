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
  const page: Page = globalThis as Page;
  /** The frame that is due; 0 for none. */
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    frame = 0;
    clearTimeout(timer);
    timer = undefined;
    publish();
  };
  return () => {
    // A page that was hidden before its frame came gets none until it is seen again.
    if (!page.requestAnimationFrame || page.document?.visibilityState !== "visible") {
      timer ??= setTimeout(run, HIDDEN_PAUSE_MS);
    } else frame ||= page.requestAnimationFrame(run);
  };
}
