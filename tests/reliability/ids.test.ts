import fc from "fast-check";
import { createIds, IDS_AHEAD_MS, isUuid, shownTime, timeOf } from "@parley/core/environment/ids";
import { describe, expect, test } from "vitest";
import { standingClock } from "../support/clock.ts";

const HOUR = 3_600_000;

describe("ids", () => {
  test("follow the greatest id of their chat, whatever the clocks say, and do not carry a wrong clock's hours to another chat", () => {
    const step = fc.record({
      environment: fc.nat(2),
      chat: fc.nat(2),
      // Clocks disagree a little, are wrong by hours, and are put right again.
      apart: fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: -5 * HOUR, max: 5 * HOUR })),
      isWrong: fc.boolean(),
      passes: fc.nat(5_000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = standingClock();
        const wrong = [0, 0, 0];
        const environments = [0, 1, 2].map((place) =>
          createIds({ ...clock, now: () => clock.now() + (wrong[place] ?? 0) }),
        );
        const chats = new Map<number, string>();
        for (const { environment, chat, apart, isWrong, passes } of steps) {
          wrong[environment] = isWrong && environment === 0 ? apart : apart % 2_000;
          clock.advance(passes);
          const ids = environments[environment];
          const last = chats.get(chat);
          const id = ids?.next(last) ?? "";
          chats.set(chat, id);
          expect(isUuid(id)).toBe(true);
          expect(last === undefined || id > last).toBe(true);
          // A new chat, or a turn: the environment's own time and nothing of the chats that it has met.
          const own = timeOf(ids?.next() ?? "");
          const now = clock.now() + (wrong[environment] ?? 0);
          expect(own - now).toBeLessThanOrEqual(IDS_AHEAD_MS + 2);
          expect(own - now).toBeGreaterThanOrEqual(0);
          expect(shownTime(id, now) - now).toBeLessThanOrEqual(IDS_AHEAD_MS);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("of one environment keep their order, also in one millisecond", () => {
    const ids = createIds(standingClock());
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(made.length);
  });
});
