import { shortText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";
import type { Table } from "@parley/contract/visualization";
import { cellText } from "@parley/core/visualization/cell-text";
import type { QueryResult } from "@parley/datasource/types";
import { unitOf } from "@parley/interpreter/language/units";

/** Cells of an event are cut here; paging and CSV have them whole. */
const TABLE_CELL_CHARACTERS = 1_000;

/** At most 200 rows (D32), and fewer where long cells would make the event larger than `bytes`. */
function eventRows(result: QueryResult, bytes: number): string[][] {
  const rows: string[][] = [];
  let left = bytes;
  for (const row of result.rows.slice(0, limits.event_rows)) {
    const cells = row.map((cell) => shortText(cellText(cell), TABLE_CELL_CHARACTERS));
    left -= Buffer.byteLength(JSON.stringify(cells)) + 1;
    if (left < 0) break;
    rows.push(cells);
  }
  return rows;
}

/** How a table is shown. */
export interface Shown {
  /** What its event may hold. */
  bytes: number;
  /** What each column is counted in, as far as that is known beside its name. */
  units?: readonly (string | undefined)[] | undefined;
}

/** The table of a result. The event carries its first rows within `bytes`; the rest is paged. */
export function tableOf(id: string, chatId: string, result: QueryResult, { bytes, units = [] }: Shown): Table {
  return {
    id,
    type: "table",
    headers: result.columns.map((column) => column.name),
    rows: eventRows(result, bytes),
    columns: result.columns.map(({ name, type }, place) => {
      const unit = units[place] ?? unitOf(name);
      return { name, type, ...(unit !== undefined && { unit }) };
    }),
    row_count: result.row_count,
    truncated: result.truncated,
    csv_url: `/v1/chats/${chatId}/visualizations/${id}/rows.csv`,
  };
}
