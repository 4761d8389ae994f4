import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import * as Integration from "@parley/core/integration/integration";
import { refreshSchema } from "@parley/core/integration/schema";
import { storedSchemaKey } from "@parley/core/integration/stored-schema";
import { removeDead } from "@parley/core/upload/remove-dead";
import { receive } from "@parley/core/upload/receive";
import { describe, expect, it, vi } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { createTenant, type Person } from "../support/tenant.ts";
import { secret, useSources } from "./source-scene.ts";

const { scene, admin, as, shop, fileOf, connection, config } = useSources();
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";
const { signal } = new AbortController();
const path = "/v1/admin/integrations";

const contextOf = (person: Person = scene.tenant.admin) => ({ ...scene.environment, actor: person.ctx.actor });
const storedOf = async (id: string) => Integration.configOf(contextOf(), await Integration.get(contextOf(), id));

/** An upload of the person's, an SQLite file unless it says otherwise. */
async function uploaded(
  { filename = "depots.sqlite", bytes = undefined as Buffer | undefined, mime_type = "" } = {},
  person: Person = scene.tenant.admin,
): Promise<string> {
  const content = bytes ?? (await databaseFile("CREATE TABLE depots (id INTEGER); INSERT INTO depots VALUES (7)"));
  const [upload] = await receive(contextOf(person), [{ filename, mime_type, bytes: content }], randomUUID());
  return upload?.id ?? "";
}

