import { arc, pie, type PieArcDatum } from "d3-shape";
import type { ChartModel, Mark } from "./chart-model.ts";
import type { Layout } from "./layout.ts";

const LARGEST_RADIUS_PX = 118;

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
  const shape = arc<PieArcDatum<Mark>>()
    .innerRadius(radius * 0.62)
    .outerRadius(radius);
  const arcs = pie<Mark>()
    .value(({ value }) => value)
    .sortValues(null)([...model.marks]);
  const total = model.marks.reduce((sum, { value }) => sum + value, 0);
  return {
    kind: "donut",
    width: radius * 2 + 16,
    height,
    plot: { left: 0, right: radius * 2 + 16, top: 0, bottom: height },
    center,
    slices: arcs.map((part, at) => ({
      mark: part.data,
      at,
      path: shape(part) ?? "",
      startAngle: part.startAngle,
      endAngle: part.endAngle,
      share: part.data.value / total,
    })),
    pointing: "both",
    places: arcs.map((part) => {
      const [x, y] = shape.centroid(part);
      return { mark: part.data, x: center.x + x, y: center.y + y };
    }),
  };
}
