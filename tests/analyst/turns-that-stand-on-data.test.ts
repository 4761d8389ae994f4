import { standsOnAnswer } from "@parley/analyst/documents-or-database";
import { describe, expect, it } from "vitest";

describe("a turn that passages do not answer after an answer from the data", () => {
  it.each([
    "by depot",
    "and now by payment method",
    "break it down by depot",
    "which drivers work there",
    "and what did that cost us",
    "show me the worst one",
  ])("stands on that: %s", (turn) => {
    expect(standsOnAnswer(turn)).toBe(true);
  });

  it.each(["what does the depot handbook say", "how long are boats lent", "who approves refunds over 100 euros"])(
    "is a question of its own otherwise: %s",
    (turn) => {
      expect(standsOnAnswer(turn)).toBe(false);
    },
  );
});
