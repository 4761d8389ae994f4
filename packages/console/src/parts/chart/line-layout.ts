import type { ChartModel } from "./chart-model.ts";
import { endLabels, type EndLabel, endLabelsWidth } from "./end-labels.ts";
import { labelTicks, labelTicksHeight } from "./label-ticks.ts";
import {
  captionHeight,
  type ChartTexts,
  type LabelTick,
  type Layout,
  type Place,
  type Plot,
  type Tick,
} from "./layout.ts";
import { areaPath, linePath } from "./paths.ts";
import { linearScale } from "./scales.ts";
import { stackEnds, stackLayers } from "./stacks.ts";
import { logScale, type ValueScale, valueScale } from "./value-scale.ts";
import { ticksOf, ticksWidth } from "./value-ticks.ts";

/** Points closer than these are a thicker line, no more. */
const MOST_DOTS = 36;

/** A series as paths: `line` along its values, `fill` down to zero or to the series beneath. */
export interface Curve {
  readonly series: string;
  readonly line: string;
  readonly fill: string | null;
  /** The points that are drawn: all where there is room, else those that no line would show. */
  readonly dots: readonly Place[];
}

export interface LineLayout extends Layout {
  readonly kind: "lines";
  readonly curves: readonly Curve[];
  readonly values: ValueScale;
  readonly ticks: readonly Tick[];
  readonly labels: readonly LabelTick[];
  readonly ends: readonly EndLabel[];
}

interface Point {
  readonly x: number;
  readonly y: number;
  /** Where the filling ends. */
  readonly base: number;
  readonly place: Place | null;
  /** False where a line must not pass: nothing is known there. */
  readonly isDrawn: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Series are named at their ends rather than in a legend. */
  readonly namesEnds: boolean;
}

/** Where labels stand between 0 and 1: by their time where they are times, else evenly. */
function positions({ labels, time }: ChartModel): (label: string) => number {
  const places = time?.places ?? new Map(labels.map((label, at) => [label, at]));
  const first = places.get(labels[0] ?? "") ?? 0;
  const last = places.get(labels.at(-1) ?? "") ?? 0;
  return (label) => (first === last ? 0.5 : ((places.get(label) ?? 0) - first) / (last - first));
}

export function layOutLines(model: ChartModel, texts: ChartTexts, { width, height, namesEnds }: Size): LineLayout {
  const layers = model.isStacked ? stackLayers(model) : [];
  const values = model.isStacked ? stackEnds(model) : model.marks.map(({ value }) => value);
  const plot: Plot = {
    left: ticksWidth(values, texts.number),
    right: width - (namesEnds ? endLabelsWidth(model.series, texts.label) : 4),
    top: 12 + captionHeight(texts),
    bottom: height - labelTicksHeight(model),
  };
  const scale = (model.isLog ? logScale : valueScale)(values, [plot.bottom, plot.top]);
  const along = linearScale([0, 1], [plot.left + 8, plot.right - 8]);
  const position = positions(model);
  const across = (label: string) => along(position(label));
  const lines = model.series.map((series) => {
    const spans = layers.find((layer) => layer.series === series)?.spans;
    const points = model.labels.map((label, at): Point => {
      const mark = model.find(label, series);
      const [from, to] = spans?.[at] ?? [0, mark?.value ?? 0];
      const [x, y] = [across(label), scale.scale(to)];
      return {
        x,
        y,
        base: model.isLog ? plot.bottom : scale.scale(from),
        place: mark ? { mark, x, y } : null,
        isDrawn: mark !== undefined || model.isStacked,
      };
    });
    return { series, points: withGaps(points, model) };
  });
  const hasDots = lines.length === 1 && model.labels.length <= MOST_DOTS;
  return {
    kind: "lines",
    width,
    height,
    plot,
    curves: lines.map(({ series, points }) => curveOf(series, points, { isFilled: model.isFilled, hasDots })),
    values: scale,
    ticks: ticksOf(scale, texts.number),
    labels: labelTicks(model, texts, across),
    ends: namesEnds ? endLabels(lines, plot, texts.label) : [],
    pointing: "x",
    places: lines.flatMap(({ points }) => points.flatMap(({ place }) => place ?? [])),
  };
}

/** A break wherever a period is missing altogether: a line across it would tell of values that nobody has. */
function withGaps(points: readonly Point[], { labels, time }: ChartModel): Point[] {
  const { step = null, places } = time ?? {};
  return points.flatMap((point, at) => {
    const [place = 0, before = place] = [places?.get(labels[at] ?? ""), places?.get(labels[at - 1] ?? "")];
    const isGap = step !== null && place - before > step;
    return isGap ? [{ ...point, place: null, isDrawn: false }, point] : [point];
  });
}

function curveOf(series: string, points: readonly Point[], has: { isFilled: boolean; hasDots: boolean }): Curve {
  const isAlone = (at: number) => !points[at - 1]?.isDrawn && !points[at + 1]?.isDrawn;
  return {
    series,
    line: linePath(points),
    fill: has.isFilled ? areaPath(points) : null,
    dots: points.flatMap(({ place }, at) => (place && (has.hasDots || isAlone(at)) ? place : [])),
  };
}
