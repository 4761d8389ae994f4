/**
 * The demo tenant's own pseudo-random numbers. Everything the generator makes is a function of names and dates, so the same
 * anchor date gives the same bytes on every machine; 32-bit integer arithmetic only, no transcendental functions.
 */
export type Random = {
  /** A number in [0, 1). */
  unit(): number;
  /** A whole number between `low` and `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  /** A whole number whose mean is `expected`. */
  about(expected: number): number;
  shuffle<T>(list: readonly T[]): T[];
};

/** An independent stream of numbers for each combination of names, so that adding to one part changes no other. */
export function randomFor(...names: readonly (string | number)[]): Random {
  const unit = sfc32(names.join("/"));
  const int = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => present(list[int(0, list.length - 1)]);
  return {
    unit,
    int,
    pick,
    chance: (probability) => unit() < probability,
    weighted: (choices) => {
      // Plain loops: the generator comes here some hundred thousand times, with lists of a hundred choices.
      let total = 0;
      for (const choice of choices) total += choice[1];
      let left = unit() * total;
      for (const choice of choices) if ((left -= choice[1]) < 0) return choice[0];
      return present(choices.at(-1))[0];
    },
    about: (expected) => Math.floor(expected) + (unit() < expected % 1 ? 1 : 0),
    shuffle: (list) => {
      const cards = [...list];
      for (let last = cards.length - 1; last > 0; last--) {
        const other = int(0, last);
        [cards[last], cards[other]] = [present(cards[other]), present(cards[last])];
      }
      return cards;
    },
  };
}

/** The value, which the caller knows to be there; a hole in the generator's own lists is a fault, not a case. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo generator reached for a value that is not there");
  return value;
}

/** sfc32 (Chris Doty-Humphrey's small fast counter), seeded from text by FNV-1a with four offsets. */
function sfc32(seed: string): () => number {
  let a = fnv1a(seed, 0x811c9dc5);
  let b = fnv1a(seed, 0x9e3779b9);
  let c = fnv1a(seed, 0x243f6a88);
  let counter = fnv1a(seed, 0xb7e15162);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}

function fnv1a(text: string, offset: number): number {
  let hash = offset;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
