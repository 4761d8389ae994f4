import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import { spend, writeFor } from "@parley/core/throttle/spend";
import { array, assert as check, asyncProperty, constantFrom } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { countCalls } from "../support/count-calls.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

const clock = standingClock();
let table: TestTable;
let base: Base;
let subjects = 0;
const subject = () => `subject-${(subjects += 1)}`;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { clock });
});
afterAll(() => table.stop());

/** 0 if the attempt passes, else the seconds that the refusal names. */
async function attempt(who: string, ctx = base): Promise<number> {
  try {
    await spend(ctx, "submission", who);
    return 0;
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMIT") return error.retryAfter ?? Number.NaN;
    throw error;
  }
}

/** The same rule without a table: admissions kept in a list. */
function model() {
  const admitted: number[] = [];
  return (now: number): number => {
    const waits = [
      { count: 10, ms: 60_000 },
      { count: 3, ms: 10_000 },
    ].map((window) => (admitted[window.count - 1] ?? -Infinity) + window.ms - now);
    const wait = Math.max(0, ...waits);
    if (wait > 0) return Math.max(1, Math.ceil(wait / 1000));
    admitted.unshift(now);
    return 0;
  };
}

describe("the submission budget (D37)", () => {
  it("lets 3 in 10 seconds and 10 in 60 seconds pass, to the millisecond", async () => {
    const who = subject();
    expect([await attempt(who), await attempt(who), await attempt(who)]).toEqual([0, 0, 0]);
    expect(await attempt(who)).toBe(10);
    clock.advance(9_999);
    expect(await attempt(who)).toBe(1);
    clock.advance(1);
    expect([await attempt(who), await attempt(who), await attempt(who), await attempt(who)]).toEqual([0, 0, 0, 10]);
    clock.advance(10_000);
    expect([await attempt(who), await attempt(who), await attempt(who)]).toEqual([0, 0, 0]);
    clock.advance(10_000);
    expect(await attempt(who)).toBe(0);
    // Ten within the last 30 seconds: the first of them leaves the window in 30.
    expect(await attempt(who)).toBe(30);
    clock.advance(29_999);
    expect(await attempt(who)).toBe(1);
    clock.advance(1);
    expect(await attempt(who)).toBe(0);
  });

  it("does as its rule says for any sequence of attempts and pauses", async () => {
    const pause = constantFrom(0, 1, 500, 3_333, 9_999, 10_000, 20_000, 60_000);
    await check(
      asyncProperty(array(pause, { maxLength: 40 }), async (pauses) => {
        const who = subject();
        const expected = model();
        for (const ms of pauses) {
          clock.advance(ms);
          expect(await attempt(who)).toBe(expected(clock.now()));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("counts what a transaction writes, and distinguishes its refusal from others", async () => {
    const who = subject();
    const put = () => ({ put: { pk: `TEST#${who}`, sk: "x" } });
    for (let round = 0; round < 3; round++) {
      expect(await base.table.transact([writeFor(base, "submission", who).write, put()])).toEqual({ done: true });
    }
    const refused = writeFor(base, "submission", who);
    const outcome = await base.table.transact([put(), refused.write]);
    if (outcome.done) throw new Error("the fourth submission passed");
    expect(outcome.refusals[0]).toBeNull();
    expect(refused.failure(outcome.refusals[1]?.item)).toMatchObject({ code: "RATE_LIMIT", retryAfter: 10 });
  });

  it("lets exactly 3 of 1,000 concurrent attempts pass", async () => {
    const who = subject();
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => attempt(who)));
    expect(outcomes.filter((wait) => wait === 0)).toHaveLength(3);
    expect(new Set(outcomes.filter((wait) => wait !== 0))).toEqual(new Set([10]));
  });

  it("costs one write of one unit, refused or not", async () => {
    const who = subject();
    const counter = countCalls(table);
    for (let round = 0; round < 5; round++) {
      const cost = await counter.during(() => attempt(who));
      expect(cost).toMatchObject({ calls: 1, depth: 1 });
      expect(cost.write).toBeLessThanOrEqual(1);
    }
  });

  it("keeps each member's, each policy's apart", async () => {
    const [one, other] = [subject(), subject()];
    for (let round = 0; round < 3; round++) await attempt(one);
    expect(await attempt(one)).toBe(10);
    expect(await attempt(other)).toBe(0);
    await expect(spend(base, "upload", one)).resolves.toBeUndefined();
  });
});
