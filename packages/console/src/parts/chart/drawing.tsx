import { layOutBars, type BarLayout } from "./bar-layout.ts";
import { BarMark, Bars } from "./bars.tsx";
import type { ChartModel, Mark } from "./chart-model.ts";
import type { Row } from "./cursor.ts";
import { Donut, SliceMark } from "./donut.tsx";
import type { ChartTexts } from "./layout.ts";
import { type LineLayout, layOutLines } from "./line-layout.ts";
import { Lines } from "./lines.tsx";
import type { Paint } from "./paint.ts";
import { type DonutLayout, layOutDonut } from "./pie-layout.ts";
import { PointMark, Points } from "./points.tsx";
import { layOutScatter, type ScatterLayout } from "./scatter-layout.ts";

export type AnyLayout = BarLayout | LineLayout | DonutLayout | ScatterLayout;

interface Size {
  readonly width: number;
  readonly height: number;
  /** Series are named at their ends rather than in a legend. */
  readonly namesEnds: boolean;
}

/** Where everything of a chart is, in px. */
export function layOut(model: ChartModel, texts: ChartTexts, size: Size): AnyLayout {
  switch (model.drawing) {
    case "bars":
      return layOutBars(model, texts, size);
    case "lines":
      return layOutLines(model, texts, size);
    case "donut":
      return layOutDonut(model, size);
    case "points":
      return layOutScatter(model, texts, size);
  }
}

interface Props {
  layout: AnyLayout;
  model: ChartModel;
  texts: ChartTexts;
  paint: Paint;
}

/** The chart without its cursor. */
export function Drawing({ layout, model, texts, paint }: Props) {
  switch (layout.kind) {
    case "bars":
      return <Bars layout={layout} texts={texts} paint={paint} />;
    case "lines":
      return (
        <Lines layout={layout} texts={texts} paint={paint} isStacked={model.isStacked} isArea={model.type === "area"} />
      );
    case "donut":
      return <Donut layout={layout} texts={texts} paint={paint} />;
    case "points":
      return <Points layout={layout} texts={texts} paint={paint} />;
  }
}

/** The marks beneath the cursor once more, above all others, which are faint meanwhile. */
export function Pointed({ layout, paint, row }: { layout: AnyLayout; paint: Paint; row: Row }) {
  const isPointed = ({ mark }: { mark: Mark }) => row.marks.includes(mark);
  const places = layout.places.filter(isPointed);
  switch (layout.kind) {
    case "bars":
      return layout.bars.filter(isPointed).map((bar) => <BarMark key={bar.mark.index} bar={bar} paint={paint} />);
    case "donut":
      return layout.slices
        .filter(isPointed)
        .map((slice) => <SliceMark key={slice.mark.index} slice={slice} layout={layout} paint={paint} />);
    case "points":
      return places.map((place) => <PointMark key={place.mark.index} place={place} paint={paint} />);
    case "lines":
      return (
        <>
          {places[0] && (
            <line
              class="chart-crosshair"
              x1={places[0].x}
              x2={places[0].x}
              y1={layout.plot.top}
              y2={layout.plot.bottom}
            />
          )}
          {places.map(({ mark, x, y }) => (
            <circle key={mark.index} class="chart-pointed" cx={x} cy={y} r={5} {...paint.colour(mark.series)} />
          ))}
        </>
      );
  }
}
