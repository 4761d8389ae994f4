import { createServer } from "node:net";
import { once } from "node:events";
import * as Integration from "@parley/core/integration/integration";
import { refreshSchema } from "@parley/core/integration/schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTenant } from "../support/tenant.ts";
import { secret, useSources } from "./source-scene.ts";

const { scene, admin, as, shop, fileOf, connection, config } = useSources();
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";
const { signal } = new AbortController();

/** Everything that was logged: none of it may be a secret. */
let logged: string;
beforeEach(() => {
  logged = "";
  for (const level of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void (logged += JSON.stringify(said)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(logged).not.toContain(secret);
});

describe("GET /v1/admin/integrations", () => {
  it("answers how the organization's databases are reached, the oldest first, and never a password", async () => {
    const first = await shop({ schemas: ["sales"], ca: "-----BEGIN CERTIFICATE-----" });
    const second = await fileOf("CREATE TABLE orders (id INTEGER)");
    const foreign = await createTenant(scene.environment);
    await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    const { host, port, database, user, tls } = config();
    const answer = await admin("GET /v1/admin/integrations");
    const unread = { schema: null, introspection: null, last_test: null };
    expect(answer.body).toEqual({
      integrations: [
        {
          id: first.id,
          display_name: "Shop",
          type: "database",
          engine: "postgres",
          connection: { host, port, database, user, tls, ca: true, schemas: ["sales"] },
          ...unread,
          created_at: first.created_at,
          updated_at: first.updated_at,
        },
        {
          id: second.id,
          display_name: "Orders",
          type: "database",
          engine: "sqlite",
          connection: { file: "orders.sqlite" },
          ...unread,
          created_at: second.created_at,
          updated_at: second.updated_at,
        },
      ],
    });
    expect(answer.text).not.toContain(secret);
  });

  it("says what is known of what a database holds, until the integration leads to another one", async () => {
    const { id } = await shop();
    const ctx = { ...scene.environment, actor: scene.tenant.ctx.actor };
    const schema = await refreshSchema(ctx, id, signal);
    const known = async () => (await admin("GET /v1/admin/integrations")).body.integrations[0];
    const summary = { hash: schema.hash, tables: 3, introspected_at: schema.introspected_at };
    expect(await known()).toMatchObject({ schema: summary });
    await Integration.update(ctx, id, { display_name: "Another name" });
    expect(await known()).toMatchObject({ display_name: "Another name", schema: summary });
    await Integration.update(ctx, id, { config: { ...config(), schemas: ["sales"] } });
    expect(await known()).toMatchObject({ schema: null });
  });

  it("what was learned of a database that the integration no longer leads to is not noted", async () => {
    const before = await shop();
    const ctx = { ...scene.environment, actor: scene.tenant.ctx.actor };
    await Integration.update(ctx, before.id, { config: config() });
    await Integration.note(ctx, before, {
      schema_summary: { hash: "old", tables: 1, introspected_at: before.created_at },
    });
    const [now] = (await admin("GET /v1/admin/integrations")).body.integrations;
    expect(now.schema).toBeNull();
  });
});

describe("POST /v1/admin/integrations/test", () => {
  const test = (body: object) => admin("POST /v1/admin/integrations/test", body);

  it("connects with a connection that is not stored", async () => {
    expect(await test({ connection: connection() })).toMatchObject({
      status: 200,
      body: { connected: true, duration_ms: expect.any(Number), error: null },
    });
    expect((await admin("GET /v1/admin/integrations")).body.integrations).toEqual([]);
  });

  it("connects with what is stored, and remembers what became of it", async () => {
    const good = await shop();
    const bad = await shop({ port: 1 });
    expect((await test({ integration_id: good.id })).body).toMatchObject({ connected: true });
    expect((await test({ integration_id: bad.id })).body).toMatchObject({
      connected: false,
      error: { code: "CONNECTION_REFUSED", message: "Nothing listens at 127.0.0.1:1: the connection was refused." },
    });
    const tested_at = expect.stringMatching(/^\d{4}-.+Z$/);
    const [first, second] = (await admin("GET /v1/admin/integrations")).body.integrations;
    expect(first.last_test).toMatchObject({ connected: true, error: null, tested_at });
    expect(second.last_test).toMatchObject({ connected: false, error: { code: "CONNECTION_REFUSED" }, tested_at });
  });

  it.each([
    ["a wrong password", { password: `${secret}!` }, "CONNECTION_LOGIN", /refused the login of "reader/],
    ["an unknown database", { database: "none" }, "CONNECTION_DATABASE", /no database "none"/],
    [
      "a host without an address",
      { host: "nowhere.invalid" },
      "CONNECTION_HOST",
      /"nowhere.invalid" cannot be resolved/,
    ],
    ["a server without TLS", { tls: "require" }, "CONNECTION_TLS_MISSING", /does not speak TLS/],
    ["the metadata service", { host: "169.254.169.254" }, "CONNECTION_ADDRESS", /does not connect to/],
    ["the metadata service as a number", { host: "2852039166" }, "CONNECTION_ADDRESS", /does not connect to/],
    ["a MySQL that is none", { engine: "mysql", port: 1 }, "CONNECTION_REFUSED", /Nothing listens/],
  ])("says what is in the way: %s", async (_what, changes, code, words) => {
    const answer = await test({ connection: connection(changes) });
    expect(answer).toMatchObject({
      status: 200,
      body: { connected: false, error: { code, message: expect.stringMatching(words) } },
    });
    expect(answer.text).not.toContain(secret);
  });

  it("connects to no address of the machine itself in the cloud, nor sends anything there", async () => {
    let connections = 0;
    const server = createServer((socket) => void (connections++, socket.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    vi.stubEnv("DATABASE_LOOPBACK", "");
    for (const host of ["127.0.0.1", "localhost", "::1", "0.0.0.0", "127.1"])
      expect((await test({ connection: connection({ host, port }) })).body.error.code).toBe("CONNECTION_ADDRESS");
    const { id } = await shop();
    expect((await test({ integration_id: id })).body.error.code).toBe("CONNECTION_ADDRESS");
    server.close();
    expect(connections).toBe(0);
  });

  it("tries a change of an integration with the stored password only while it goes to the same login", async () => {
    const { id } = await shop();
    const { password, ...change } = connection({ schemas: ["sales"] });
    const both = (changes: object) => test({ integration_id: id, connection: { ...change, ...changes } });
    expect((await both({})).body).toMatchObject({ connected: true });
    expect((await both({ password: null })).body).toMatchObject({ connected: true });
    const elsewhere = [
      { host: "localhost" },
      { port: 1 },
      { database: "postgres" },
      { user: "owner" },
      { engine: "mysql" },
    ];
    for (const changes of elsewhere)
      expect(await both(changes)).toMatchObject({ status: 400, body: { code: "PASSWORD_REQUIRED" } });
    expect((await both({ host: "localhost", password })).body).toMatchObject({ connected: true });
    expect(await test({ connection: change })).toMatchObject({ status: 400, body: { code: "PASSWORD_REQUIRED" } });
    // Nothing of it is kept.
    expect((await admin("GET /v1/admin/integrations")).body.integrations[0].last_test).toBeNull();
  });

  it("opens the file of an integration, and says when it is gone or no database", async () => {
    const good = await fileOf("CREATE TABLE orders (id INTEGER)");
    expect((await test({ integration_id: good.id })).body).toMatchObject({ connected: true, error: null });
    const stored = Integration.configOf(scene.tenant.ctx, good);
    const file = stored.engine === "sqlite" ? stored.file : "";
    await scene.environment.files.put(file, "This is not a database, whatever it is called.", "text/plain");
    expect((await test({ integration_id: good.id })).body).toMatchObject({
      connected: false,
      error: { code: "CONNECTION_NOT_A_DATABASE", message: expect.stringContaining("orders.sqlite is not") },
    });
    await scene.environment.files.remove([file]);
    expect((await test({ integration_id: good.id })).body.error).toMatchObject({ code: "CONNECTION_NO_FILE" });
  });

  it("is tried 10 times a minute by an admin; what could not have been tried is not counted", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    for (let at = 0; at < 12; at++) expect((await test({ integration_id: unknown })).status).toBe(400);
    const statuses = [];
    for (let at = 0; at < 10; at++) statuses.push((await test({ integration_id: id })).status);
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await test({ integration_id: id })).toMatchObject({ status: 429, body: { code: "RATE_LIMIT" } });
    const other = await scene.tenant.add("admin");
    expect((await as(other, "POST /v1/admin/integrations/test", { integration_id: id })).status).toBe(200);
  });

  it("answers 400 to neither of the two, and to an integration or upload that is somebody else's", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    for (const body of [{}, { integration_id: null, connection: null }])
      expect(await test(body)).toMatchObject({ status: 400, body: { code: "CONNECTION_REQUIRED" } });
    const { password: _left, ...same } = connection();
    for (const body of [{ integration_id: theirs.id }, { integration_id: theirs.id, connection: same }])
      expect(await test(body)).toMatchObject({ status: 400, body: { code: "INTEGRATION_NOT_FOUND" } });
    expect(await test({ connection: { engine: "sqlite", upload_id: unknown } })).toMatchObject({
      status: 404,
      body: { code: "UPLOAD_NOT_FOUND" },
    });
  });

  it.each([
    ["an engine that there is not", { engine: "oracle" }, ["body", "connection", "engine"]],
    ["a path as host", { host: "/var/run/postgresql" }, ["body", "connection", "host"]],
    ["a host with a user in it", { host: "a@b" }, ["body", "connection", "host"]],
    ["a user with a NUL", { user: "a\0options" }, ["body", "connection", "user"]],
    ["a database with a line break", { database: "a\nb" }, ["body", "connection", "database"]],
    ["port 0", { port: 0 }, ["body", "connection", "port"]],
    ["a port beyond 65535", { port: 65_536 }, ["body", "connection", "port"]],
    ["no schemas", { schemas: [] }, ["body", "connection", "schemas"]],
    ["an authority that is none", { ca: "x" }, ["body", "connection", "ca"]],
  ])("answers 422 to %s, without the password", async (_what, changes, loc) => {
    const answer = await test({ connection: connection(changes) });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
    expect(answer.text).not.toContain(secret);
  });
});

describe("GET /v1/admin/integrations/{integration_id}/schema", () => {
  const schemaOf = (id: string, query = "") => admin(`GET /v1/admin/integrations/${id}/schema${query}`);
  const contextOf = () => ({ ...scene.environment, actor: scene.tenant.ctx.actor });

  it("answers tables, columns and keys, and nothing of what is in them", async () => {
    const { id } = await shop();
    expect((await schemaOf(id)).body).toEqual({
      schema: null,
      introspection: null,
      tables: [],
      tables_left_out: 0,
      next_cursor: null,
    });
    const { hash, introspected_at } = await refreshSchema(contextOf(), id, signal);
    const { status, body, text } = await schemaOf(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ schema: { hash, introspected_at, tables: 3 }, tables_left_out: 0, next_cursor: null });
    const named = (name: string) => body.tables.find((table: { name: string }) => table.name === name);
    expect(named("customers")).toMatchObject({
      schema: "public",
      comment: "People who bought something",
      is_view: false,
      primary_key: ["id"],
    });
    expect(named("customers").columns[2]).toEqual({
      name: "country",
      type: "text",
      native_type: "character varying(2)",
      nullable: true,
      comment: "ISO country code",
    });
    expect(named("orders").foreign_keys).toEqual([
      { columns: ["customer_id"], table: "customers", references: ["id"], inferred: false },
    ]);
    expect(named("daily")).toMatchObject({ schema: "sales", is_view: true });
    for (const value of ["Ann", '"DE"', "sent", "channel", "values", "distinct"]) expect(text).not.toContain(value);
  });

  it("pages, and refuses a cursor once the schema was read again", async () => {
    const { id } = await fileOf(Array.from({ length: 7 }, (_, at) => `CREATE TABLE t${at} (id INTEGER);`).join(""));
    await refreshSchema(contextOf(), id, signal);
    const seen: string[] = [];
    let cursor: string | null = "";
    let first: string | null = null;
    do {
      const { body } = await schemaOf(id, `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...body.tables.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor;
      first ??= cursor;
    } while (cursor !== null);
    expect(seen).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6"]);
    scene.clock.advance(1000);
    await refreshSchema(contextOf(), id, signal);
    for (const wrong of [first, "x", "", Buffer.from("#1").toString("base64url")])
      expect(await schemaOf(id, `?cursor=${wrong}`)).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
  });

  it("answers within what a function may, however many tables there are", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    const ctx = contextOf();
    const schema = await refreshSchema(ctx, id, signal);
    const column = {
      name: "c".repeat(60),
      type: "text",
      native_type: "text",
      nullable: true,
      comment: "é".repeat(600),
    };
    const unshown = { values: ["hidden"], values_complete: true, distinct_count: 1, min: null, max: null };
    const table = { ...schema.tables[0], columns: Array.from({ length: 300 }, () => ({ ...column, ...unshown })) };
    const tables = Array.from({ length: 30 }, (_, at) => ({ ...table, name: `t${at}` }));
    const { updated_at } = await Integration.get(ctx, id);
    const stored = { integration_updated_at: updated_at, schema: { ...schema, tables, tables_left_out: 12 } };
    await ctx.files.put(`schemas/${scene.tenant.id}/${id}.json`, JSON.stringify(stored), "application/json");
    const names: string[] = [];
    for (let query = ""; ;) {
      const { text, body } = await schemaOf(id, query);
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_000_000);
      expect(body).toMatchObject({ tables_left_out: 12, schema: { tables: 30 } });
      names.push(...body.tables.map(({ name }: { name: string }) => name));
      if (body.next_cursor === null) break;
      query = `?cursor=${body.next_cursor}`;
    }
    expect(names).toEqual(tables.map(({ name }) => name));
  });

  it("shows nothing of another database that the integration led to before", async () => {
    const { id } = await shop();
    await refreshSchema(contextOf(), id, signal);
    await Integration.update(contextOf(), id, { config: { ...config(), schemas: ["sales"] } });
    expect((await schemaOf(id)).body).toMatchObject({ schema: null, tables: [] });
  });

  it("answers 404 to integrations that the organization does not have, byte for byte alike", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    for (const id of [theirs.id, unknown, "x"])
      expect(await schemaOf(id)).toMatchObject({
        status: 404,
        text: '{"detail":"Integration not found","code":"SOURCE_NOT_FOUND"}',
      });
  });
});
