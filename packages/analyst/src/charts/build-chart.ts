import { shortText } from "@parley/contract/cut-text";
import type { Chart, ChartType, ChartValue } from "@parley/contract/visualization";
import { cellText } from "@parley/core/visualization/cell-text";
import type { Cell, ColumnType, QueryResult, ResultColumn } from "@parley/datasource/types";
import { formatOf, type Formats } from "./chart-formats.ts";
import { vegaLite } from "./vega-lite.ts";

/** What a chart shows of a result: columns by name. */
export interface ChartRequest {
  chart_type: ChartType;
  /** Column of the labels; not needed on a scatter chart. */
  label?: string | undefined;
  /** Column of the values. On a scatter chart the vertical one. */
  value: string;
  /** Columns of further numbers, each drawn as a series of its own. */
  more_values?: readonly string[] | undefined;
  /** Column that splits the marks into series. */
  series?: string | undefined;
  /** Column of the horizontal positions of a scatter chart. */
  x?: string | undefined;
  title?: string | undefined;
  /** `kpi`: a bar chart's only value, as a figure; `horizontal_bar`: its bars lie. */
  display?: "kpi" | "horizontal_bar" | undefined;
  /** The axis of the values; linear if not told. */
  value_scale?: "log" | undefined;
}

/** "2024-05", "2024-Q2", "2024": text or numbers that go along a time axis. */
export const timeLike = /^\d{4}(-\d{2}(-\d{2}([T ].*)?)?|-?Q[1-4]|-?W\d{2})?$/;

/** A chart that the result does not allow; the message says why. */
export class ImpossibleChart extends Error {
  override name = "ImpossibleChart";
}

/** More marks than these are no picture; points of a line may lie closer. */
export const MARKS = 200;
const LINE_MARKS = 2_000;
/** Labels are cut here: longer ones cannot be read along an axis. */
const LONGEST_LABEL = 100;
const SLICES = 12;

const isLine = ({ chart_type }: ChartRequest) => chart_type === "line" || chart_type === "area";
const measuresOf = ({ value, more_values = [] }: ChartRequest) => [...new Set([value, ...more_values])];

/**
 * A chart of rows that were fetched: every mark is a cell of the result, none is computed. `units`: what the result's columns
 * are counted in, as far as that is known beside their names. Throws `ImpossibleChart`.
 */
export function chartOf(
  id: string,
  tableId: string,
  { units, ...result }: QueryResult & { units?: readonly (string | undefined)[] | undefined },
  request: ChartRequest,
): Chart {
  const values = inTime(marksOf(result, request), request);
  refuse(request, values);
  const { chart_type, title, display, value_scale } = request;
  const formats = formatsOf(result, request, units ?? []);
  const axes = {
    x_axis_label: chart_type === "scatter" ? (request.x ?? "") : (request.label ?? ""),
    y_axis_label: measuresOf(request).join(", "),
  };
  return {
    id,
    type: "chart",
    chart_type,
    ...(title && { title }),
    data: { values, ...axes },
    ...(display && { display }),
    ...(value_scale && { value_scale }),
    formats,
    vega_lite: vegaLite(request, values, axes, { formats, labelType: columnOf(result, request.label)?.type }),
    table_id: tableId,
  };
}

/** Throws `ImpossibleChart` if the marks do not suit the kind of chart. */
function refuse(request: ChartRequest, values: readonly ChartValue[]): void {
  const { chart_type, display, value_scale } = request;
  const most = isLine(request) ? LINE_MARKS : MARKS;
  const problems: [boolean, string][] = [
    [values.length === 0, "No row has a value to draw"],
    [values.length > most, `${values.length} marks are too many (at most ${most}): aggregate or limit the rows`],
    [
      chart_type === "pie" && (values.length > SLICES || values.some(({ value }) => value < 0)),
      `A pie needs at most ${SLICES} slices and no negative value: use a bar chart`,
    ],
    [display !== undefined && chart_type !== "bar", "display is for chart_type bar only"],
    [display === "kpi" && values.length !== 1, "A kpi is one value: fetch one row, and name one column"],
    [
      value_scale === "log" && chart_type !== "line" && chart_type !== "scatter",
      "Only lines and points go along a logarithmic axis: what begins at zero has no place on it",
    ],
    [value_scale === "log" && values.some(({ value }) => value <= 0), "A logarithmic axis has values above zero only"],
  ];
  const problem = problems.find(([holds]) => holds);
  if (problem) throw new ImpossibleChart(problem[1]);
}

