import type { ChartValue } from "@parley/contract/visualization";
import type { ColumnType } from "@parley/datasource/types";
import { unitOf, withoutUnit } from "@parley/interpreter/language/units";
import { spoken } from "@parley/interpreter/language/words";
import type { ChartRequest } from "./charts.ts";

const marks = { bar: "bar", stacked_bar: "bar", line: "line", area: "area", pie: "arc", scatter: "point" } as const;

/** A mere date is read as midnight UTC: only on a UTC scale it is drawn on its own day everywhere. */
function scaleOf(labelType: ColumnType | undefined) {
  if (labelType === "date") return { type: "temporal", scale: { type: "utc" } };
  return labelType === "timestamp" ? { type: "temporal" } : { type: "nominal", sort: null };
}

/** Rates and shares are read in per cent: 0.043 is 4.3 %. */
const FRACTION = /(^|_)(share|rate|ratio|growth|margin)$/i;

/** How a figure is written along its axis: in per cent where it is a fraction of one, else with its thousands. */
function formatOf(name: string, values: readonly ChartValue[]): { axis?: { format: string } } {
  if (!FRACTION.test(name)) return {};
  const isFraction = /growth$/i.test(name) || values.every(({ value }) => Math.abs(value) <= 1);
  return isFraction ? { axis: { format: ".1~%" } } : {};
}

/** A column as an axis calls it: "duration (seconds)"; null for names, which the title tells what they are of. */
function axisTitle(name: string): string | null {
  if (/^(name|title|label)$/i.test(name)) return null;
  const [words, unit] = [spoken(name), unitOf(name)];
  return unit === undefined || withoutUnit(words) === words ? words || name : `${withoutUnit(words)} (${unit})`;
}

/** Bars with more of these, or with long names, lie: their labels are read without turning the head. */
const STANDING_BARS = 8;
const SHORT_LABEL = 12;

/** True for bars that are best lying: a ranking, many of them, or long names. Those along time stand. */
function areLying(values: readonly ChartValue[]): boolean {
  if (values.some(({ label }) => /^\d{4}(\D|$)/.test(label))) return false;
  const isRanked = values.length > 2 && values.every(({ value }, at) => value <= (values[at - 1]?.value ?? value));
  return isRanked || values.length > STANDING_BARS || values.some(({ label }) => label.length > SHORT_LABEL);
}

/** The Vega-Lite 6 specification of a chart: the same marks, in the order of the rows. */
export function vegaLite(
  { chart_type, title, series, value }: ChartRequest,
  values: readonly ChartValue[],
  axes: { x_axis_label: string; y_axis_label: string },
  labelType: ColumnType | undefined,
): Record<string, unknown> {
  const color = series === undefined ? {} : { color: { field: "series", type: "nominal", title: axisTitle(series) } };
  const quantity = {
    field: "value",
    type: "quantitative",
    title: axisTitle(axes.y_axis_label),
    ...formatOf(value, values),
  };
  const label = { field: "label", title: axisTitle(axes.x_axis_label), ...scaleOf(labelType) };
  const lying = { y: label, x: quantity };
  const isLying = series === undefined && labelType !== "date" && labelType !== "timestamp" && areLying(values);
  const encodings = {
    bar: isLying
      ? lying
      : { x: label, y: quantity, ...color, ...(series !== undefined && { xOffset: { field: "series" } }) },
    stacked_bar: { x: label, y: { ...quantity, stack: "zero" }, ...color },
    line: { x: label, y: quantity, ...color },
    area: { x: label, y: { ...quantity, stack: series === undefined ? null : "zero" }, ...color },
    pie: {
      theta: quantity,
      color: { field: "label", type: "nominal", title: axisTitle(axes.x_axis_label), sort: null },
    },
    scatter: {
      x: { field: "x", type: "quantitative", title: axisTitle(axes.x_axis_label) },
      y: { field: "y", type: "quantitative", title: axisTitle(axes.y_axis_label) },
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
