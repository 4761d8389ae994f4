import { useMemo, useState } from "preact/hooks";
import type { ChartModel } from "./chart-model.ts";
import { type Cursor, cursorAfter, cursorAt, rowsOf } from "./cursor.ts";
import type { Layout } from "./layout.ts";

/** The cursor of a chart with what moves it: a pointer over the drawing, keys on the figure. `onRead` hears of each key that does. */
export function useCursor(layout: Layout, model: ChartModel, onRead: () => void) {
  const rows = useMemo(() => rowsOf(model), [model]);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const leave = () => setCursor(null);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const box = currentTarget.getBoundingClientRect();
    setCursor(cursorAt({ x: clientX - box.left, y: clientY - box.top }, layout, rows));
  };
  return {
    rows,
    cursor,
    row: cursor ? rows[cursor.row] : undefined,
    onDrawing: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger leaves when it is lifted: what it has pointed at stays to be read, until something else has the focus.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== "touch" && leave(),
      // It has begun to scroll the page.
      onPointerCancel: leave,
    },
    onFigure: {
      onKeyDown(event: KeyboardEvent) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const next = cursorAfter(event.key, cursor, { rows, isLying: layout.pointing === "y" });
        if (next === undefined) return;
        event.preventDefault();
        setCursor(next);
        if (next) onRead();
      },
      onBlur: leave,
    },
  };
}
