import * as Golden from "@parley/core/golden/golden";
import * as Integration from "@parley/core/integration/integration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  const file = await databaseFile(
    "CREATE TABLE orders (id INTEGER, amount INTEGER); INSERT INTO orders VALUES (1, 30)",
  );
  await service.environment.files.put("orders.sqlite", file, "application/vnd.sqlite3");
  const config = { engine: "sqlite", file: "orders.sqlite" } as const;
  const { id: integration_id } = await Integration.create(tenant.ctx, { display_name: "Orders", config });
  const asked = { question: "What is the total amount?", integration_id, sql: "SELECT SUM(amount) FROM orders" };
  await Golden.create(tenant.ctx, asked, tenant.admin);
});
afterAll(() => service.stop());

describe("an evaluation of the whole service", { timeout: 60_000 }, () => {
  it("goes through the queue to a worker, whose answers are waited for, with a metric that is not saved", async () => {
    const { token } = tenant.admin;
    const definition = {
      integration_id: (await Integration.list(tenant.ctx))[0]?.id,
      content: { kind: "metric", name: "total amount", table: "orders", sql: "SUM(amount) * 2" },
    };
    const started = await service.call("POST /v1/admin/evaluations", { token, body: { draft: { definition } } });
    expect(started, started.text).toMatchObject({ status: 202, body: { status: "running" } });
    const at = `/v1/admin/evaluations/${started.body.id}`;
    const ended = await service.call(`GET ${at}?wait=20`, { token });
    expect(ended.body).toMatchObject({ status: "completed", right_before: 1, right_after: 0, changes: { number: 1 } });
    expect((await service.call(`GET ${at}/cases`, { token })).body.cases).toMatchObject([
      { change: "number", before: { figure: "30" }, after: { figure: "60" } },
    ]);
  });
});
