import { useEffect, useState } from "preact/hooks";

/** So many turns are drawn at once where a chat is opened: more would keep the page from answering on a slow machine. */
const FIRST_TURNS = 3;
/** So many earlier ones are added at a time. */
const STEP_TURNS = 10;

/** Where to begin of so many turns: at first with the newest, and step by step with all of them, unless they are wanted `whole`. */
export function useGradual(count: number, whole: boolean): number {
  /** How many of the earliest are yet to be drawn; null until there are any. */
  const [left, setLeft] = useState<number | null>(null);
  const from = left ?? Math.max(0, count - FIRST_TURNS);
  const isEmpty = count === 0;
  useEffect(() => {
    if (isEmpty || left === 0) return undefined;
    const timer = setTimeout(() => setLeft(Math.max(0, from - STEP_TURNS)));
    return () => clearTimeout(timer);
  }, [isEmpty, left, from]);
  // What is left may be deleted meanwhile.
  return whole ? 0 : Math.min(from, Math.max(0, count - 1));
}
