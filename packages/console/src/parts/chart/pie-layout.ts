import type { ChartModel, Mark } from "./chart-model.ts";
import type { Layout } from "./layout.ts";
import { ringPath } from "./paths.ts";

const LARGEST_RADIUS_PX = 118;
/** The part of the radius that is left open. */
const HOLE = 0.62;

/** A part of a donut. */
export interface Slice {
  readonly mark: Mark;
  /** Its place among the slices: colours follow it. */
  readonly at: number;
  readonly path: string;
  /** Clockwise from twelve o'clock, in radians. */
  readonly startAngle: number;
  readonly endAngle: number;
  readonly share: number;
}

export interface DonutLayout extends Layout {
  readonly kind: "donut";
  readonly center: { readonly x: number; readonly y: number; readonly radius: number };
  readonly slices: readonly Slice[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Slices clockwise from the top, in the payload's order. */
export function layOutDonut(model: ChartModel, { width, height }: Size): DonutLayout {
  const radius = Math.min(LARGEST_RADIUS_PX, height / 2 - 12, width / 2 - 8);
  const center = { x: radius + 8, y: height / 2, radius };
  const total = model.marks.reduce((sum, { value }) => sum + value, 0);
  let end = 0;
  const slices = model.marks.map((mark, at): Slice => {
    const share = mark.value / total;
    const [from, to] = [end, end + share * 2 * Math.PI];
    end = to;
    const path = ringPath({ inner: radius * HOLE, outer: radius, from, to });
    return { mark, at, path, startAngle: from, endAngle: to, share };
  });
  const middle = (radius * (1 + HOLE)) / 2;
  return {
    kind: "donut",
    width: radius * 2 + 16,
    height,
    plot: { left: 0, right: radius * 2 + 16, top: 0, bottom: height },
    center,
    slices,
    pointing: "both",
    places: slices.map(({ mark, startAngle, endAngle }) => {
      const angle = (startAngle + endAngle) / 2;
      return { mark, x: center.x + middle * Math.sin(angle), y: center.y - middle * Math.cos(angle) };
    }),
  };
}
