import type { Drawing } from "./chart-model.ts";
import type { Paint } from "./paint.ts";

/** How a series looks in its drawing, as a small picture: a line, a point, else a square. */
export function Key({ paint, name, drawing }: { paint: Paint; name: string; drawing: Drawing }) {
  // Dashes are told apart over some length.
  const half = drawing === "lines" ? 10 : 6;
  return (
    <svg class="chart-key" width={half * 2} height={12} viewBox={`${-half} -6 ${half * 2} 12`} aria-hidden="true">
      {drawing === "lines" ? (
        <path class="chart-line" d="M-8,0H8" {...paint.stroke(name)} />
      ) : drawing === "points" ? (
        <path class="chart-mark" data-point="" d={paint.shape(name)} {...paint.colour(name)} />
      ) : (
        <rect class="chart-mark" x={-5} y={-5} width={10} height={10} rx={3} {...paint.fill(name)} />
      )}
    </svg>
  );
}
