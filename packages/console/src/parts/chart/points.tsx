import { Caption, ValueAxis } from "./axes.tsx";
import type { ChartTexts, Place } from "./layout.ts";
import type { Paint } from "./paint.ts";
import type { ScatterLayout } from "./scatter-layout.ts";

export function PointMark({ place: { mark, x, y }, paint }: { place: Place; paint: Paint }) {
  return (
    <path
      class="chart-mark"
      data-mark={mark.index}
      data-point=""
      d={paint.shape(mark.series)}
      transform={`translate(${x},${y})`}
      {...paint.colour(mark.series)}
    />
  );
}

interface Props {
  layout: ScatterLayout;
  texts: ChartTexts;
  paint: Paint;
}

/** Points by two measures, whose names stand at the axes. */
export function Points({ layout, texts, paint }: Props) {
  const { places, plot, ticks, acrossTicks, height } = layout;
  return (
    <>
      <ValueAxis ticks={ticks} plot={plot} />
      <ValueAxis ticks={acrossTicks} plot={plot} isLying isBelow />
      <Caption x={0} text={texts.measure} />
      <text class="chart-caption" x={plot.right} y={height - 4} text-anchor="end">
        {texts.dimension}
      </text>
      <g class="chart-marks">
        {places.map((place) => (
          <PointMark key={place.mark.index} place={place} paint={paint} />
        ))}
      </g>
    </>
  );
}
