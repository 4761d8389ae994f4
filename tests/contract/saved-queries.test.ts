import { randomUUID } from "node:crypto";
import { answerBytes } from "@parley/core/environment/answer-size";
import * as Integration from "@parley/core/integration/integration";
import { organizationPk } from "@parley/core/store/keys";
import { entryOf } from "@parley/core/query/matching-index";
import * as Query from "@parley/core/query/query";
import { find as findQuery } from "@parley/core/query/record";
import { queries } from "@parley/functions/http/queries";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
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

  it("is of any database unless it is bound to one, for which its SQL is checked", async () => {
    const file = { display_name: "Campaigns", config: { engine: "sqlite", file: "x.db" } } as const;
    const { id } = await Integration.create(scene.tenant.ctx, file);
    await Integration.create(scene.tenant.ctx, { display_name: "Warehouse", config });
    expect((await create()).body.integration_id).toBeNull();
    const glob = { ...wanted, sql: "SELECT id FROM orders WHERE id GLOB 'a*'" };
    const bound = await create({ ...glob, integration_id: id });
    expect(bound).toMatchObject({ status: 200, body: { integration_id: id } });
    const at = `PATCH /v1/queries/${bound.body.id}`;
    // What SQLite takes, PostgreSQL does not.
    const only = { sql: "SELECT id::text FROM orders" };
    expect((await as(scene.tenant.admin, at, only)).body.code).toBe("INVALID_SAVED_QUERY");
    expect((await as(scene.tenant.admin, at, { ...only, integration_id: null })).body.integration_id).toBeNull();
    expect((await as(scene.tenant.admin, at, { integration_id: id })).body.code).toBe("INVALID_SAVED_QUERY");
    for (const integration_id of ["x", randomUUID()])
      expect(await create({ ...wanted, integration_id })).toMatchObject({
        status: 400,
        body: { code: "INTEGRATION_NOT_FOUND" },
      });
  });

  it("of before queries were bound is of any database", async () => {
    const { body } = await create();
    const key = { pk: organizationPk(scene.tenant.id), sk: `QUERY#${body.id}` };
    const { integration_id: _none, ...old } = (await scene.tenant.ctx.table.get<Record<string, unknown>>(key)) ?? {};
    await scene.tenant.ctx.table.put({ ...key, ...old });
    expect((await as(scene.tenant.member, "GET /v1/queries")).body.queries).toEqual([body]);
    const changed = await as(scene.tenant.admin, `PATCH /v1/queries/${body.id}`, { title: "T" });
    expect(changed).toMatchObject({ status: 200, body: { title: "T", integration_id: null } });
    expect((await as(scene.tenant.admin, `DELETE /v1/queries/${body.id}`)).status).toBe(200);
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
    expect(await findQuery(ctx, id)).toMatchObject({ title: "New", prompt: "Newer", keywords: ["newest"] });
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
    expect(await findQuery(scene.foreign.ctx, body.id)).toBeUndefined();
  });

  it("lists all without a limit, and pages with one: the oldest first, each once", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await create({ ...wanted, title: `Query ${at}` })).body.id);
    const list = async (search: string) => (await as(scene.tenant.member, `GET /v1/queries${search}`)).body;
    const idsOf = (answer: { queries: { id: string }[] }) => answer.queries.map(({ id }) => id);
    const whole = await list("");
    expect(Object.keys(whole)).toEqual(["queries"]);
    expect(idsOf(whole)).toEqual(ids);
    const seen: string[] = [];
    let search = "?limit=2";
    for (const length of [2, 2, 1]) {
      const page = await list(search);
      expect(page.queries).toHaveLength(length);
      seen.push(...idsOf(page));
      search = `?limit=2&cursor=${page.next_cursor}`;
      if (length === 1) expect(page.next_cursor).toBeNull();
    }
    expect(seen).toEqual(ids);
    expect((await list("?limit=5")).next_cursor).toBeNull();
    const { next_cursor } = await list("?limit=2");
    expect(idsOf(await list(`?cursor=${next_cursor}`))).toEqual(ids.slice(2));
  });

  it("answers 422 to a limit out of bounds and 400 to an invalid cursor; another organization's cursor shows nothing of it", async () => {
    await create();
    const list = (search: string) => as(scene.tenant.member, `GET /v1/queries${search}`);
    for (const limit of ["0", "201", "x", ""]) expect((await list(`?limit=${limit}`)).status).toBe(422);
    for (const cursor of ["x", "", "a".repeat(5_000), Buffer.from("QUERY#").toString("base64url")]) {
      expect(await list(`?cursor=${cursor}`)).toMatchObject({
        status: 400,
        text: '{"detail":"Invalid cursor","code":"INVALID_CURSOR"}',
      });
    }
    const { body } = await as(scene.foreign.admin, "POST /v1/queries", wanted);
    const foreign = Buffer.from(body.id).toString("base64url");
    expect((await list(`?cursor=${foreign}`)).text).not.toContain(body.id);
  });
});

