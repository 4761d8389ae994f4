import type { ChartModel, Mark } from "./chart-model.ts";
import type { Layout } from "./layout.ts";

/** The marks of one label, a column for each series; undefined where a series has none. */
export interface Row {
  readonly label: string;
  readonly marks: readonly (Mark | undefined)[];
}

/** What pointer and keys share: a row, and the series in it. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
  /** Set by keys: it is read out. */
  readonly isByKey: boolean;
}

/** The rows that a cursor passes: labels as given, points of a scatter chart from left to right. */
export function rowsOf({ drawing, marks, labels, series, find }: ChartModel): Row[] {
  if (drawing === "points")
    return marks
      .toSorted((one, other) => one.x - other.x || one.y - other.y)
      .map((mark) => ({ label: mark.label, marks: [mark] }));
  return labels.map((label) => ({ label, marks: series.map((name) => find(label, name)) }));
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Rows and series that a key goes forward; null for other keys. Without several series all arrows go along the rows. */
function stepsOf(key: string, { isLying, hasSeries }: { isLying: boolean; hasSeries: boolean }) {
  const forward = key === "ArrowRight" || key === "ArrowDown";
  if (!forward && key !== "ArrowLeft" && key !== "ArrowUp") return null;
  const isVertical = key === "ArrowDown" || key === "ArrowUp";
  const by = forward ? 1 : -1;
  return !hasSeries || isVertical === isLying ? { rows: by, columns: 0 } : { rows: 0, columns: by };
}

/** The cursor after a key; null where it goes away, undefined for keys that are not its own. */
export function cursorAfter(
  key: string,
  cursor: Cursor | null,
  { rows, isLying }: { rows: readonly Row[]; isLying: boolean },
): Cursor | null | undefined {
  if (key === "Escape") return cursor ? null : undefined;
  if (rows.length === 0) return undefined;
  const lastRow = rows.length - 1;
  const { row, column } = cursor ?? { row: -1, column: 0 };
  if (key === "Home" || key === "End") return { row: key === "Home" ? 0 : lastRow, column, isByKey: true };
  const columns = rows[0]?.marks.length ?? 1;
  const steps = stepsOf(key, { isLying, hasSeries: columns > 1 });
  if (!steps) return undefined;
  if (!cursor) return { row: steps.rows + steps.columns > 0 ? 0 : lastRow, column: 0, isByKey: true };
  return {
    row: clamp(row + steps.rows, lastRow),
    column: clamp(column + steps.columns, columns - 1),
    isByKey: true,
  };
}

/** The cursor beneath a pointer at a point of the drawing: the nearest label, and there the nearest mark. */
export function cursorAt(point: { x: number; y: number }, layout: Layout, rows: readonly Row[]): Cursor | null {
  const weights = { x: [1, 1e-3], y: [1e-3, 1], both: [1, 1] }[layout.pointing];
  const [acrossWeight = 1, downWeight = 1] = weights;
  let nearest: { mark: Mark; distance: number } | null = null;
  for (const { mark, x, y } of layout.places) {
    const distance = Math.abs(x - point.x) * acrossWeight + Math.abs(y - point.y) * downWeight;
    if (!nearest || distance < nearest.distance) nearest = { mark, distance };
  }
  if (!nearest) return null;
  const { mark } = nearest;
  const row = rows.findIndex(({ marks }) => marks.includes(mark));
  return row < 0 ? null : { row, column: rows[row]?.marks.indexOf(mark) ?? 0, isByKey: false };
}
