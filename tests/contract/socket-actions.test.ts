import { randomUUID } from "node:crypto";
import { visibleErrors } from "@parley/contract/errors";
import { issueToken } from "@parley/core/auth/token";
import type { Answerer, Question } from "@parley/core/turn/answer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  belongings,
  type Belongings,
  type Furniture,
  furnish,
  newChat,
  type Person,
  scriptedAnswer,
  startWorld,
  type Tenant,
  type World,
} from "./world.ts";
import { names, openSocket, type Socket } from "./world-socket.ts";

let world: World;
let tenant: Tenant;
let furniture: Furniture;
let person: Person;
let own: Belongings;
let pause = 0;
const questions: Question[] = [];

/** Calls a tool before it answers; `pause` milliseconds between its words. */
const withTool: Answerer = async function* (question, tools) {
  questions.push(question);
  const tool_call_id = tools.ids.next();
  yield { type: "tool_call", call: { tool_call_id, tool: "run_sql", args: { sql: "SELECT 1" } } };
  yield {
    type: "tool_result",
    result: {
      tool_call_id,
      tool: "run_sql",
      status: "success",
      duration_ms: 1,
      summary: "1 row",
      result: null,
      error: null,
    },
  };
  yield { type: "text_delta", content: "First. " };
  await tools.clock.sleep(pause, tools.signal);
  tools.signal.throwIfAborted();
  const answer = yield* scriptedAnswer(question, tools);
  return { ...answer, content: `First. ${answer.content}` };
};

beforeAll(async () => {
  world = await startWorld({ answer: withTool });
  tenant = await world.newTenant();
  furniture = await furnish(tenant);
});
afterAll(() => world.stop());
beforeEach(async () => {
  pause = 0;
  person = await tenant.add();
  own = await belongings(world, person, furniture);
  questions.length = 0;
});

const open = (token?: string, query?: Record<string, string>) => openSocket(world, token, query);

async function connected(query?: Record<string, string>): Promise<Socket> {
  const socket = await open(await world.refreshed(person), query);
  await world.settle();
  expect(socket.frames()).toEqual([{ event: "authenticated", data: { status: "ok" } }]);
  return socket;
}

const message = (more: object = {}) => ({
  action: "send_message",
  message: "Which regions are there?",
  chat_id: own.chat_id,
  ...more,
});
const failure = (code: keyof typeof visibleErrors, more: object = {}) => ({
  event: "error",
  data: {
    error: expect.any(String),
    code,
    retryable: visibleErrors[code].retryable,
    debug_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    error_type: visibleErrors[code].type,
    ...more,
  },
});
const chatOf = async (id: string) =>
  (await world.call(`GET /v1/chats/${id}`, { token: await world.refreshed(person) })).body;

describe("a connection's authentication", () => {
  it("is by the upgrade's header or by a first frame, and told by authenticated", async () => {
    await connected();
    const socket = await open();
    expect(await socket.ask({ action: "authenticate", token: await world.refreshed(person) })).toEqual([
      { event: "authenticated", data: { status: "ok" } },
    ]);
    expect(await socket.ask({ action: "ping" })).toEqual([{ event: "pong", data: {} }]);
  });

  it("fails with 4001 for a token that is invalid or has expired, by either way", async () => {
    const { token } = await issueToken(world.base, person.ctx.actor);
    world.clock.advance(6 * 60 * 60 * 1000);
    for (const bad of [token, "nonsense"]) {
      const byHeader = await open(bad);
      await world.settle();
      expect(byHeader.frames()).toEqual([failure("AUTH_FAILED", { close_code: 4001 })]);
      expect(byHeader.isClosed()).toBe(true);
      const byFrame = await open();
      expect(await byFrame.ask({ action: "authenticate", token: bad })).toEqual([
        failure("AUTH_FAILED", { close_code: 4001 }),
      ]);
      expect(byFrame.isClosed()).toBe(true);
    }
  });

  it("is refused with 403 when the token is in the address, good or not", async () => {
    for (const token of [await world.refreshed(person), "x", ""]) {
      expect((await open(undefined, { token })).statusCode).toBe(403);
      expect((await open(await world.refreshed(person), { token })).statusCode).toBe(403);
    }
  });

  it("comes first: any other frame closes with 4001", async () => {
    for (const frame of [{ action: "ping" }, message(), "nonsense", { action: "dance" }]) {
      const socket = await open();
      expect(await socket.ask(frame)).toEqual([failure("AUTH_FAILED", { close_code: 4001 })]);
      expect(socket.isClosed()).toBe(true);
    }
  });

  it("is renewed by another token of the same member; one that runs out closes at the next action", async () => {
    const socket = await connected();
    world.clock.advance(5 * 60 * 60 * 1000);
    expect(names(await socket.ask({ action: "authenticate", token: await world.refreshed(person) }))).toEqual([
      "authenticated",
    ]);
    world.clock.advance(2 * 60 * 60 * 1000);
    expect(names(await socket.ask({ action: "ping" }))).toEqual(["pong"]);
    world.clock.advance(6 * 60 * 60 * 1000);
    expect(await socket.ask({ action: "ping" })).toEqual([failure("AUTH_EXPIRED", { close_code: 4001 })]);
    expect(socket.isClosed()).toBe(true);
  });

  it("opens three connections for a token; the fourth gets WS_CONNECTION_CAP and 4429, and one that closes makes room", async () => {
    const token = await world.refreshed(person);
    const three = [await open(token), await open(token), await open(token)];
    const fourth = await open(token);
    await world.settle();
    expect(fourth.frames()).toEqual([failure("WS_CONNECTION_CAP", { close_code: 4429 })]);
    expect(fourth.isClosed()).toBe(true);
    const byFrame = await open();
    expect(await byFrame.ask({ action: "authenticate", token })).toEqual([
      failure("WS_CONNECTION_CAP", { close_code: 4429 }),
    ]);
    // A new token has slots of its own.
    const other = await open((await issueToken(world.base, person.ctx.actor)).token);
    await world.settle();
    expect(names(other.frames())).toEqual(["authenticated"]);
    await three[0]?.close();
    const fifth = await open(token);
    await world.settle();
    expect(names(fifth.frames())).toEqual(["authenticated"]);
    await Promise.all([...three, fifth, other].map((socket) => socket.close()));
  });
});

