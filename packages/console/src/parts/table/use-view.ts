import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ROW_PX } from "./body.tsx";
import { ROWS_BEYOND_VIEW } from "./place.ts";

/** What is in view before it has been measured. */
const FIRST_VIEW = { first: 0, seen: 14 };

/** So many rows of a table are printed at most. */
export const PRINTED_ROWS = 1000;

/** As much as is printed: what is drawn beyond it counts. */
const PRINTED_VIEW = { first: 0, seen: PRINTED_ROWS - ROWS_BEYOND_VIEW };

/** Whether the page is being printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const printed = matchMedia("print");
    const look = (): void => setPrinting(printed.matches);
    const begin = (): void => setPrinting(true);
    // Some browsers lay out what they print before they say that the medium is another.
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", look);
    printed.addEventListener("change", look);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", look);
      printed.removeEventListener("change", look);
    };
  }, []);
  return isPrinting;
}

/** Which of so many rows of a scrolled element are in view: the first, and how many. Of few, which are all drawn, nothing is watched. */
export function useView(scrolled: RefObject<HTMLElement>, rows: number): { first: number; seen: number } {
  const [view, setView] = useState(FIRST_VIEW);
  const isPrinting = useIsPrinting();
  const isWhole = rows <= FIRST_VIEW.seen + ROWS_BEYOND_VIEW;
  useLayoutEffect(() => {
    const element = scrolled.current;
    if (!element || isWhole) return undefined;
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
  }, [scrolled, isWhole]);
  if (isWhole) return FIRST_VIEW;
  return isPrinting ? PRINTED_VIEW : view;
}
