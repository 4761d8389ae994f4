/** How little the first places of a ranking differ from the next: the usual constant of reciprocal rank fusion. */
const SMOOTHING = 60;

/** An item of several rankings. */
interface Fused {
  number: number;
  score: number;
}

/**
 * Fuses rankings, each the numbers of items from the best on, by the sum of 1 / (60 + rank) of an item in each (reciprocal rank
 * fusion): what is good in both comes before what is best in one, and no ranking's scores need to be comparable to another's.
 * Returns the best `limit`; of equals, those first that come first in the earlier ranking.
 */
export function fuse(rankings: readonly (readonly number[])[], limit: number): Fused[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings)
    for (const [at, number] of ranking.entries())
      scores.set(number, (scores.get(number) ?? 0) + 1 / (SMOOTHING + at + 1));
  return [...scores]
    .map(([number, score]) => ({ number, score }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}
