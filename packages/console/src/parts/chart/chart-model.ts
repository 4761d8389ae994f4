import type { Chart, ChartType, ChartValue } from "@parley/client";
import { type TimeAxis, timeAxisOf } from "./time-labels.ts";

/** A value of the payload, which is a cell of its table. */
export interface Mark {
  /** Its place in `data.values`. */
  readonly index: number;
  readonly label: string;
  /** Empty where there is one series. */
  readonly series: string;
  readonly value: number;
  /** Places on a scatter chart. */
  readonly x: number;
  readonly y: number;
}

/** What is drawn, after honesty: a donut of nine slices is drawn as bars. */
export type Drawing = "bars" | "lines" | "donut" | "points";

/** A chart as its parts draw it. */
export interface ChartModel {
  readonly type: ChartType;
  readonly drawing: Drawing;
  /** Values of one label stand on each other. */
  readonly isStacked: boolean;
  /** The space between line and zero is filled. */
  readonly isFilled: boolean;
  readonly marks: readonly Mark[];
  /** In the payload's order. */
  readonly labels: readonly string[];
  readonly series: readonly string[];
  readonly time: TimeAxis | null;
  /** Values are fractions of one, read in per cent. */
  readonly isShare: boolean;
  /** Bars lie because the payload says so. */
  readonly isLying: boolean;
  /** The axis of the values is logarithmic: all are above zero. */
  readonly isLog: boolean;
  readonly find: (label: string, series: string) => Mark | undefined;
}

export type ChartInput = Pick<
  Chart,
  "chart_type" | "title" | "data" | "vega_lite" | "display" | "value_scale" | "formats"
>;

/** More slices than these cannot be told apart. */
const MOST_SLICES = 6;

/** The payload's values without what no axis has a place for. */
function marksOf(values: readonly ChartValue[], isScatter: boolean): Mark[] {
  return values.flatMap(({ label, value, series = "", x, y = value }, index) => {
    const mark = { index, label, series, value, x: x ?? Number.NaN, y };
    const places = isScatter ? [mark.x, mark.y] : [value];
    return places.every((place) => Number.isFinite(place)) ? [mark] : [];
  });
}

/** How far shares that were rounded may be from the whole, of one. */
const ROUNDED_SHARES = 0.02;

/** True if slices of a ring can stand for the marks. `whole` is what shares add up to: of the five largest a ring would say more than there is. */
function isRing(marks: readonly Mark[], whole: number | null): boolean {
  const total = marks.reduce((sum, { value }) => sum + value, 0);
  const isAll = whole === null || Math.abs(total - whole) <= whole * ROUNDED_SHARES;
  return isAll && total > 0 && marks.length <= MOST_SLICES && marks.every(({ value }) => value >= 0);
}

function drawingOf(type: ChartType, marks: readonly Mark[], whole: number | null): Drawing {
  switch (type) {
    case "pie":
      return isRing(marks, whole) ? "donut" : "bars";
    case "scatter":
      return "points";
    case "line":
    case "area":
      return "lines";
    case "bar":
    case "stacked_bar":
      return "bars";
  }
}

/** True where the payload's axis is written in per cent. */
function isPercent(spec: ChartInput["vega_lite"]): boolean {
  const encoding = spec?.["encoding"];
  if (typeof encoding !== "object" || encoding === null) return false;
  return Object.values(encoding).some((channel: unknown) => {
    const axis = typeof channel === "object" && channel !== null && "axis" in channel ? channel.axis : null;
    return typeof axis === "object" && axis !== null && "format" in axis && String(axis.format).endsWith("%");
  });
}

const key = (label: string, series: string) => `${label}\u0000${series}`;

/** A payload as it is drawn, without the series that are hidden. */
export function modelOf(chart: ChartInput, hidden: ReadonlySet<string> = new Set()): ChartModel {
  const type = chart.chart_type;
  const all = marksOf(chart.data.values, type === "scatter");
  const marks = all.filter(({ series }) => !hidden.has(series));
  const labels = [...new Set(marks.map(({ label }) => label))];
  const series = [...new Set(marks.map((mark) => mark.series))];
  const cells = new Map(marks.map((mark) => [key(mark.label, mark.series), mark]));
  const isShare = chart.formats?.value.kind === "percent" || isPercent(chart.vega_lite);
  const whole = isShare ? 1 : chart.formats?.value.unit === "%" ? 100 : null;
  const drawing = drawingOf(type, marks, whole);
  const hasSeveral = new Set(all.map((mark) => mark.series)).size > 1;
  // Areas above and below zero would cover each other.
  const canStack = type === "stacked_bar" || (type === "area" && marks.every(({ value }) => value >= 0));
  const isLog = chart.value_scale === "log" && drawing === "lines" && marks.every(({ value }) => value > 0);
  return {
    type,
    drawing,
    isStacked: hasSeveral && canStack,
    isFilled: drawing === "lines" && !isLog && (!hasSeveral || (type === "area" && canStack)),
    marks,
    labels,
    series,
    time: drawing === "points" || drawing === "donut" ? null : timeAxisOf(labels),
    isShare,
    isLying: chart.display === "horizontal_bar",
    isLog,
    find: (label, name) => cells.get(key(label, name)),
  };
}

/** The names of all series of a payload, in its order: colours follow it, whatever is hidden. */
export const seriesOf = (chart: ChartInput): readonly string[] => [
  ...new Set(chart.data.values.map(({ series = "" }) => series)),
];

/** A column's name in words: what orders_count counts are orders. */
export const spokenName = (column: string): string => column.replace(/(?<=\w)_count$/, "").replaceAll("_", " ");
