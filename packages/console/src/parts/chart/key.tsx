import type { Paint } from "./paint.ts";

/** The colour or pattern of a series, as a small square. */
export function Key({ paint, name }: { paint: Paint; name: string }) {
  return (
    <svg class="chart-key" width={10} height={10} aria-hidden="true">
      <rect class="chart-mark" width={10} height={10} rx={3} {...paint.fill(name)} />
    </svg>
  );
}