describe("send_message", () => {
  it("streams chat_metadata, progress, what is shown, the text, and the message last", async () => {
    const socket = await connected();
    const frames = await socket.ask(message());
    // Text comes in as many pieces as it takes time for.
    expect(names(frames).filter((name, at, all) => name !== "text_delta" || all[at - 1] !== name)).toEqual([
      "chat_metadata",
      "processing",
      "text_delta",
      "processing",
      "visualization",
      "text_delta",
      "message",
    ]);
    expect(frames[0]?.data).toEqual({ id: own.chat_id, user_message_id: expect.any(String) });
    expect(frames[1]?.data).toEqual({ status: "starting" });
    const text = frames.flatMap((frame) => (frame.event === "text_delta" ? [frame.data.content] : [])).join("");
    expect(frames.at(-1)).toEqual({ event: "message", data: { content: text, id: expect.any(String) } });
    expect((await chatOf(own.chat_id)).messages.at(-1)).toMatchObject({ type: "final", content: text });
  });

  it("shows tools only to those who ask for it", async () => {
    const socket = await connected();
    const frames = await socket.ask(message({ include_tool_events: true }));
    const [call, result] = [
      frames.find(({ event }) => event === "tool_call"),
      frames.find(({ event }) => event === "tool_result"),
    ];
    expect(call?.data).toEqual({ tool_call_id: expect.any(String), tool: "run_sql", args: { sql: "SELECT 1" } });
    expect(result?.data).toMatchObject({ tool: "run_sql", status: "success" });
    for (const include_tool_events of [false, null, undefined]) {
      world.clock.advance(30_000);
      expect(names(await socket.ask(message({ include_tool_events })))).not.toContain("tool_call");
    }
  });

  it("keeps the chat's title; a chat without one takes it from the message", async () => {
    const socket = await connected();
    const named = await newChat(world, person, { title: "Mine" });
    await socket.ask(message({ chat_id: named, title: "Other" }));
    expect((await chatOf(named)).title).toBe("Mine");
    const unnamed = await newChat(world, person);
    await socket.ask(message({ chat_id: unnamed }));
    expect((await chatOf(unnamed)).title).toBe("Which regions are there?");
  });

  it("has the integration, the model and the uploads that it names, and runs a saved query", async () => {
    const socket = await connected();
    await socket.ask(message({ integration_id: own.integration_id, model: "rules", upload_ids: [own.upload_id] }));
    expect(questions[0]).toMatchObject({
      model: "rules",
      integration: { id: own.integration_id },
      uploads: [{ id: own.upload_id }],
    });
    await socket.ask(message({ saved_query_id: own.query_id, parameters: { region: "north" } }));
    expect(questions[1]?.saved_query).toMatchObject({ mode: "direct", values: { region: "north" } });
  });

  it("answers what is wrong with an error, and stays open", async () => {
    const socket = await connected();
    const unknown = randomUUID();
    const wrong: [object | string, keyof typeof visibleErrors][] = [
      [message({ chat_id: undefined }), "MISSING_CHAT_ID"],
      [message({ chat_id: null }), "MISSING_CHAT_ID"],
      [message({ chat_id: "" }), "MISSING_CHAT_ID"],
      [message({ chat_id: unknown }), "CHAT_NOT_FOUND"],
      [message({ chat_id: await newChat(world, tenant.other) }), "CHAT_NOT_FOUND"],
      [message({ integration_id: unknown }), "INTEGRATION_NOT_FOUND"],
      [message({ saved_query_id: unknown }), "SAVED_QUERY_NOT_FOUND"],
      [message({ saved_query_id: own.query_id, integration_id: own.integration_id }), "MISSING_QUERY_PARAMETER"],
      [message({ upload_ids: [unknown] }), "UPLOAD_NOT_FOUND"],
      [message({ upload_ids: Array.from({ length: 11 }, () => unknown) }), "TOO_MANY_UPLOADS"],
      [message({ upload_ids: Array.from({ length: 11 }, () => own.upload_id) }), "TOO_MANY_UPLOADS"],
      [message({ message: "x".repeat(8001) }), "MESSAGE_TOO_LONG"],
      [message({ message: "" }), "INVALID_FRAME"],
      [message({ message: 1 }), "INVALID_FRAME"],
      [{ action: "send_message" }, "INVALID_FRAME"],
      ["{", "INVALID_FRAME"],
      ["[]", "INVALID_FRAME"],
      [{ action: 1 }, "INVALID_FRAME"],
      [{ action: "dance" }, "UNKNOWN_ACTION"],
      [{ action: "edit_message", message_id: unknown, content: "Changed" }, "MESSAGE_NOT_FOUND"],
      [{ action: "edit_message", message_id: own.answer_id, content: "Changed" }, "MESSAGE_NOT_EDITABLE"],
      [{ action: "edit_message", message_id: own.message_id, content: "x".repeat(8001) }, "MESSAGE_TOO_LONG"],
      [{ action: "delete_message", message_id: unknown }, "MESSAGE_NOT_FOUND"],
      [{ action: "interrupt" }, "NOTHING_TO_INTERRUPT"],
    ];
    for (const [frame, code] of wrong)
      expect(await socket.ask(frame), JSON.stringify(frame).slice(0, 100)).toEqual([failure(code)]);
    expect(await socket.ask({ action: "ping" })).toEqual([{ event: "pong", data: {} }]);
  });

  it("is refused while the chat runs a turn", async () => {
    pause = 2000;
    const socket = await connected();
    await socket.send(message());
    const frames = await socket.ask(message());
    expect(frames).toContainEqual(failure("TURN_ALREADY_RUNNING"));
    expect(names(frames).filter((name) => name === "message")).toHaveLength(1);
  });
});

