import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SHOP } from "../datasource/corpus/shop.ts";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { AWS_KEY, isAwsClientHere, useAwsClients } from "./aws-here.ts";
import type { AwsServer } from "./aws-server.ts";
import { REDSHIFT_CATALOG, startRedshift } from "./redshift-server.ts";
import { type OwnCompany, startOwnCompany } from "./own-company.ts";

describe.skipIf(!isAwsClientHere("client-redshift-data"))("a database in Redshift", { timeout: 60_000 }, () => {
  let company: OwnCompany;
  let postgres: SharedPostgres;
  let server: AwsServer;
  let database: string;
  beforeAll(async () => {
    [company, postgres] = await Promise.all([startOwnCompany(), sharePostgres()]);
    database = postgres.own("redshift_asked");
    await postgres.createDatabase("redshift_asked");
    await postgres.query(
      `${SHOP}; ${REDSHIFT_CATALOG}; ALTER DATABASE "${database}" SET search_path = public, catalog_history`,
      [],
      "redshift_asked",
    );
    const { host, port, user, password } = postgres.config("redshift_asked");
    server = await startRedshift({ host, port, user, password, database }, { pageRows: 100 });
    vi.stubEnv("AWS_ENDPOINT_URL_REDSHIFT_DATA", server.url);
    useAwsClients();
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([company.service.stop(), server.stop()]);
    await postgres.stop();
  });

  const create = (...options: string[]) => company.create("--name", "Shop", "--engine", "redshift", ...options);
  const place = () => ["--workgroup", "analytics", "--region", AWS_KEY.region];

  it("is connected by the command line, which says what is wrong", async () => {
    const shop = await create(...place(), "--database", database);
    expect(shop.json, shop.stderr).toMatchObject({ engine: "redshift", tables: 3, warnings: [] });
    expect(await create(...place(), "--database", "nothing")).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_HOST", message: expect.stringContaining('workgroup "analytics"') },
    });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
    expect(await create(...place(), "--database", database)).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_LOGIN", hint: expect.stringContaining("infra/stages.ts") },
    });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS_KEY.secret);
  });

  it.each([
    [["--database", "dev"], "--workgroup or --cluster is needed"],
    [["--workgroup", "a", "--cluster", "b", "--database", "dev"], "not both"],
    [["--workgroup", "a"], "--database is needed"],
    [["--workgroup", "a.evil.example/", "--database", "dev"], "--workgroup is not such a name"],
    [["--workgroup", "a", "--region", "x.evil.example", "--database", "dev"], "--region is not such a name"],
    [["--workgroup", "a", "--user", "reader", "--database", "dev"], "--user goes with --cluster"],
    [["--cluster", "a", "--secret", "secret", "--database", "dev"], "--secret is not such a name"],
  ])("wants options that belong together: %s", async (options, message) => {
    expect(await create(...options)).toMatchObject({ code: 2, error: { message: expect.stringContaining(message) } });
  });

  it("is asked like any other, and read again after a column is marked", async () => {
    const { json } = await create(...place(), "--database", database);
    expect(await company.ask(json.id, "How many customers are there?")).toContain("60");
    expect(await company.ask(json.id, "Number of orders by month in 2024")).toContain("2024-01");
    await company.hideCountry(json.id, "public.customers");
    expect(await company.test(json.id)).toMatchObject({ code: 0 });
  });
});
