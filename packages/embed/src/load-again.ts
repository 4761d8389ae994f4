/** The wait (ms) after the first try that failed; after each further one twice as much. */
const FIRST_WAIT_MS = 500;
/** Tries over a minute; what cannot be had by then is refused, or is not there. */
const TRIES = 8;

/** Waits `ms`, or until the browser is online again: while it is not, for that alone. */
function waited(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = navigator.onLine ? setTimeout(done, ms) : undefined;
    function done(): void {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
    addEventListener("online", done);
  });
}

/**
 * Loads a part of the chat, and tries again where it could not be had: `load` gets what it puts behind the part's address, since a browser
 * does not ask again for an address that has failed. Rejects with what the last try failed with.
 */
export async function loadAgain<Part>(load: (again: string) => Promise<Part>): Promise<Part> {
  for (let failed = 0; ; failed++) {
    try {
      return await load(failed === 0 ? "" : `?${Date.now()}`);
    } catch (error) {
      if (failed + 1 === TRIES) throw error;
      await waited(FIRST_WAIT_MS * 2 ** failed);
    }
  }
}
