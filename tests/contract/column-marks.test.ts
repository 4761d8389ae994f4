import { columnMarkLimits } from "@parley/contract/limits";
import { definitionsOf } from "@parley/core/definition/given";
import { openDatasource } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { refreshSchema, schema } from "@parley/core/integration/schema";
import * as Query from "@parley/core/query/query";
import { describe, expect, it } from "vitest";
import { createTenant } from "../support/tenant.ts";
import { useSources } from "./source-scene.ts";

const { scene, admin, as, shop, fileOf } = useSources();
const signal = new AbortController().signal;
const options = { row_limit: 10, timeout_ms: 5_000, signal };

const ctx = () => ({ ...scene.environment, actor: scene.tenant.ctx.actor });

/** An integration with a small file of people, whose schema was read, and the address of its marks. */
async function people() {
  const { id } = await fileOf(
    `CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT, salary INTEGER);
     CREATE VIEW contacts AS SELECT name AS who FROM people;
     CREATE TABLE letters (id INTEGER PRIMARY KEY, person_id INTEGER, email TEXT);
     INSERT INTO people VALUES (1, 'Ada', 'zebra77@hush.example', 741852)`,
  );
  await refreshSchema(ctx(), id, signal);
  return {
    id,
    at: `/v1/admin/integrations/${id}/column-marks`,
    definitions: `/v1/admin/integrations/${id}/definitions`,
  };
}
const marked = (column: string, mark: string | null, table = "people") => ({ column_marks: [{ table, column, mark }] });

