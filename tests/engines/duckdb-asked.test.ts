import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runHere } from "../operator/command-line.ts";
import { type Service, startService } from "../support/service.ts";
import { SHOP, writeDuckdb } from "./duckdb-file.ts";
import { isDuckdbHere } from "./duckdb-here.ts";

describe.skipIf(!isDuckdbHere)("a database that is a file in DuckDB", { timeout: 60_000 }, () => {
  let service: Service;
  let folder: string;
  let organization: string[];
  beforeAll(async () => {
    [service, folder] = await Promise.all([startService(), mkdtemp(join(tmpdir(), "parley-duckdb-asked-"))]);
    const parquet = join(folder, "Orders 2024.parquet");
    await writeDuckdb(join(folder, "shop.duckdb"), `${SHOP} COPY orders TO '${parquet}';\n`);
    await writeFile(join(folder, "picture.parquet"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
    const made = await run("organization", "create", "--name", "My company", "--json");
    organization = ["--organization", String(made.json.id)];
    const key = await run("api-key", "create", ...organization, "--name", "laptop", "--json");
    await run("member", "create", ...organization, "--email", "me@example.com", "--json");
    vi.stubEnv("PARLEY_API_KEY", key.json.api_key);
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => runHere(async () => service.environment, args);
  const connect = (name: string, file: string) => {
    const options = ["--name", name, "--engine", "duckdb", "--file", join(folder, file), "--json"];
    return run("integration", "create", ...organization, ...options);
  };
  const ask = async (integration: string, question: string): Promise<string> => {
    const { stdout, stderr } = await run("ask", ...organization, "--integration", integration, question, "--json");
    expect(stderr).not.toContain("error");
    return stdout;
  };

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
    const missing = await run("integration", "create", ...organization, "--name", "x", "--engine", "duckdb", "--json");
    expect(missing).toMatchObject({ code: 2, error: { message: expect.stringContaining("--file is needed") } });
  });

  it("is asked like any other, and read again after a column is marked", async () => {
    const { json } = await connect("Shop", "shop.duckdb");
    expect(await ask(json.id, "How many customers are there?")).toContain("60");
    expect(await ask(json.id, "Number of orders by month in 2024")).toContain("2024-01");
    expect(await ask(json.id, "Top 3 customers by total")).toMatch(/Ann \d+/);
    const mark = ["--table", "customers", "--column", "country", "--as", "hidden", "--json"];
    await run("integration", "mark", ...organization, "--id", json.id, ...mark);
    const tables = await run("integration", "introspect", ...organization, "--id", json.id, "--json");
    expect(tables.json, tables.stderr).toContainEqual(
      expect.objectContaining({ table: "customers", columns: 3, rows: 60 }),
    );
    expect(await run("integration", "test", ...organization, "--id", json.id, "--json")).toMatchObject({ code: 0 });
  });
});
