import type { MeaningRanking } from "@parley/core/passage/search";
import type { PlacedDocument, ReadDocument, Shelf } from "@parley/core/passage/shelf";
import { charactersOf, nearness, type Vectors } from "./vectors.ts";
import { fuse } from "./fusion.ts";
import { keptVectors } from "./kept-vectors.ts";

/** Documents whose vectors are fetched at once. */
const READ_AHEAD = 8;
/** Passages that are ranked by what they mean. */
const RANKED_BY_MEANING = 50;

/** What a question means, as the model of that name says it: a vector of length 1. */
export interface QuestionMeaning {
  model: string;
  vector: Float32Array;
}

/** A passage's number among all, and how near it is to the question. */
interface Near {
  number: number;
  nearness: number;
}

/**
 * Ranks passages by how near they are to a question, and fuses that with their ranks by words. A document without vectors of the
 * question's model, or whose text was read anew since, is ranked by its words alone.
 */
export function rankByMeaning(shelf: Shelf, { model, vector }: QuestionMeaning): MeaningRanking {
  const nearest: Near[] = [];
  let expected: readonly PlacedDocument[] = [];
  const ahead: Promise<Vectors | undefined>[] = [];
  let begun = 0;

  function fetchAhead(): void {
    for (; ahead.length < READ_AHEAD && begun < expected.length; begun++) {
      const document = expected[begun];
      if (!document) return;
      const vectors = keptVectors(shelf, document, model);
      // Awaited below, in turn: until then a failure waits.
      vectors.catch(() => undefined);
      ahead.push(vectors);
    }
  }

  function add(near: Near): void {
    if (nearest.length >= RANKED_BY_MEANING && near.nearness <= (nearest.at(-1)?.nearness ?? 0)) return;
    const place = nearest.findIndex((each) => each.nearness < near.nearness);
    nearest.splice(place < 0 ? nearest.length : place, 0, near);
    if (nearest.length > RANKED_BY_MEANING) nearest.pop();
  }

  return {
    expect(documents) {
      expected = documents;
      fetchAhead();
    },
    async count(document: ReadDocument, start) {
      const vectors = await ahead.shift();
      fetchAhead();
      const isOfText =
        vectors?.passages === document.passages.length && vectors.characters === charactersOf(document.passages);
      if (!isOfText) return;
      for (const [at, value] of nearness(vectors, vector)?.entries() ?? [])
        // What points away has nothing to do with it.
        if (value > 0) add({ number: start + at, nearness: value });
    },
    fused(byWords, limit) {
      const known = new Map(byWords.map((standing) => [standing.number, standing]));
      const rankings = [byWords.map(({ number }) => number), nearest.map(({ number }) => number)];
      return fuse(rankings, limit).map(({ number, score }) => ({
        ...(known.get(number) ?? { number, coverage: 0, share: 0 }),
        score,
      }));
    },
  };
}
