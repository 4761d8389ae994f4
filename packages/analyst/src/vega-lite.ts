import type { ChartValue } from "@parley/contract/visualization";
import type { ColumnType } from "@parley/datasource/types";
import type { ChartRequest } from "./charts.ts";

const marks = { bar: "bar", stacked_bar: "bar", line: "line", area: "area", pie: "arc", scatter: "point" } as const;

/** A mere date is read as midnight UTC: only on a UTC scale it is drawn on its own day everywhere. */
function scaleOf(labelType: ColumnType | undefined) {
  if (labelType === "date") return { type: "temporal", scale: { type: "utc" } };
  return labelType === "timestamp" ? { type: "temporal" } : { type: "nominal", sort: null };
}

/** The Vega-Lite 6 specification of a chart: the same marks, in the order of the rows. */
export function vegaLite(
  { chart_type, title, series }: ChartRequest,
  values: readonly ChartValue[],
  axes: { x_axis_label: string; y_axis_label: string },
  labelType: ColumnType | undefined,
): Record<string, unknown> {
  const color = series === undefined ? {} : { color: { field: "series", type: "nominal", title: series } };
  const quantity = { field: "value", type: "quantitative", title: axes.y_axis_label };
  const label = { field: "label", title: axes.x_axis_label, ...scaleOf(labelType) };
  const encodings = {
    bar: { x: label, y: quantity, ...color, ...(series !== undefined && { xOffset: { field: "series" } }) },
    stacked_bar: { x: label, y: { ...quantity, stack: "zero" }, ...color },
    line: { x: label, y: quantity, ...color },
    area: { x: label, y: { ...quantity, stack: series === undefined ? null : "zero" }, ...color },
    pie: { theta: quantity, color: { field: "label", type: "nominal", title: axes.x_axis_label, sort: null } },
    scatter: {
      x: { field: "x", type: "quantitative", title: axes.x_axis_label },
      y: { field: "y", type: "quantitative", title: axes.y_axis_label },
      ...color,
    },
  };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...(title && { title }),
    data: { values },
    mark: { type: marks[chart_type], tooltip: true, ...(chart_type === "line" && { point: true }) },
    encoding: encodings[chart_type],
  };
}