describe("PATCH /v1/admin/integrations/{integration_id}/column-marks", () => {
  it("marks columns and takes marks away, leaving others as they are; GET lists them", async () => {
    const { at } = await people();
    expect(await admin(`GET ${at}`)).toMatchObject({ status: 200, body: { column_marks: [] } });
    const email = { table: "people", column: "email", mark: "hidden" };
    const name = { table: "people", column: "name", mark: "sensitive" };
    expect(await admin(`PATCH ${at}`, { column_marks: [email, name] })).toEqual(
      expect.objectContaining({ status: 200, body: { column_marks: [email, name] } }),
    );
    const salary = { table: "people", column: "salary", mark: "masked" };
    const change = { column_marks: [salary, { ...name, mark: null }, { ...email, mark: "masked" }] };
    const after = { column_marks: [{ ...email, mark: "masked" }, salary] };
    expect((await admin(`PATCH ${at}`, change)).body).toEqual(after);
    expect((await admin(`GET ${at}`)).body).toEqual(after);
    // A column whose mark is taken away need not be there.
    expect((await admin(`PATCH ${at}`, marked("gone", null))).body).toEqual(after);
  });

  it("is in force at once in environments that remember the database, and changes nothing that says the same", async () => {
    const { id, at } = await people();
    // What an environment remembers goes by its table.
    const other = { ...ctx(), table: { ...scene.environment.table } };
    const read = async (within: typeof other) =>
      (await openDatasource(within, await Integration.get(within, id))).run("SELECT email FROM people", options);
    for (const each of [ctx(), other]) expect((await read(each)).rows).toEqual([["zebra77@hush.example"]]);
    expect(JSON.stringify(await schema(other, id, signal))).toContain("zebra77");
    await admin(`PATCH ${at}`, marked("email", "hidden"));
    for (const each of [ctx(), other]) {
      await expect(read(each)).rejects.toThrow("an administrator has hidden it");
      expect(JSON.stringify(await schema(each, id, signal))).not.toContain("zebra77");
    }
    const { updated_at } = await Integration.get(ctx(), id);
    await admin(`PATCH ${at}`, marked("email", "hidden"));
    await admin(`PATCH ${at}`, { column_marks: [] });
    expect((await Integration.get(ctx(), id)).updated_at).toBe(updated_at);
    await (await openDatasource(other, await Integration.get(other, id))).close();
  });

  it("answers 400 INVALID_COLUMN_MARK to a column that there is not, with the nearest one, and marks nothing", async () => {
    const { at } = await people();
    const both = [...marked("email", "hidden").column_marks, ...marked("salry", "masked").column_marks];
    expect(await admin(`PATCH ${at}`, { column_marks: both })).toMatchObject({
      status: 400,
      body: {
        code: "INVALID_COLUMN_MARK",
        detail: "There is no column “people.salry”. Did you mean “people.salary”?",
      },
    });
    expect((await admin(`PATCH ${at}`, marked("email", "hidden", "peopel"))).body.detail).toContain("“people.email”");
    const far = await admin(`PATCH ${at}`, marked("x", "hidden", "elsewhere"));
    expect(far.body.detail).toBe("There is no column “elsewhere.x”.");
    expect((await admin(`GET ${at}`)).body).toEqual({ column_marks: [] });
    // A view's columns are known beside marks that were made since the schema was read.
    for (const [column, table] of [["email"], ["who", "contacts"], ["email"]] as const)
      expect((await admin(`PATCH ${at}`, marked(column, "hidden", table))).status).toBe(200);
  });

  it("takes tables with their schema in PostgreSQL, and every name of a database that was not read yet", async () => {
    const { id } = await shop();
    const at = `/v1/admin/integrations/${id}/column-marks`;
    expect((await admin(`PATCH ${at}`, marked("whatever", "sensitive", "public.unread"))).status).toBe(200);
    await refreshSchema(ctx(), id, signal);
    expect((await admin(`PATCH ${at}`, marked("name", "hidden", "public.customers"))).body.column_marks.at(-1)).toEqual(
      {
        table: "public.customers",
        column: "name",
        mark: "hidden",
      },
    );
    expect((await admin(`PATCH ${at}`, marked("name", "hidden", "sales.customers"))).body.detail).toBe(
      "There is no column “sales.customers.name”. Did you mean “public.customers.name”?",
    );
    expect((await admin(`PATCH ${at}`, marked("NAME", "hidden", "customers"))).body.detail).toContain("customers.name");
  });

  it("keeps every mark of many at once", async () => {
    const { at } = await people();
    await Promise.all(
      ["email", "name", "salary", "id"].map((column) => admin(`PATCH ${at}`, marked(column, "sensitive"))),
    );
    expect((await admin(`GET ${at}`)).body.column_marks).toHaveLength(4);
  });

  it("keeps as many as a record holds, and no more", async () => {
    const { id } = await fileOf("CREATE TABLE t (a TEXT)");
    const at = `/v1/admin/integrations/${id}/column-marks`;
    const many = (count: number, name: (index: number) => string) => ({
      column_marks: Array.from({ length: count }, (_, index) => marked(name(index), "sensitive").column_marks[0]),
    });
    const all = await admin(
      `PATCH ${at}`,
      many(columnMarkLimits.per_integration, (index) => `c${index}`),
    );
    expect(all.body.column_marks).toHaveLength(columnMarkLimits.per_integration);
    expect(await admin(`PATCH ${at}`, marked("one_more", "hidden"))).toMatchObject({
      status: 400,
      body: { code: "INVALID_COLUMN_MARK", detail: expect.stringContaining("At most 500 marks") },
    });
    expect((await admin(`PATCH ${at}`, marked("c0", "hidden"))).status).toBe(200);
    const wide = await fileOf("CREATE TABLE t (a TEXT)");
    const long = many(columnMarkLimits.per_integration, (index) => `${index}${"ä".repeat(120)}`);
    const refused = await admin(`PATCH /v1/admin/integrations/${wide.id}/column-marks`, long);
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_COLUMN_MARK" } });
  });

  it("answers 422 to what is no mark", async () => {
    const { at } = await people();
    for (const body of [{}, marked("email", "secret"), marked("", "hidden"), { column_marks: {} }])
      expect((await admin(`PATCH ${at}`, body)).status).toBe(422);
  });

  it("answers 404 to an integration that the organization does not have", async () => {
    const other = await createTenant(scene.environment);
    const { at } = await people();
    for (const [person, path] of [
      [scene.tenant.admin, "/v1/admin/integrations/019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43/column-marks"],
      [scene.tenant.admin, "/v1/admin/integrations/x/column-marks"],
      [other.admin, at],
    ] as const)
      for (const request of [as(person, `GET ${path}`), as(person, `PATCH ${path}`, marked("email", "hidden"))])
        expect(await request).toMatchObject({
          status: 404,
          body: { code: "SOURCE_NOT_FOUND", detail: "Integration not found" },
        });
  });
});

