import { limits } from "@parley/contract/limits";
import type { Chart, Table, Visualization } from "@parley/contract/visualization";
import { bytesOf } from "../store/json-text.ts";
import { log } from "../observe/log.ts";

/** A table or chart that fits into one frame; undefined if none of it does. */
export function fitVisualization(shown: Visualization): Visualization | undefined {
  if (bytesOf(shown) <= limits.event_bytes) return shown;
  const fitting = shown.type === "table" ? fitTable(shown, limits.event_bytes) : fitChart(shown);
  if (bytesOf(fitting) <= limits.event_bytes) return fitting;
  log("warn", "a visualization was too large to be shown", { type: shown.type });
  return undefined;
}

/** A chart without the Vega-Lite specification, which repeats it. */
function fitChart({ vega_lite: _sameData, ...chart }: Chart): Chart {
  return chart;
}

/** A table of at most `most` bytes: its first rows, and of a very wide one its first columns. All of it is in its pages. */
export function fitTable(table: Table, most: number): Table {
  if (bytesOf(table) <= most) return table;
  const withColumns = (count: number): Table => ({
    ...table,
    rows: [],
    truncated: true,
    headers: table.headers.slice(0, count),
    ...(table.columns && { columns: table.columns.slice(0, count) }),
  });
  let columns = table.headers.length;
  while (columns > 1 && bytesOf(withColumns(columns)) > most) columns = Math.floor(columns / 2);
  const fitting = withColumns(columns);
  const rows: string[][] = [];
  let left = most - bytesOf(fitting);
  for (const row of table.rows) {
    const cells = row.slice(0, columns);
    left -= bytesOf(cells) + 1;
    if (left < 0) break;
    rows.push(cells);
  }
  return { ...fitting, rows };
}
