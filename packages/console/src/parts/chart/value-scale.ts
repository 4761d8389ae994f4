import { type LinearScale, linearScale, roundTicks } from "./scales.ts";

/** More ticks than these are a ruler, not a chart. */
export const MOST_TICKS = 5;

/** An axis goes on to the next round value where that is at most this part of a step away: what is highest has a line above it. */
const REACH = 0.5;

/** What is smaller has fewer digits than a scale needs: it is drawn as zero. */
const SMALLEST_SPAN = 1e-300;

export interface ValueScale {
  /** From the least to the greatest value and zero. */
  readonly extent: readonly [number, number];
  readonly scale: LinearScale;
  readonly ticks: readonly number[];
}

/** The extent of values and zero: a length is only honest from zero. */
export function extentWithZero(values: readonly number[]): readonly [number, number] {
  return values.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0]);
}

/** A scale of values along `range` px, and the round values on it that are its ticks: five at most. */
export function valueScale(values: readonly number[], range: readonly [number, number]): ValueScale {
  const extent = extentWithZero(values);
  const domain = extent[1] - extent[0] < SMALLEST_SPAN ? ([0, 1] as const) : extent;
  const ticks = ticksOn(domain);
  const [low, high] = extentWithZero([...domain, ...ticks]);
  return { extent, scale: linearScale([low, high], range), ticks };
}

function ticksOn(domain: readonly [number, number]): readonly number[] {
  for (let count = MOST_TICKS; count > 1; count -= 1) {
    for (const reach of [REACH, 0]) {
      const ticks = roundTicks(domain, count, reach);
      if (ticks.length <= MOST_TICKS) return ticks;
    }
  }
  return roundTicks(domain, 1);
}

/** A logarithmic scale of values above zero along `range` px, whose ticks are powers of ten: five at most, and two at least. */
export function logScale(values: readonly number[], range: readonly [number, number]): ValueScale {
  const powers = values.map((value) => Math.log10(value));
  const low = Math.floor(powers.reduce((least, power) => Math.min(least, power), Infinity));
  const high = Math.max(low + 1, Math.ceil(powers.reduce((most, power) => Math.max(most, power), -Infinity)));
  const along = linearScale([low, high], range);
  const scale = Object.assign((value: number) => along(Math.log10(value)), {
    invert: (place: number) => 10 ** along.invert(place),
  });
  const step = Math.ceil((high - low) / (MOST_TICKS - 1));
  const count = Math.floor((high - low) / step) + 1;
  const ticks = Array.from({ length: count }, (_nothing, at) => 10 ** (low + at * step));
  return { extent: [10 ** low, 10 ** high], scale, ticks };
}
