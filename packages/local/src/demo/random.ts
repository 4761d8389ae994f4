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
  /** One of the values, each as likely as its weight. `total`: the sum of the weights, where it is known already. */
  weighted<T>(choices: readonly (readonly [T, number])[], total?: number): T;
  /** A whole number whose mean is `expected`. */
  about(expected: number): number;
  shuffle<T>(list: readonly T[]): T[];
};

/** An independent stream of numbers for each combination of names, so that adding to one part changes no other. */
export function randomFor(...names: readonly (string | number)[]): Random {
  return new Stream(names.join("/"));
}

/** The sum of the weights, for `weighted`. */
export function totalWeight(choices: readonly (readonly [unknown, number])[]): number {
  let total = 0;
  for (const choice of choices) total += choice[1];
  return total;
}

/** The value, which the caller knows to be there; a hole in the generator's own lists is a fault, not a case. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo generator reached for a value that is not there");
  return value;
}

/**
 * sfc32 (Chris Doty-Humphrey's small fast counter), seeded from text by FNV-1a with four offsets. A class, as there is a
 * stream for each line of an order: closures for each cost more than the numbers drawn from them.
 */
class Stream implements Random {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #counter = 0xb7e15162;

  constructor(seed: string) {
    for (let at = 0; at < seed.length; at++) {
      const code = seed.charCodeAt(at);
      this.#a = Math.imul(this.#a ^ code, 0x01000193);
      this.#b = Math.imul(this.#b ^ code, 0x01000193);
      this.#c = Math.imul(this.#c ^ code, 0x01000193);
      this.#counter = Math.imul(this.#counter ^ code, 0x01000193);
    }
    for (let round = 0; round < 12; round++) this.unit();
  }

  unit(): number {
    const b = this.#b;
    const c = this.#c;
    const sum = (this.#a + b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return present(list[this.int(0, list.length - 1)]);
  }

  weighted<T>(choices: readonly (readonly [T, number])[], total = totalWeight(choices)): T {
    // Plain loops: the generator comes here some hundred thousand times, with lists of a hundred choices.
    let left = this.unit() * total;
    for (const choice of choices) if ((left -= choice[1]) < 0) return choice[0];
    return present(choices.at(-1))[0];
  }

  about(expected: number): number {
    return Math.floor(expected) + (this.unit() < expected % 1 ? 1 : 0);
  }

  shuffle<T>(list: readonly T[]): T[] {
    const cards = [...list];
    for (let last = cards.length - 1; last > 0; last--) {
      const other = this.int(0, last);
      [cards[last], cards[other]] = [present(cards[other]), present(cards[last])];
    }
    return cards;
  }
}
