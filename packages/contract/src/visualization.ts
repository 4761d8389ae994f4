import * as v from "valibot";
import { queryBoolean } from "./fields.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

export const ChartType = v.picklist(["bar", "line", "area", "pie", "scatter", "stacked_bar"]);
export type ChartType = v.InferOutput<typeof ChartType>;

/** A mark of a chart; `series` where there are several (of several measures their columns), `x` and `y` on a scatter chart (D32). */
export const ChartValue = v.object({
  label: v.string(),
  value: v.number(),
  series: v.optional(v.string()),
  x: v.optional(v.number()),
  y: v.optional(v.number()),
});
export type ChartValue = v.InferOutput<typeof ChartValue>;

/** How values are written. Names that a client does not know are numbers (D32). */
export const ValueFormat = v.object({ kind: v.string(), unit: v.optional(v.string()) });
export type ValueFormat = v.InferOutput<typeof ValueFormat>;

export const Chart = v.object({
  id: v.string(),
  type: v.literal("chart"),
  chart_type: ChartType,
  title: v.optional(v.string()),
  data: v.object({
    values: v.array(ChartValue),
    x_axis_label: v.string(),
    y_axis_label: v.string(),
  }),
  /** Of a bar chart: `kpi`, `horizontal_bar`. */
  display: v.optional(v.string()),
  /** `log`, or absent. */
  value_scale: v.optional(v.string()),
  formats: v.optional(v.object({ value: ValueFormat, label: v.optional(ValueFormat), x: v.optional(ValueFormat) })),
  /** A Vega-Lite 6 specification of the same data. */
  vega_lite: v.optional(v.record(v.string(), v.unknown())),
  /** The table every mark of this chart is a cell of. */
  table_id: v.optional(v.string()),
});
export type Chart = v.InferOutput<typeof Chart>;

export const TableColumn = v.object({ name: v.string(), type: v.string(), unit: v.optional(v.string()) });

export const Table = v.object({
  id: v.string(),
  type: v.literal("table"),
  headers: v.array(v.string()),
  /** At most 200 rows; the rest by `visualization.rows`. */
  rows: v.array(v.array(v.string())),
  columns: v.optional(v.array(TableColumn)),
  row_count: v.optional(v.number()),
  truncated: v.optional(v.boolean()),
  csv_url: v.optional(v.string()),
});
export type Table = v.InferOutput<typeof Table>;

export const Visualization = v.variant("type", [Chart, Table]);
export type Visualization = v.InferOutput<typeof Visualization>;

export const visualizationOperations = /* @__PURE__ */ separately(() => ({
  rows: operation({
    id: "visualization.rows",
    method: "GET",
    path: "/v1/chats/{chat_id}/visualizations/{visualization_id}/rows",
    group: "chats",
    summary: "Page through the rows of a table",
    access: "member",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({
      headers: v.array(v.string()),
      rows: v.array(v.array(v.string())),
      next_cursor: v.nullable(v.string()),
    }),
    status: 200,
    errors: ["CHAT_NOT_FOUND", "VISUALIZATION_NOT_FOUND", "INVALID_CURSOR"],
  }),
  csv: operation({
    id: "visualization.csv",
    method: "GET",
    path: "/v1/chats/{chat_id}/visualizations/{visualization_id}/rows.csv",
    group: "chats",
    summary: "Download the rows of a table as CSV",
    access: "member",
    query: v.object({ link: queryBoolean }),
    produces: "text/csv",
    status: 200,
    errors: ["CHAT_NOT_FOUND", "VISUALIZATION_NOT_FOUND"],
  }),
}));
