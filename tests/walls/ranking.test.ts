import { rank, rankPassages } from "@parley/core/passage/ranking";
import { expect, it } from "vitest";

it("ranking the passages of a long text lets other work go on meanwhile, and ranks like any other", async () => {
  const passages = Array.from({ length: 4_000 }, (_, at) => `Orders of month ${at} were returned. `.repeat(at % 30));
  const ranking = { done: false, turns: 0 };
  const others = () => {
    if (ranking.done) return;
    ranking.turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  const found = await rankPassages("returned month 77", passages, (text) => text, 3);
  ranking.done = true;
  // Two million characters, which no machine counts in the ten milliseconds of one stretch.
  expect(ranking.turns).toBeGreaterThanOrEqual(2);
  expect(found).toEqual(rank("returned month 77", passages, (text) => text, 3));
});
