import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type PostgresServer } from "../support/postgres.ts";
import { type Service, startService } from "../support/service.ts";

describe("a database that cannot be used", () => {
  let service: Service;
  let postgres: PostgresServer;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  beforeAll(async () => {
    [service, postgres] = await Promise.all([startService(), startPostgres()]);
    tenant = await service.newOrganization();
    await postgres.query("CREATE TABLE customers (id integer PRIMARY KEY, name text)");
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await postgres.stop();
  });

  async function ask(change: object) {
    const { create } = await import("@parley/core/integration/integration");
    const config = { ...postgres.config(), ...change };
    const { id } = await create(tenant.ctx, { display_name: "Broken", config });
    const { token } = await tenant.add();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: id } });
    const message = "How many customers are there?";
    const events = await service.ask(token, { chat_id: chat.body.id, message });
    const history = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    const again = await service.ask(token, { chat_id: chat.body.id, message });
    return { last: events.at(-1), history: history.body, again: again.at(-1) };
  }

  test.for([
    ["is down", { port: 1 }],
    ["refuses the login", { password: "wrong" }],
    ["is not there", { database: "nowhere" }],
  ] as const)("%s: a readable error, a turn that ends, and a chat that is free at once", async ([, change]) => {
    const { last, history, again } = await ask(change);
    expect(last).toMatchObject({
      event: "error",
      data: { code: "DATASOURCE_UNAVAILABLE", retryable: true, error_type: "datasource" },
    });
    expect(JSON.stringify(last)).not.toMatch(/wrong|127\.0\.0\.1|password/i);
    expect(history).toMatchObject({ active_turn_id: null });
    expect(history.messages.at(-1)).toMatchObject({ type: "error", role: "assistant" });
    expect(again?.event).toBe("error");
  });

  test("one that works is answered from", async () => {
    const { last } = await ask({});
    expect(last).toMatchObject({ event: "message", data: { content: expect.stringContaining("0 customers") } });
  });
});
