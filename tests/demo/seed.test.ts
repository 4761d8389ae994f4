import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import * as Agent from "@parley/core/agent/agent";
import { authenticate } from "@parley/core/auth/authenticate";
import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { createFiles } from "@parley/core/store/files";
import { closeDatasources, openDatasource } from "@parley/core/integration/datasource";
import * as Golden from "@parley/core/golden/golden";
import * as Integration from "@parley/core/integration/integration";
import * as Memory from "@parley/core/memory/memory";
import * as ApiKey from "@parley/core/organization/api-key";
import * as Document from "@parley/core/project/document";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import { checkSavedQuery } from "@parley/datasource/guard/guard";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import type { DemoOrganization, DemoTenant } from "@parley/local/demo/demo-tenant";
import { type DemoDatabases, loadDemoDatabases } from "@parley/local/demo/databases";
import { seedDemo } from "@parley/local/demo/seed";
import { type DemoSources, demoSources } from "@parley/local/demo/sources";
import { startS3 } from "@parley/local/emulators/s3/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseFor } from "../support/environment.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTable } from "../support/table.ts";

const ANCHOR = new Date("2026-11-20T08:00:00Z");
const credentials = { accessKeyId: "test", secretAccessKey: "test" };

let postgres: PostgresServer;
let s3: Awaited<ReturnType<typeof startS3>>;
let directory: string;
let base: Base & WithFiles;
let databases: DemoDatabases;
let sources: DemoSources;
let demo: DemoTenant;

const organization = (index: number, tenant = demo): DemoOrganization => {
  const found = tenant.organizations[index];
  if (!found) throw new Error("there is no such organization");
  return found;
};
const contextOf = ({ id }: DemoOrganization): OrganizationContext & WithFiles => ({
  ...base,
  actor: { organization_id: id },
});

const stopping: (() => Promise<void>)[] = [];

/** A table and a bucket of their own, for tests that change what is seeded. */
async function deployment(): Promise<Base & WithFiles> {
  const bucket = `files-${crypto.randomUUID()}`;
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: "us-east-1",
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const own = await startTable();
  stopping.push(() => own.stop());
  return { ...baseFor(own), files: createFiles(client, bucket) };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-seed-"));
  [postgres, s3] = await Promise.all([
    startPostgres(),
    startS3({ directory, signers: new Map([[credentials.accessKeyId, credentials.secretAccessKey]]) }),
  ]);
  databases = await loadDemoDatabases(postgres, ANCHOR);
  sources = demoSources(databases);
  base = await deployment();
  const start = performance.now();
  demo = await seedDemo(base, { sources, previous: undefined });
  const seeded = performance.now();
  await seedDemo(base, { sources, previous: demo });
  console.log(
    `seeded in ${(seeded - start).toFixed(0)} ms, found again in ${(performance.now() - seeded).toFixed(0)} ms`,
  );
});

afterAll(async () => {
  await closeDatasources(base);
  await Promise.all([...stopping.map((stop) => stop()), s3.stop(), postgres.stop()]);
  await rm(directory, { recursive: true, force: true });
});

