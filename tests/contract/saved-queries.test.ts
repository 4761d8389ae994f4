import { randomUUID } from "node:crypto";
import * as Integration from "@parley/core/integration/integration";
import * as Query from "@parley/core/query/query";
import { queries } from "@parley/functions/http/queries";
import { describe, expect, it } from "vitest";
import { config } from "./postgres-config.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants(queries);
const { as } = scene;

describe("/v1/queries", () => {
  const wanted = {
    title: "Orders of a region",
    prompt: "List the orders of a region",
    sql: "SELECT id FROM orders WHERE region = {{region}} AND total > {{least}} AND region <> {{region}}",
    keywords: ["orders"],
  };
  const create = (body: object = wanted) => as(scene.tenant.admin, "POST /v1/queries", body);

  it("lets an admin save a query; its parameters are extracted from the SQL", async () => {
    const answer = await create({ ...wanted, parameters: ["ignored"] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        organization_id: scene.tenant.id,
        ...wanted,
        parameters: ["region", "least"],
        last_updated_by: scene.tenant.admin.id,
        last_updated_by_name: scene.tenant.admin.name,
      },
    });
    expect(Object.keys(answer.body)).not.toContain("description");
    expect((await as(scene.tenant.member, "GET /v1/queries")).body).toEqual({ queries: [answer.body] });
    expect((await as(scene.foreign.member, "GET /v1/queries")).body).toEqual({ queries: [] });
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
    expect(await Query.list(scene.tenant.ctx)).toEqual([]);
  });

  it("refuses a placeholder for a name, whatever kinds of database the organization has", async () => {
    await Integration.create(scene.tenant.ctx, { display_name: "Warehouse", config });
    await Integration.create(scene.tenant.ctx, {
      display_name: "Campaigns",
      config: { engine: "sqlite", file: "x.db" },
    });
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
    const patch = async (change: object) => (await as(scene.tenant.admin, `PATCH /v1/queries/${body.id}`, change)).body;
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
    expect((await as(scene.tenant.admin, `PATCH /v1/queries/${body.id}`, { sql: "DROP TABLE orders" })).status).toBe(
      400,
    );
    expect((await as(scene.tenant.member, "GET /v1/queries")).body.queries).toEqual([emptied]);
  });

  it("loses no change of two that are made in the same millisecond", async () => {
    const now = Date.parse("2026-01-15T12:00:00.000Z");
    const ctx = { ...scene.tenant.ctx, clock: { ...scene.base.clock, now: () => now } };
    const { id } = await Query.create(ctx, { title: "T", prompt: "P", sql: null }, scene.tenant.admin);
    await Promise.all([
      Query.update(ctx, id, { title: "New" }, scene.tenant.admin),
      Query.update(ctx, id, { prompt: "Newer" }, scene.tenant.admin),
      Query.update(ctx, id, { keywords: ["newest"] }, scene.tenant.admin),
    ]);
    expect(await Query.find(ctx, id)).toMatchObject({ title: "New", prompt: "Newer", keywords: ["newest"] });
  });

  it("deletes a query, once", async () => {
    const { body } = await create();
    expect(await as(scene.tenant.admin, `DELETE /v1/queries/${body.id}`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect((await as(scene.tenant.admin, `DELETE /v1/queries/${body.id}`)).status).toBe(404);
  });

  it("answers 404 to queries the organization does not have", async () => {
    const { body } = await create();
    for (const id of [randomUUID(), "x", "x".repeat(3000)]) {
      expect(await as(scene.tenant.admin, `PATCH /v1/queries/${id}`, {})).toMatchObject({
        status: 404,
        body: { detail: "Saved query not found" },
      });
    }
    expect((await as(scene.foreign.admin, `PATCH /v1/queries/${body.id}`, { title: "taken" })).status).toBe(404);
    expect((await as(scene.foreign.admin, `DELETE /v1/queries/${body.id}`)).status).toBe(404);
    expect(await Query.find(scene.foreign.ctx, body.id)).toBeUndefined();
  });
});
