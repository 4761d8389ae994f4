import type { ChartTexts, Place, Plot } from "./layout.ts";
import { fitText, textWidth } from "./text-width.ts";

const LINE_PX = 16;
const WIDEST_PX = 132;
const KEY_PX = 26;

/** The name of a series beside its last point. */
export interface EndLabel {
  readonly series: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** The point it names. */
  readonly point: Place;
}

/** The room that the names take, in px. */
export const endLabelsWidth = (series: readonly string[], nameOf: ChartTexts["label"]): number =>
  Math.min(WIDEST_PX, Math.max(...series.map((name) => textWidth(nameOf(name))))) + KEY_PX;

interface Line {
  readonly series: string;
  readonly points: readonly { readonly place: Place | null; readonly y: number; readonly base: number }[];
}

/** Names beside the last points (of areas, the middle of their ends), moved apart so that none covers another. */
export function endLabels(lines: readonly Line[], plot: Plot, nameOf: ChartTexts["label"]): EndLabel[] {
  const labels = lines.flatMap(({ series, points }): EndLabel[] => {
    const last = points.findLast(({ place }) => place !== null);
    if (!last?.place) return [];
    return [
      {
        series,
        text: fitText(nameOf(series), WIDEST_PX),
        x: plot.right + KEY_PX - 14,
        y: last.y,
        point: last.place,
      },
    ];
  });
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  let lowest = Number.NEGATIVE_INFINITY;
  const down = sorted.map((label) => {
    lowest = Math.max(label.y, lowest + LINE_PX);
    return { ...label, y: lowest };
  });
  let highest = plot.bottom + LINE_PX / 2;
  return down.toReversed().map((label) => {
    highest = Math.min(label.y, highest - LINE_PX);
    return { ...label, y: highest };
  });
}
