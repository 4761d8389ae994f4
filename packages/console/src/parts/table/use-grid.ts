import { focusedAround } from "../focus.ts";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Area, areaBetween, type Extent, HEADER_ROW, type Place, placeAfter } from "./place.ts";

/** Which cell has the focus or gets it next, and which are selected. */
export interface Grid {
  active: Place;
  selected: Area | null;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerOver: (event: PointerEvent) => void;
  onHeaderFocus: (place: Place) => void;
  /** Back to the first row, with nothing selected: the rows have changed places. */
  forget: () => void;
}

/** The cell that an event is about. */
export function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
  const [row, column] = (cell?.dataset["place"] ?? "").split(":").map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

/** Whether the focus is in an element, also in a shadow root. */
const hasFocus = (element: HTMLElement | null): boolean => element?.contains(focusedAround(element)) ?? false;

/** The keys, clicks and drags of a grid: they move the focus, and with Shift the selection grows. */
export function useGrid(grid: RefObject<HTMLElement>, { rows, columns, page }: Omit<Extent, "isRightToLeft">): Grid {
  const [active, setActive] = useState<Place>({ row: HEADER_ROW, column: 0 });
  const [anchor, setAnchor] = useState<Place | null>(null);
  const wantsFocus = useRef(false);
  const hadFocus = hasFocus(grid.current);
  useLayoutEffect(() => {
    // Rows that come and go may take the focused one out of the page for a moment.
    const hasLost = hadFocus && !hasFocus(grid.current);
    if (!wantsFocus.current && !hasLost) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: !wantsFocus.current });
    wantsFocus.current = false;
  });

  const go = (to: Place, from: Place | null): void => {
    wantsFocus.current = true;
    setAnchor(from);
    setActive(to);
  };
  const selectsLines = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const last = { row: rows - 1, column: columns - 1 };
    if (key === " " && shiftKey && active.row !== HEADER_ROW)
      go({ row: active.row, column: last.column }, { row: active.row, column: 0 });
    else if (key === " " && ctrlKey) go({ row: last.row, column: active.column }, { row: 0, column: active.column });
    else if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) go(last, { row: 0, column: 0 });
    else if (key === "Escape" && anchor) setAnchor(null);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || rows === 0) return;
    const isRightToLeft = grid.current !== null && getComputedStyle(grid.current).direction === "rtl";
    const { key, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = placeAfter(active, { key, isCommand }, { rows, columns, page, isRightToLeft });
    if (to) go(to, shiftKey && to.row !== HEADER_ROW ? (anchor ?? active) : null);
    else if (!selectsLines(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target);
    if (!place || place.row === HEADER_ROW || event.button !== 0) return;
    // Else the browser would select text from one cell to the other.
    if (event.shiftKey) event.preventDefault();
    go(place, event.shiftKey ? (anchor ?? active) : null);
  };
  const onPointerOver = (event: PointerEvent): void => {
    const place = placeOf(event.target);
    if (event.buttons !== 1 || event.pointerType === "touch" || !place || place.row === HEADER_ROW) return;
    if (place.row === active.row && place.column === active.column) return;
    go(place, anchor ?? active);
  };
  return {
    active,
    selected: anchor && active.row !== HEADER_ROW ? areaBetween(anchor, active) : null,
    onKeyDown,
    onPointerDown,
    onPointerOver,
    onHeaderFocus: setActive,
    forget: () => {
      setAnchor(null);
      setActive(({ row, column }) => ({ row: row === HEADER_ROW ? row : 0, column }));
    },
  };
}
