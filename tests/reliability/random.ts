/** A seeded source of choices: the same seed gives the same choices on every machine (mulberry32). */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 inclusive to 1 exclusive. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    /** A whole number, both ends inclusive. */
    int,
    chance: (probability: number): boolean => next() < probability,
    pick<T>(choices: readonly [T, ...T[]]): T {
      return choices[int(0, choices.length - 1)] ?? choices[0];
    },
    bytes: (count: number): Uint8Array => new Uint8Array(count).map(() => int(0, 255)),
  };
}
