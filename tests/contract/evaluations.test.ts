import { randomUUID } from "node:crypto";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import * as Definition from "@parley/core/definition/definition";
import { runEvaluation } from "@parley/core/evaluation/run";
import * as Integration from "@parley/core/integration/integration";
import * as Source from "@parley/core/integration/source";
import * as Memory from "@parley/core/memory/memory";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { startWorld, type Tenant, type World } from "../support/world/world.ts";

const SHOP = `CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER, refunded INTEGER, placed_on DATE);
  INSERT INTO orders VALUES (1, 100, 10, '2026-01-05'), (2, 50, 0, '2026-02-05'), (3, 30, 30, '2026-03-05')`;
const at = "/v1/admin/evaluations";
const meaning = "Revenue means amount less refunded.";

let world: World;
let tenant: Tenant;
let integration_id: string;
let revenue: string;
let orders: string;

const admin = async (request: string, body?: unknown) =>
  world.call(request, { token: await world.refreshed(tenant.admin), ...(body !== undefined && { body }) });
const ask = (body: object) => admin(`POST ${at}`, body);

/** Does what the queue asks of a worker. */
async function work(): Promise<void> {
  for (const { organization_id, evaluation_id } of world.evaluations.splice(0))
    await runEvaluation({ ...world.base, actor: { organization_id } }, evaluation_id, rehearser);
}

/** An evaluation from its beginning to its end, with its cases. */
async function evaluated(body: object) {
  const started = await ask(body);
  expect(started, started.text).toMatchObject({ status: 202, body: { id: expect.any(String), status: "running" } });
  await work();
  const own = `${at}/${started.body.id}`;
  return { ...(await admin(`GET ${own}`)).body, cases: (await admin(`GET ${own}/cases`)).body.cases };
}

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  tenant = await world.newTenant();
  const ctx = { ...world.base, actor: tenant.ctx.actor };
  await world.base.files.put("shop.sqlite", await databaseFile(SHOP), "application/vnd.sqlite3");
  const config = { engine: "sqlite", file: "shop.sqlite" } as const;
  integration_id = (await Integration.create(ctx, { display_name: "Shop", config })).id;
  const keep = async (question: string, sql: string, kind: string): Promise<string> =>
    (await admin("POST /v1/admin/questions", { question, sql, integration_id, class: kind })).body.id;
  orders = await keep("How many orders are there?", "SELECT COUNT(*) FROM orders", "count");
  revenue = await keep("What is the total revenue?", "SELECT SUM(amount) FROM orders", "sums");
});

