import { randomUUID } from "node:crypto";
import * as Agent from "@parley/core/agent/agent";
import type { Base } from "@parley/core/context";
import * as Integration from "@parley/core/integration/integration";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import { agents } from "@parley/functions/http/agents";
import { integrations } from "@parley/functions/http/integrations";
import { models } from "@parley/functions/http/models";
import { projects } from "@parley/functions/http/projects";
import { queries } from "@parley/functions/http/queries";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, api, type Call } from "../support/api.ts";
import { countCalls } from "../support/count-calls.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Person, type Tenant } from "../support/tenant.ts";

let table: TestTable;
let base: Base;
let tenant: Tenant;
let foreign: Tenant;
let send: Call;

const config = {
  engine: "postgres",
  host: "db.example",
  port: 5432,
  database: "d",
  user: "u",
  password: "the password",
  tls: "verify",
} as const;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { settings: { modelId: undefined } });
  send = api(base, [...integrations, ...projects, ...models, ...agents, ...queries]);
});
afterAll(() => table.stop());
beforeEach(async () => {
  [tenant, foreign] = await Promise.all([createTenant(base), createTenant(base)]);
});

const as = (person: Person, request: string, body?: unknown): Promise<Answer> =>
  send(request, { token: person.token, ...(body !== undefined && { body }) });

describe("token-only lists", () => {
  it.each([
    ["GET /v1/integrations", 2],
    ["GET /v1/projects", 2],
    ["GET /v1/agents", 2],
    ["GET /v1/queries", 2],
    ["GET /v1/models", 1],
  ])("%s costs %d calls at once (P3)", async (request, calls) => {
    const person = await tenant.add();
    const counter = countCalls(table.client);
    const cost = await counter.during(async () => expect((await as(person, request)).status).toBe(200));
    expect(cost).toMatchObject({ calls, depth: 1 });
    expect(cost.read).toBeLessThanOrEqual(2);
  });
});

describe("GET /v1/integrations", () => {
  it("answers the organization's own, and nothing of how they are reached", async () => {
    const first = await Integration.create(tenant.ctx, { display_name: "Warehouse", config });
    const second = await Integration.create(tenant.ctx, {
      display_name: "Files",
      config: { engine: "sqlite", file: "x.db" },
    });
    await Integration.create(foreign.ctx, { display_name: "Foreign", config });
    expect((await as(tenant.member, "GET /v1/integrations")).body).toEqual({
      integrations: [
        { id: first.id, display_name: "Warehouse", type: "database" },
        { id: second.id, display_name: "Files", type: "database" },
      ],
    });
  });
});

describe("integrations", () => {
  it("are kept sealed, for their organization only", async () => {
    const integration = await Integration.create(tenant.ctx, { display_name: "Warehouse", config });
    expect(JSON.stringify(integration)).not.toContain("the password");
    expect(Integration.configOf(tenant.ctx, integration)).toEqual(config);
    expect(() => Integration.configOf(foreign.ctx, { ...integration, organization_id: foreign.id })).toThrow();
  });

  it("are found by their organization only", async () => {
    const { id } = await Integration.create(tenant.ctx, { display_name: "Warehouse", config });
    expect(await Integration.find(tenant.ctx, id)).toMatchObject({ id });
    expect(await Integration.find(foreign.ctx, id)).toBeUndefined();
    expect(await Integration.find(tenant.ctx, "x".repeat(3000))).toBeUndefined();
    await expect(Integration.get(foreign.ctx, id)).rejects.toMatchObject({ code: "INTEGRATION_NOT_FOUND" });
    await expect(Integration.update(foreign.ctx, id, { display_name: "taken" })).rejects.toMatchObject({
      code: "INTEGRATION_NOT_FOUND",
    });
    await expect(Integration.remove(foreign.ctx, id)).rejects.toMatchObject({ code: "INTEGRATION_NOT_FOUND" });
    await Integration.remove(tenant.ctx, id);
    expect(await Integration.list(tenant.ctx)).toEqual([]);
  });
});

describe("GET /v1/projects", () => {
  it("answers the projects that the caller may use", async () => {
    const open = await Project.create(tenant.ctx, { name: "Handbook", description: "d", tags: ["a"] });
    await Project.create(tenant.ctx, { name: "Board", member_ids: [tenant.other.id] });
    await Project.create(foreign.ctx, { name: "Foreign" });
    const { body } = await as(tenant.member, "GET /v1/projects");
    expect(body).toEqual({
      projects: [
        {
          id: open.id,
          name: "Handbook",
          description: "d",
          tags: ["a"],
          created_at: open.created_at,
          updated_at: open.updated_at,
        },
      ],
    });
    expect((await as(tenant.other, "GET /v1/projects")).body.projects).toHaveLength(2);
  });
});

