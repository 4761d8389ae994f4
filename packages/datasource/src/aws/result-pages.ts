import { MAX_RESULT_LENGTH } from "../driver.ts";
import { rowLength } from "../server/query.ts";
import type { Cell, QueryResult, ResultColumn } from "../types.ts";

/** A page of a result that stays with the service until it is fetched. */
export interface ResultPage {
  columns: ResultColumn[];
  rows: Cell[][];
  /** What the next page is asked for with; nothing, or an empty text, after the last. */
  next: string | undefined;
}

/** Reads the pages of a result up to the limits; the rest stays with the service. `left` is how many rows may still come. */
export async function readPages(
  page: (next: string | undefined, left: number) => Promise<ResultPage>,
  row_limit: number,
): Promise<Omit<QueryResult, "duration_ms">> {
  const rows: Cell[][] = [];
  let columns: ResultColumn[] | undefined;
  let length = 0;
  let next: string | undefined;
  do {
    const read = await page(next, row_limit - rows.length);
    columns ??= read.columns;
    for (const cells of read.rows) {
      if (rows.length === row_limit || length > MAX_RESULT_LENGTH)
        return { columns, rows, row_count: rows.length, truncated: true };
      rows.push(cells);
      length += rowLength(cells);
    }
    next = read.next === "" ? undefined : read.next;
  } while (next !== undefined);
  return { columns, rows, row_count: rows.length, truncated: false };
}
