import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** How long (ms) a place is kept: how tall turns are that were put above is a guess until they have been drawn. */
const SETTLING_MS = 1000;

/** Turns, and where they are to be seen. */
interface Place {
  turns: HTMLElement;
  /** Pixels from the window's top. */
  top: number;
  /** How far the log was scrolled when they were there. */
  scrolled: number;
}

/**
 * What is seen keeps its place when earlier turns are put above it, and while those are drawn: to the pixel, however people scroll
 * meanwhile. Returns what puts it right after something has changed its size.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement>, first: string | undefined): () => void {
  const drawn = useRef(first);
  const place = useRef<Place | null>(null);
  // Asked only when something is put above, before it is: each time it would be laid out for an answer that nobody needs.
  if (drawn.current !== first) {
    drawn.current = first;
    // The turns that were first: what is skipped within them would have to be laid out.
    const turns = scroller.current?.querySelector<HTMLElement>(".turns");
    place.current =
      scroller.current && turns
        ? { turns, top: turns.getBoundingClientRect().top, scrolled: scroller.current.scrollTop }
        : null;
  }
  const keep = useCallback(() => {
    const { current: element } = scroller;
    const { current: kept } = place;
    if (!element || !kept) return;
    element.scrollTop += kept.turns.getBoundingClientRect().top - kept.top;
    kept.scrolled = element.scrollTop;
  }, [scroller]);
  useLayoutEffect(() => {
    const { current: element } = scroller;
    if (!element || !place.current) return undefined;
    // Two that correct the same would correct it twice.
    element.style.overflowAnchor = "none";
    keep();
    const letGo = (): void => {
      place.current = null;
      element.style.overflowAnchor = "";
    };
    const timer = setTimeout(letGo, SETTLING_MS);
    return () => {
      clearTimeout(timer);
      element.style.overflowAnchor = "";
    };
  }, [scroller, keep, first]);
  useEffect(() => {
    const { current: element } = scroller;
    const follow = (): void => {
      const { current: kept } = place;
      if (!element || !kept) return;
      const by = element.scrollTop - kept.scrolled;
      // Who has jumped sees something else, which the browser keeps where it is.
      if (Math.abs(by) > element.clientHeight) {
        place.current = null;
        element.style.overflowAnchor = "";
        return;
      }
      kept.top -= by;
      kept.scrolled = element.scrollTop;
    };
    element?.addEventListener("scroll", follow, { passive: true });
    return () => element?.removeEventListener("scroll", follow);
  }, [scroller]);
  return keep;
}
