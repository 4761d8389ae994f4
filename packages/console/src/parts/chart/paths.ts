interface Point {
  readonly x: number;
  readonly y: number;
  readonly isDrawn: boolean;
}

/** Runs of points that are drawn: a line is broken between them. */
function runsOf<Each extends Point>(points: readonly Each[]): Each[][] {
  const runs: Each[][] = [[]];
  for (const point of points)
    if (point.isDrawn) runs.at(-1)?.push(point);
    else runs.push([]);
  return runs.filter((run) => run.length > 0);
}

const through = (points: readonly { x: number; y: number }[]) => points.map(({ x, y }) => `${x},${y}`).join("L");

/** Straight lines through points. A point alone is a line of no length, which round ends make a dot. */
export const linePath = (points: readonly Point[]): string =>
  runsOf(points)
    .map((run) => `M${through(run)}${run.length === 1 ? "Z" : ""}`)
    .join("");

/** The space between points and their bases. */
export const areaPath = (points: readonly (Point & { readonly base: number })[]): string =>
  runsOf(points)
    .map((run) => `M${through(run)}L${through(run.toReversed().map(({ x, base }) => ({ x, y: base })))}Z`)
    .join("");

interface Ring {
  readonly inner: number;
  readonly outer: number;
  /** Clockwise from twelve o'clock, in radians. */
  readonly from: number;
  readonly to: number;
}

/** A part of a ring around 0,0, or all of it. */
export function ringPath({ inner, outer, from, to }: Ring): string {
  const at = (radius: number, angle: number) => `${radius * Math.sin(angle)},${-radius * Math.cos(angle)}`;
  const arc = (radius: number, angle: number, flags: string) => `A${radius},${radius} 0 ${flags} ${at(radius, angle)}`;
  // The ends of a whole ring are one point, between which an arc is nothing: it goes by the other side.
  if (to - from > 2 * Math.PI - 1e-6) {
    const [half, whole] = [from + Math.PI, from + 2 * Math.PI];
    // The inner circle goes the other way round: what is within it is a hole.
    const circle = (radius: number, sweep: 0 | 1) =>
      `M${at(radius, from)}${arc(radius, half, `1 ${sweep}`)}${arc(radius, whole, `1 ${sweep}`)}Z`;
    return circle(outer, 1) + circle(inner, 0);
  }
  const large = to - from > Math.PI ? 1 : 0;
  return `M${at(outer, from)}${arc(outer, to, `${large} 1`)}L${at(inner, to)}${arc(inner, from, `${large} 0`)}Z`;
}
