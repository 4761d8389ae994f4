import { chartOf, ImpossibleChart } from "@parley/analyst/charts/build-chart";
import type { Chart, ChartType } from "@parley/client";
import { type ChartModel, modelOf } from "@parley/console/parts/chart/chart-model.ts";
import { type AnyLayout, layOut } from "@parley/console/parts/chart/drawing.tsx";
import { type ChartTexts, chartTexts } from "@parley/console/parts/chart/layout.ts";
import { en } from "@parley/console/words/chart-en.ts";
import { sayIn } from "@parley/console/words/words.ts";
import type { QueryResult } from "@parley/datasource/types";
import * as fc from "fast-check";

export const chartTypes = ["bar", "line", "area", "pie", "scatter", "stacked_bar"] as const satisfies ChartType[];

/** A payload with the result it was made of. */
export interface Sample {
  readonly chart: Chart;
  readonly result: QueryResult;
}

const text = fc.oneof(
  fc.constantFrom(
    "Furniture",
    "Garden",
    "Office chairs and what belongs to them, in any colour",
    "الأثاث",
    "家具",
    "0",
    " ",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
);
const two = (value: number) => String(value).padStart(2, "0");
const year = fc.integer({ min: 1995, max: 2030 });
const month = fc.tuple(year, fc.integer({ min: 1, max: 12 })).map(([y, m]) => `${y}-${two(m)}`);
const labelKinds = [
  text,
  year.map(String),
  month,
  fc.tuple(year, fc.integer({ min: 1, max: 4 })).map(([y, quarter]) => `${y}-Q${quarter}`),
  fc.tuple(year, fc.integer({ min: 1, max: 52 })).map(([y, week]) => `${y}-W${two(week)}`),
  fc.tuple(month, fc.integer({ min: 1, max: 28 })).map(([m, day]) => `${m}-${two(day)}`),
  fc.tuple(month, fc.integer({ min: 0, max: 23 })).map(([m, hour]) => `${m}-15 ${two(hour)}:30:00`),
] as const;

/** Measures as databases have them, and as nobody expects them. */
const measure = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
  { weight: 2, arbitrary: fc.double({ min: -5_000, max: 5_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e-9, -3e-12, 1e15, 9_007_199_254_740_991, 2.5e100) },
);
/** JSON knows no -0. */
const cell = (values: fc.Arbitrary<number>) =>
  fc.option(
    values.map((value) => value || 0),
    { freq: 12 },
  );

interface Shape {
  labels: string[];
  series: string[];
  values: (number | null)[];
  isForward: boolean;
}

const shapes = (values: fc.Arbitrary<number>, mostLabels: number): fc.Arbitrary<Shape> =>
  fc.record({
    labels: fc
      .constantFrom(...labelKinds)
      .chain((kind) => fc.uniqueArray(kind, { minLength: 1, maxLength: mostLabels })),
    series: fc.oneof(fc.constant<string[]>([""]), fc.uniqueArray(text, { minLength: 1, maxLength: 10 })),
    values: fc.array(cell(values), { minLength: 8, maxLength: 64 }),
    isForward: fc.boolean(),
  });

/** The rows of a result: as given, or with its labels going forward, a value of each series at each. */
function resultOf({ labels, series, values, isForward }: Shape, isScatter: boolean): QueryResult {
  const ordered = isForward ? labels.toSorted() : labels;
  const at = (place: number) => values[place % values.length] ?? null;
  const rows = ordered
    .flatMap((label, row) => series.map((name, column) => ({ label, name, place: row * series.length + column })))
    .slice(0, 200)
    .map(({ label, name, place }) => [label, name, at(place), isScatter ? at(place + 3) : null]);
  return {
    columns: [
      { name: "label", type: "text" },
      { name: "series", type: "text" },
      { name: "total_amount", type: "number" },
      { name: "unit_price", type: "number" },
    ],
    rows,
    row_count: rows.length,
    truncated: false,
    duration_ms: 1,
  };
}

function sampleOf(type: ChartType, shape: Shape): Sample | null {
  const result = resultOf(shape, type === "scatter");
  try {
    const chart = chartOf("chart", "table", result, {
      chart_type: type,
      label: "label",
      value: "total_amount",
      ...(shape.series.length > 1 && type !== "pie" && { series: "series" }),
      ...(type === "scatter" && { x: "unit_price" }),
    });
    return { chart, result };
  } catch (error) {
    if (error instanceof ImpossibleChart) return null;
    throw error;
  }
}

/** Payloads of a type, made by the service's own code from generated results. */
export function samples(type: ChartType): fc.Arbitrary<Sample> {
  const values = type === "pie" ? fc.integer({ min: 0, max: 1_000_000 }) : measure;
  return shapes(values, type === "pie" ? 9 : 24)
    .map((shape) => sampleOf(type, type === "pie" ? { ...shape, series: [""] } : shape))
    .filter((sample) => sample !== null);
}

export interface LaidOut {
  readonly model: ChartModel;
  readonly texts: ChartTexts;
  readonly layout: AnyLayout;
}

/** A chart as it is drawn in English. */
export function laidOut(
  chart: Chart,
  { width = 640, height = 280, unit }: { width?: number; height?: number; unit?: string } = {},
): LaidOut {
  const model = modelOf(chart);
  const texts = chartTexts(model, chart, { language: "en", say: sayIn("en", en), unit });
  return { model, texts, layout: layOut(model, texts, { width, height, namesEnds: model.series.length > 1 }) };
}
