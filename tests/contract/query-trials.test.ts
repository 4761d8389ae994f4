import * as Integration from "@parley/core/integration/integration";
import { createTenant } from "../support/tenant.ts";
import { describe, expect, it } from "vitest";
import { secret, useSources } from "./source-scene.ts";

const { scene, admin, shop, fileOf, holdTable, waiting } = useSources();
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";

describe("POST /v1/queries/validate", () => {
  const validate = (sql: string, integration_id?: string | null) =>
    admin("POST /v1/queries/validate", { sql, integration_id });

  it("names the parameters of SQL that could be saved, each once, in the order of the text", async () => {
    const sql =
      "SELECT name FROM customers WHERE country = {{country}} AND name LIKE '%{{part}}%' AND {{country}} <> ''";
    expect(await validate(sql)).toMatchObject({
      status: 200,
      body: { parameters: ["country", "part"], ok: true, problem: null },
    });
  });

  it.each([
    ["what is not SQL", "SELECT name\nFROM customers c\nWHERE é = 1 FORM x", 3, 13],
    ["a function", "SELECT 'é',\n  pg_sleep(10)", 2, 3],
    ["a catalog", "SELECT *\r\nFROM pg_shadow", 2, 6],
    ["a placeholder in a name", "SELECT 1 FROM orders_{{year}}", 1, 22],
    ["what is after a placeholder", "SELECT '{{a}}', {{b}},\n {{c}}, version()", 2, 9],
  ])("says where %s is, by line and character", async (_what, sql, line, column) => {
    const { id } = await shop();
    for (const integration_id of [id, null]) {
      const { status, body } = await validate(sql, integration_id);
      expect({ status, ...body }).toMatchObject({
        status: 200,
        ok: false,
        problem: { message: expect.stringMatching(/.{10}/), line, column },
      });
    }
  });

  it("says where in SQL for a file, too, and nothing of a place that is not known", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    const at = async (sql: string) => (await validate(sql, id)).body.problem;
    expect(await at("SELECT id,\n readfile('x') FROM orders")).toMatchObject({ line: 2, column: 2 });
    expect(await at("DELETE FROM orders")).toMatchObject({
      message: "Only SELECT is allowed, not DELETE.",
      line: 1,
      column: 1,
    });
    expect(await at("SELECT 1; SELECT 2")).toMatchObject({ line: 1, column: 9 });
    expect(await at("SELECT 'x")).toMatchObject({ message: "unterminated quoted string", line: null, column: null });
  });

  it("is about the integration's own database: its engine, its schemas", async () => {
    const sales = await shop({ schemas: ["sales"] });
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    const sql = "SELECT total FROM public.orders";
    expect((await validate(sql, sales.id)).body).toMatchObject({ ok: false, problem: { line: 1, column: 19 } });
    expect((await validate(sql)).body.ok).toBe(true);
    expect((await validate("SELECT id FROM orders WHERE id GLOB 'a*'", id)).body.ok).toBe(true);
    expect((await validate("SELECT id FROM orders WHERE id GLOB 'a*'", sales.id)).body.ok).toBe(false);
    // For any of the organization's kinds of database, like saving it.
    expect((await validate("SELECT id FROM orders WHERE id GLOB 'a*'")).body.ok).toBe(true);
  });

  it("refuses more parameters than a message has values for", async () => {
    const sql = `SELECT ${Array.from({ length: 51 }, (_, at) => `{{p${at}}}`).join(", ")}`;
    expect((await validate(sql)).body).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("50") },
    });
  });

  it("answers 400 to integrations that the organization does not have", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, {
      display_name: "Theirs",
      config: { engine: "sqlite", file: "x" },
    });
    for (const id of [theirs.id, unknown, "x", ""])
      expect(await validate("SELECT 1", id)).toMatchObject({ status: 400, body: { code: "INTEGRATION_NOT_FOUND" } });
  });

  it("answers 422 without SQL, and to more than 20,000 characters", async () => {
    for (const sql of [undefined, null, "", 1, "x".repeat(20_001)])
      expect(await admin("POST /v1/queries/validate", { sql })).toMatchObject({ status: 422 });
  });
});

