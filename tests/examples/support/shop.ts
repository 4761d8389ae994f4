import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { create } from "@parley/core/integration/integration";
import { type Service, startService } from "../../support/service.ts";

/** Two orders of each of 12 customers, on the first of each month of the last two years. */
const TABLES = `
  CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, country text NOT NULL);
  CREATE TABLE orders (
    id integer PRIMARY KEY,
    customer_id integer NOT NULL REFERENCES customers (id),
    ordered_on date NOT NULL,
    total_amount numeric NOT NULL
  );
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12)
    INSERT INTO customers SELECT n, 'Customer ' || n, CASE WHEN n % 3 = 0 THEN 'Norway' ELSE 'Spain' END FROM numbers;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 24)
    INSERT INTO orders SELECT n, 1 + n % 12, date('now', 'start of year', '-' || n || ' months'), n * 10.5 FROM numbers;`;

/** The file of a small shop's database. */
async function shopFile(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "parley-shop-"));
  const path = join(folder, "shop.sqlite");
  const database = new DatabaseSync(path);
  database.exec(TABLES);
  database.close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

/** An organization with a shop's database, and what a reader of the examples would have in the environment for a new member of it. */
export async function openShop(service: Service) {
  const tenant = await service.newOrganization();
  const file = `databases/${tenant.id}/shop.sqlite`;
  await service.environment.files.put(file, await shopFile(), "application/octet-stream");
  const integration = await create(tenant.ctx, { display_name: "Shop", config: { engine: "sqlite", file } });
  return {
    tenant,
    integrationId: integration.id,
    /** Each member has a budget of submissions of their own. */
    async settings(): Promise<{ settings: NodeJS.ProcessEnv; token: string }> {
      const { email, token } = await tenant.add();
      const settings = {
        PARLEY_URL: service.cloud.baseUrl,
        PARLEY_API_KEY: tenant.apiKey,
        PARLEY_SHARED_SECRET: tenant.sharedSecret,
        PARLEY_EMAIL: email,
        PARLEY_INTEGRATION_ID: integration.id,
      };
      return { settings, token };
    },
  };
}

/** The service with a shop. */
export async function startShop() {
  const service = await startService();
  return { service, shop: await openShop(service) };
}
