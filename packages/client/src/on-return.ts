/** What browsers tell when it is worth trying again at once. Absent elsewhere. */
interface Surroundings {
  addEventListener?: (name: string, listener: () => void, options: { signal: AbortSignal }) => void;
  document?: Surroundings & { visibilityState?: string };
}

/** Calls `wake` when a browser is online again, or its page is seen again, until `signal` aborts. */
export function onReturn(wake: () => void, signal: AbortSignal): void {
  const page: Surroundings = globalThis as Surroundings;
  const seen = () => {
    if (page.document?.visibilityState === "visible") wake();
  };
  page.addEventListener?.("online", wake, { signal });
  page.document?.addEventListener?.("visibilitychange", seen, { signal });
}