describe("GET /v1/models", () => {
  it("answers the models and the platform's default, which is one of them", async () => {
    const { body } = await as(tenant.member, "GET /v1/models");
    expect(Object.keys(body).toSorted()).toEqual(["default", "models"]);
    expect(body.models.map(({ model_id }: { model_id: string }) => model_id)).toContain(body.default);
    for (const model of body.models)
      expect(Object.keys(model).toSorted()).toEqual(["description", "display_name", "model_id"]);
  });
});

describe("GET /v1/agents", () => {
  it("answers published agents with their model, one of them the default", async () => {
    const platform: string = (await as(tenant.member, "GET /v1/models")).body.default;
    const first = await Agent.create(tenant.ctx, {
      name: "First",
      published: true,
      instructions: "secret instructions",
    });
    const second = await Agent.create(tenant.ctx, { name: "Second", model_id: "own", starter_prompts: ["Hello?"] });
    await Agent.create(tenant.ctx, { name: "Draft" });
    await Agent.create(foreign.ctx, { name: "Foreign", published: true });
    await Agent.publish(tenant.ctx, second.id);
    const list = async () => (await as(tenant.member, "GET /v1/agents")).body.agents;
    expect(await list()).toMatchObject([
      { id: first.id, name: "First", description: null, model_id: platform, is_default: true, starter_prompts: [] },
      { id: second.id, name: "Second", model_id: "own", is_default: false, starter_prompts: ["Hello?"] },
    ]);
    await Agent.setDefault(tenant.ctx, second.id);
    expect((await list()).map(({ is_default }: { is_default: boolean }) => is_default)).toEqual([false, true]);
    expect((await Agent.defaultAgent(tenant.ctx))?.id).toBe(second.id);
    expect(Object.keys((await list())[0]).toSorted()).toEqual([
      "created_at",
      "description",
      "id",
      "is_default",
      "model_id",
      "name",
      "starter_prompts",
      "updated_at",
    ]);
    await Agent.update(tenant.ctx, second.id, { published: false });
    expect((await Agent.defaultAgent(tenant.ctx))?.id).toBe(first.id);
    expect(await Agent.findPublished(tenant.ctx, second.id)).toBeUndefined();
    await expect(Agent.setDefault(tenant.ctx, second.id)).rejects.toMatchObject({ code: "AGENT_NOT_FOUND" });
    expect(await Agent.findAgent(foreign.ctx, first.id)).toBeUndefined();
  });
});