describe("POST /v1/admin/evaluations", () => {
  it("has the golden questions asked as things are, and says what is right", async () => {
    const found = await evaluated({});
    expect(found).toMatchObject({
      status: "completed",
      model_id: "rules",
      draft: null,
      progress: { done: 2, total: 2 },
      right_before: 2,
      right_after: null,
      misses: 0,
      changes: null,
      classes: [
        { class: "count", questions: 1, right_before: 1, right_after: null },
        { class: "sums", questions: 1, right_before: 1, right_after: null },
      ],
      usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
      error: null,
      created_by: tenant.admin.id,
    });
    expect(found.cases).toMatchObject([
      { question_id: orders, change: "same", miss: false, error: null, before: { figure: "3" }, after: null },
      { question_id: revenue, class: "sums", before: { answered: true, right: true, figure: "180" } },
    ]);
    expect((await admin("GET /v1/chats")).body.chats).toEqual([]);
  });

  it("with a draft of a rule says which answers it would change, from what to what, and saves nothing", async () => {
    const found = await evaluated({ draft: { rule: { content: meaning } } });
    expect(found).toMatchObject({
      right_before: 2,
      right_after: 1,
      misses: 1,
      changes: { same: 1, number: 1, sql: 0, abstains: 0, answers: 0 },
      classes: [
        { class: "count", right_after: 1 },
        { class: "sums", right_before: 1, right_after: 0 },
      ],
      draft: { rule: { content: meaning } },
    });
    expect(found.cases[1]).toMatchObject({
      change: "number",
      miss: true,
      before: { figure: "180", right: true, sql: expect.stringContaining("SUM") },
      after: { figure: "140", right: false, text: expect.stringContaining("140") },
    });
    expect(await Rule.listAll(tenant.ctx)).toEqual([]);
  });

  it("rehearses that a rule is changed or removed", async () => {
    const { id } = await Rule.create(tenant.ctx, meaning, tenant.admin);
    const only = { question_ids: [revenue] };
    expect((await evaluated({ ...only, draft: { rule: { id, content: null } } })).cases).toMatchObject([
      { change: "number", before: { figure: "140" }, after: { figure: "180" } },
    ]);
    expect(
      (await evaluated({ ...only, draft: { rule: { id, content: "Weeks begin on Monday." } } })).cases,
    ).toMatchObject([{ before: { figure: "140" }, after: { figure: "180" } }]);
  });

  it("rehearses a memory of a member, who alone gets it, and a saved query", async () => {
    const only = { question_ids: [revenue] };
    const added = await evaluated({ ...only, draft: { memory: { content: meaning } } });
    expect(added.cases).toMatchObject([{ before: { figure: "180" }, after: { figure: "140" } }]);
    const memory = await Memory.create({ ...world.base, actor: tenant.member.ctx.actor }, meaning);
    const draft = { memory: { id: memory.id, member_id: tenant.member.id, content: null } };
    expect((await evaluated({ ...only, draft })).cases).toMatchObject([
      { before: { figure: "140" }, after: { figure: "180" } },
    ]);
    const content = { title: "What is the total revenue?", prompt: "Total revenue", sql: "SELECT 7 AS revenue" };
    expect((await evaluated({ ...only, draft: { query: { content } } })).cases).toMatchObject([
      { change: "number", after: { figure: "7" } },
    ]);
    const bound = await Query.create(tenant.ctx, { ...content, integration_id }, tenant.admin);
    expect((await evaluated({ ...only, draft: { query: { id: bound.id, content: null } } })).cases).toMatchObject([
      { before: { figure: "7" }, after: { figure: "180" } },
    ]);
  });

  it("rehearses a metric, which is answered by exactly its SQL, and that one is removed", async () => {
    const metric = { kind: "metric", name: "revenue", table: "orders", sql: "SUM(amount - refunded)" } as const;
    const only = { question_ids: [revenue] };
    const added = await evaluated({ ...only, draft: { definition: { integration_id, content: metric } } });
    expect(added.cases).toMatchObject([{ change: "number", before: { figure: "180" }, after: { figure: "140" } }]);
    expect(await Definition.list(tenant.ctx, integration_id)).toEqual([]);
    const author = { ...tenant.admin, origin: "admin" } as const;
    const ctx = { ...world.base, actor: tenant.ctx.actor };
    const { id } = await Definition.create(ctx, integration_id, metric, author);
    const removed = await evaluated({ ...only, draft: { definition: { integration_id, id, content: null } } });
    expect(removed.cases).toMatchObject([{ before: { figure: "140" }, after: { figure: "180" } }]);
  });

  it("runs one at a time in an organization; the next begins when it has ended", async () => {
    const [first, second] = await Promise.all([ask({}), ask({})]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([202, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refused.body).toEqual({
      code: "EVALUATION_RUNNING",
      detail: { code: "EVALUATION_RUNNING", message: "An evaluation is already running" },
    });
    await work();
    expect((await ask({})).status).toBe(202);
    world.evaluations.length = 0;
  });

  it("answers 404 to questions, agents and what a draft names that the organization does not have", async () => {
    const other = await world.newTenant();
    const foreign = await Rule.create(other.ctx, "Foreign.", other.admin);
    const memory = await Memory.create({ ...world.base, actor: tenant.member.ctx.actor }, "Mine.");
    const unknown: [object, number, string][] = [
      [{ question_ids: [randomUUID()] }, 404, "GOLDEN_QUESTION_NOT_FOUND"],
      [{ agent_id: randomUUID() }, 404, "AGENT_NOT_FOUND"],
      [{ model: "unknown" }, 400, "MODEL_NOT_FOUND"],
      [{ draft: { rule: { id: foreign.id, content: "Mine." } } }, 404, "RULE_NOT_FOUND"],
      [{ draft: { memory: { id: memory.id, content: null } } }, 404, "MEMORY_NOT_FOUND"],
      [{ draft: { memory: { member_id: other.member.id, content: "Mine." } } }, 400, "MEMBER_NOT_FOUND"],
      [{ draft: { query: { id: randomUUID(), content: null } } }, 404, "SAVED_QUERY_NOT_FOUND"],
      [{ draft: { definition: { id: randomUUID(), integration_id, content: null } } }, 404, "DEFINITION_NOT_FOUND"],
    ];
    for (const [body, status, code] of unknown)
      expect(await ask(body), JSON.stringify(body)).toMatchObject({ status, body: { code } });
    expect(world.evaluations).toEqual([]);
  });

  it("refuses a draft that would save nothing, or that could not be saved", async () => {
    const content = { kind: "metric", name: "revenue", table: "orders", sql: "amount; DROP TABLE orders" };
    const refused: [object, string][] = [
      [{ draft: {} }, "DRAFT_REQUIRED"],
      [{ draft: { rule: { content: null } } }, "DRAFT_REQUIRED"],
      [
        { draft: { query: { content: { title: "T", prompt: "P", sql: "DELETE FROM orders" } } } },
        "INVALID_SAVED_QUERY",
      ],
      [{ draft: { definition: { integration_id, content } } }, "INVALID_DEFINITION"],
      [{ draft: { definition: { integration_id: randomUUID(), content } } }, "INTEGRATION_NOT_FOUND"],
      [{ question_ids: [] }, "NO_GOLDEN_QUESTIONS"],
    ];
    for (const [body, code] of refused)
      expect(await ask(body), JSON.stringify(body)).toMatchObject({ status: 400, body: { code } });
    expect((await ask({ draft: { rule: { content: "" } } })).status).toBe(422);
  });
});

describe("GET /v1/admin/evaluations", () => {
  it("lists them, the newest first, page by page, for administrators of the organization alone", async () => {
    const first = await evaluated({ question_ids: [orders] });
    const second = await evaluated({ question_ids: [revenue] });
    const { body } = await admin(`GET ${at}?limit=1`);
    expect(body.evaluations).toMatchObject([{ id: second.id, status: "completed" }]);
    const next = await admin(`GET ${at}?limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({ evaluations: [{ id: first.id }], next_cursor: null });
    expect(await admin(`GET ${at}?cursor=x`)).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
    const other = await world.newTenant();
    const theirs = { token: await world.refreshed(other.admin) };
    expect((await world.call(`GET ${at}`, theirs)).body.evaluations).toEqual([]);
    for (const request of [`GET ${at}/${first.id}`, `GET ${at}/${first.id}/cases`, `POST ${at}/${first.id}/cancel`])
      expect(await world.call(request, theirs), request).toMatchObject({
        status: 404,
        text: '{"detail":"Evaluation not found","code":"EVALUATION_NOT_FOUND"}',
      });
    const member = { token: await world.refreshed(tenant.member) };
    expect((await world.call(`GET ${at}`, member)).status).toBe(403);
  });

  it("waits for the end where that is asked for", async () => {
    const { id } = (await ask({})).body;
    expect((await admin(`GET ${at}/${id}?wait=0.1`)).body).toMatchObject({ status: "running", progress: { done: 0 } });
    // On the test's clock the longest wait may be over before a slow machine has done the work.
    const waited = async () => {
      let seen = await admin(`GET ${at}/${id}?wait=20`);
      for (let waits = 1; waits < 20 && seen.body.status === "running"; waits++)
        seen = await admin(`GET ${at}/${id}?wait=20`);
      return seen.body.status;
    };
    const [status] = await Promise.all([waited(), work()]);
    expect(status).toBe("completed");
  });

  it("is gone after 30 days", async () => {
    const { id } = await evaluated({ question_ids: [orders] });
    world.clock.advance(31 * 24 * 60 * 60_000);
    expect((await admin(`GET ${at}/${id}`)).status).toBe(404);
    expect((await admin(`GET ${at}`)).body.evaluations).toEqual([]);
  });
});

describe("POST /v1/admin/evaluations/{evaluation_id}/cancel", () => {
  it("ends one that waits or runs; what was asked until then stays", async () => {
    const { id } = (await ask({ draft: { rule: { content: meaning } } })).body;
    const messages = world.evaluations.splice(0);
    const ctx = { ...world.base, actor: tenant.ctx.actor };
    // Cancelled in the middle of the second question, which is given up.
    const asked: string[] = [];
    await runEvaluation(ctx, id, (given, rehearsed) => {
      const own = rehearser(given, rehearsed);
      return async (question, how) => {
        asked.push(question.id);
        if (asked.length < 2) return own(question, how);
        expect((await admin(`POST ${at}/${id}/cancel`)).body).toMatchObject({ status: "cancelled" });
        if (!how.signal.aborted) await new Promise((resolve) => how.signal.addEventListener("abort", resolve));
        return own(question, how);
      };
    });
    expect(asked).toEqual([orders, revenue]);
    const { body } = await admin(`GET ${at}/${id}`);
    expect(body).toMatchObject({ status: "cancelled", progress: { done: 1, total: 2 }, classes: [{ class: "count" }] });
    expect((await admin(`GET ${at}/${id}/cases`)).body.cases).toHaveLength(1);
    expect((await admin(`POST ${at}/${id}/cancel`)).body).toEqual(body);
    world.evaluations.push(...messages);
    await work();
    expect((await admin(`GET ${at}/${id}`)).body).toEqual(body);
    expect((await evaluated({ question_ids: [orders] })).status).toBe("completed");
  });
});

describe("GET /v1/admin/evaluations/{evaluation_id}/cases", () => {
  it("shows pages, by how answers change and whether they are right", async () => {
    const { id } = await evaluated({ draft: { rule: { content: meaning } } });
    const own = `GET ${at}/${id}/cases`;
    const { body } = await admin(`${own}?limit=1`);
    expect(body.cases).toMatchObject([{ question_id: orders }]);
    const next = await admin(`${own}?limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({ cases: [{ question_id: revenue }], next_cursor: null });
    for (const query of ["change=number", "miss=true"])
      expect((await admin(`${own}?${query}`)).body.cases).toMatchObject([{ question_id: revenue }]);
    expect((await admin(`${own}?miss=false`)).body.cases).toMatchObject([{ question_id: orders }]);
    expect((await admin(`${own}?change=abstains`)).body).toEqual({ cases: [], next_cursor: null });
    expect((await admin(`${own}?change=other`)).status).toBe(422);
    expect(await admin(`${own}?cursor=x`)).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
  });

  it("says why a question could not be asked: its database or the question itself is gone, or what is right fails", async () => {
    const ctx = { ...world.base, actor: tenant.ctx.actor };
    await admin(`PATCH /v1/admin/questions/${orders}`, { sql: "SELECT COUNT(*) FROM nothing" });
    const { id } = (await ask({})).body;
    await admin(`DELETE /v1/admin/questions/${revenue}`);
    await work();
    const { cases } = (await admin(`GET ${at}/${id}/cases`)).body;
    expect(cases).toMatchObject([
      { question_id: orders, miss: true, error: { code: "SQL_FAILED" }, before: null },
      { question_id: revenue, miss: true, error: { code: "GOLDEN_QUESTION_NOT_FOUND" }, question: "" },
    ]);
    await Source.remove(ctx, integration_id);
    expect((await evaluated({})).cases).toMatchObject([{ error: { code: "INTEGRATION_NOT_FOUND" } }]);
  });
});
