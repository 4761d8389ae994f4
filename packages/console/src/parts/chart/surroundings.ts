import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

/** Until an element is measured. */
const FIRST_WIDTH_PX = 640;

/** The width of an element's content, in whole px, as it changes. */
export function useWidth(ref: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(FIRST_WIDTH_PX);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    if (element.clientWidth > 0) setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 0);
      if (now > 0) setWidth(now);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** True while the user's own colours replace the page's. */
export function useForcedColours(): boolean {
  const [isForced, setForced] = useState(false);
  useEffect(() => {
    const query = matchMedia("(forced-colors: active)");
    const read = () => setForced(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return isForced;
}
