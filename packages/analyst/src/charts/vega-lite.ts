import type { ChartValue } from "@parley/contract/visualization";
import type { ColumnType } from "@parley/datasource/types";
import { unitOf, withoutUnit } from "@parley/interpreter/language/units";
import { spoken } from "@parley/interpreter/language/words";
import { d3Format, type Format, type Formats, localeOf } from "./chart-formats.ts";
import type { ChartRequest } from "./build-chart.ts";

const marks = { bar: "bar", stacked_bar: "bar", line: "line", area: "area", pie: "arc", scatter: "point" } as const;

/** A mere date is read as midnight UTC: only on a UTC scale it is drawn on its own day everywhere. */
function scaleOf(labelType: ColumnType | undefined) {
  if (labelType === "date") return { type: "temporal", scale: { type: "utc" } };
  return labelType === "timestamp" ? { type: "temporal" } : { type: "nominal", sort: null };
}

/** A title that Vega draws: one that every JavaScript object has as a member ("constructor") stops it, unless a space follows. */
const drawable = (title: string) => (title in {} ? `${title} ` : title);

/** A column as an axis calls it: "duration (seconds)"; null for names, which the title tells what they are of. */
function axisTitle(name: string): string | null {
  if (/^(name|title|label)$/i.test(name)) return null;
  const [words, unit] = [spoken(name), unitOf(name)];
  if (unit === undefined || withoutUnit(words) === words) return drawable(words || name);
  return `${withoutUnit(words)} (${unit})`;
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

/** More marks than these are written by column, which takes half the bytes. */
const MARKS_BY_ROW = 200;

/** The marks as a specification holds them. */
function dataOf(values: readonly ChartValue[]) {
  if (values.length <= MARKS_BY_ROW) return { data: { values } };
  const fields = ["label", "value", ...(values[0]?.series === undefined ? [] : ["series"])] as const;
  const columns = Object.fromEntries(
    fields.map((field) => [field, values.map((mark) => mark[field as keyof ChartValue])]),
  );
  return { data: { values: [columns] }, transform: [{ flatten: fields }] };
}

/** What the writing of values needs: how they are written, and of what type the labels are. */
interface Writing {
  formats: Formats;
  labelType: ColumnType | undefined;
}

/** The Vega-Lite 6 specification of a chart: the same marks, in the order of the rows. */
export function vegaLite(
  request: ChartRequest,
  values: readonly ChartValue[],
  axes: { x_axis_label: string; y_axis_label: string },
  { formats, labelType }: Writing,
): Record<string, unknown> {
  const { chart_type, title, display } = request;
  const isKpi = display === "kpi";
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...(title && { title: drawable(title) }),
    ...dataOf(values),
    mark: isKpi
      ? { type: "text", fontSize: 40 }
      : {
          type: marks[chart_type],
          tooltip: true,
          ...(chart_type === "line" && { point: values.length <= MARKS_BY_ROW }),
        },
    encoding: isKpi
      ? { text: { field: "value", type: "quantitative", format: d3Format(formats.value) } }
      : encodingOf(request, values, axes, { formats, labelType }),
    ...localeOf(formats.value),
  };
}

/** The channel of the labels. */
function labelChannel(
  { chart_type }: ChartRequest,
  name: string,
  { isSplit, formats, labelType }: Writing & { isSplit: boolean },
) {
  // Only beside names there is room for the bars of several series.
  const scale = scaleOf(chart_type === "bar" && isSplit ? undefined : labelType);
  const written = formats.label && "scale" in scale ? { axis: { format: d3Format(formats.label) } } : {};
  return { field: "label", title: axisTitle(name), ...scale, ...written };
}

/** The channel of a quantity that is written along its axis. */
const quantityChannel = (field: string, name: string, format: Format | undefined) => ({
  field,
  type: "quantitative",
  title: axisTitle(name),
  ...(format && { axis: { format: d3Format(format) } }),
});

function encodingOf(
  request: ChartRequest,
  values: readonly ChartValue[],
  { x_axis_label, y_axis_label }: { x_axis_label: string; y_axis_label: string },
  { formats, labelType }: Writing,
) {
  const { chart_type, series, more_values = [], display, value_scale } = request;
  const isSplit = series !== undefined || more_values.length > 0;
  const title = series === undefined ? null : axisTitle(series);
  const color = isSplit ? { color: { field: "series", type: "nominal", title } } : {};
  const scale = value_scale ? { scale: { type: value_scale } } : {};
  const quantity = { ...quantityChannel("value", y_axis_label, formats.value), ...scale };
  const label = labelChannel(request, x_axis_label, { isSplit, formats, labelType });
  const canLie = !isSplit && labelType !== "date" && labelType !== "timestamp";
  const isLying = display === "horizontal_bar" || (canLie && areLying(values));
  const [along, up, beside] = isLying ? (["y", "x", "yOffset"] as const) : (["x", "y", "xOffset"] as const);
  switch (chart_type) {
    case "bar":
      return { [along]: label, [up]: quantity, ...color, ...(isSplit && { [beside]: { field: "series" } }) };
    case "stacked_bar":
      return { x: label, y: { ...quantity, stack: "zero" }, ...color };
    case "line":
      return { x: label, y: quantity, ...color };
    case "area":
      return { x: label, y: { ...quantity, stack: isSplit ? "zero" : null }, ...color };
    case "pie": {
      const { axis, ...theta } = quantity;
      return {
        theta: { ...theta, ...axis },
        color: { field: "label", type: "nominal", title: axisTitle(x_axis_label), sort: null },
      };
    }
    case "scatter":
      return {
        x: quantityChannel("x", x_axis_label, formats.x),
        y: { ...quantityChannel("y", y_axis_label, formats.value), ...scale },
        ...color,
      };
  }
}
