import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import * as Cases from "@parley/core/evaluation/cases";
import { sweepEvaluations } from "@parley/core/evaluation/ending";
import * as Evaluation from "@parley/core/evaluation/evaluation";
import type { Rehearser } from "@parley/core/evaluation/rehearser";
import { evaluationsRunning } from "@parley/core/evaluation/record";
import { runEvaluation } from "@parley/core/evaluation/run";
import type { MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as Golden from "@parley/core/golden/golden";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { MOST_ATTEMPTS } from "@parley/core/wake/queued-work";
import type { EvaluationWake } from "@parley/core/wake/wake";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { standingClock } from "../support/clock.ts";
import { databaseFile } from "../support/database-file.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { Died, interrupted, interruptedCalls, type Interruption } from "./world/interrupted.ts";

type Context = MemberContext & WithFiles & WithQueue;

const MINUTE_MS = 60_000;
const clock = standingClock();
let table: TestTable;
let bucket: TestBucket;
let ctx: Context;
let tenant: Tenant;
let queued: EvaluationWake[];
/** The questions that were asked, one after another. */
let asked: string[];

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  const file = await databaseFile("CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1), (2)");
  await bucket.files.put("orders.sqlite", file, "application/vnd.sqlite3");
});
afterAll(() => Promise.all([table.stop(), bucket.stop()]));
beforeEach(async () => {
  // What dies says so in the log.
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const base = baseFor(table, { clock });
  tenant = await createTenant(base);
  queued = [];
  asked = [];
  const queue = { send: async (message: unknown) => void queued.push(message as EvaluationWake) };
  ctx = { ...base, files: bucket.files, queue, actor: tenant.admin.ctx.actor };
  const config = { engine: "sqlite", file: "orders.sqlite" } as const;
  const { id: integration_id } = await Integration.create(ctx, { display_name: "Orders", config });
  for (const question of ["How many orders are there?", "How many different orders are there?"])
    await Golden.create(ctx, { question, integration_id, sql: "SELECT COUNT(*) FROM orders" }, tenant.admin);
});
afterEach(() => closeDatasources(ctx));

/** Asks for good: what dies is the worker, between questions. */
const counting: Rehearser = (_given, rehearsed) => {
  const ask = rehearser(ctx, rehearsed);
  return async (question, how) => {
    asked.push(question.id);
    return ask(question, how);
  };
};

async function workAll(environment: Context = ctx, rehearse = counting): Promise<void> {
  for (const { evaluation_id } of queued.splice(0)) await runEvaluation(environment, evaluation_id, rehearse);
}
const sweep = (environment: Context = ctx) => sweepEvaluations(environment);

/** Half an hour with sweeps and with workers that die of nothing. */
async function recover(): Promise<void> {
  for (const minutes of [2, 2, 4, 8, 14]) {
    clock.advance(minutes * MINUTE_MS);
    await sweep();
    await workAll();
  }
}

const request = (environment: Context = ctx) =>
  Evaluation.create(environment, { draft: { rule: { content: "Weeks begin on Monday." } } }, tenant.admin);

/** What there is once everything has settled: nothing waits any more, and another evaluation may be asked for. */
async function settled(): Promise<string[]> {
  const running = await ctx.table.queryAll({ pk: evaluationsRunning, index: true });
  expect(running).toEqual([]);
  const { evaluations } = await Evaluation.page(ctx, { limit: 50 });
  for (const { id, progress } of evaluations)
    expect((await Cases.page(ctx, id, { limit: 50 })).cases).toHaveLength(progress.done);
  clock.advance(2 * MINUTE_MS);
  const next = await request();
  await Evaluation.cancel(ctx, next.id);
  queued.splice(0);
  return evaluations.map(({ status, progress, misses }) => `${status}, ${progress.done}, ${misses}`);
}