describe("a member's budget", () => {
  let faster: { world: World; tenant: Tenant; furniture: Furniture };
  beforeAll(async () => {
    faster = { world, tenant, furniture };
    // Ten seconds of the other world are over too soon to send four messages in.
    world = await startWorld({ answer: withTool, speed: 1 });
    tenant = await world.newTenant();
    furniture = await furnish(tenant);
  });
  afterAll(async () => {
    await world.stop();
    ({ world, tenant, furniture } = faster);
  });

  it("spends the member's budget: the fourth in ten seconds gets RATE_LIMIT and when the next will pass", async () => {
    const [socket, second] = [await connected(), await connected()];
    for (const one of [socket, second, socket]) expect(names(await one.ask(message())).at(-1)).toBe("message");
    const [refused] = await second.ask(message());
    expect(refused).toEqual(failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) }));
    expect(refused?.event === "error" && refused.data.retryable).toBe(true);
    // Neither are these throttled, nor do they wait.
    for (let times = 0; times < 20; times++) expect(names(await socket.ask({ action: "ping" }))).toEqual(["pong"]);
    expect(await socket.ask({ action: "interrupt" })).toEqual([failure("NOTHING_TO_INTERRUPT")]);
    expect(
      names(await socket.ask({ action: "edit_message", message_id: own.message_id, content: "Changed" })).at(-1),
    ).toBe("message");
    expect(names(await socket.ask({ action: "delete_message", message_id: own.message_id }))).toEqual(["deleted"]);
    // The durable route has the same budget.
    const token = (await issueToken(world.base, person.ctx.actor)).token;
    const at = `POST /v1/agents/${own.agent_id}/chats/${own.chat_id}/turns`;
    expect((await world.call(at, { token, body: { client_request_id: "one", message: "Hello" } })).status).toBe(429);
  });

  it("counts an edit: three of them leave nothing of the ten seconds", async () => {
    const socket = await connected();
    for (let times = 0; times < 3; times++) {
      expect(
        names(await socket.ask({ action: "edit_message", message_id: own.message_id, content: `Changed ${times}` })).at(
          -1,
        ),
      ).toBe("message");
    }
    expect(await socket.ask(message())).toEqual([failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) })]);
  });
});

