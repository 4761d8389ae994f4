import type { ToolCall, ToolResult } from "@parley/contract/event";
import { limits } from "@parley/contract/limits";
import type { Chart, Table, Visualization } from "@parley/contract/visualization";
import { cutToFit } from "./cut-bytes.ts";
import { log } from "../observe/log.ts";

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const SUMMARY_BYTES = 1024;
const ERROR_BYTES = 4 * 1024;
const ID_BYTES = 256;

/** A call whose arguments are too many for an event is told with their beginning. */
export function fitCall(call: ToolCall): ToolCall {
  if (bytesOf(call) <= limits.tool_result_bytes) return call;
  const { tool_call_id, tool, args } = call;
  return {
    tool_call_id: cutToFit(tool_call_id, ID_BYTES),
    tool: cutToFit(tool, ID_BYTES),
    args: { truncated: cutToFit(JSON.stringify(args), limits.tool_result_bytes / 4) },
  };
}

/** A result beyond 32 KB (D31) keeps its words, shortened. */
export function fitResult(result: ToolResult): ToolResult {
  if (bytesOf(result) <= limits.tool_result_bytes) return result;
  const words: ToolResult = {
    ...result,
    tool_call_id: cutToFit(result.tool_call_id, ID_BYTES),
    tool: cutToFit(result.tool, ID_BYTES),
    summary: cutToFit(result.summary, SUMMARY_BYTES),
    error: result.error && cutToFit(result.error, ERROR_BYTES),
  };
  return bytesOf(words) <= limits.tool_result_bytes ? words : { ...words, result: null };
}

/** A table or chart that fits into one frame; undefined where none of it does. */
export function fitVisualization(shown: Visualization): Visualization | undefined {
  if (bytesOf(shown) <= limits.event_bytes) return shown;
  const fitting = shown.type === "table" ? fitTable(shown, limits.event_bytes) : fitChart(shown);
  if (bytesOf(fitting) <= limits.event_bytes) return fitting;
  log("warn", "a visualization was too large to be shown", { type: shown.type });
  return undefined;
}

/** A chart without the specification that says the same once more. */
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
