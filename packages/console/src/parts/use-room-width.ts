import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface RoomWidth {
  /** For an element that is not drawn, beside what has to fit. */
  marker: RefObject<HTMLElement>;
  /** In px; null until it is measured, which is before anything is drawn. */
  width: number | null;
}

/** The width of what is positioned around a place: of a room of the page, or of a chat in somebody else's. */
export function useRoomWidth(): RoomWidth {
  const marker = useRef<HTMLElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const parent = marker.current?.parentElement;
    if (!parent) return undefined;
    const isPositioned = getComputedStyle(parent).position !== "static";
    const around = isPositioned ? parent : parent.offsetParent;
    const room = around instanceof HTMLElement ? around : parent;
    const measure = (): void => setWidth(room.offsetWidth);
    measure();
    const watching = new ResizeObserver(measure);
    // With its padding: a panel beside what is shown may stand in it.
    watching.observe(room, { box: "border-box" });
    return () => watching.disconnect();
  }, []);
  return { marker, width };
}
