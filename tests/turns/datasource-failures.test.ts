import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type PostgresServer } from "../support/postgres.ts";
import { parseEvents, type Service, startService } from "../support/service.ts";

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
    ["is down", { port: 1 }, true],
    ["refuses the login", { password: "wrong" }, false],
    ["is not there", { database: "nowhere" }, false],
    ["has a host that does not resolve", { host: "nowhere.invalid" }, false],
    ["has no trusted certificate", { tls: "verify" }, false],
    ["is a MySQL whose host does not resolve", { engine: "mysql", host: "nowhere.invalid" }, false],
    ["is a file that is not there", { engine: "sqlite", file: "nowhere.sqlite" }, false],
  ] as const)(
    "%s: a readable error, a turn that ends, and a chat that is free at once",
    async ([, change, retryable]) => {
      const { last, history, again } = await ask(change);
      expect(last).toMatchObject({
        event: "error",
        data: { code: "DATASOURCE_UNAVAILABLE", retryable, error_type: "datasource" },
      });
      expect(history.messages.at(-1).metadata.error).toMatchObject({ code: "DATASOURCE_UNAVAILABLE", retryable });
      expect(JSON.stringify(last)).not.toMatch(/wrong|127\.0\.0\.1|password/i);
      expect(history).toMatchObject({ active_turn_id: null });
      expect(history.messages.at(-1)).toMatchObject({ type: "error", role: "assistant" });
      expect(again?.event).toBe("error");
    },
  );

  test("for good ends a durable turn, which says, like its replay, that trying again does not help", async () => {
    const { create } = await import("@parley/core/integration/integration");
    const config = { ...postgres.config(), host: "nowhere.invalid" };
    const { id } = await create(tenant.ctx, { display_name: "Gone", config });
    const { token } = tenant.member;
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: id } });
    const path = `/v1/agents/${tenant.agentId}/chats/${chat.body.id}/turns`;
    const body = { client_request_id: randomUUID(), message: "How many customers are there?" };
    const accepted = await service.call(`POST ${path}`, { token, body });
    const ended = await service.call(`GET ${path}/${accepted.body.turn_id}?wait=20`, { token });
    const said = { code: "DATASOURCE_UNAVAILABLE", retryable: false };
    expect(ended.body).toMatchObject({ status: "failed", error: said });
    const events = await service.call(`GET ${path}/${accepted.body.turn_id}/events`, { token });
    expect(parseEvents(events.text).at(-1)).toMatchObject({ event: "error", data: said });
  });

  test("one that works is answered from", async () => {
    const { last } = await ask({});
    expect(last).toMatchObject({ event: "message", data: { content: expect.stringContaining("0 customers") } });
  });
});
