import { Caption, LabelAxis, ValueAxis } from "./axes.tsx";
import type { ChartTexts } from "./layout.ts";
import type { LineLayout } from "./line-layout.ts";
import type { Paint } from "./paint.ts";

interface Props {
  layout: LineLayout;
  texts: ChartTexts;
  paint: Paint;
  isStacked: boolean;
  /** An area chart: what is beneath the line matters. */
  isArea: boolean;
}

/** Lines and areas, straight between their points. */
export function Lines({ layout, texts, paint, isStacked, isArea }: Props) {
  const { curves, plot, ticks, labels, ends, height } = layout;
  return (
    <>
      <ValueAxis ticks={ticks} plot={plot} />
      {curves.map(({ series, fill }) =>
        fill === null ? null : (
          <path
            key={series}
            class={isStacked ? "chart-layer" : "chart-wash"}
            data-area={isArea ? "" : undefined}
            d={fill}
            {...paint.fill(series)}
          />
        ),
      )}
      {curves.map(({ series, line }) => (
        <path key={series} class={isStacked ? "chart-edge" : "chart-line"} d={line} {...paint.stroke(series)} />
      ))}
      {curves.flatMap(({ series, dots }) =>
        dots.map(({ mark, x, y }) => (
          <circle
            key={mark.index}
            class="chart-dot"
            data-mark={mark.index}
            cx={x}
            cy={y}
            r={2.75}
            {...paint.stroke(series)}
          />
        )),
      )}
      {ends.map(({ series, text, x, y, point }) => (
        <g key={series} class="chart-end">
          {Math.abs(y - point.y) > 3 && <path class="chart-leader" d={`M${point.x + 5},${point.y}L${x - 8},${y}`} />}
          <circle class="chart-dot" cx={x} cy={y} r={3.5} {...paint.colour(series)} />
          <text x={x + 9} y={y + 4}>
            {text}
          </text>
        </g>
      ))}
      <Caption x={0} text={texts.unit} />
      <LabelAxis labels={labels} height={height} />
    </>
  );
}