describe("a column that is marked", () => {
  it("is in no saved query that is saved afterwards", async () => {
    const { id, at } = await people();
    await admin(`PATCH ${at}`, {
      column_marks: [...marked("email", "hidden").column_marks, ...marked("salary", "masked").column_marks],
    });
    const save = (sql: string, integration_id: string | null = id) =>
      Query.create(ctx(), { title: "People", prompt: "People", sql, integration_id }, scene.tenant.admin);
    const refusal = { code: "INVALID_SAVED_QUERY", message: expect.stringContaining("hidden") };
    await expect(save("SELECT email FROM people")).rejects.toMatchObject(refusal);
    await expect(save("SELECT p.name FROM people p WHERE p.email = {{email}}")).rejects.toMatchObject(refusal);
    await expect(save("SELECT name FROM people WHERE salary > {{least}}")).rejects.toMatchObject({
      code: "INVALID_SAVED_QUERY",
      message: expect.stringContaining("masked"),
    });
    const { body } = await admin("POST /v1/queries/validate", { sql: "SELECT email FROM people", integration_id: id });
    expect(body).toMatchObject({ ok: false, problem: { message: expect.stringContaining("hidden") } });
    const saved = await save("SELECT name, salary FROM people");
    await expect(
      Query.update(ctx(), saved.id, { sql: "SELECT max(email) FROM people" }, scene.tenant.admin),
    ).rejects.toMatchObject(refusal);
    await save("SELECT l.email FROM letters l JOIN people p ON p.id = l.person_id");
    // Another database of the organization may have a table of that name.
    await fileOf("CREATE TABLE other (a TEXT)");
    await save("SELECT email FROM people", null);
  });

  it("is in no definition that answers are made with, whatever is said of it; administrators still see them", async () => {
    const { id, at, definitions } = await people();
    const said = [
      { kind: "metric", name: "domains", table: "people", sql: "COUNT(DISTINCT email)" },
      { kind: "metric", name: "payroll", table: "people", sql: "SUM(salary)" },
      { kind: "metric", name: "heads", table: "people", sql: "COUNT(*)" },
      { kind: "dimension", name: "provider", table: "people", sql: 'substr(people."Email", 3)' },
      { kind: "dimension", name: "mailbox", table: "letters", sql: "email" },
      { kind: "synonym", name: "hosts", meaning: "domains" },
      { kind: "synonym", name: "mail", meaning: "E-mail" },
      { kind: "synonym", name: "post", meaning: "people email" },
      { kind: "synonym", name: "staff", meaning: "people" },
      { kind: "join", table: "letters", columns: ["email"], references_table: "people", references_columns: ["email"] },
      {
        kind: "join",
        table: "letters",
        columns: ["person_id"],
        references_table: "people",
        references_columns: ["id"],
      },
      { kind: "description", table: "people", column: "email", description: "Where they are written to." },
      { kind: "description", table: "people", column: "salary", description: "A year." },
    ];
    for (const body of said) expect(await admin(`POST ${definitions}`, body)).toMatchObject({ status: 200 });
    const given = async () => (await definitionsOf(ctx(), await Integration.get(ctx(), id))).map(({ name }) => name);
    expect(await given()).toHaveLength(said.length);
    await admin(`PATCH ${at}`, {
      column_marks: [...marked("email", "hidden").column_marks, ...marked("salary", "masked").column_marks],
    });
    expect(await given()).toEqual([
      "heads",
      "mailbox",
      "mail",
      "staff",
      "letters.person_id → people.id",
      "people.salary",
    ]);
    // The same ones while nothing changes, so that what is made of them is made once.
    const integration = await Integration.get(ctx(), id);
    expect(await definitionsOf(ctx(), integration)).toBe(await definitionsOf(ctx(), integration));
    expect((await admin(`GET ${definitions}`)).body.definitions).toHaveLength(said.length);
    await admin(`PATCH ${at}`, {
      column_marks: [...marked("email", null).column_marks, ...marked("salary", null).column_marks],
    });
    expect(await given()).toHaveLength(said.length);
  });
});
