import * as Definition from "@parley/core/definition/definition";
import * as Source from "@parley/core/integration/source";
import { describe, expect, it } from "vitest";
import { createTenant } from "../support/tenant.ts";
import { useSources } from "./source-scene.ts";

const { scene, admin, as, shop, fileOf } = useSources();
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";
const revenue = { kind: "metric", name: "net revenue", table: "orders", sql: "SUM(total)", synonyms: ["net sales"] };

/** An integration with a small file of orders, and the address of its definitions. */
async function orders() {
  const { id } = await fileOf(
    `CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, st TEXT);
     CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
     INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');
     INSERT INTO orders VALUES (1, 1, 10.5, 'O'), (2, 2, 20, 'P')`,
  );
  return { id, at: `/v1/admin/integrations/${id}/definitions` };
}

describe("POST /v1/admin/integrations/{integration_id}/definitions", () => {
  it("keeps a definition of each kind, whole", async () => {
    const { id, at } = await orders();
    const metric = await admin(`POST ${at}`, { ...revenue, description: "What was paid." });
    expect(metric).toMatchObject({ status: 200 });
    expect(metric.body).toEqual({
      id: expect.any(String),
      integration_id: id,
      ...revenue,
      description: "What was paid.",
      column: null,
      meaning: null,
      columns: null,
      references_table: null,
      references_columns: null,
      origin: "admin",
      version: 1,
      last_updated_by: scene.tenant.admin.id,
      last_updated_by_name: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const others = [
      { kind: "dimension", name: "size", table: "orders", sql: "CASE WHEN total > 15 THEN 'large' ELSE 'small' END" },
      { kind: "synonym", name: "clients", meaning: "customers" },
      {
        kind: "join",
        table: "orders",
        columns: ["customer_id"],
        references_table: "customers",
        references_columns: ["id"],
      },
      { kind: "description", table: "orders", column: "st", description: "O is open, P is paid." },
      { kind: "description", table: "customers", description: "Who buys." },
    ];
    for (const body of others)
      expect(await admin(`POST ${at}`, body)).toMatchObject({ status: 200, body: { ...body, version: 1 } });
    const { body } = await admin(`GET ${at}`);
    expect(body.definitions.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      "metric net revenue",
      "dimension size",
      "synonym clients",
      "join orders.customer_id → customers.id",
      "description orders.st",
      "description customers",
    ]);
    expect(body.next_cursor).toBeNull();
  });

  it.each([
    ["without its table", { table: null }, "A metric needs `table`."],
    ["with what another kind has", { meaning: "x" }, "A metric has no `meaning`."],
    ["that is not SQL", { sql: "SUM(total" }, "A bracket is opened that is not closed."],
    ["that closes the bracket around it", { sql: "1) FROM orders WHERE (1 = 1" }, "A bracket is closed"],
    ["with a comment", { sql: "SUM(total) -- all" }, "An expression has no comments."],
    ["with a placeholder", { sql: "SUM({{column}})" }, "An expression has no placeholders."],
    ["with two statements", { sql: "SUM(total); SELECT 1" }, "An expression has no semicolon."],
    ["that is a statement", { sql: "SUM(total) FROM orders" }, "It is more than an expression: it has FROM."],
    ["of two expressions", { sql: "SUM(total), COUNT(*)" }, "It is several expressions: define each by itself."],
    ["that does not aggregate", { sql: "total * 2" }, "A metric aggregates the rows of its table into one value"],
    ["of a column that is not there", { sql: "SUM(amount)" }, "amount"],
    ["of a table that is not there", { table: "invoices" }, "invoices"],
    ["that the guard refuses", { sql: "SUM(total) + load_extension('x')" }, "load_extension"],
    ["that no question can name", { name: "--" }, "A name has letters or digits."],
  ])("answers 400 INVALID_DEFINITION to a metric %s", async (_what, changes, message) => {
    const { at } = await orders();
    const answer = await admin(`POST ${at}`, { ...revenue, ...changes });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_DEFINITION" } });
    expect(answer.body.detail).toContain(message);
  });

  it("answers 400 INVALID_DEFINITION to what its database has not, of every other kind", async () => {
    const { at } = await orders();
    const join = { kind: "join", table: "orders", references_table: "customers" };
    for (const body of [
      { kind: "dimension", name: "sum", table: "orders", sql: "SUM(total)" },
      { kind: "dimension", name: "x", table: "orders", sql: "total > nothing" },
      { kind: "synonym", name: "clients", meaning: "customers", synonyms: ["people"] },
      { ...join, columns: ["customer_id"], references_columns: ["number"] },
      { ...join, columns: ["customer_id", "id"], references_columns: ["id"] },
      { kind: "description", table: "orders", column: "state", description: "x" },
      { kind: "description", table: "orders" },
    ])
      expect(await admin(`POST ${at}`, body)).toMatchObject({ status: 400, body: { code: "INVALID_DEFINITION" } });
    expect((await admin(`GET ${at}`)).body.definitions).toEqual([]);
  });

  it("answers 422 to what is no definition at all", async () => {
    const { at } = await orders();
    expect((await admin(`POST ${at}`, { ...revenue, kind: "measure" })).status).toBe(422);
    expect((await admin(`POST ${at}`, { ...revenue, sql: "x".repeat(2_001) })).status).toBe(422);
    expect((await admin(`POST ${at}`, { ...revenue, synonyms: "net" })).status).toBe(422);
  });

  it("gives a word one meaning, whatever its capitals, also when two are added at once", async () => {
    const { at } = await orders();
    const answers = await Promise.all(
      ["net revenue", "Net Revenue"].map((name) => admin(`POST ${at}`, { ...revenue, name })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const taken = await admin(`POST ${at}`, { kind: "synonym", name: "NET SALES", meaning: "revenue" });
    expect(taken.body.detail).toMatch(/^“NET SALES” is a name of the metric “net revenue” already\.$/i);
  });

  it("is tried on PostgreSQL, in its dialect and within the integration's schemas", async () => {
    const { id } = await shop({ schemas: ["sales"] });
    const at = `POST /v1/admin/integrations/${id}/definitions`;
    const outside = await admin(at, { kind: "metric", name: "all orders", table: "public.orders", sql: "COUNT(*)" });
    expect(outside).toMatchObject({ status: 400, body: { code: "INVALID_DEFINITION" } });
    const whole = await shop();
    const inside = await admin(`POST /v1/admin/integrations/${whole.id}/definitions`, {
      kind: "metric",
      name: "all orders",
      table: "public.orders",
      sql: "COUNT(*) FILTER (WHERE true)",
    });
    expect(inside).toMatchObject({ status: 200, body: { table: "public.orders", version: 1 } });
  });

  it("tries at most 20 a minute for an admin; words alone are not tried", async () => {
    const { at } = await orders();
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent++)
      statuses.push((await admin(`POST ${at}`, { ...revenue, sql: "nothing" })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
    expect((await admin(`POST ${at}`, { kind: "synonym", name: "clients", meaning: "customers" })).status).toBe(200);
  });

  it("answers 404 to an integration that the organization does not have", async () => {
    const other = await createTenant(scene.environment);
    const { at } = await orders();
    for (const [person, path] of [
      [scene.tenant.admin, `/v1/admin/integrations/${unknown}/definitions`],
      [scene.tenant.admin, "/v1/admin/integrations/x/definitions"],
      [other.admin, at],
    ] as const) {
      expect(await as(person, `POST ${path}`, revenue)).toMatchObject({
        status: 404,
        body: { code: "SOURCE_NOT_FOUND" },
      });
      expect(await as(person, `GET ${path}`)).toMatchObject({ status: 404, body: { code: "SOURCE_NOT_FOUND" } });
    }
  });
});

describe("GET /v1/admin/integrations/{integration_id}/definitions", () => {
  it("shows pages, and no cursor on the last one, also where it is full", async () => {
    const { at } = await orders();
    for (const name of ["one", "two", "three", "four"])
      await admin(`POST ${at}`, { kind: "synonym", name, meaning: "customers" });
    const first = await admin(`GET ${at}?limit=2`);
    expect(first.body.definitions.map(({ name }: { name: string }) => name)).toEqual(["one", "two"]);
    const last = await admin(`GET ${at}?limit=2&cursor=${first.body.next_cursor}`);
    expect(last.body.definitions.map(({ name }: { name: string }) => name)).toEqual(["three", "four"]);
    expect(last.body.next_cursor).toBeNull();
    expect(await admin(`GET ${at}?cursor=x`)).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
  });
});

describe("PATCH /v1/admin/integrations/{integration_id}/definitions/{definition_id}", () => {
  it("changes what is named and nothing else, and keeps what it was as a version", async () => {
    const { at } = await orders();
    const { body: before } = await admin(`POST ${at}`, revenue);
    const { body: after } = await admin(`PATCH ${at}/${before.id}`, { sql: "SUM(total * 2)", synonyms: null });
    expect(after).toEqual({ ...before, sql: "SUM(total * 2)", synonyms: [], version: 2, updated_at: after.updated_at });
    expect((await admin(`GET ${at}/${before.id}`)).body).toEqual(after);
    expect((await admin(`GET ${at}/${before.id}?version=1`)).body).toEqual(before);
    expect((await admin(`GET ${at}/${before.id}?version=2`)).body).toEqual(after);
    expect(await admin(`GET ${at}/${before.id}?version=3`)).toMatchObject({ status: 404 });
  });

  it("makes no version of what says the same", async () => {
    const { at } = await orders();
    const { body: before } = await admin(`POST ${at}`, revenue);
    expect((await admin(`PATCH ${at}/${before.id}`, { sql: " SUM(total) ", name: "net revenue" })).body).toEqual(
      before,
    );
    expect((await admin(`PATCH ${at}/${before.id}`, {})).body).toEqual(before);
  });

  it("tries the change, and leaves the definition as it was where it cannot be used", async () => {
    const { at } = await orders();
    const { body: before } = await admin(`POST ${at}`, revenue);
    await admin(`POST ${at}`, { kind: "synonym", name: "takings", meaning: "revenue" });
    for (const change of [{ sql: "SUM(nothing)" }, { table: null }, { name: "takings" }, { meaning: "x" }])
      expect(await admin(`PATCH ${at}/${before.id}`, change)).toMatchObject({
        status: 400,
        body: { code: "INVALID_DEFINITION" },
      });
    expect((await admin(`GET ${at}/${before.id}`)).body).toEqual(before);
  });

  it("counts every change of many at once", async () => {
    const { at } = await orders();
    const { body } = await admin(`POST ${at}`, { kind: "synonym", name: "clients", meaning: "customers" });
    const changes = ["a", "b", "c"].map((description) => admin(`PATCH ${at}/${body.id}`, { description }));
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await admin(`GET ${at}/${body.id}`)).body.version).toBe(4);
  });

  it("answers 404 to definitions that the integration does not have", async () => {
    const [here, elsewhere] = [await orders(), await orders()];
    const { body } = await admin(`POST ${here.at}`, revenue);
    for (const at of [`${elsewhere.at}/${body.id}`, `${here.at}/${unknown}`, `${here.at}/x`])
      for (const [request, change] of [
        ["PATCH", { description: "x" }],
        ["DELETE", undefined],
        ["GET", undefined],
      ] as const)
        expect(await admin(`${request} ${at}`, change)).toMatchObject({
          status: 404,
          body: { code: "DEFINITION_NOT_FOUND" },
        });
  });
});

describe("DELETE /v1/admin/integrations/{integration_id}/definitions/{definition_id}", () => {
  it("deletes a definition, once; its versions can be read, and its name is free", async () => {
    const { at } = await orders();
    const { body } = await admin(`POST ${at}`, revenue);
    expect((await admin(`DELETE ${at}/${body.id}`)).body).toEqual({ message: "Definition deleted successfully" });
    expect((await admin(`DELETE ${at}/${body.id}`)).status).toBe(404);
    expect((await admin(`GET ${at}/${body.id}`)).status).toBe(404);
    expect((await admin(`GET ${at}/${body.id}?version=1`)).body).toEqual(body);
    expect((await admin(`POST ${at}`, revenue)).status).toBe(200);
  });

  it("deletes all of them with their integration, their versions too", async () => {
    const { id, at } = await orders();
    const { body } = await admin(`POST ${at}`, revenue);
    await Source.remove({ ...scene.environment, ...scene.tenant.ctx }, id);
    await expect(
      Definition.get(scene.tenant.ctx, { integrationId: id, id: body.id, version: 1 }),
    ).rejects.toMatchObject({ code: "DEFINITION_NOT_FOUND" });
  });
});
