import * as Integration from "@parley/core/integration/integration";
import { introspectRequested } from "@parley/core/integration/introspecting";
import { storedSchemaKey } from "@parley/core/integration/stored-schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTenant, type Person } from "../support/tenant.ts";
import { secret, useSources } from "./source-scene.ts";

const sources = useSources();
const { scene, admin, as, shop, fileOf, connection, config, work } = sources;
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";
const path = "/v1/admin/integrations";

let logged: string;
beforeEach(() => {
  logged = "";
  for (const level of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void (logged += JSON.stringify(said)));
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(logged).not.toContain(secret);
});

const contextOf = (person: Person = scene.tenant.admin) => ({ ...scene.environment, actor: person.ctx.actor });
const introspect = (id: string) => admin(`POST ${path}/${id}/introspect`);
const schemaOf = async (id: string) => (await admin(`GET ${path}/${id}/schema`)).body;
const listed = async (id: string) =>
  (await admin(`GET ${path}`)).body.integrations.find((each: { id: string }) => each.id === id);

describe("POST /v1/admin/integrations/{integration_id}/introspect", () => {
  it("answers 202 and that it runs; a worker reads the database, and the list and the schema say so", async () => {
    const { id } = await shop();
    const running = { status: "running", requested_at: expect.any(String), ended_at: null, error: null };
    const answer = await introspect(id);
    expect(answer).toMatchObject({ status: 202, body: running });
    expect(await listed(id)).toMatchObject({ introspection: answer.body, schema: null });
    expect(await schemaOf(id)).toMatchObject({ introspection: answer.body, schema: null, tables: [] });
    expect(sources.queued).toEqual([{ kind: "introspection", organization_id: scene.tenant.id, integration_id: id }]);
    scene.clock.advance(1000);
    await work();
    const done = { ...answer.body, status: "done", ended_at: expect.any(String) };
    const { schema, introspection, tables } = await schemaOf(id);
    expect(introspection).toEqual(done);
    expect(Date.parse(introspection.ended_at)).toBeGreaterThan(Date.parse(introspection.requested_at));
    expect(tables.length).toBeGreaterThan(2);
    expect(await listed(id)).toMatchObject({ introspection: done, schema });
    // No trace of the work stays with the integration.
    const record = await Integration.get(contextOf(), id);
    expect(record).not.toHaveProperty("index_pk");
    expect(record).not.toHaveProperty("worker");
  });

  it("reads again what was read before: a new table is there, and a first schema stays until then", async () => {
    const { id } = await shop();
    await introspect(id);
    await work();
    const before = await schemaOf(id);
    await sources.postgres.query("CREATE TABLE later (id integer); GRANT SELECT ON later TO PUBLIC", [], "shop");
    scene.clock.advance(1000);
    expect((await introspect(id)).status).toBe(202);
    expect((await schemaOf(id)).schema).toEqual(before.schema);
    await work();
    const names = (await schemaOf(id)).tables.map(({ name }: { name: string }) => name);
    expect(names).toContain("later");
    await sources.postgres.query("DROP TABLE later", [], "shop");
  });

  it("starts nothing while one runs, and gives the same answer, also to many at once", async () => {
    const { id } = await shop();
    const answers = await Promise.all(Array.from({ length: 6 }, () => introspect(id)));
    scene.clock.advance(1000);
    answers.push(await introspect(id));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(202));
    expect(sources.queued).toHaveLength(1);
    await work();
    expect((await schemaOf(id)).introspection.status).toBe("done");
  });

  it.each([
    ["refuses the login", { password: "wrong" }, "CONNECTION_LOGIN", /refused the login of/],
    ["is not there", { port: 1 }, "CONNECTION_REFUSED", /^Nothing listens at .*: the connection was refused\.$/],
    ["has no such name", { database: "nowhere" }, "CONNECTION_DATABASE", /has no database "nowhere"/],
  ])("has failed, with the reason in a sentence, where the server %s", async (_what, changes, code, message) => {
    const { id } = await shop(changes);
    await introspect(id);
    await work();
    const failed = {
      status: "failed",
      ended_at: expect.any(String),
      error: { code, message: expect.stringMatching(message) },
    };
    expect(await listed(id)).toMatchObject({ introspection: failed, schema: null });
    expect((await schemaOf(id)).introspection).toMatchObject(failed);
  });

  it("has failed where the file of a database is gone; later requests begin anew", async () => {
    const integration = await fileOf("CREATE TABLE orders (id INTEGER)");
    const stored = Integration.configOf(contextOf(), integration);
    const file = stored.engine === "sqlite" ? stored.file : "";
    const bytes = (await scene.environment.files.get(file)) ?? new Uint8Array();
    await scene.environment.files.remove([file]);
    await introspect(integration.id);
    await work();
    expect(await listed(integration.id)).toMatchObject({
      introspection: { status: "failed", error: { message: "The database file is not there." } },
    });
    await scene.environment.files.put(file, bytes, "application/vnd.sqlite3");
    expect((await introspect(integration.id)).body).toMatchObject({ status: "running", error: null });
    await work();
    expect(await schemaOf(integration.id)).toMatchObject({
      introspection: { status: "done", error: null },
      tables: [{ name: "orders" }],
    });
  });

  it("is called off by another connection, of which the old request says nothing; a new name changes nothing", async () => {
    const { id } = await shop();
    const { body } = await introspect(id);
    await admin(`PATCH ${path}/${id}`, { display_name: "Webshop" });
    expect((await listed(id)).introspection).toEqual(body);
    await admin(`PATCH ${path}/${id}`, { connection: connection({ schemas: ["sales"] }) });
    expect((await listed(id)).introspection).toBeNull();
    await work();
    expect(await listed(id)).toMatchObject({ introspection: null, schema: null });
    expect((await introspect(id)).status).toBe(202);
    await work();
    expect(await listed(id)).toMatchObject({ introspection: { status: "done" }, schema: { tables: 1 } });
  });

  it("is begun 10 times a minute by an admin, tests of connections counted; what runs already is not", async () => {
    const { id } = await shop();
    for (let tried = 0; tried < 9; tried++) await admin(`POST ${path}/test`, { connection: connection() });
    for (let asked = 0; asked < 3; asked++) expect((await introspect(id)).status).toBe(202);
    await work();
    expect(await introspect(id)).toMatchObject({ status: 429, body: { code: "RATE_LIMIT" } });
    expect((await listed(id)).introspection.status).toBe("done");
  });

  it("answers 404 to integrations that the organization does not have, and begins nothing of theirs", async () => {
    const foreign = await createTenant(scene.environment);
    const theirs = await Integration.create(foreign.ctx, { display_name: "Theirs", config: config() });
    for (const id of [theirs.id, unknown, "x"])
      expect(await introspect(id)).toMatchObject({
        status: 404,
        text: '{"detail":"Integration not found","code":"SOURCE_NOT_FOUND"}',
      });
    expect(sources.queued).toEqual([]);
    expect(await Integration.get(foreign.ctx, theirs.id)).toEqual(theirs);
  });

  it("is for admins", async () => {
    const { id } = await shop();
    const member = await scene.tenant.add("member");
    expect((await as(member, `POST ${path}/${id}/introspect`)).status).toBe(403);
  });

  it("a message of another organization's integration, or of one for which nothing was asked, does nothing", async () => {
    const foreign = await createTenant(scene.environment);
    const { id } = await shop();
    expect(await introspectRequested(contextOf(), id)).toBe(false);
    await introspect(id);
    expect(await introspectRequested(contextOf(foreign.admin), id)).toBe(false);
    expect(await introspectRequested(contextOf(), "nonsense")).toBe(false);
    expect(await scene.environment.files.head(storedSchemaKey({ organization_id: scene.tenant.id, id }))).toBe(
      undefined,
    );
  });
});
