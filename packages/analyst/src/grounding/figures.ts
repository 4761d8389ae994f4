import type { Cell, QueryResult } from "@parley/datasource/types";
import { indexed, placesOf } from "./number-index.ts";
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
  /** The figures in the order of the rows, and the row of each. */
  values: Float64Array;
  rows: Int32Array;
  sum: number;
  /** Places among the figures of the least and of the greatest. */
  least: number;
  greatest: number;
  /** False where the database had more rows, so that nothing can be said of all of them. */
  isWhole: boolean;
}

/** Digits of a cell that is text: PostgreSQL's `numeric` beyond what a number holds. */
const NUMERIC_TEXT = /^-?\d+(?:\.\d+)?$/;

/** The number that a cell is, if it is one. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== "string" || cell.length >= 40 || cell.charCodeAt(0) > NINE) return null;
  return NUMERIC_TEXT.test(cell) ? Number(cell) : null;
}

/** The last character with which a number may begin. */
const NINE = "9".charCodeAt(0);

/** The columns of numbers of the turn's results. */
export const numberColumns = (results: readonly QueryResult[]): NumberColumn[] =>
  results.flatMap((result, at) => result.columns.flatMap((_, column) => columnOf(result, at, column) ?? []));

function columnOf({ rows: all, truncated }: QueryResult, result: number, column: number): NumberColumn | null {
  const first = all.findIndex((cells) => numberOf(cells[column]) !== null);
  if (first < 0) return null;
  const values = new Float64Array(all.length - first);
  const rows = new Int32Array(all.length - first);
  let [count, sum, least, greatest] = [0, 0, 0, 0];
  for (let row = first; row < all.length; row++) {
    const value = numberOf(all[row]?.[column]);
    if (value === null) continue;
    values[count] = value;
    rows[count] = row;
    sum += value;
    if (value < (values[least] ?? 0)) least = count;
    if (value > (values[greatest] ?? 0)) greatest = count;
    count += 1;
  }
  const figures = { values: values.subarray(0, count), rows: rows.subarray(0, count) };
  return { result, column, ...figures, sum, least, greatest, isWhole: !truncated };
}

/** The figure at a place of a column. */
export const figureAt = ({ result, column, values, rows }: NumberColumn, at: number): Figure => ({
  value: values[at] ?? 0,
  result,
  row: rows[at] ?? 0,
  column,
});

/** The place of a row's figure in a column; -1 if the row has none there. */
export function placeInColumn({ rows }: NumberColumn, row: number): number {
  if (rows[row] === row) return row;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/** Floating point's own error, relative to the figure. */
const PRECISION = 1e-9;

/** The same for numbers that are written alike. */
export const sameNumber = ({ meanings, isPercent, isPoints, isMultiple, isNegative }: Written): string =>
  `${meanings.map(({ value, tolerance }) => `${value}±${tolerance}`).join(" ")} ${isPercent} ${isPoints} ${isMultiple} ${isNegative}`;

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

/** Rows by result. */
export type RowsByResult = readonly ReadonlySet<number>[];

/** Rows of a result all of which are looked at, and of longer ones those that are told first. */
export const FEW_ROWS = 12;
const TOLD_FIRST_ROWS = 5;

/** How much wider than a number's rounding it is looked how many figures there are that it could be by chance. */
export const CHANCE_REACH = 10;
/** Different figures in that reach, its own among them: with more, every fifth number would be found. */
export const MOST_BY_CHANCE = 2;

interface Sought {
  written: Written;
  /** The rows that are named where the number stands. */
  rows: RowsByResult;
}

/**
 * For each number the cell that is most likely meant: exact, in a row that is named where the number stands, of a later result;
 * null where no cell is the number, or where it is a cell only as nearly any number would be: one of hundreds, in a row that nobody
 * names. One pass over the cells, however many numbers there are.
 */
export function cellsOf(sought: readonly Sought[], columns: readonly NumberColumn[]): (Figure | null)[] {
  const index = indexed(
    sought.map(({ written }, place) => ({ written, place, scales: written.isPercent ? [1, 100] : [1] })),
  );
  const best = sought.map(() => ({ score: -1, figure: null as Figure | null, isSeen: false }));
  for (const column of columns) {
    for (let at = 0; at < column.values.length; at++) {
      const value = column.values[at] ?? 0;
      for (const place of placesOf(index, Math.abs(value))) {
        const each = sought[place];
        const known = best[place];
        if (!each || !known || !shows(each.written, value)) continue;
        const isNamed = each.rows[column.result]?.has(column.rows[at] ?? 0) ?? false;
        const isSeen = isNamed || isSeenAlone(column, at);
        const score =
          (isSeen ? 8 : 0) + (isExact(each.written, value) ? 4 : 0) + (isNamed ? 2 : 0) + column.result / 100;
        if (score > known.score) best[place] = { score, figure: figureAt(column, at), isSeen };
      }
    }
  }
  return best.map(({ figure, isSeen }, place) => {
    const written = sought[place]?.written;
    return figure === null || isSeen || !written || written.isSpelled || !isOneOfMany(written, columns) ? figure : null;
  });
}

/** True if so many figures of long columns lie near a number that it may be one of them by chance. */
function isOneOfMany(written: Written, columns: readonly NumberColumn[]): boolean {
  const near = new Set<number>();
  const wide = {
    ...written,
    meanings: written.meanings.map(({ value, tolerance }) => ({ value, tolerance: tolerance * CHANCE_REACH })),
  };
  for (const { values } of columns) {
    if (values.length <= FEW_ROWS) continue;
    for (const value of values) {
      if (!shows(wide, value)) continue;
      near.add(value);
      if (near.size > MOST_BY_CHANCE) return true;
    }
  }
  return false;
}

/** True for figures that are told without the names of their rows: of few, the first, the last, the least and the greatest. */
const isSeenAlone = ({ values, least, greatest }: NumberColumn, at: number): boolean =>
  values.length <= FEW_ROWS ||
  at < TOLD_FIRST_ROWS ||
  at === values.length - 1 ||
  isExtreme(values, at, least, greatest);

const isExtreme = (values: Float64Array, at: number, least: number, greatest: number): boolean =>
  values[at] === values[least] || values[at] === values[greatest];
