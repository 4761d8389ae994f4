import { useEffect, useRef, useState } from "preact/hooks";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Something that may fail: what went wrong is said where it was tried. */
export function useAttempt() {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  const attempt = (task: () => Promise<void>): void => {
    setBusy(true);
    setFailure(null);
    task()
      .catch((error: unknown) => isThere.current && setFailure(messageOf(error)))
      .finally(() => isThere.current && setBusy(false));
  };
  return { failure, isBusy, attempt };
}
