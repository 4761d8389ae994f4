import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { parseEvents, type Service, startService } from "../support/service.ts";
import { type SharedPostgres, sharePostgres } from "../support/shared-postgres.ts";
import { openSocket } from "../support/socket.ts";

const sql = "SELECT region, count(*) AS shops FROM shops GROUP BY region ORDER BY region";
const answer: Reply = [{ text: "There are " }, { text: "two regions" }, { text: " with three shops." }];
/** Runs for hours without sleeping. */
const heavy =
  "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b WHERE a.a % 7 = b.b % 3";

interface Spoken {
  event: string;
  data: Record<string, unknown>;
}

/** Events without what differs from run to run: ids and durations; pieces of text as one. */
function comparable(events: readonly { event: string; data: unknown }[], withTools: boolean) {
  const spoken: Spoken[] = [];
  for (const { event, data } of events as readonly Spoken[]) {
    const last = spoken.at(-1);
    if (event === "text_delta" && last?.event === "text_delta") {
      last.data = { content: `${String(last.data["content"])}${String(data["content"])}` };
    } else if (withTools || !event.startsWith("tool_")) spoken.push({ event, data });
  }
  return JSON.parse(JSON.stringify(spoken, withoutIds)) as unknown;
}

const volatile = /^(id|.*_id|duration_ms|timestamp|csv_url|cost_usd)$/;
function withoutIds(name: string, value: unknown): unknown {
  if (volatile.test(name)) return null;
  if (name === "content" && typeof value === "string" && value.startsWith("{")) {
    return JSON.stringify(JSON.parse(value), (inner: string, one: unknown) => (volatile.test(inner) ? null : one));
  }
  return value;
}

describe("the routes of a turn", () => {
  let service: Service;
  let model: ModelServer;
  let postgres: SharedPostgres;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  let integrationId = "";
  let query = sql;

  beforeAll(async () => {
    model = await startModelServer(({ body }) =>
      body.messages.at(-1)?.role === "tool"
        ? answer
        : [{ text: "Let me look." }, { tool: "run_sql", args: { sql: query } }],
    );
    [service, postgres] = await Promise.all([
      startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" }),
      sharePostgres(),
    ]);
    await postgres.query("CREATE TABLE shops (id integer PRIMARY KEY, region text)");
    await postgres.query("INSERT INTO shops VALUES (1, 'north'), (2, 'south'), (3, 'south')");
    tenant = await service.newOrganization();
    const { create } = await import("@parley/core/integration/integration");
    integrationId = (await create(tenant.ctx, { display_name: "Shops", config: postgres.config() })).id;
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await model.close();
    await postgres.stop();
  });

  async function newChat() {
    const { token } = await tenant.add();
    const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
    const id = String(chat.body.id);
    const history = async () => (await service.call(`GET /v1/chats/${id}`, { token })).body.messages as unknown[];
    return { id, token, history };
  }
  const message = "How many shops has each region?";

  async function byStream() {
    const chat = await newChat();
    const events = await service.ask(chat.token, { chat_id: chat.id, message });
    return { events, history: await chat.history() };
  }

  async function bySocket() {
    const chat = await newChat();
    const socket = await openSocket(service.cloud.wsUrl, { token: chat.token });
    await socket.next("authenticated");
    const place = socket.frames.length;
    socket.send({ action: "send_message", chat_id: chat.id, message, include_tool_events: true });
    await socket.next("message", place);
    socket.close();
    return { events: socket.frames.slice(place), history: await chat.history() };
  }

  async function byQueue() {
    const chat = await newChat();
    const path = `/v1/agents/${tenant.agentId}/chats/${chat.id}/turns`;
    const body = { client_request_id: randomUUID(), message };
    const turn = await service.call(`POST ${path}`, { token: chat.token, body });
    const replay = await service.call(`GET ${path}/${turn.body.turn_id}/events`, { token: chat.token });
    return { events: parseEvents(replay.text), history: await chat.history() };
  }

  test("send the same events and leave the same history", async () => {
    const [stream, socket, queue] = [await byStream(), await bySocket(), await byQueue()];
    expect(comparable(socket.events, false)).toEqual(comparable(stream.events, false));
    expect(comparable(queue.events, false)).toEqual(comparable(stream.events, false));
    const kept = (history: unknown[]) =>
      JSON.parse(JSON.stringify(history, withoutIds)) as { type: string; content: string }[];
    expect(kept(socket.history)).toEqual(kept(stream.history));
    expect(kept(queue.history)).toEqual(kept(stream.history));
    expect(kept(stream.history).map(({ type }) => type)).toEqual([
      "user",
      "tool_message",
      "tool_call",
      "tool_result",
      "final",
    ]);
    // The tools' events are the ones that history keeps.
    const tools = socket.events.filter(({ event }) => event.startsWith("tool_")).map(({ data }) => data);
    const told = socket.history as { type: string; content: string }[];
    expect(tools).toEqual(
      told.flatMap(({ type, content }) =>
        type.startsWith("tool_") && type !== "tool_message" ? [JSON.parse(content)] : [],
      ),
    );
  });

  test("an interrupt ends the statement in the customer's database within a second", async () => {
    query = heavy;
    const running = async () =>
      Number(
        (
          await postgres.query(
            "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%generate_series%' AND pid <> pg_backend_pid()",
          )
        )[0]?.["n"],
      );
    const until = async (holds: (count: number) => boolean, ms: number) => {
      const end = performance.now() + ms;
      let count = await running();
      while (!holds(count) && performance.now() < end) count = await running();
      return count;
    };
    const chat = await newChat();
    const socket = await openSocket(service.cloud.wsUrl, { token: chat.token });
    await socket.next("authenticated");
    socket.send({ action: "send_message", chat_id: chat.id, message });
    expect(await until((count) => count > 0, 10_000)).toBe(1);
    const asked = performance.now();
    socket.send({ action: "interrupt" });
    expect(await until((count) => count === 0, 5_000)).toBe(0);
    const took = performance.now() - asked;
    await socket.next("interrupted");
    socket.close();
    if (process.env["RELIABILITY"]) console.log(JSON.stringify({ r13_ms: Math.round(took) }));
  });
});