/** How the chart's values are written. Throws `ImpossibleChart` if its measures could not stand along one axis. */
function formatsOf(result: QueryResult, request: ChartRequest, units: readonly (string | undefined)[]): Formats {
  const of = (name: string) => {
    const column = columnOf(result, name);
    if (!column) return { kind: "number" as const };
    const at = result.columns.indexOf(column);
    return formatOf(column, units[at], () => result.rows.map((row) => row[at] ?? null));
  };
  const [value, ...others] = measuresOf(request).map(of);
  const other = others.find((each) => each.kind !== value?.kind || each.unit !== value.unit);
  if (other) throw new ImpossibleChart("These columns are counted in different units: draw a chart of each");
  const label = request.label === undefined ? undefined : of(request.label);
  return {
    value: value ?? { kind: "number" },
    ...(label?.kind === "date" && { label }),
    ...(request.chart_type === "scatter" && request.x !== undefined && { x: of(request.x) }),
  };
}

/** Lines go along time, whatever the order of the rows. */
function inTime(values: ChartValue[], request: ChartRequest): ChartValue[] {
  if (!isLine(request) || !values.every(({ label }) => timeLike.test(label))) return values;
  return values.toSorted((one, other) => (one.label < other.label ? -1 : one.label > other.label ? 1 : 0));
}

/** True if the result allows the chart. */
export function isPossible(result: QueryResult, request: ChartRequest): boolean {
  try {
    chartOf("", "", result, request);
    return true;
  } catch (error) {
    if (error instanceof ImpossibleChart) return false;
    throw error;
  }
}

function columnOf(result: QueryResult, name: string | undefined): ResultColumn | undefined {
  return (
    result.columns.find((column) => column.name === name) ??
    result.columns.find((column) => column.name.toLowerCase() === name?.toLowerCase())
  );
}

/** Reads a column by name; names all columns if it is not one of them. */
function reader(result: QueryResult, name: string | undefined, role: string): (row: readonly Cell[]) => Cell {
  const column = columnOf(result, name);
  if (!column) {
    const names = result.columns.map((each) => each.name).join(", ");
    throw new ImpossibleChart(
      `The ${role} column ${name ?? "(none given)"} is not in the result. Its columns: ${names}`,
    );
  }
  const at = result.columns.indexOf(column);
  return (row) => row[at] ?? null;
}

function marksOf(result: QueryResult, request: ChartRequest): ChartValue[] {
  const measures = measuresOf(request);
  if (measures.length === 1) return marksOfOne(result, request);
  const { chart_type, series } = request;
  if (series !== undefined || chart_type === "pie" || chart_type === "scatter") {
    throw new ImpossibleChart("Several measures are drawn as bars, lines or areas, without a series column");
  }
  const each = measures.map((value) => {
    const name = columnOf(result, value)?.name ?? value;
    return marksOfOne(result, { ...request, value }).map((mark) => ({ ...mark, series: name }));
  });
  return each.flat();
}

function marksOfOne(result: QueryResult, request: ChartRequest): ChartValue[] {
  const valueAt = reader(result, request.value, "value");
  const seriesAt = request.series === undefined ? undefined : reader(result, request.series, "series");
  const xAt = request.chart_type === "scatter" ? reader(result, request.x, "x") : undefined;
  const isAlone = request.display === "kpi" && request.label === undefined;
  const labelAt = isAlone
    ? () => request.value
    : xAt && request.label === undefined
      ? xAt
      : reader(result, request.label, "label");
  const seen = new Set<string>();
  return result.rows.flatMap((row): ChartValue[] => {
    const value = valueAt(row);
    const x = xAt?.(row);
    if (value === null || x === null) return [];
    if (typeof value !== "number") throw new ImpossibleChart(notDrawn(result, request.value, value));
    if (x !== undefined && typeof x !== "number") throw new ImpossibleChart(notDrawn(result, request.x, x));
    const label = labelText(labelAt(row));
    const series = seriesAt && labelText(seriesAt(row));
    if (xAt === undefined) {
      const key = `${label}\u0000${series ?? ""}`;
      if (seen.has(key))
        throw new ImpossibleChart(`The label ${label} occurs in several rows: name a series column or aggregate`);
      seen.add(key);
    }
    return [{ label, value, ...(series !== undefined && { series }), ...(x !== undefined && { x, y: value }) }];
  });
}

export const isNumber = (type: ColumnType) => type === "integer" || type === "number";

function notDrawn(result: QueryResult, name: string | undefined, cell: Cell): string {
  const type = columnOf(result, name)?.type;
  if (type === undefined || !isNumber(type)) return `The column ${name ?? ""} holds no numbers`;
  // Digits beyond a double's, infinities and NaN are text: drawn, they would be another number.
  return `The column ${name ?? ""} holds ${cellText(cell)}, which cannot be drawn as it is: round it, or leave it out`;
}

function labelText(cell: Cell): string {
  return shortText(cellText(cell), LONGEST_LABEL);
}
