import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AthenaServer, startAthena } from "./athena-server.ts";
import { SHOP_OF_ATHENA } from "./athena-shop.ts";
import { AWS_KEY, isAwsClientHere, useAwsClients } from "./aws-here.ts";
import { isDuckdbHere } from "./duckdb-here.ts";
import { type OwnCompany, startOwnCompany } from "./own-company.ts";

const isHere = isAwsClientHere("client-athena") && isDuckdbHere;

describe.skipIf(!isHere)("a database in Athena", { timeout: 60_000 }, () => {
  let company: OwnCompany;
  let server: AthenaServer;
  beforeAll(async () => {
    company = await startOwnCompany();
    server = await startAthena({ database: "shop", sql: SHOP_OF_ATHENA, pageRows: 100, pageTables: 50 });
    vi.stubEnv("AWS_ENDPOINT_URL_ATHENA", server.url);
    useAwsClients();
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([company.service.stop(), server.stop()]);
  });

  const create = (...options: string[]) => company.create("--name", "Shop", "--engine", "athena", ...options);
  const place = (database = "shop", workgroup = "analytics") => [
    "--workgroup",
    workgroup,
    "--region",
    AWS_KEY.region,
    "--database",
    database,
  ];

  it("is connected by the command line, which warns, and says what is wrong", async () => {
    const shop = await create(...place());
    expect(shop.json, shop.stderr).toMatchObject({ engine: "athena", tables: 3, warnings: [] });
    const { Configuration: usual } = server.workgroup;
    server.workgroup.Configuration = {};
    expect(await create(...place())).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_HOST", hint: expect.stringContaining("--output") },
    });
    const own = await create(...place(), "--output", "s3://results/own/");
    expect(own.json, own.stderr).toMatchObject({ warnings: [expect.stringContaining("no limit of the bytes")] });
    server.workgroup.Configuration = usual;
    expect(await create(...place("nothing"))).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_DATABASE", message: expect.stringContaining('"nothing"') },
    });
    expect(await create(...place("shop", "nobody"))).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_HOST", message: expect.stringContaining('workgroup "nobody"') },
    });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
    expect(await create(...place())).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_LOGIN", hint: expect.stringContaining("athena in infra/stages.ts") },
    });
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS_KEY.secret);
  });

  it.each([
    [["--database", "shop"], "--workgroup is needed"],
    [["--workgroup", "a"], "--database is needed"],
    [["--workgroup", "a/b", "--database", "shop"], "--workgroup is not such a name"],
    [["--workgroup", "a", "--region", "x.evil.example", "--database", "shop"], "--region is not such a name"],
    [["--workgroup", "a", "--database", "shop", "--output", "https://evil.example/"], "--output is not such a name"],
    [["--workgroup", "a", "--database", "shop", "--catalog", "a b"], "--catalog is not such a name"],
  ])("wants options that belong together: %s", async (options, message) => {
    expect(await create(...options)).toMatchObject({ code: 2, error: { message: expect.stringContaining(message) } });
  });

  it("is asked like any other, and read again after a column is marked", async () => {
    const { json } = await create(...place());
    expect(await company.ask(json.id, "How many customers are there?")).toContain("60");
    expect(await company.ask(json.id, "Number of orders by month in 2024")).toContain("2024-01");
    const tables = await company.hideCountry(json.id, "shop.customers");
    expect(tables.json).not.toContainEqual(expect.objectContaining({ table: "daily" }));
    expect(await company.test(json.id)).toMatchObject({ code: 0 });
  });
});