describe("POST /v1/queries/preview", () => {
  const preview = (sql: string, integration_id: string, parameters?: object) =>
    admin("POST /v1/queries/preview", { sql, integration_id, parameters });

  it("answers the first 20 rows with their columns, and says that there are more", async () => {
    const { id } = await shop();
    const { status, body } = await preview("SELECT id, name, created FROM customers ORDER BY id", id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns: [
        { name: "id", type: "integer" },
        { name: "name", type: "text" },
        { name: "created", type: "date" },
      ],
      row_count: 20,
      truncated: true,
      duration_ms: expect.any(Number),
    });
    expect(body.rows).toHaveLength(20);
    expect(body.rows[0]).toEqual(["1", "Ann 1", "2024-01-02"]);
    expect((await preview("SELECT id FROM customers WHERE id < 3", id)).body).toMatchObject({
      row_count: 2,
      truncated: false,
    });
  });

  it("binds values and never pastes them", async () => {
    const { id } = await shop();
    const sql = "SELECT count(*) AS found FROM customers WHERE country = {{country}}";
    expect((await preview(sql, id, { country: "DE" })).body.rows).toEqual([["20"]]);
    expect((await preview(sql, id, { country: "' OR '1'='1" })).body.rows).toEqual([["0"]]);
    const file = await fileOf("CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1), (2)");
    expect((await preview("SELECT id FROM orders WHERE id = {{id}}", file.id, { id: "2" })).body.rows).toEqual([["2"]]);
  });

  it("names the parameters that have no value", async () => {
    const { id } = await shop();
    expect(await preview("SELECT {{a}}, {{b}}, {{c}}", id, { b: "1" })).toMatchObject({
      status: 400,
      body: { detail: { code: "MISSING_QUERY_PARAMETER", missing: ["a", "c"] }, code: "MISSING_QUERY_PARAMETER" },
    });
  });

  it.each([
    ["DROP TABLE orders", "SQL_REJECTED", /Only SELECT/],
    ["SELECT 1; SELECT 2", "SQL_REJECTED", /Exactly one/],
    ["WITH x AS (DELETE FROM orders RETURNING 1) SELECT * FROM x", "SQL_REJECTED", /DELETE/],
    ["SELECT pg_read_file('/etc/passwd')", "SQL_REJECTED", /pg_read_file/],
    ["SELECT refresh_all()", "SQL_REJECTED", /refresh_all/],
    ["SELECT nothing FROM customers", "SQL_FAILED", /column "nothing" does not exist/],
    ["SELECT name FROM nowhere", "SQL_FAILED", /relation "nowhere" does not exist/],
    ["SELECT FROM WHERE", "SQL_FAILED", /syntax error/],
    ["SELECT {{n}}::int", "SQL_FAILED", /Check what was given for n\./],
  ])("answers 400 to %s, with the reason", async (sql, code, words) => {
    const { id } = await shop();
    const answer = await preview(sql, id, { n: "many" });
    expect(answer).toMatchObject({
      status: 400,
      body: { code, detail: { code, message: expect.stringMatching(words) } },
    });
    expect(answer.text).not.toContain("many");
  });

  it("stops a statement that takes too long, in the database, and answers 400", async () => {
    const { id } = await shop();
    await holdTable();
    expect(await preview("SELECT count(*) FROM held", id)).toMatchObject({
      status: 400,
      body: { code: "SOURCE_TIMEOUT" },
    });
    expect(await waiting()).toBe(0);
  });

  it("answers 400 where the database cannot be used, without a word of how it is reached", async () => {
    for (const changes of [
      { password: `${secret}-wrong` },
      { port: 1 },
      { host: "nowhere.invalid" },
      { database: "none" },
    ]) {
      const { id } = await shop(changes);
      const answer = await preview("SELECT 1", id);
      expect(answer).toMatchObject({ status: 400, body: { code: "SOURCE_UNAVAILABLE" } });
      for (const hidden of [secret, "nowhere.invalid", "127.0.0.1"]) expect(answer.text).not.toContain(hidden);
    }
  });

  it("answers within what a function may, however large the rows are", async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `c${at}`);
    const row = columns.map(() => `'${"🎉".repeat(1200)}'`).join(", ");
    const rows = `INSERT INTO wide VALUES (${row}); ${"INSERT INTO wide SELECT * FROM wide; ".repeat(4)}`;
    const { id } = await fileOf(`CREATE TABLE wide (${columns.join(", ")}); ${rows}`);
    const { status, text, body } = await preview("SELECT * FROM wide", id);
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_000_000);
    expect(body.rows.length).toBeGreaterThan(0);
    expect(body.truncated).toBe(true);
  });

  it("is tried 20 times a minute by an admin; what could not have run is not counted", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    for (let at = 0; at < 25; at++) expect((await preview("DROP TABLE orders", id)).status).toBe(400);
    const statuses = [];
    for (let at = 0; at < 20; at++) statuses.push((await preview("SELECT id FROM orders", id)).status);
    expect(statuses).toEqual(Array(20).fill(200));
    const refused = await preview("SELECT id FROM orders", id);
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMIT" } });
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    const other = await scene.tenant.add("admin");
    const body = { sql: "SELECT id FROM orders", integration_id: id };
    expect((await scene.call("POST /v1/queries/preview", { token: other.token, body })).status).toBe(200);
  });

  it("answers 400 to integrations that the organization does not have, and 422 without one", async () => {
    expect(await preview("SELECT 1", unknown)).toMatchObject({ status: 400, body: { code: "INTEGRATION_NOT_FOUND" } });
    expect(await admin("POST /v1/queries/preview", { sql: "SELECT 1" })).toMatchObject({ status: 422 });
  });
});
