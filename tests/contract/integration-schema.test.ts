import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { closeDatasources, openDatasource } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { refreshSchema, schema } from "@parley/core/integration/schema";
import { createTable } from "@parley/core/store/table";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";

type Context = OrganizationContext & WithFiles;

const clock = movableClock();
const { signal } = new AbortController();
let table: TestTable;
let bucket: TestBucket;
let folder: string;
let base: Base & WithFiles;
let ctx: Context;
let integration: Integration.IntegrationRecord;
let environments: Context[];

/** Puts a database with tables of these names into the bucket. */
async function putDatabase(key: string, names: string[]): Promise<void> {
  const file = join(folder, `${ctx.ids.next()}.db`);
  const database = new DatabaseSync(file);
  for (const name of names)
    database.exec(
      `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, label TEXT); INSERT INTO ${name} (label) VALUES ('a')`,
    );
  database.close();
  await ctx.files.put(key, await readFile(file), "application/octet-stream");
}
const namesOf = async (within: Context) =>
  (await schema(within, integration.id, signal)).tables.map(({ name }) => name);
/** Another environment of the same deployment: nothing in its memory yet. */
function anotherEnvironment(): Context {
  const other = { ...ctx, table: createTable(table.client, table.name, clock) };
  environments.push(other);
  return other;
}

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  folder = await mkdtemp(join(tmpdir(), "parley-schema-"));
  base = { ...baseFor(table, { clock }), files: bucket.files };
});
afterAll(async () => {
  await Promise.all([table.stop(), bucket.stop(), rm(folder, { recursive: true })]);
});
beforeEach(async () => {
  const tenant = await createTenant(base);
  ctx = { ...base, actor: tenant.ctx.actor };
  environments = [ctx];
  await putDatabase("databases/x.db", ["orders"]);
  integration = await Integration.create(ctx, {
    display_name: "Files",
    config: { engine: "sqlite", file: "databases/x.db" },
  });
});
afterEach(() => Promise.all(environments.map(closeDatasources)));

describe("the schema of an integration", () => {
  it("is introspected once and kept in memory and in the bucket", async () => {
    expect(await namesOf(ctx)).toEqual(["orders"]);
    expect(await ctx.files.head(`schemas/${ctx.actor.organization_id}/${integration.id}.json`)).toMatchObject({
      type: "application/json",
    });
    await ctx.files.remove(["databases/x.db"]);
    expect(await namesOf(ctx)).toEqual(["orders"]);
    expect(await namesOf(anotherEnvironment())).toEqual(["orders"]);
  });

  it("is introspected anew after a day, after a change of the integration, and on demand", async () => {
    expect(await namesOf(ctx)).toEqual(["orders"]);
    await putDatabase("databases/y.db", ["customers"]);
    clock.advance(1);
    integration = await Integration.update(ctx, integration.id, {
      config: { engine: "sqlite", file: "databases/y.db" },
    });
    expect(await namesOf(ctx)).toEqual(["customers"]);
    const other = anotherEnvironment();
    await putDatabase("databases/y.db", ["customers", "regions"]);
    expect(await namesOf(other)).toEqual(["customers"]);
    clock.advance(24 * 60 * 60 * 1000 + 60_000);
    expect(await namesOf(other)).toEqual(["customers", "regions"]);
    expect((await refreshSchema(ctx, integration.id, signal)).tables.length).toBeGreaterThan(0);
  });

  it("is read once for many who ask at once, and one who gives up does not stop the others", async () => {
    const impatient = new AbortController();
    const given = schema(ctx, integration.id, impatient.signal);
    const others = [namesOf(ctx), namesOf(ctx)];
    impatient.abort(new Error("gave up"));
    await expect(given).rejects.toThrow("gave up");
    expect(await Promise.all(others)).toEqual([["orders"], ["orders"]]);
  });

  it("is not there for an integration of another organization, nor for a database that is gone", async () => {
    const foreign = { ...ctx, actor: (await createTenant(base)).ctx.actor };
    await expect(schema(foreign, integration.id, signal)).rejects.toMatchObject({ code: "INTEGRATION_NOT_FOUND" });
    await ctx.files.remove(["databases/x.db"]);
    await expect(schema(ctx, integration.id, signal)).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
    await putDatabase("databases/x.db", ["orders"]);
    expect(await namesOf(ctx)).toEqual(["orders"]);
  });
});

describe("the datasource of an integration", () => {
  const options = { row_limit: 10, timeout_ms: 5000, signal };

  it("is opened once in an environment until the integration changes", async () => {
    const first = await openDatasource(ctx, integration);
    expect((await first.run("SELECT label FROM orders", options)).rows).toEqual([["a"]]);
    expect(await openDatasource(ctx, integration)).toBe(first);
    clock.advance(1);
    const renamed = await Integration.update(ctx, integration.id, { display_name: "Renamed" });
    expect(await openDatasource(ctx, renamed)).not.toBe(first);
  });
});
