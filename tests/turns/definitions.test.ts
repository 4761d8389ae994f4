import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
let integration: string;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  const bytes = await databaseFile("CREATE TABLE regions (name TEXT); INSERT INTO regions VALUES ('north'), ('south')");
  await service.environment.files.put("regions.sqlite", bytes, "application/vnd.sqlite3");
  const { create } = await import("@parley/core/integration/integration");
  const config = { engine: "sqlite", file: "regions.sqlite" } as const;
  integration = (await create(tenant.ctx, { display_name: "Regions", config })).id;
}, 60_000);
afterAll(() => service.stop());

/** Asks in a new chat, and returns the answer as history has it. */
async function ask(message: string) {
  const { token } = await tenant.add();
  const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integration } });
  await service.ask(token, { chat_id: chat.body.id, message });
  return (await service.call(`GET /v1/chats/${chat.body.id}`, { token })).body.messages.at(-1);
}

/** One of the endpoints of the integration's definitions. */
async function change(method: string, id = "", body?: unknown) {
  const at = `/v1/admin/integrations/${integration}/definitions${id}`;
  const { token } = tenant.admin;
  const answer = await service.call(`${method} ${at}`, { token, ...(body !== undefined && { body }) });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("a definition", () => {
  test("is in force with the next message: made, changed, deleted", async () => {
    const metric = { kind: "metric", name: "reach", table: "regions", sql: "COUNT(*) * 10" };
    const { id } = await change("POST", "", metric);
    const first = await ask("What is our reach?");
    expect(first.metadata.visualizations[0].rows).toEqual([["20"]]);
    expect(first.metadata.assumptions).toEqual(["By definition, “reach” is COUNT(*) * 10 of regions."]);
    await change("PATCH", `/${id}`, { sql: "COUNT(*) * 100" });
    expect((await ask("What is our reach?")).metadata.visualizations[0].rows).toEqual([["200"]]);
    await change("DELETE", `/${id}`);
    expect(JSON.stringify(await ask("What is our reach?"))).not.toContain("By definition");
  });

  test("is not said of a column that is hidden, from the next message on, until it is shown again", async () => {
    const metric = { kind: "metric", name: "variety", table: "regions", sql: "COUNT(DISTINCT name) * 7" };
    const { id } = await change("POST", "", metric);
    const asked = "What is our variety?";
    expect((await ask(asked)).metadata.visualizations[0].rows).toEqual([["14"]]);
    const mark = (as: string | null) =>
      service.call(`PATCH /v1/admin/integrations/${integration}/column-marks`, {
        token: tenant.admin.token,
        body: { column_marks: [{ table: "regions", column: "name", mark: as }] },
      });
    expect((await mark("hidden")).status).toBe(200);
    expect(JSON.stringify(await ask(asked))).not.toMatch(/By definition|DISTINCT/);
    expect((await mark(null)).status).toBe(200);
    expect((await ask(asked)).metadata.visualizations[0].rows).toEqual([["14"]]);
    await change("DELETE", `/${id}`);
  });

  test("of a synonym stands for what it means", async () => {
    await change("POST", "", { kind: "synonym", name: "territories", meaning: "regions" });
    const { metadata } = await ask("How many territories are there?");
    expect(metadata.visualizations[0].rows).toEqual([["2"]]);
    expect(metadata.assumptions).toEqual(["By definition, “territories” means regions."]);
  });
});
