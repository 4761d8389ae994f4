import { useCallback, useEffect, useState } from "preact/hooks";

/** How long a notice stands, in milliseconds. */
const NOTICE_MS = 5000;

/** A sentence that stands for a moment: that something was done, or was not. */
export function useNotice(): [string | null, (words: string) => void] {
  const [notice, set] = useState<{ words: string } | null>(null);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => set(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.words ?? null, useCallback((words: string) => set({ words }), [])];
}
