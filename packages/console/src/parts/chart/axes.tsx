import type { LabelTick, Plot, Tick } from "./layout.ts";

interface ValueAxisProps {
  ticks: readonly Tick[];
  plot: Plot;
  isLying?: boolean;
  /** Its texts stand below the plot rather than above it. */
  isBelow?: boolean;
}

/** Lines of the grid with their values: at the left, of lying bars on top. Zero is stronger than the rest. */
export function ValueAxis({ ticks, plot, isLying = false, isBelow = false }: ValueAxisProps) {
  return (
    <g class="chart-axis">
      {ticks.map(({ at, text, isZero }) =>
        isLying ? (
          <g key={text}>
            <line class={isZero ? "chart-zero" : "chart-grid"} x1={at} x2={at} y1={plot.top} y2={plot.bottom} />
            <text x={at} y={isBelow ? plot.bottom + 18 : plot.top - 8} text-anchor="middle">
              {text}
            </text>
          </g>
        ) : (
          <g key={text}>
            <line class={isZero ? "chart-zero" : "chart-grid"} x1={plot.left} x2={plot.right} y1={at} y2={at} />
            <text x={plot.left - 10} y={at + 4} text-anchor="end">
              {text}
            </text>
          </g>
        ),
      )}
    </g>
  );
}

interface LabelAxisProps {
  labels: readonly LabelTick[];
  height: number;
  isLying?: boolean;
}

/** Labels beneath the plot, or of lying bars at its left. */
export function LabelAxis({ labels, height, isLying = false }: LabelAxisProps) {
  if (isLying) {
    return (
      <g class="chart-names">
        {labels.map(({ at, text, whole }) => (
          <text key={whole} x={0} y={at + 4}>
            {text}
          </text>
        ))}
      </g>
    );
  }
  const lines = labels.some(({ context }) => context !== "") ? 2 : 1;
  const y = lines === 2 ? height - 22 : height - 8;
  return (
    <g class="chart-axis">
      {labels.map(({ at, text, context, whole }) => (
        <text key={whole} x={at} y={y} text-anchor="middle">
          {text}
          {context !== "" && (
            <tspan class="chart-context" x={at} dy={15}>
              {context}
            </tspan>
          )}
        </text>
      ))}
    </g>
  );
}

/** What an axis is of, or in what unit: once, above its values. */
export function Caption({ x, text }: { x: number; text: string }) {
  return text === "" ? null : (
    <text class="chart-caption" x={x} y={11}>
      {text}
    </text>
  );
}
