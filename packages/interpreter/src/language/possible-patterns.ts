import { neededLetters, type Runs, SHORTEST_RUN } from "./needed-letters.ts";

/** Bits of a letter that are looked at: a small letter has the same as its capital. */
const LETTER_BITS = 5;
const LETTER = (1 << LETTER_BITS) - 1;
const TRIPLES = 1 << (SHORTEST_RUN * LETTER_BITS);

/** The numbers of three letters in a row, wherever they stand in a text. */
function triplesOf(text: string): number[] {
  const found: number[] = [];
  let triple = 0;
  for (let at = 0; at < text.length; at++) {
    triple = ((triple << LETTER_BITS) | (text.charCodeAt(at) & LETTER)) & (TRIPLES - 1);
    if (at >= SHORTEST_RUN - 1) found.push(triple);
  }
  return found;
}

/** How often three letters stand in the runs of all patterns. */
type Often = Uint16Array;

function oftenIn(needed: readonly (readonly Runs[])[]): Often {
  const often = new Uint16Array(TRIPLES);
  for (const lists of needed)
    for (const runs of lists)
      for (const run of runs) for (const triple of triplesOf(run)) often[triple] = (often[triple] ?? 0) + 1;
  return often;
}

/** The rarest three letters of each run of a list, and how often all of these are there. */
function rarestOf(runs: Runs, often: Often): { triples: ReadonlySet<number>; weight: number } {
  const triples = new Set<number>();
  let weight = 0;
  for (const run of runs) {
    let [rarest, least] = [0, Number.POSITIVE_INFINITY];
    for (const triple of triplesOf(run)) {
      const times = often[triple] ?? 0;
      if (times < least) [rarest, least] = [triple, times];
    }
    triples.add(rarest);
    weight += least;
  }
  return { triples, weight };
}

/** Which of some patterns, by their places, a text has the letters for: true for all that match it and few others. */
export type Possible = (text: string) => readonly boolean[];

/**
 * Looks up which of many patterns a text may match, each by the rarest letters of what it needs: the others need not be tried. It
 * is made ready for the first text, as that takes as long as reading some ten questions.
 */
export function possibleOf(patterns: readonly RegExp[]): Possible {
  let ready: Possible | undefined;
  return (text) => (ready ??= lookupOf(patterns))(text);
}

function lookupOf(patterns: readonly RegExp[]): Possible {
  const needed = patterns.map(neededLetters);
  const often = oftenIn(needed);
  const byTriple = new Map<number, { at: number; others: readonly ReadonlySet<number>[] }[]>();
  for (const [at, lists] of needed.entries()) {
    const [first, ...more] = lists.map((runs) => rarestOf(runs, often)).toSorted((a, b) => a.weight - b.weight);
    const one = { at, others: more.map(({ triples }) => triples) };
    for (const triple of first?.triples ?? []) {
      const known = byTriple.get(triple);
      if (known === undefined) byTriple.set(triple, [one]);
      else known.push(one);
    }
  }
  const always = needed.map((lists) => lists.length === 0);
  return (text) => {
    const possible = always.slice();
    const triples = new Set(triplesOf(text));
    for (const triple of triples)
      for (const { at, others } of byTriple.get(triple) ?? [])
        possible[at] ||= others.every((list) => haveOne(list, triples));
    return possible;
  };
}

function haveOne(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
