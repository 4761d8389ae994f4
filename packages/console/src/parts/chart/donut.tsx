import type { ChartTexts } from "./layout.ts";
import type { Paint } from "./paint.ts";
import type { DonutLayout, Slice } from "./pie-layout.ts";

/** A slice around the drawing's own centre. */
export function SliceMark({
  slice: { mark, path },
  layout,
  paint,
}: {
  slice: Slice;
  layout: DonutLayout;
  paint: Paint;
}) {
  const { x, y } = layout.center;
  return (
    <path
      class="chart-mark"
      data-mark={mark.index}
      data-part=""
      d={path}
      transform={`translate(${x},${y})`}
      {...paint.fill(mark.label)}
    />
  );
}

/** Slices of a donut; their names and values stand beside it. */
export function Donut({ layout, texts, paint }: { layout: DonutLayout; texts: ChartTexts; paint: Paint }) {
  return (
    <>
      <g class="chart-marks">
        {layout.slices.map((slice) => (
          <SliceMark key={slice.mark.index} slice={slice} layout={layout} paint={paint} />
        ))}
      </g>
      <text class="chart-caption" x={layout.center.x} y={layout.center.y + 4} text-anchor="middle">
        {texts.unit}
      </text>
    </>
  );
}