describe("/v1/queries", () => {
  const wanted = {
    title: "Orders of a region",
    prompt: "List the orders of a region",
    sql: "SELECT id FROM orders WHERE region = {{region}} AND total > {{least}} AND region <> {{region}}",
    keywords: ["orders"],
  };
  const create = (body: object = wanted) => as(tenant.admin, "POST /v1/queries", body);

  it("lets an admin save a query; its parameters are extracted from the SQL", async () => {
    const answer = await create({ ...wanted, parameters: ["ignored"] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        organization_id: tenant.id,
        ...wanted,
        parameters: ["region", "least"],
        last_updated_by: tenant.admin.id,
        last_updated_by_name: tenant.admin.name,
      },
    });
    expect(Object.keys(answer.body)).not.toContain("description");
    expect((await as(tenant.member, "GET /v1/queries")).body).toEqual({ queries: [answer.body] });
    expect((await as(foreign.member, "GET /v1/queries")).body).toEqual({ queries: [] });
  });

  it("takes a prompt alone", async () => {
    const answer = await create({ title: "Prompt", prompt: "How are sales?", description: "d" });
    expect(answer).toMatchObject({ status: 200, body: { sql: null, parameters: [], keywords: [], description: "d" } });
  });

  it.each([
    "DELETE FROM orders",
    "SELECT 1; SELECT 2",
    "SELECT * FROM {{table}}",
    "WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x",
    "not sql",
    " ",
  ])("answers 400 to %j", async (sql) => {
    const answer = await create({ ...wanted, sql });
    expect(answer.status).toBe(400);
    expect(typeof answer.body.detail).toBe("string");
    expect(await Query.list(tenant.ctx)).toEqual([]);
  });

  it("refuses a placeholder for a name, whatever kinds of database the organization has", async () => {
    await Integration.create(tenant.ctx, { display_name: "Warehouse", config });
    await Integration.create(tenant.ctx, { display_name: "Campaigns", config: { engine: "sqlite", file: "x.db" } });
    for (const sql of ["SELECT * FROM {{name}}", "SELECT id AS {{name}} FROM orders", "SELECT id FROM s.{{name}}"]) {
      const answer = await create({ ...wanted, sql });
      expect([answer.status, answer.body.detail], sql).toEqual([
        400,
        expect.stringContaining("a placeholder can only stand for a value."),
      ]);
    }
  });

  it("takes as many parameters as a message has room for", async () => {
    const having = (count: number) => {
      const list = Array.from({ length: count }, (_, at) => `{{p${at}}}`);
      return create({ ...wanted, sql: `SELECT id FROM orders WHERE region IN (${list.join(", ")})` });
    };
    expect((await having(50)).body.parameters).toHaveLength(50);
    const answer = await having(51);
    expect([answer.status, answer.body.detail]).toEqual([400, "A saved query has at most 50 parameters."]);
  });

  it("answers 422 to what has not its shape", async () => {
    expect((await create({})).body.detail).toMatchObject([
      { type: "missing", loc: ["body", "title"] },
      { type: "missing", loc: ["body", "prompt"] },
    ]);
    expect((await create({ ...wanted, keywords: Array<string>(51).fill("x") })).body.detail).toMatchObject([
      { type: "too_long", loc: ["body", "keywords"], ctx: { field_type: "List", max_length: 50, actual_length: 51 } },
    ]);
    expect((await create({ ...wanted, sql: "" })).status).toBe(422);
  });

  it("changes what is given, keeps what is absent, empties what is null", async () => {
    const { body } = await create({ ...wanted, description: "before" });
    const patch = async (change: object) => (await as(tenant.admin, `PATCH /v1/queries/${body.id}`, change)).body;
    expect(await patch({ title: "New" })).toMatchObject({
      ...wanted,
      title: "New",
      description: "before",
      parameters: ["region", "least"],
    });
    expect(await patch({ sql: "SELECT {{other}}" })).toMatchObject({ parameters: ["other"], title: "New" });
    const emptied = await patch({ description: null, keywords: null, sql: null });
    expect(emptied).toMatchObject({ sql: null, keywords: [], parameters: [] });
    expect(Object.keys(emptied)).not.toContain("description");
    expect((await as(tenant.admin, `PATCH /v1/queries/${body.id}`, { sql: "DROP TABLE orders" })).status).toBe(400);
    expect((await as(tenant.member, "GET /v1/queries")).body.queries).toEqual([emptied]);
  });

  it("loses no change of two that are made in the same millisecond", async () => {
    const now = Date.parse("2026-01-15T12:00:00.000Z");
    const ctx = { ...tenant.ctx, clock: { ...base.clock, now: () => now } };
    const { id } = await Query.create(ctx, { title: "T", prompt: "P", sql: null }, tenant.admin);
    await Promise.all([
      Query.update(ctx, id, { title: "New" }, tenant.admin),
      Query.update(ctx, id, { prompt: "Newer" }, tenant.admin),
      Query.update(ctx, id, { keywords: ["newest"] }, tenant.admin),
    ]);
    expect(await Query.find(ctx, id)).toMatchObject({ title: "New", prompt: "Newer", keywords: ["newest"] });
  });

  it("deletes a query, once", async () => {
    const { body } = await create();
    expect(await as(tenant.admin, `DELETE /v1/queries/${body.id}`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect((await as(tenant.admin, `DELETE /v1/queries/${body.id}`)).status).toBe(404);
  });

  it("answers 404 to queries the organization does not have", async () => {
    const { body } = await create();
    for (const id of [randomUUID(), "x", "x".repeat(3000)]) {
      expect(await as(tenant.admin, `PATCH /v1/queries/${id}`, {})).toMatchObject({
        status: 404,
        body: { detail: "Saved query not found" },
      });
    }
    expect((await as(foreign.admin, `PATCH /v1/queries/${body.id}`, { title: "taken" })).status).toBe(404);
    expect((await as(foreign.admin, `DELETE /v1/queries/${body.id}`)).status).toBe(404);
    expect(await Query.find(foreign.ctx, body.id)).toBeUndefined();
  });
});
