import type { Drawing } from "./chart-model.ts";
import type { Paint } from "./paint.ts";

/** How a series looks in its drawing, as a small picture: a line, a point, else a square. */
export function Key({ paint, name, drawing }: { paint: Paint; name: string; drawing: Drawing }) {
  return (
    <svg class="chart-key" width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true">
      {drawing === "lines" ? (
        <path class="chart-line" d="M-5,0H5" {...paint.stroke(name)} />
      ) : drawing === "points" ? (
        <path class="chart-mark" data-point="" d={paint.shape(name)} {...paint.stroke(name)} />
      ) : (
        <rect class="chart-mark" x={-5} y={-5} width={10} height={10} rx={3} {...paint.fill(name)} />
      )}
    </svg>
  );
}
