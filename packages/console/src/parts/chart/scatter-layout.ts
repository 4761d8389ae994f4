import type { ChartModel } from "./chart-model.ts";
import type { ChartTexts, Layout, Plot, Tick } from "./layout.ts";
import { type ValueScale, valueScale } from "./value-scale.ts";
import { ticksOf, ticksWidth } from "./value-ticks.ts";

export interface ScatterLayout extends Layout {
  readonly kind: "points";
  readonly across: ValueScale;
  readonly values: ValueScale;
  readonly ticks: readonly Tick[];
  readonly acrossTicks: readonly Tick[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Points by both measures; both axes begin at zero. */
export function layOutScatter(model: ChartModel, texts: ChartTexts, { width, height }: Size): ScatterLayout {
  const heights = model.marks.map(({ y }) => y);
  const plot: Plot = { left: ticksWidth(heights, texts.number), right: width - 16, top: 28, bottom: height - 46 };
  const values = valueScale(heights, [plot.bottom, plot.top]);
  const across = valueScale(
    model.marks.map(({ x }) => x),
    [plot.left, plot.right],
  );
  return {
    kind: "points",
    width,
    height,
    plot,
    across,
    values,
    ticks: ticksOf(values, texts.number),
    acrossTicks: ticksOf(across, texts.across),
    pointing: "both",
    places: model.marks.map((mark) => ({ mark, x: across.scale(mark.x), y: values.scale(mark.y) })),
  };
}
