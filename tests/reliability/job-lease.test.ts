import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { runAlone } from "@parley/core/store/job-lease";
import type { Base } from "@parley/core/environment/context";
import { createTable } from "@parley/core/store/table";
import { runJobs, type SweeperEnvironment } from "@parley/functions/sweeper/jobs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standingClock } from "../support/clock.ts";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** Work that is under way until it is ended. */
function longWork() {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work = async () => {
    begun.resolve();
    await end.promise;
    return "done";
  };
  return { work, begun: begun.promise, end: end.resolve };
}

describe("the lease of a job", () => {
  test("lets one of eight runs at once in, and the next one after it", async () => {
    const ctx = baseFor(table, { clock: standingClock() });
    const long = longWork();
    let others = 0;
    const first = runAlone(ctx, "eight", long.work);
    await long.begun;
    const refused = await Promise.all(
      Array.from({ length: 7 }, () => runAlone(ctx, "eight", async () => (others += 1))),
    );
    expect({ refused: refused.filter((one) => one === undefined).length, others }).toEqual({ refused: 7, others: 0 });
    long.end();
    expect(await first).toBe("done");
    expect(await runAlone(ctx, "eight", async () => "next")).toBe("next");
  });

  test("is let go by a run that fails, with its error", async () => {
    const ctx = baseFor(table, { clock: standingClock() });
    await expect(runAlone(ctx, "failing", () => Promise.reject(new Error("a fault")))).rejects.toThrow("a fault");
    expect(await runAlone(ctx, "failing", async () => "next")).toBe("next");
  });

  test("expires a minute after a run that died, and never in the time that a run is given", async () => {
    const clock = standingClock();
    const ctx = baseFor(table, { clock });
    let budget = 0;
    void runAlone(ctx, "dead", (until) => {
      budget = until - clock.now();
      return new Promise(() => undefined);
    });
    await expect.poll(() => budget).toBeGreaterThan(0);
    clock.advance(budget);
    expect(await runAlone(ctx, "dead", async () => "too early")).toBeUndefined();
    clock.advance(60_000 - budget);
    expect(await runAlone(ctx, "dead", async () => "next")).toBe("next");
  });

  test("is not kept for hours by a run whose clock is ahead", async () => {
    const clock = standingClock();
    const ctx = baseFor(table, { clock });
    const ahead: Base = { ...ctx, clock: { ...clock, now: () => clock.now() + 3 * 3_600_000 } };
    const long = longWork();
    void runAlone(ahead, "ahead", long.work);
    await long.begun;
    expect(await runAlone(ctx, "ahead", async () => "next")).toBe("next");
  });
});

describe("the sweeper's jobs", () => {
  test("are done even if others fail, and the sweep then fails as a whole", async () => {
    const ctx = baseFor(table, { clock: standingClock() });
    const asked: string[] = [];
    /** The table's service, which has a fault with one of the index's partitions. */
    const client = {
      send(command: object) {
        const partition = command instanceof QueryCommand && command.input.ExpressionAttributeValues?.[":pk"]?.S;
        if (partition) asked.push(partition.replace(/#\d+$/, ""));
        // Whatever else is sent goes to the emulator.
        return partition === "PURGE"
          ? Promise.reject(new Error("a fault"))
          : table.client.send(command as QueryCommand);
      },
    };
    const env: SweeperEnvironment = {
      ...ctx,
      ...unreachable(),
      // Only `send` of a client is used.
      table: createTable(client as DynamoDBClient, table.name, ctx.clock),
      frames: { tell: async () => undefined },
    };
    await expect(runJobs(env)).rejects.toThrow("jobs of the sweeper failed");
    expect(new Set(asked)).toEqual(
      new Set([
        "OPEN",
        "PURGE",
        "CUTS",
        "UPLOADS_DUE",
        "DOCUMENTS_INDEXING",
        "INTROSPECTIONS_RUNNING",
        "EVALUATIONS_RUNNING",
        "LEFTOVERS",
        "MANIFESTS_DUE",
      ]),
    );
  });
});
