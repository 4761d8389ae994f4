import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { ROW_PX } from "./body.tsx";

/** What is in view before it has been measured. */
const FIRST_VIEW = { first: 0, seen: 14 };

/** Which rows of a scrolled element are in view: the first, and how many. */
export function useView(scrolled: RefObject<HTMLElement>): { first: number; seen: number } {
  const [view, setView] = useState(FIRST_VIEW);
  useLayoutEffect(() => {
    const element = scrolled.current;
    if (!element) return undefined;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / ROW_PX);
      const seen = Math.max(1, Math.ceil(element.clientHeight / ROW_PX));
      setView((before) => (before.first === first && before.seen === seen ? before : { first, seen }));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      size.disconnect();
    };
  }, [scrolled]);
  return view;
}
