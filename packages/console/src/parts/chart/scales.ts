/** A value's place along an axis, and back. */
export interface LinearScale {
  (value: number): number;
  invert(place: number): number;
}

/** Values from `low` to `high` along px from `start` to `end`. Written here, as d3-scale is 12 KB gzip for these two. */
export function linearScale(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): LinearScale {
  const scale = (value: number) => start + ((value - low) / (high - low)) * (end - start);
  return Object.assign(scale, { invert: (place: number) => low + ((place - start) / (end - start)) * (high - low) });
}

/**
 * Round values of a range, in steps of 1, 2 or 5 times a power of ten: about `count` of them. A round value may lie `reach` of a step
 * beyond either end.
 */
export function roundTicks([low, high]: readonly [number, number], count: number, reach = 0): number[] {
  const step = (high - low) / count;
  const exponent = Math.floor(Math.log10(step));
  const part = step / 10 ** exponent;
  const factor = part >= Math.sqrt(50) ? 10 : part >= Math.sqrt(10) ? 5 : part >= Math.SQRT2 ? 2 : 1;
  // Powers below one divide: 3 / 10 is 0.3, and 3 * 0.1 is not.
  const valueAt = (at: number) => (exponent < 0 ? (at * factor) / 10 ** -exponent : at * factor * 10 ** exponent);
  const unit = valueAt(1);
  const [first, last] = [Math.ceil(low / unit - reach), Math.floor(high / unit + reach)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_nothing, at) => valueAt(first + at) || 0);
}

/** Bands of equal width for names. */
export interface BandScale {
  /** Where the band of a name begins, in px. */
  start(name: string): number;
  readonly width: number;
  /** From the beginning of one band to that of the next. */
  readonly step: number;
}

/** Names from `start` to `end` px; `between` and `around` are parts of a step left free between bands, and before the first. */
export function bandScale(
  names: readonly string[],
  [start, end]: readonly [number, number],
  { between, around = 0 }: { between: number; around?: number },
): BandScale {
  const step = (end - start) / Math.max(1, names.length - between + around * 2);
  const places = new Map(names.map((name, at) => [name, start + (at + around) * step]));
  return { start: (name) => places.get(name) ?? start, width: step * (1 - between), step };
}
