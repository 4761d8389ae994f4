import type { ChartModel, Mark } from "./chart-model.ts";

/** The values between which a part of a stack stands, the lower first. */
type Span = readonly [number, number];

/** A series' spans, one for each label; a missing value is a span of no height where it would stand. */
export interface StackLayer {
  readonly series: string;
  readonly spans: readonly Span[];
}

/** The stacks of a chart: the first series is on top, as it is in the legend, and what is below zero grows downwards. */
export function stackLayers({ series, labels, find }: ChartModel): StackLayer[] {
  const above = labels.map(() => 0);
  const below = labels.map(() => 0);
  const fromBase = series.toReversed().map((name): StackLayer => {
    const spans = labels.map((label, at): Span => {
      const value = find(label, name)?.value ?? 0;
      const ends = value < 0 ? below : above;
      const from = ends[at] ?? 0;
      ends[at] = from + value;
      return value < 0 ? [from + value, from] : [from, from + value];
    });
    return { series: name, spans };
  });
  return fromBase.toReversed();
}

/** The values between which each mark stands. */
export function stackSpans(model: ChartModel): ReadonlyMap<Mark, Span> {
  const spans = new Map<Mark, Span>();
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
