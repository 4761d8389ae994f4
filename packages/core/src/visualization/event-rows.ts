import { shortText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";
import type { Cell } from "@parley/datasource/types";
import { bytesOf } from "../store/json-text.ts";
import { cellText } from "./cell-text.ts";

/** Cells of an event are cut here; paging and CSV have them whole. */
const TABLE_CELL_CHARACTERS = 1_000;

/**
 * The first rows of a result as its table's event shows them: at most 200 (D32), and fewer where long cells would make them
 * larger than `bytes`.
 */
export function eventRows(rows: readonly (readonly Cell[])[], bytes: number): string[][] {
  const shown: string[][] = [];
  let left = bytes;
  for (const row of rows.slice(0, limits.event_rows)) {
    const cells = row.map((cell) => shortText(cellText(cell), TABLE_CELL_CHARACTERS));
    left -= bytesOf(cells) + 1;
    if (left < 0) break;
    shown.push(cells);
  }
  return shown;
}
