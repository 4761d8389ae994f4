import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import * as Evaluation from "@parley/core/evaluation/evaluation";
import { runEvaluation } from "@parley/core/evaluation/run";
import type { MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as Golden from "@parley/core/golden/golden";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { accountKey } from "@parley/core/ledger/account";
import * as Organization from "@parley/core/ledger/organization";
import { memberUse, organizationUse } from "@parley/core/ledger/usage";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { databaseFile } from "../support/database-file.ts";
import { baseFor } from "../support/environment.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

let table: TestTable;
let bucket: TestBucket;
let model: ModelServer;
let ctx: MemberContext & WithFiles & WithQueue;
let tenant: Tenant;

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  const file = await databaseFile("CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1), (2)");
  await bucket.files.put("orders.sqlite", file, "application/vnd.sqlite3");
  model = await startModelServer([[{ text: "I cannot say." }]]);
});
afterAll(() => Promise.all([table.stop(), bucket.stop(), model.close()]));
beforeEach(async () => {
  const clock = movableClock();
  const base = baseFor(table, { clock, settings: { modelBaseUrl: model.url, modelId: "scripted" } });
  tenant = await createTenant(base);
  ctx = { ...base, files: bucket.files, queue: { send: async () => undefined }, actor: tenant.admin.ctx.actor };
  const config = { engine: "sqlite", file: "orders.sqlite" } as const;
  const { id: integration_id } = await Integration.create(ctx, { display_name: "Orders", config });
  for (const question of ["How many orders are there?", "How many orders were there in May?"])
    await Golden.create(ctx, { question, integration_id, sql: "SELECT COUNT(*) FROM orders" }, tenant.admin);
  model.requests.length = 0;
});
afterEach(() => closeDatasources(ctx));

/** Asks the golden questions as things are and with a rule, and returns what came of it. */
async function evaluated() {
  const { id } = await Evaluation.create(ctx, { draft: { rule: { content: "Be short." } } }, tenant.admin);
  await runEvaluation(ctx, id, rehearser);
  return Evaluation.get(ctx, id, 0);
}

/** What the admin and the organization have used today. */
async function usedToday() {
  const [[own] = []] = await memberUse(ctx, [tenant.admin]);
  const [all] = await organizationUse(ctx, 1);
  return { own, all };
}

describe("an evaluation's answers", () => {
  it("count for who asks for it and for the organization, to the token, and hold nothing when it has ended", async () => {
    const { status, model_id, usage } = await evaluated();
    expect({ status, model_id }).toEqual({ status: "completed", model_id: "scripted" });
    const calls = model.requests.length;
    expect(calls).toBeGreaterThanOrEqual(4);
    expect(usage).toMatchObject({ input_tokens: 100 * calls, output_tokens: 20 * calls });
    const used = { model_calls: calls, tokens: 120 * calls };
    expect(await usedToday()).toMatchObject({ own: used, all: used });
    const account = await ctx.table.get(accountKey(tenant.admin.id));
    expect(account?.["queued"]).toBeUndefined();
  });

  it("end it where a limit of the day is reached, and no model is asked then; what was asked until then stays", async () => {
    await Organization.setLimits(ctx, { member_tokens_per_day: 300 });
    const { status, error, progress } = await evaluated();
    expect({ status, error, progress }).toEqual({
      status: "failed",
      error: { code: "RATE_LIMIT", message: "Whoever asked for the evaluation has used up a limit of today." },
      progress: { done: 1, total: 2 },
    });
    const calls = model.requests.length;
    const { own } = await usedToday();
    expect(own?.tokens).toBe(120 * calls);
    expect(await evaluated()).toMatchObject({ status: "failed", progress: { done: 0 } });
    expect(model.requests).toHaveLength(calls);
  });

  it("cost nothing where the built-in interpreter gives them", async () => {
    const { id } = await Evaluation.create(ctx, { model: "rules" }, tenant.admin);
    await runEvaluation(ctx, id, rehearser);
    expect(await Evaluation.get(ctx, id, 0)).toMatchObject({ status: "completed", usage: { input_tokens: 0 } });
    expect(await usedToday()).toMatchObject({ own: { model_calls: 0, tokens: 0 }, all: { tokens: 0 } });
    expect(model.requests).toEqual([]);
  });
});