describe("an evaluation", () => {
  it("is in the end what it would have been without, wherever its worker dies, and asks again at most what it was asking", async () => {
    async function perform(interruption?: Interruption): Promise<number> {
      clock.advance(2 * MINUTE_MS);
      await request();
      asked = [];
      const { environment, calls } = interrupted(ctx, interruption);
      await workAll(environment).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error;
      });
      const made = calls();
      await recover();
      const [seen] = await settled().then((all) => all.filter((one) => !one.startsWith("cancelled")));
      expect(seen, JSON.stringify(interruption)).toBe("completed, 2, 0");
      expect(asked.length).toBeLessThanOrEqual(3);
      return made;
    }
    const calls = await perform();
    expect(asked).toHaveLength(2);
    expect(calls).toBeGreaterThan(8);
    for (const call of interruptedCalls(calls))
      for (const how of ["dies before", "dies after"] as const) await perform({ call, how });
  }, 300_000);

  it("is asked for whole or not at all, wherever the request dies", async () => {
    const count = interrupted(ctx);
    await request(count.environment);
    await workAll();
    for (const call of interruptedCalls(count.calls())) {
      for (const how of ["dies before", "dies after"] as const) {
        clock.advance(2 * MINUTE_MS);
        await request(interrupted(ctx, { call, how }).environment).catch((error: unknown) => {
          if (!(error instanceof Died)) throw error;
        });
        await recover();
        const ends = (await settled()).filter((one) => !one.startsWith("cancelled"));
        expect(new Set(ends), JSON.stringify({ call, how })).toEqual(new Set(["completed, 2, 0"]));
      }
    }
  }, 300_000);

  it("whose message is lost is woken by the sweeper, and comes once however many messages there are", async () => {
    await request();
    queued.splice(0);
    await sweep();
    expect(queued).toEqual([]);
    clock.advance(6_000);
    await sweep();
    await sweep();
    expect(queued).toHaveLength(1);
    const [message] = queued;
    queued.push(...Array.from({ length: 4 }, () => message as EvaluationWake));
    await Promise.all(queued.splice(0).map(({ evaluation_id }) => runEvaluation(ctx, evaluation_id, counting)));
    expect(asked).toHaveLength(2);
    expect(await settled()).toContain("completed, 2, 0");
  });

  it("goes on with another message where a worker's time is over, with the next question", async () => {
    await request();
    const slow: Rehearser = (given, rehearsed) => {
      const ask = counting(given, rehearsed);
      return async (question, how) => {
        const found = await ask(question, how);
        clock.advance(9 * MINUTE_MS);
        return found;
      };
    };
    const [first] = queued.splice(0);
    await runEvaluation(ctx, first?.evaluation_id ?? "", slow);
    expect(asked).toHaveLength(1);
    expect(queued).toHaveLength(1);
    await workAll();
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(2);
    expect(await settled()).toContain("completed, 2, 0");
  });

  it("has failed, with what was asked until then, where one question ends worker after worker", async () => {
    await request();
    let tries = 0;
    const dying: Rehearser = (given, rehearsed) => {
      const ask = counting(given, rehearsed);
      return async (question, how) => {
        if (asked.length === 0) return ask(question, how);
        tries += 1;
        throw new Died();
      };
    };
    for (let minute = 0; minute < 40; minute += 1) {
      await workAll(ctx, dying).catch(() => undefined);
      clock.advance(MINUTE_MS);
      await sweep();
    }
    expect(tries).toBe(MOST_ATTEMPTS);
    const { evaluations } = await Evaluation.page(ctx, { limit: 1 });
    expect(evaluations[0]).toMatchObject({ status: "failed", error: { code: "EVALUATION_INTERRUPTED" } });
    expect(await settled()).toContain("failed, 1, 0");
  });

  it("begins no question after two hours", async () => {
    await request();
    clock.advance(121 * MINUTE_MS);
    await workAll();
    const { evaluations } = await Evaluation.page(ctx, { limit: 1 });
    expect(evaluations[0]).toMatchObject({ status: "failed", error: { code: "EVALUATION_LIMIT" } });
    expect(asked).toEqual([]);
  });
});