describe("seedDemo", () => {
  it("makes two organizations with what the local cloud promises of each", () => {
    const [first, second] = [organization(0), organization(1)];
    expect(first.members.map(({ role, active }) => `${role} ${active}`)).toEqual([
      "admin true",
      "member true",
      "member true",
      "member false",
    ]);
    expect(second.members.map(({ role }) => role)).toEqual(["admin", "member"]);
    expect(first.integrations.map(({ type, engine }) => `${type} ${engine}`)).toEqual([
      "database postgres",
      "database sqlite",
    ]);
    expect(second.integrations.map(({ engine }) => engine)).toEqual(["postgres"]);
    expect(first.projects).toHaveLength(2);
    expect(second.projects).toHaveLength(1);
    for (const { agents, members, saved_queries, shared_secret } of demo.organizations) {
      expect(agents.filter(({ is_default }) => is_default)).toHaveLength(1);
      for (const { user_key } of members) expect(user_key).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(saved_queries.some(({ sql }) => sql === null)).toBe(true);
      expect(saved_queries.some(({ parameters }) => parameters.length > 0)).toBe(true);
      expect(Buffer.from(shared_secret, "base64url")).toHaveLength(32);
    }
  });

  it("keeps golden questions, whose SQL the guard lets through", async () => {
    const questions = await Golden.listAll(contextOf(organization(0)));
    expect(questions.map(({ question }) => question)).toContain("How many customers are there?");
    expect(await Golden.listAll(contextOf(organization(1)))).toEqual([]);
  });

  it("keeps an agent unpublished and gives rules and memories", async () => {
    const ctx = contextOf(organization(0));
    expect((await Agent.list(ctx)).filter(({ published }) => !published)).toHaveLength(1);
    expect(organization(0).agents).toHaveLength(2);
    expect(await Rule.listAll(ctx)).toHaveLength(2);
    const [, member] = organization(0).members;
    expect(await Memory.list({ ...ctx, actor: { ...ctx.actor, member_id: member?.id ?? "" } })).toHaveLength(3);
  });

  it("writes keys that let the active members in, and only them", async () => {
    for (const { api_key, members } of demo.organizations) {
      for (const { email, user_key, active, id } of members) {
        const attempt = authenticate(base, { api_key, email, user_key });
        if (active) expect((await attempt).member_id).toBe(id);
        else await expect(attempt).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
      }
    }
  });

  it("puts every document into its project", async () => {
    const ctx = contextOf(organization(0));
    const names = await Promise.all(
      organization(0).projects.map(async ({ id }) => (await Document.list(ctx, id)).map(({ filename }) => filename)),
    );
    expect(names.map((each) => each.length)).toEqual([4, 4]);
    expect(names.flat()).toContain("quarterly-review-q3-2025.pdf");
  });

  it("connects both kinds of databases", async () => {
    const [warehouse, campaigns] = await Integration.list(contextOf(organization(0)));
    const count = async (integration: Integration.IntegrationRecord | undefined, name: string) => {
      if (!integration) throw new Error("there is no such integration");
      const datasource = await openDatasource(contextOf(organization(0)), integration);
      return (
        await datasource.run(`SELECT COUNT(*) AS n FROM ${name}`, {
          row_limit: 1,
          timeout_ms: 5_000,
          signal: AbortSignal.timeout(5_000),
        })
      ).rows;
    };
    expect(await count(warehouse, "customers")).toEqual([[840]]);
    expect(await count(campaigns, "campaigns")).toEqual([[16]]);
  });
});

describe("the saved queries", () => {
  const values = {
    year: "2025",
    q: "harrow",
    days: "40000",
    from_date: "2026-03-01",
    to_date: "2026-03-31",
    client: "a",
  };

  it("run on the first database of their organization and find something", async () => {
    for (const each of demo.organizations) {
      const [integration] = await Integration.list(contextOf(each));
      if (!integration) throw new Error("there is no integration");
      const datasource = await openDatasource(contextOf(each), integration);
      for (const { sql, title } of each.saved_queries) {
        if (sql === null) continue;
        await checkSavedQuery(sql, "postgres");
        const bound = bindPlaceholders(sql, "postgres", values);
        const result = await datasource.run(bound.sql, {
          parameters: bound.parameters,
          row_limit: 200,
          timeout_ms: 5_000,
          signal: AbortSignal.timeout(5_000),
        });
        expect(result.row_count, title).toBeGreaterThan(0);
      }
    }
  });

  it("use a parameter inside a string, one inside an interval, dates, and none", () => {
    const all = demo.organizations.flatMap(({ saved_queries }) => saved_queries);
    expect(all.map(({ parameters }) => parameters)).toEqual(
      expect.arrayContaining([["q"], ["days"], ["from_date", "to_date"], []]),
    );
    expect(all.some(({ sql }) => sql?.includes("'%{{q}}%'"))).toBe(true);
    expect(all.some(({ sql }) => sql?.includes("INTERVAL '{{days}} days'"))).toBe(true);
  });
});