describe("POST /v1/admin/integrations", () => {
  it("sets a server up, whose password is kept sealed and never shown", async () => {
    const answer = await admin(`POST ${path}`, { display_name: "Shop", connection: connection() });
    const { host, port, database, user } = config();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        display_name: "Shop",
        type: "database",
        engine: "postgres",
        connection: { host, port, database, user, tls: "off", ca: false, schemas: null },
        schema: null,
        last_test: null,
      },
    });
    expect(answer.text).not.toContain(secret);
    expect(await storedOf(answer.body.id)).toEqual(config());
    const items = await scene.environment.table.queryAll({ pk: `ORG#${scene.tenant.id}` });
    expect(JSON.stringify(items)).not.toContain(secret);
    // Members may ask of it at once.
    const asked = { sql: "SELECT count(*) AS n FROM customers", integration_id: answer.body.id };
    expect((await admin("POST /v1/queries/preview", asked)).body.rows).toEqual([["60"]]);
  });

  it("takes the engine's usual port and verified TLS where nothing is said", async () => {
    const given = { host: "db.example.com", database: "d", user: "u", password: "" };
    for (const [engine, port] of [
      ["postgres", 5432],
      ["mysql", 3306],
    ]) {
      const { body } = await admin(`POST ${path}`, { display_name: "D", connection: { engine, ...given } });
      expect(body.connection).toMatchObject({ port, tls: "verify", schemas: null });
    }
  });

  it.each([
    { engine: "redshift", workgroup: "analytics", database: "dev", secret: "arn:aws:x" },
    { engine: "athena", workgroup: "analytics", database: "dev", output: "s3://results/" },
  ] as const)(
    "shows a warehouse ($engine) that was connected by the command line, and takes none: it is reached with the service's own role",
    async (warehouse) => {
      const { engine } = warehouse;
      const { id } = await Integration.create(contextOf(), { display_name: "Warehouse", config: warehouse });
      const { body } = await admin(`GET ${path}`);
      expect(body.integrations.find((each: { id: string }) => each.id === id)).toMatchObject({
        engine,
        connection: { workgroup: "analytics", cluster: null, database: "dev", user: null, region: null, schemas: null },
      });
      const given = { display_name: "Mine", connection: { engine, workgroup: "theirs", database: "dev" } };
      expect((await admin(`POST ${path}`, given)).status).toBe(422);
      const renamed = await admin(`PATCH ${path}/${id}`, { display_name: "Ours" });
      expect(renamed).toMatchObject({ status: 200, body: { display_name: "Ours", engine } });
      expect(await storedOf(id)).toEqual(warehouse);
      expect((await admin(`DELETE ${path}/${id}`)).status).toBe(200);
    },
  );

  it("copies an uploaded SQLite file, which outlives its upload", async () => {
    const upload_id = await uploaded();
    const { status, body } = await admin(`POST ${path}`, {
      display_name: "Depots",
      connection: { engine: "sqlite", upload_id },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ engine: "sqlite", connection: { file: "depots.sqlite" } });
    scene.clock.advance(25 * 60 * 60 * 1000);
    expect(await removeDead(scene.environment)).toBe(1);
    const asked = { sql: "SELECT id FROM depots", integration_id: body.id };
    const { token } = await scene.tenant.add("admin");
    expect((await scene.call("POST /v1/queries/preview", { token, body: asked })).body.rows).toEqual([["7"]]);
  });

  it.each([
    ["a CSV", { filename: "a.csv", bytes: Buffer.from("a,b\n1,2\n"), mime_type: "text/csv" }],
    ["what only begins like one", { bytes: Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 7)]) }],
  ])("refuses %s as a database, and keeps nothing of it", async (_what, file) => {
    const upload_id = await uploaded(file);
    const body = { display_name: "D", connection: { engine: "sqlite", upload_id } };
    expect(await admin(`POST ${path}`, body)).toMatchObject({ status: 400, body: { code: "NOT_A_DATABASE" } });
    expect((await admin(`GET ${path}`)).body.integrations).toEqual([]);
    expect((await scene.bucket.keys()).filter((key) => key.startsWith(`integrations/${scene.tenant.id}/`))).toEqual([]);
  });

  it("says of a file for DuckDB that it is not installed, where it is not", async () => {
    vi.stubEnv("DUCKDB_DIR", tmpdir());
    const upload_id = await uploaded({ filename: "a.csv", bytes: Buffer.from("a,b\n1,2\n"), mime_type: "text/csv" });
    const body = { display_name: "D", connection: { engine: "duckdb", upload_id } };
    expect(await admin(`POST ${path}`, body)).toMatchObject({
      status: 400,
      body: {
        code: "NOT_A_DATABASE",
        detail: expect.stringMatching(/^DuckDB is not installed where the service runs/),
      },
    });
    vi.unstubAllEnvs();
    expect((await scene.bucket.keys()).filter((key) => key.startsWith(`integrations/${scene.tenant.id}/`))).toEqual([]);
  });

  it("takes uploads of the caller only, and of no other admin", async () => {
    const other = await scene.tenant.add("admin");
    const foreign = await createTenant(scene.environment);
    const ids = [await uploaded({}, other), await uploaded({}, foreign.admin), unknown, "x", ""];
    for (const upload_id of ids) {
      const body = { display_name: "D", connection: { engine: "sqlite", upload_id } };
      const answer = await admin(`POST ${path}`, body);
      expect(answer).toMatchObject({ status: 404, text: '{"detail":"Upload not found","code":"UPLOAD_NOT_FOUND"}' });
    }
  });

  it("keeps 100 for an organization, however many are made at once", async () => {
    const { ctx } = scene.tenant;
    for (let made = 0; made < 97; made++)
      await Integration.create(ctx, { display_name: "D", config: { engine: "sqlite", file: "none" } });
    const body = { display_name: "Shop", connection: connection() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin(`POST ${path}`, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe("SOURCE_LIMIT");
    const [first] = (await admin(`GET ${path}`)).body.integrations;
    await admin(`DELETE ${path}/${first.id}`);
    expect((await admin(`POST ${path}`, body)).status).toBe(200);
    // A file that was copied for one that is refused goes again.
    const upload_id = await uploaded();
    const file = { display_name: "D", connection: { engine: "sqlite", upload_id } };
    expect((await admin(`POST ${path}`, file)).body.code).toBe("SOURCE_LIMIT");
    expect((await scene.bucket.keys()).filter((key) => key.startsWith(`integrations/${scene.tenant.id}/`))).toEqual([]);
  });

  it.each([
    ["without a name", { display_name: undefined }, ["body", "display_name"]],
    ["with a name of 201 characters", { display_name: "x".repeat(201) }, ["body", "display_name"]],
    ["with a line break in its name", { display_name: "a\nb" }, ["body", "display_name"]],
    ["without a connection", { connection: undefined }, ["body", "connection"]],
    [
      "without a password",
      { connection: { engine: "mysql", host: "h", database: "d", user: "u" } },
      ["body", "connection", "password"],
    ],
    ["without an upload", { connection: { engine: "sqlite" } }, ["body", "connection", "upload_id"]],
    [
      "with a path for a file",
      { connection: { engine: "sqlite", file: "/etc/passwd" } },
      ["body", "connection", "upload_id"],
    ],
  ])("answers 422 to one %s", async (_what, changes, loc) => {
    const body = { display_name: "Shop", connection: connection(), ...changes };
    expect(await admin(`POST ${path}`, body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});

describe("PATCH /v1/admin/integrations/{integration_id}", () => {
  const change = (id: string, body: object) => admin(`PATCH ${path}/${id}`, body);

  it("renames, and leaves the connection and what is known as they are", async () => {
    const { id } = await shop();
    await refreshSchema(contextOf(), id, signal);
    await admin(`POST ${path}/test`, { integration_id: id });
    const [before] = (await admin(`GET ${path}`)).body.integrations;
    scene.clock.advance(1000);
    const { status, body } = await change(id, { display_name: "Webshop" });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      display_name: "Webshop",
      updated_at: expect.not.stringMatching(before.updated_at),
    });
    expect(await storedOf(id)).toEqual(config());
    expect((await change(id, {})).body).toEqual(body);
  });

  it("takes another connection, and forgets what was known of the old one", async () => {
    const { id } = await shop();
    await refreshSchema(contextOf(), id, signal);
    const { body } = await change(id, { connection: connection({ schemas: ["sales"] }) });
    expect(body).toMatchObject({ connection: { schemas: ["sales"] }, schema: null, last_test: null });
    expect(await storedOf(id)).toEqual({ ...config(), schemas: ["sales"] });
  });

  it("keeps a password that is absent only while engine, host, port, database and user are the same", async () => {
    const { id } = await shop({ ca: "-----BEGIN CERTIFICATE-----" });
    const { password, ...same } = connection();
    for (const changes of [
      { host: "localhost" },
      { port: 1 },
      { database: "other" },
      { user: "owner" },
      { engine: "mysql" },
    ]) {
      const body = { connection: { ...same, ...changes } };
      expect(await change(id, body)).toMatchObject({ status: 400, body: { code: "PASSWORD_REQUIRED" } });
      expect(await change(id, { connection: { ...body.connection, password: null } })).toMatchObject({ status: 400 });
    }
    expect(await storedOf(id)).toMatchObject(config());
    expect((await change(id, { connection: { ...same, tls: "require" } })).status).toBe(200);
    expect(await storedOf(id)).toEqual({ ...config(), tls: "require", ca: "-----BEGIN CERTIFICATE-----" });
    await change(id, { connection: { ...same, host: "localhost", password } });
    // Neither the password nor the authority of another server.
    expect(await storedOf(id)).toEqual({ ...config(), host: "localhost" });
    await change(id, { connection: { ...same, host: "localhost", password: "new" } });
    expect(await storedOf(id)).toMatchObject({ password: "new" });
  });

  it("a password never gets from one server to another, whatever is changed at the same time", async () => {
    const { id } = await shop();
    const { password: _left, ...here } = connection();
    const there = { ...here, host: "db.example.com", password: "theirs" };
    await Promise.all([
      change(id, { connection: there }),
      change(id, { connection: { ...here, tls: "require" } }),
      change(id, { display_name: "Webshop" }),
      change(id, { connection: { ...there, tls: "require" } }),
    ]);
    const stored = await storedOf(id);
    const expected = "host" in stored && stored.host === "db.example.com" ? "theirs" : secret;
    expect(stored).toMatchObject({ password: expected });
  });

  it("takes another file, and removes the old one", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    const before = await storedOf(id);
    const upload_id = await uploaded();
    const { body } = await change(id, { connection: { engine: "sqlite", upload_id } });
    expect(body.connection).toEqual({ file: "depots.sqlite" });
    const asked = { sql: "SELECT id FROM depots", integration_id: id };
    expect((await admin("POST /v1/queries/preview", asked)).body.rows).toEqual([["7"]]);
    const kept = (await scene.bucket.keys()).filter((key) => key.startsWith(`integrations/${scene.tenant.id}/`));
    expect(kept).toHaveLength(1);
    expect(kept).not.toContain(before.engine === "sqlite" && before.file);
  });

  it("answers 404 to integrations that the organization does not have, byte for byte alike", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    for (const id of [theirs.id, unknown, "x"])
      for (const body of [{ display_name: "Mine" }, { connection: connection() }, {}])
        expect(await change(id, body)).toMatchObject({
          status: 404,
          text: '{"detail":"Integration not found","code":"SOURCE_NOT_FOUND"}',
        });
    expect(await Integration.get(foreign.ctx, theirs.id)).toEqual(theirs);
  });
});

