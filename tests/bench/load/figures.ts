/** The value below which a share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Variance over mean of the counts of arrivals (seconds) in windows of `window` seconds: 1 for a Poisson process. */
export function dispersion(arrivals: readonly number[], window: number): number {
  const windows = Math.floor((arrivals.at(-1) ?? 0) / window);
  const counts = Array.from({ length: windows }, () => 0);
  for (const arrival of arrivals) {
    const at = Math.floor(arrival / window);
    if (at < windows) counts[at] = (counts[at] ?? 0) + 1;
  }
  const average = mean(counts);
  return counts.reduce((sum, count) => sum + (count - average) ** 2, 0) / Math.max(1, windows) / average;
}

/** A number from 0 to 1 from a seed, the same at every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
