import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { keepBeside } from "./floating.ts";

/** Shows a popover beside its anchor while it is open, and keeps it there. */
export function useFloating(
  isOpen: boolean,
  floating: RefObject<HTMLElement>,
  anchor: RefObject<HTMLElement>,
  align: "start" | "end",
): void {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!isOpen || !element || !anchor.current) return undefined;
    if (!element.matches(":popover-open")) element.showPopover();
    const stop = keepBeside(element, anchor.current, align);
    return () => {
      stop();
      if (element.isConnected && element.matches(":popover-open")) element.hidePopover();
    };
  }, [isOpen, floating, anchor, align]);
}