describe("DELETE /v1/admin/integrations/{integration_id}", () => {
  it("removes the login, the file and the schema; a second time there is nothing", async () => {
    const { id } = await fileOf("CREATE TABLE orders (id INTEGER)");
    const other = await fileOf("CREATE TABLE orders (id INTEGER)");
    for (const each of [id, other.id]) await refreshSchema(contextOf(), each, signal);
    expect(await admin(`DELETE ${path}/${id}`)).toMatchObject({
      status: 200,
      text: '{"message":"Integration deleted successfully"}',
    });
    const own = (await scene.bucket.keys()).filter((key) => key.includes(scene.tenant.id));
    expect(own).toHaveLength(2);
    expect(own).toContain(storedSchemaKey(other));
    expect((await admin(`GET ${path}`)).body.integrations).toMatchObject([{ id: other.id }]);
    expect(await admin(`DELETE ${path}/${id}`)).toMatchObject({ status: 404, body: { code: "SOURCE_NOT_FOUND" } });
    const asked = { sql: "SELECT id FROM orders", integration_id: id };
    expect((await admin("POST /v1/queries/preview", asked)).body.code).toBe("INTEGRATION_NOT_FOUND");
  });

  it("leaves nothing of a schema that is read while it is removed", async () => {
    const integration = await fileOf("CREATE TABLE orders (id INTEGER)");
    const ctx = contextOf();
    const reading = {
      ...ctx,
      files: {
        ...ctx.files,
        put: async (...given: Parameters<typeof ctx.files.put>) => {
          await admin(`DELETE ${path}/${integration.id}`);
          return ctx.files.put(...given);
        },
      },
    };
    await refreshSchema(reading, integration.id, signal);
    expect(await ctx.files.head(storedSchemaKey(integration))).toBeUndefined();
  });

  it("removes no file that is not the integration's own", async () => {
    const key = "demo/shared.sqlite";
    await scene.environment.files.put(
      key,
      await databaseFile("CREATE TABLE t (id INTEGER)"),
      "application/vnd.sqlite3",
    );
    const { id } = await Integration.create(contextOf(), {
      display_name: "D",
      config: { engine: "sqlite", file: key },
    });
    expect((await admin(`DELETE ${path}/${id}`)).status).toBe(200);
    expect(await scene.environment.files.head(key)).toBeDefined();
  });

  it("answers 404 to integrations that the organization does not have, and removes nothing of theirs", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    for (const id of [theirs.id, unknown, "x"])
      expect(await as(scene.tenant.admin, `DELETE ${path}/${id}`)).toMatchObject({
        status: 404,
        text: '{"detail":"Integration not found","code":"SOURCE_NOT_FOUND"}',
      });
    expect(await Integration.get(foreign.ctx, theirs.id)).toEqual(theirs);
  });
});
