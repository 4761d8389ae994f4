import type { Table } from "@parley/contract/visualization";
import { eventRows } from "@parley/core/visualization/event-rows";
import type { QueryResult } from "@parley/datasource/types";
import { unitOf } from "@parley/interpreter/language/units";

/** How a table is shown. */
export interface Shown {
  /** What its event may hold. */
  bytes: number;
  /** What each column is counted in, as far as that is known beside its name. */
  units?: readonly (string | undefined)[] | undefined;
  /** What stands above each column where that is not its name. */
  titles?: readonly (string | undefined)[];
}

/** The table of a result. The event carries its first rows within `bytes`; the rest is paged. */
export function tableOf(
  id: string,
  chatId: string,
  result: QueryResult,
  { bytes, units = [], titles = [] }: Shown,
): Table {
  return {
    id,
    type: "table",
    headers: result.columns.map((column, place) => titles[place] ?? column.name),
    rows: eventRows(result.rows, bytes),
    columns: result.columns.map(({ name, type }, place) => {
      const unit = units[place] ?? unitOf(name);
      return { name, type, ...(unit !== undefined && { unit }) };
    }),
    row_count: result.row_count,
    truncated: result.truncated,
    csv_url: `/v1/chats/${chatId}/visualizations/${id}/rows.csv`,
  };
}
