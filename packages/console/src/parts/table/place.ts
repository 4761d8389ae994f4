/** A cell of a table: rows as they stand, from 0; the header is row -1. */
export interface Place {
  row: number;
  column: number;
}

export const HEADER_ROW = -1;

/** Rows that are drawn before and after those in view. */
export const ROWS_BEYOND_VIEW = 5;

/** A rectangle of cells, with both ends in it. */
export interface Area {
  top: number;
  bottom: number;
  start: number;
  end: number;
}

export interface Extent {
  rows: number;
  columns: number;
  /** Rows that are seen at once. */
  page: number;
  isRightToLeft: boolean;
}

export interface Key {
  key: string;
  /** Ctrl, or ⌘ on a Mac. */
  isCommand: boolean;
}

/** The cells between two of them. */
export const areaBetween = (one: Place, other: Place): Area => ({
  top: Math.max(0, Math.min(one.row, other.row)),
  bottom: Math.max(one.row, other.row),
  start: Math.min(one.column, other.column),
  end: Math.max(one.column, other.column),
});

export const isWithin = ({ top, bottom, start, end }: Area, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= start && column <= end;

/** Where a key goes to from a cell, as in the ARIA practices' grid. Null for other keys. */
export function placeAfter(from: Place, { key, isCommand }: Key, extent: Extent): Place | null {
  const onward = extent.isRightToLeft ? -1 : 1;
  const to = placeBeyond(from, { key, isCommand }, { ...extent, onward });
  if (!to) return null;
  return {
    row: Math.min(Math.max(to.row, HEADER_ROW), extent.rows - 1),
    column: Math.min(Math.max(to.column, 0), extent.columns - 1),
  };
}

function placeBeyond(
  { row, column }: Place,
  { key, isCommand }: Key,
  { rows, columns, page, onward }: Extent & { onward: number },
): Place | null {
  switch (key) {
    case "ArrowUp":
      return { row: isCommand ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isCommand ? rows - 1 : row + 1, column };
    case "ArrowRight":
      return { row, column: column + onward };
    case "ArrowLeft":
      return { row, column: column - onward };
    case "Home":
      return { row: isCommand ? 0 : row, column: 0 };
    case "End":
      return { row: isCommand ? rows - 1 : row, column: columns - 1 };
    case "PageUp":
      return { row: Math.max(0, row - page), column };
    case "PageDown":
      return { row: row + page, column };
    default:
      return null;
  }
}

/** The rows that are drawn: those in view, some before and after, and one that has the focus or may get it. */
export function drawnRows({
  first,
  seen,
  rows,
  pinned,
}: {
  first: number;
  seen: number;
  rows: number;
  pinned: number;
}): readonly number[] {
  const from = Math.max(0, first - ROWS_BEYOND_VIEW);
  const to = Math.min(rows, first + seen + ROWS_BEYOND_VIEW);
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_nothing, at) => from + at);
  if (pinned >= 0 && pinned < from) return [pinned, ...drawn];
  return pinned >= to && pinned < rows ? [...drawn, pinned] : drawn;
}
