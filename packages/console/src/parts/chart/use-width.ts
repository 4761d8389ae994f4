import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

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