describe("the size of an organization's saved queries", () => {
  // Quotes and line breaks are written longer in an answer than they are.
  const sql = `SELECT '${'"'.repeat(9_000)}'`;
  const large = (at: number) => ({
    title: `Large ${at}`,
    prompt: "\n".repeat(4_000),
    sql,
    keywords: Array.from({ length: 50 }, () => "x".repeat(100)),
  });
  const save = (at: number) => as(scene.tenant.admin, "POST /v1/queries", large(at));

  it("is 4 MB at most, as they are answered: one more is refused, all of them are listed, and room that is made is used", async () => {
    const ids: string[] = [];
    let refused: Awaited<ReturnType<typeof save>> | undefined;
    for (let at = 0; at < 300 && !refused; at++) {
      const answer = await save(at);
      if (answer.status === 200) ids.push(answer.body.id);
      else refused = answer;
    }
    expect(refused).toMatchObject({
      status: 400,
      text: '{"detail":"Too many saved queries","code":"TOO_MANY_SAVED_QUERIES"}',
    });
    const listed = await as(scene.tenant.member, "GET /v1/queries");
    expect(listed.status).toBe(200);
    expect(listed.body.queries).toHaveLength(ids.length);
    // As Lambda counts it: the answer's text is a string in JSON.
    const bytes = Buffer.byteLength(JSON.stringify(listed.text));
    expect(bytes).toBeLessThan(4.2 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(3.8 * 1024 * 1024);

    const at = `/v1/queries/${ids[0]}`;
    const patch = (change: object) => as(scene.tenant.admin, `PATCH ${at}`, change);
    expect(await patch({ description: '"'.repeat(2_000), prompt: '"'.repeat(8_000) })).toMatchObject({
      status: 400,
      text: '{"detail":"Too many saved queries","code":"TOO_MANY_SAVED_QUERIES"}',
    });
    expect((await patch({ sql: null, prompt: "short", keywords: [] })).status).toBe(200);
    expect((await save(999)).status).toBe(200);
    expect((await save(999)).status).toBe(400);
    for (const id of ids.slice(1, 3)) {
      expect((await as(scene.tenant.admin, `DELETE /v1/queries/${id}`)).status).toBe(200);
      expect((await save(999)).status).toBe(200);
    }
    expect((await save(999)).status).toBe(400);
  }, 120_000);

  it("is known of an organization whose queries are older than the bound, from the first look on", async () => {
    const { ctx, admin } = scene.tenant;
    const kept = [await Query.create(ctx, large(1), admin), await Query.create(ctx, large(2), admin)];
    const pk = organizationPk(scene.tenant.id);
    const beside = () => ctx.table.queryAll({ pk, begins: "QUERIES", consistent: true });
    // A version is of a write, and none was made since.
    const before = (await beside()).map(({ version: _version, ...item }) => item);
    for (const look of [() => Query.entries(ctx), () => Query.remove(ctx, kept.pop()?.id ?? "")]) {
      await ctx.table.removeMany(await beside());
      await look();
      const now = await beside();
      if (kept.length === 2) expect(now).toEqual(before);
    }
    const [total, ...entries] = await beside();
    expect(entries.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(total?.["bytes"]).toBe(Number(before[0]?.["bytes"]) / 2);
    await Query.remove(ctx, kept[0]?.id ?? "");
    expect(await beside()).toMatchObject([{ pk, sk: "QUERIES", bytes: 0 }]);
  });

  it("is counted exactly by writers who write at once, and what matching reads says the same as the queries", async () => {
    const { ctx, admin } = scene.tenant;
    const made = await Promise.all([1, 2, 3, 4].map((at) => Query.create(ctx, large(at), admin)));
    await Promise.all([
      Query.update(ctx, made[0]?.id ?? "", { title: "New" }, admin),
      Query.update(ctx, made[0]?.id ?? "", { keywords: ["new"] }, admin),
      Query.remove(ctx, made[1]?.id ?? ""),
      Query.update(ctx, made[2]?.id ?? "", { sql: null }, admin),
    ]);
    const pk = organizationPk(scene.tenant.id);
    const [total] = await ctx.table.queryAll({ pk, begins: "QUERIES", consistent: true });
    const kept = await Query.list(ctx);
    const sizes = kept.map(({ pk: _pk, sk: _sk, ...query }) => answerBytes(JSON.stringify(query)));
    expect(total?.["bytes"]).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(await Query.entries(ctx)).toEqual(kept.map(entryOf));
  });

  it("costs a turn one call for all of them: what it reads of each is small", async () => {
    const { ctx, admin } = scene.tenant;
    for (let at = 0; at < 60; at++) await Query.create(ctx, large(at), admin);
    const counter = countCalls(scene.table);
    const cost = await counter.during(() => Query.entries(ctx));
    // Their total is read with the other items of a question.
    expect(cost.commands.toSorted()).toEqual(["GetItemCommand", "QueryCommand"]);
    // 60 entries of at most two kilobytes, in units of 8 KB.
    expect(cost.read).toBeLessThanOrEqual(15);
  });
});
