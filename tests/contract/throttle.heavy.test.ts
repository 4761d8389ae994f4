import { Failure } from "@parley/core/failure/failure";
import { spend } from "@parley/core/throttle/spend";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

let table: TestTable;

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

describe("the submission budget in system time (R12)", () => {
  it("lets exactly 3 of 10,000 concurrent attempts pass, and the wait it names is right to the second", async () => {
    const base = baseFor(table);
    const started = Date.now();
    const attempts = Array.from({ length: 10_000 }, async () => {
      try {
        await spend(base, "submission", "somebody");
        return undefined;
      } catch (error) {
        if (!(error instanceof Failure) || error.retryAfter === undefined) throw error;
        return error.retryAfter;
      }
    });
    const waits = await Promise.all(attempts);
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
    expect(Date.now() - started).toBeLessThan(60_000);
    for (const wait of waits) if (wait !== undefined) expect(wait).toBeLessThanOrEqual(10);
  }, 60_000);
});
