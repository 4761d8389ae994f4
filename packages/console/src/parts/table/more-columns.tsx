import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** What is seen of a scrolled element, without its bars, in px. */
interface Window {
  /** Room that the bar takes at its end. */
  bar: number;
  height: number;
}

/** A shadow at the end of a table while columns lie beyond it: where scroll bars hide, nothing else would say so. */
export function MoreColumns({ scrolled }: { scrolled: RefObject<HTMLElement> }) {
  const [seen, setSeen] = useState<Window | null>(null);
  useLayoutEffect(() => {
    const element = scrolled.current;
    if (!element) return undefined;
    const look = (): void => {
      const { scrollLeft, clientWidth, clientHeight, offsetWidth, scrollWidth } = element;
      // From right to left, places are negative.
      const isAtEnd = Math.abs(scrollLeft) + clientWidth >= scrollWidth - 1;
      const [bar, height] = [offsetWidth - clientWidth, clientHeight];
      setSeen((before) => {
        if (isAtEnd) return null;
        return before?.bar === bar && before.height === height ? before : { bar, height };
      });
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(look);
    for (const each of [element, ...element.children]) size.observe(each);
    return () => {
      element.removeEventListener("scroll", look);
      size.disconnect();
    };
  }, [scrolled]);
  if (!seen) return null;
  return (
    <span
      class="table-more"
      aria-hidden="true"
      style={{ insetInlineEnd: `${seen.bar}px`, blockSize: `${seen.height}px` }}
    />
  );
}
