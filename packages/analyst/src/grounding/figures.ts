import type { Cell, QueryResult } from "@parley/datasource/types";
import type { Meaning, Written } from "./written-numbers.ts";

/** A cell of a result of the turn: which result, and its row and column, all from 0. */
export interface CellPlace {
  result: number;
  row: number;
  column: number;
}

/** A number in a cell. */
export interface Figure extends CellPlace {
  value: number;
}

/** A column of numbers: what can be said of all of it. */
export interface NumberColumn {
  result: number;
  column: number;
  /** In the order of the rows. */
  figures: readonly Figure[];
  sum: number;
  /** False where the database had more rows, so that nothing can be said of all of them. */
  isWhole: boolean;
}

/** Digits of a cell that is text: PostgreSQL's `numeric` beyond what a number holds. */
const NUMERIC_TEXT = /^-?\d+(?:\.\d+)?$/;

/** The number that a cell is, if it is one. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  return typeof cell === "string" && cell.length < 40 && NUMERIC_TEXT.test(cell) ? Number(cell) : null;
}

/** The columns of numbers of the turn's results. */
export function numberColumns(results: readonly QueryResult[]): NumberColumn[] {
  return results.flatMap((result, at) =>
    result.columns.flatMap((_, column) => {
      const figures: Figure[] = [];
      let sum = 0;
      for (const [row, cells] of result.rows.entries()) {
        const value = numberOf(cells[column]);
        if (value === null) continue;
        figures.push({ value, result: at, row, column });
        sum += value;
      }
      return figures.length === 0 ? [] : [{ result: at, column, figures, sum, isWhole: !result.truncated }];
    }),
  );
}

/** Floating point's own error, relative to the figure. */
const PRECISION = 1e-9;

/** True if a figure may be written so. The sign counts only where the text has a minus: "fell by 5". */
export function fits({ meanings, isNegative }: Written, figure: number): boolean {
  if (isNegative && figure > 0) return false;
  const size = Math.abs(figure);
  return meanings.some((meaning) => isNear(meaning, size));
}

const isNear = ({ value, tolerance }: Meaning, size: number): boolean =>
  Math.abs(size - value) <= tolerance + size * PRECISION;

/** True if a figure is the number, not only rounded to it. */
export const isExact = ({ meanings }: Written, figure: number): boolean =>
  meanings.some(({ value }) => Math.abs(Math.abs(figure) - value) <= Math.abs(figure) * PRECISION);

/** Above this a figure is no share: 12.5 is not 1250 %. */
const MOST_SHARE = 20;

/** True if a cell may be written so: as it is, or a share as a percentage. */
export const shows = (written: Written, figure: number): boolean =>
  fits(written, figure) || (written.isPercent && Math.abs(figure) <= MOST_SHARE && fits(written, figure * 100));

/** Cells that are kept for one number. */
const MOST_CELLS = 40;

interface Span {
  from: number;
  to: number;
  /** The furthest end of this span and those before it. */
  reach: number;
  number: number;
}

/** For each number the cells that it may be. One pass over the cells, however many numbers there are. */
export function cellsOf(numbers: readonly Written[], columns: readonly NumberColumn[]): Figure[][] {
  const spans = spansOf(numbers);
  const found = numbers.map((): Figure[] => []);
  for (const { figures } of columns) {
    for (const figure of figures) {
      const size = Math.abs(figure.value);
      for (let at = lastBefore(spans, size); at >= 0; at--) {
        const span = spans[at];
        if (!span || span.reach < size) break;
        const [number, cells] = [numbers[span.number], found[span.number]];
        if (size > span.to || !number || !cells || cells.length >= MOST_CELLS) continue;
        if (cells.at(-1) !== figure && shows(number, figure.value)) cells.push(figure);
      }
    }
  }
  return found;
}

/** Where figures have to lie, sorted. */
function spansOf(numbers: readonly Written[]): Span[] {
  const spans = numbers.flatMap(({ meanings, isPercent }, number) =>
    meanings.flatMap(({ value, tolerance }) =>
      (isPercent ? [1, 100] : [1]).map((scale) => {
        const margin = (tolerance + value * 1e-8) / scale;
        return { from: value / scale - margin, to: value / scale + margin, reach: 0, number };
      }),
    ),
  );
  spans.sort((left, right) => left.from - right.from);
  let reach = -Infinity;
  for (const span of spans) {
    reach = Math.max(reach, span.to);
    span.reach = reach;
  }
  return spans;
}

/** The last span that begins at or before a size; -1 if none does. */
function lastBefore(spans: readonly Span[], size: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? 0) <= size) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
