import { stack, stackOffsetDiverging } from "d3-shape";
import type { ChartModel, Mark } from "./chart-model.ts";

/** The series from the base upwards: the first named is on top, as it is in the legend. */
export const fromBase = (model: ChartModel): string[] => model.series.toReversed();

/** Each series' lower and upper value at each label, what is below zero growing downwards; a missing value is a span of none. */
export function stackLayers(model: ChartModel) {
  const series = fromBase(model);
  const layers = stack<unknown, string, string>()
    .keys(series)
    .value((label, name) => model.find(label, name)?.value ?? 0)
    .offset(stackOffsetDiverging)(model.labels);
  return layers.map((layer) => ({
    series: layer.key,
    spans: layer.map((point): readonly [number, number] => [point[0], point[1]]),
  }));
}

/** The values between which each mark stands. */
export function stackSpans(model: ChartModel): ReadonlyMap<Mark, readonly [number, number]> {
  const spans = new Map<Mark, readonly [number, number]>();
  for (const layer of stackLayers(model))
    for (const [at, span] of layer.spans.entries()) {
      const mark = model.find(model.labels[at] ?? "", layer.series);
      if (mark) spans.set(mark, span);
    }
  return spans;
}

/** All ends of the stacks, for the scale. */
export const stackEnds = (model: ChartModel): number[] =>
  stackLayers(model).flatMap(({ spans }) => spans.flatMap(([from, to]) => [from, to]));