describe("interrupt", () => {
  it("is answered by interrupted; the text so far is kept, the socket stays open, and nothing more comes of the turn", async () => {
    pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    const frames = await socket.ask({ action: "interrupt" });
    expect(frames).toEqual([{ event: "interrupted", data: { status: "interrupted" } }]);
    const chat = await chatOf(own.chat_id);
    expect(chat.active_turn_id).toBeNull();
    expect(chat.messages.at(-1)).toMatchObject({ role: "assistant", content: "First. ", metadata: { partial: true } });
    pause = 0;
    expect(names(await socket.ask(message())).at(-1)).toBe("message");
    expect(await socket.ask({ action: "interrupt" })).toEqual([failure("NOTHING_TO_INTERRUPT")]);
  });
});

describe("edit_message", () => {
  it("replaces a user message and all that came after it by a new response, which starts with chat_metadata", async () => {
    const socket = await connected();
    await socket.ask(message());
    const before = (await chatOf(own.chat_id)).messages;
    const frames = await socket.ask({
      action: "edit_message",
      message_id: own.message_id,
      content: "Changed",
      integration_id: own.integration_id,
    });
    expect(frames[0]).toEqual({ event: "chat_metadata", data: { id: own.chat_id, user_message_id: own.message_id } });
    const { messages, integration_id } = await chatOf(own.chat_id);
    expect(integration_id).toBe(own.integration_id);
    expect(before.length).toBeGreaterThan(messages.length);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      "Changed",
      expect.any(String),
      expect.any(String),
      "First. There are two regions.",
    ]);
    expect(questions.at(-1)).toMatchObject({ message: "Changed", history: [] });
  });

  it("leaves with the message what was attached to it", async () => {
    const socket = await connected();
    const [metadata] = await socket.ask(message({ upload_ids: [own.upload_id] }));
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    expect(names(await socket.ask({ action: "edit_message", message_id, content: "Changed" })).at(-1)).toBe("message");
    expect(questions.at(-1)).toMatchObject({ message: "Changed", uploads: [{ id: own.upload_id }] });
  });

  it("leaves the running turn alone where it is refused", async () => {
    pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    const edit = { action: "edit_message", message_id: own.message_id, content: "Changed" };
    await socket.send({ ...edit, integration_id: randomUUID() });
    expect(socket.frames()).toEqual([failure("INTEGRATION_NOT_FOUND")]);
    expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["interrupted"]);
  });

  it("cancels a running turn first", async () => {
    pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    pause = 0;
    const frames = await socket.ask({ action: "edit_message", message_id: own.message_id, content: "Changed" });
    // What ends comes before what begins.
    expect(names(frames).filter((name) => ["interrupted", "chat_metadata", "message"].includes(name))).toEqual([
      "interrupted",
      "chat_metadata",
      "message",
    ]);
    expect(frames.at(-1)).toMatchObject({ event: "message", data: { content: "First. There are two regions." } });
  });
});

describe("delete_message", () => {
  it("deletes a message and all later ones, and is answered by deleted", async () => {
    const socket = await connected();
    const before = (await chatOf(own.chat_id)).messages.map(({ id }: { id: string }) => id);
    expect(before.at(-1)).toBe(own.answer_id);
    await socket.ask(message());
    expect(await socket.ask({ action: "delete_message", message_id: own.answer_id })).toEqual([
      { event: "deleted", data: { message_id: own.answer_id } },
    ]);
    expect((await chatOf(own.chat_id)).messages.map(({ id }: { id: string }) => id)).toEqual(before.slice(0, -1));
    expect(await socket.ask({ action: "delete_message", message_id: own.answer_id })).toEqual([
      failure("MESSAGE_NOT_FOUND"),
    ]);
  });
});

describe("heartbeat", () => {
  it("comes every 15 seconds while a turn streams, and only where it was asked for", async () => {
    pause = 40_000;
    const [asked, unasked] = [await connected({ heartbeat: "1" }), await connected({ heartbeat: "true" })];
    const beats = (await asked.ask(message())).filter(({ event }) => event === "heartbeat");
    expect(beats).toEqual([
      { event: "heartbeat", data: { ts: expect.any(Number) } },
      { event: "heartbeat", data: { ts: expect.any(Number) } },
    ]);
    const [first, second] = beats.map(({ data }) => ("ts" in data ? data.ts : 0));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(14);
    expect(names(await asked.ask({ action: "ping" }))).toEqual(["pong"]);
    pause = 20_000;
    expect(names(await unasked.ask(message()))).not.toContain("heartbeat");
  });
});
