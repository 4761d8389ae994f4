import { setImmediate } from "node:timers/promises";
import { stem } from "../rules/stemming.ts";

/** Words that say nothing about a passage. */
const common = new Set(
  `a about an and any are as at be been but by can could did do does for from get give had has have how i if in into is it
   its let many may me much must my need no not of on or our please should show so tell than that the their them there these
   they this to us was we were what when where which who whom why will with would you your`.split(/\s+/),
);

/** "How long", "how often": what is asked for, and no word of the answer. */
const adverbs = /\bhow (long|often|soon|far|fast|quickly|large|big|old)\b/g;

/** Stems of the words that carry meaning, in their order. */
export function contentStems(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(adverbs, "how")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !common.has(word)).map(stem);
}

export interface Ranked<T> {
  item: T;
  score: number;
  /** Share of the query's distinct words that stand in it, weighed by how rare they are: 0 to 1. */
  coverage: number;
  /** Share of the query's distinct words that stand in it, each counted alike. */
  share: number;
}

const K = 1.2;
const B = 0.75;

/** Ranks items by BM25 over stems, best first; items without a word of the query are left out. */
export function rank<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): Ranked<T>[] {
  return ranked(
    query,
    items,
    items.map((item) => counts(textOf(item))),
    limit,
  );
}

/** Characters that are looked through before others get their turn. */
const PATIENCE_CHARACTERS = 100_000;

/** Ranks the passages of files, which may be 25 MB, without keeping anybody waiting while it does. */
export async function rankPassages<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
  limit: number,
): Promise<Ranked<T>[]> {
  const counted: Counts[] = [];
  let characters = 0;
  for (const item of items) {
    const text = textOf(item);
    counted.push(counts(text));
    characters += text.length;
    if (characters < PATIENCE_CHARACTERS) continue;
    characters = 0;
    await setImmediate();
  }
  return ranked(query, items, counted, limit);
}

function ranked<T>(query: string, items: readonly T[], documents: readonly Counts[], limit: number): Ranked<T>[] {
  const wanted = [...new Set(contentStems(query))];
  if (wanted.length === 0 || items.length === 0) return [];
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length || 1;
  const weights = new Map(
    wanted.map((word) => [word, rarity(documents.filter(({ words }) => words.has(word)).length, documents.length)]),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);

  return documents
    .map(({ words, length }, at): Ranked<T> | null => {
      const item = items[at];
      let score = 0;
      let covered = 0;
      let found = 0;
      for (const [word, weight] of weights) {
        const count = words.get(word) ?? 0;
        if (count === 0) continue;
        covered += weight;
        found += 1;
        score += (weight * count * (K + 1)) / (count + K * (1 - B + (B * length) / average));
      }
      return item === undefined || score === 0
        ? null
        : { item, score, coverage: covered / total, share: found / wanted.length };
    })
    .filter((each) => each !== null)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}

interface Counts {
  words: ReadonlyMap<string, number>;
  length: number;
}

function counts(text: string): Counts {
  const words = new Map<string, number>();
  const stems = contentStems(text);
  for (const word of stems) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, length: stems.length };
}

const rarity = (holding: number, all: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
