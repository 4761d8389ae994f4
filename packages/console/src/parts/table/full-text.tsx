import { useEffect, useRef } from "preact/hooks";
import { keepBeside } from "../floating.ts";

/** A cell whose text is cut, and what it holds. */
export interface CutCell {
  cell: HTMLElement;
  text: string;
}

/** The whole text of a cell that is cut, over the page beside it. It can be scrolled and selected. */
export function FullText({ id, cut, onLeave }: { id: string; cut: CutCell | null; onLeave: () => void }) {
  const popover = useRef<HTMLDivElement>(null);
  const cell = cut?.cell ?? null;
  useEffect(() => {
    const element = popover.current;
    if (!element || !cell) return undefined;
    element.showPopover();
    cell.setAttribute("aria-describedby", id);
    const stop = keepBeside(element, cell, "start");
    return () => {
      stop();
      cell.removeAttribute("aria-describedby");
      element.hidePopover();
    };
  }, [cell, id]);
  return (
    <div
      ref={popover}
      id={id}
      popover="manual"
      role="tooltip"
      dir="auto"
      class="table-full-text floating"
      onMouseLeave={onLeave}
    >
      {cut?.text}
    </div>
  );
}
