import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SHOP, writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";
import { type OwnCompany, startOwnCompany } from "./own-company.ts";

describe.skipIf(!isDuckdbHere)("a database that is a file in DuckDB", { timeout: 60_000 }, () => {
  let company: OwnCompany;
  let folder: string;
  beforeAll(async () => {
    [company, folder] = await Promise.all([startOwnCompany(), mkdtemp(join(tmpdir(), "parley-duckdb-asked-"))]);
    const parquet = join(folder, "Orders 2024.parquet");
    await writeDuckdb(join(folder, "shop.duckdb"), `${SHOP} COPY orders TO '${parquet}';\n`);
    await writeFile(join(folder, "picture.parquet"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await company.service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const connect = (name: string, file: string) =>
    company.create("--name", name, "--engine", "duckdb", "--file", join(folder, file));

  it("is connected with what its file is", async () => {
    const shop = await connect("Shop", "shop.duckdb");
    expect(shop.json, shop.stderr).toMatchObject({ engine: "duckdb", tables: 3, warnings: [] });
    const orders = await connect("Orders", "Orders 2024.parquet");
    expect(orders.json, orders.stderr).toMatchObject({ engine: "duckdb", tables: 1 });
    expect(await connect("Picture", "picture.parquet")).toMatchObject({
      code: 1,
      error: { code: "CONNECTION_NOT_A_DATABASE", message: expect.stringContaining("picture.parquet is neither") },
    });
    expect(await connect("Nothing", "nothing.csv")).toMatchObject({ code: 1, error: { code: "CONNECTION_NO_FILE" } });
    const missing = await company.create("--name", "x", "--engine", "duckdb");
    expect(missing).toMatchObject({ code: 2, error: { message: expect.stringContaining("--file is needed") } });
  });

  it("is asked like any other, and read again after a column is marked", async () => {
    const { json } = await connect("Shop", "shop.duckdb");
    expect(await company.ask(json.id, "How many customers are there?")).toContain("60");
    expect(await company.ask(json.id, "Number of orders by month in 2024")).toContain("2024-01");
    expect(await company.ask(json.id, "Top 3 customers by total")).toMatch(/Ann \d+/);
    await company.hideCountry(json.id, "customers");
    expect(await company.test(json.id)).toMatchObject({ code: 0 });
  });
});
