import type { Written } from "./written-numbers.ts";

/** Which of many written numbers a figure may be: looked up by its size, without looking at each. */
export interface NumberIndex {
  /** Where what a size may be changes, ascending. */
  bounds: Float64Array;
  /** For each class of sizes how many bounds lie in smaller classes. */
  starts: Int32Array;
  /** From each bound on, the places of the numbers that a figure may be. */
  places: readonly (readonly number[])[];
}

/** A written number, and what figures are multiplied by before they are compared with it. */
interface Sought {
  written: Written;
  place: number;
  scales: readonly number[];
}

interface Span {
  from: number;
  to: number;
  place: number;
}

/** Wider than what floating point makes of a figure: who finds a number here compares exactly. */
const FLOATING_POINT_MARGIN = 1e-8;

/** Returns the index of some numbers, found from so many times as far away as they are rounded. */
export function indexed(sought: readonly Sought[], reach = 1): NumberIndex {
  const spans = sought.flatMap(({ written, place, scales }) =>
    written.meanings
      // More digits than a number holds are no figure.
      .filter(({ value }) => Number.isFinite(value))
      .flatMap(({ value, tolerance }) =>
        scales.map((scale): Span => {
          const margin = (tolerance * reach + (value + tolerance) * FLOATING_POINT_MARGIN) / scale;
          return { from: value / scale - margin, to: value / scale + margin, place };
        }),
      ),
  );
  const bounds = [...new Set(spans.flatMap(({ from, to }) => [from, above(to)]))].toSorted(
    (left, right) => left - right,
  );
  const starting = spans.toSorted((left, right) => left.from - right.from);
  let next = 0;
  let here: Span[] = [];
  const places = bounds.map((bound) => {
    here = here.filter(({ to }) => to >= bound);
    for (let span = starting[next]; span && span.from <= bound; span = starting[++next]) here.push(span);
    return [...new Set(here.map(({ place }) => place))];
  });
  return { bounds: Float64Array.from(bounds), starts: startsOf(bounds), places };
}

/** Bounds of which so few are found by halving alone. */
const FEW_BOUNDS = 64;

function startsOf(bounds: readonly number[]): Int32Array {
  if (bounds.length <= FEW_BOUNDS) return new Int32Array(0);
  const starts = new Int32Array(classOf(bounds.at(-1) ?? 0) + 2);
  let next = 0;
  for (let each = 0; each < starts.length; each++) {
    starts[each] = next;
    while (next < bounds.length && classOf(bounds[next] ?? 0) <= each) next += 1;
  }
  return starts;
}

const rounded = new Float32Array(1);
const bits = new Int32Array(rounded.buffer);
/** Bits of a mantissa that make no class of their own: 64 classes from a number to its double. */
const CLASSED_TOGETHER = 17;

/** The class of a size: greater for greater sizes. */
function classOf(size: number): number {
  rounded[0] = Math.max(size, 0);
  return (bits[0] ?? 0) >>> CLASSED_TOGETHER;
}

/** A number beyond which a span does not reach. */
const above = (to: number): number => to + Math.max(to * Number.EPSILON * 2, Number.MIN_VALUE);

const NO_PLACES: readonly number[] = [];

/** The places of the numbers that a figure of a size, which is not negative, may be; whether it is one is not decided here. */
export function placesOf({ bounds, starts, places }: NumberIndex, size: number): readonly number[] {
  let [low, high] = [0, bounds.length];
  if (starts.length > 0) {
    const its = classOf(size);
    low = starts[its] ?? high;
    high = starts[its + 1] ?? high;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] ?? 0) <= size) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? NO_PLACES;
}
