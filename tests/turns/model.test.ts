import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type Service, startService } from "../support/service.ts";

describe("POST /v1/chats with a language model", () => {
  let service: Service;
  let model: ModelServer;
  let postgres: PostgresServer;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  let integrationId: string;
  let script: readonly Reply[] = [];
  let asked = 0;

  beforeAll(async () => {
    model = await startModelServer(() => script[Math.min(asked++, script.length - 1)] ?? []);
    [service, postgres] = await Promise.all([
      startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted", MODEL_TIMEOUT_MS: "1500" }),
      startPostgres(),
    ]);
    await postgres.query("CREATE TABLE customers (id integer PRIMARY KEY, name text)");
    await postgres.query("INSERT INTO customers VALUES (1, 'Ada'), (2, 'Ben')");
    tenant = await service.newOrganization();
    const { create } = await import("@parley/core/integration/integration");
    ({ id: integrationId } = await create(tenant.ctx, { display_name: "Sales", config: postgres.config() }));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await model.close();
    await postgres.stop();
  });

  async function ask(replies: readonly Reply[]) {
    script = replies;
    asked = 0;
    const { token } = await tenant.add();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
    const events = await service.ask(token, { chat_id: chat.body.id, message: "How many customers?" });
    const { body } = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    const text = events.flatMap(({ event, data }) => (event === "text_delta" ? [data.content] : [])).join("");
    return { events, text, last: events.at(-1), history: body };
  }
  const call = (sql: string): Reply => [{ tool: "run_sql", args: { sql } }];
  const typesOf = (history: { messages: { type: string }[] }) => history.messages.map(({ type }) => type);

  test("streams the answer; tool calls and results are kept in history, the table is shown", async () => {
    const { events, text, last, history } = await ask([
      [{ text: "Let me look." }, { tool: "run_sql", args: { sql: "SELECT COUNT(*) AS customers FROM customers" } }],
      [{ text: "There are " }, { text: "2 customers.", after: 20 }],
    ]);
    expect(last).toMatchObject({ event: "message", data: { content: "There are 2 customers." } });
    expect(text).toBe("There are 2 customers.");
    expect(events.some(({ event, data }) => event === "visualization" && data.type === "table")).toBe(true);
    expect(events.some(({ event }) => event === "tool_call" || event === "tool_result")).toBe(false);
    expect(typesOf(history)).toEqual(["user", "tool_message", "tool_call", "tool_result", "final"]);
    const result = JSON.parse(history.messages[3].content);
    expect(result).toMatchObject({ status: "success", result: { columns: [{ name: "customers" }], row_count: 1 } });
    expect(history.messages[4].metadata).toMatchObject({ model_id: "scripted", usage: { rows: 1 } });
  });

  test("forbidden SQL is refused, reported to the model, and changes nothing", async () => {
    const { last, history } = await ask([call("DELETE FROM customers"), [{ text: "That is not allowed." }]]);
    expect(last).toMatchObject({ event: "message", data: { content: "That is not allowed." } });
    const result = history.messages.find(({ type }: { type: string }) => type === "tool_result");
    expect(JSON.parse(result.content)).toMatchObject({ status: "error" });
    const [row] = await postgres.query("SELECT COUNT(*)::int AS count FROM customers");
    expect(row).toMatchObject({ count: 2 });
  });

  test("malformed arguments go back to the model, which corrects itself", async () => {
    const { last } = await ask([
      [{ tool: "run_sql", args: '{"sql": "SELECT' }],
      call("SELECT COUNT(*) FROM customers"),
      [{ text: "Two." }],
    ]);
    expect(last).toMatchObject({ event: "message", data: { content: "Two." } });
  });

  test.for([
    ["fails", { status: 400, body: { error: { message: "no" } } }, "MODEL_UNAVAILABLE"],
    ["hangs", [{ hang: true }], "MODEL_TIMEOUT"],
    ["hangs in the middle", [{ text: "One " }, { hang: true }], "MODEL_TIMEOUT"],
    ["cuts the connection", [{ text: "One " }, { close: true }], "MODEL_UNAVAILABLE"],
  ] as [string, Reply, string][])("a model that %s ends the turn with a readable error", async ([, reply, code]) => {
    const { last, history } = await ask([reply]);
    expect(last).toMatchObject({ event: "error", data: { code, retryable: true } });
    expect(history.active_turn_id).toBeNull();
    expect(history.messages.at(-1).type).toBe("error");
  });
});