describe("seeding again", () => {
  const reused = async (): Promise<DemoSources> => ({
    ...sources,
    databases: await loadDemoDatabases(postgres, ANCHOR),
  });

  it("finds what is there and returns the same content", async () => {
    const again = await seedDemo(base, {
      sources: await reused(),
      previous: { base_url: "http://127.0.0.1:1", ...demo },
    });
    expect(again).toEqual(demo);
  });

  it("reads the schema anew only if a database moved or was made again", async () => {
    const own = await deployment();
    const first = await seedDemo(own, { sources: await reused(), previous: undefined });
    const ctx = { ...own, actor: { organization_id: organization(0, first).id } };
    const before = await Integration.list(ctx);
    await seedDemo(own, { sources: await reused(), previous: first });
    expect(await Integration.list(ctx)).toEqual(before);

    const again = await reused();
    const { warehouse, freight } = again.databases;
    const madeAnew = { ...again, databases: { warehouse: { ...warehouse, reused: false }, freight } };
    await seedDemo(own, { sources: madeAnew, previous: first });
    const [moved, campaigns] = await Integration.list(ctx);
    expect(moved?.updated_at).not.toBe(before[0]?.updated_at);
    expect(campaigns).toEqual(before[1]);
  });

  it("replaces the documents whose figures are another year's, and leaves what people removed", async () => {
    const own = await deployment();
    const first = await seedDemo(own, { sources, previous: undefined });
    const ctx = { ...own, actor: { organization_id: organization(0, first).id } };
    const [service, handbook] = organization(0, first).projects;
    const [policy] = await Document.list(ctx, service?.id ?? "");
    await Document.remove(ctx, service?.id ?? "", policy?.id ?? "");
    const [query] = await Query.list(ctx);
    await Query.remove(ctx, query?.id ?? "");

    const nextYear = { ...databases.warehouse, anchor: new Date("2027-02-01") };
    const later = demoSources({ ...databases, warehouse: nextYear });
    const second = await seedDemo(own, { sources: later, previous: first });
    expect(second.organizations[0]?.saved_queries).toHaveLength(6);
    expect((await Document.list(ctx, service?.id ?? "")).map(({ filename }) => filename)).not.toContain(
      policy?.filename,
    );
    const names = (await Document.list(ctx, handbook?.id ?? "")).map(({ filename }) => filename);
    expect(names.toSorted()).toEqual([
      "onboarding-guide.md",
      "price-changes.md",
      "quarterly-review-q3-2026.pdf",
      "security-policy.txt",
    ]);
  });

  it("makes a new API key if the old one was revoked or demo.json was lost", async () => {
    const own = await deployment();
    const first = await seedDemo(own, { sources, previous: undefined });
    const lost = await seedDemo(own, { sources, previous: undefined });
    expect(lost.organizations[0]?.api_key).not.toBe(first.organizations[0]?.api_key);
    expect(lost.organizations[0]?.id).toBe(first.organizations[0]?.id);

    const ctx = { ...own, actor: { organization_id: organization(0, first).id } };
    for (const { id } of await ApiKey.list(ctx)) await ApiKey.revoke(ctx, id);
    const revoked = await seedDemo(own, { sources, previous: lost });
    expect(revoked.organizations[0]?.api_key).not.toBe(lost.organizations[0]?.api_key);
    expect(revoked.organizations[1]).toEqual(lost.organizations[1]);
  });

  it("starts over if an earlier seeding was cut short", async () => {
    const own = await deployment();
    let writes = 0;
    const failing = {
      ...own,
      files: {
        ...own.files,
        put: (...args: Parameters<typeof own.files.put>) =>
          ++writes > 5 ? Promise.reject(new Error("cut short")) : own.files.put(...args),
      },
    };
    await expect(seedDemo(failing, { sources, previous: undefined })).rejects.toThrow("cut short");
    const first = await seedDemo(own, { sources, previous: undefined });
    expect(first.organizations.map(({ name }) => name)).toEqual(["Quillmere Home", "Dunmarrow Freight"]);
    expect(first.organizations[0]?.members).toHaveLength(4);
  });
});
