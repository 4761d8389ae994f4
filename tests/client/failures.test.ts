import { AbortedError, ApiError, AuthenticationError, RateLimitError, TurnError } from "@parley/client/errors";
import type { ClientEvent, Options } from "@parley/client/options";
import { createParley } from "@parley/client/parley";
import type { TokenReason } from "@parley/client/token";
import { describe, expect, it } from "vitest";
import { useClient } from "./support/client.ts";
import { textOf } from "./support/scripts.ts";

const scene = useClient();
const parleyOf = (options: Partial<Options> = {}) =>
  createParley({ baseUrl: scene.proxy.baseUrl, token: scene.person.token, ...options });

describe("a call that fails", () => {
  it("is made again after 503, and a DELETE whose first answer was lost has succeeded though it finds nothing", async () => {
    const parley = parleyOf();
    const { id: chat_id } = await parley.chat.create({});
    scene.proxy.plan((_request, number) => (number === 0 ? { lost: true } : {}));
    await parley.chat.remove({ chat_id });
    expect(scene.requests()).toEqual(["DELETE /v1/chats/…", "DELETE /v1/chats/…"]);
    await expect(parley.chat.remove({ chat_id })).rejects.toMatchObject({ code: "CHAT_NOT_FOUND" });
    scene.proxy.plan((_request, number) => (number < 2 ? { status: 503 } : {}));
    expect((await parley.chat.list()).items).toEqual([]);
    expect(scene.requests()).toHaveLength(3);
  });

  it("asks once for another token when its own is refused, and throws when that is refused, too", async () => {
    const reasons: TokenReason[] = [];
    const token = ({ reason }: { reason: TokenReason }) => `refused${reasons.push(reason)}`;
    const error = await parleyOf({ token })
      .chat.list()
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(String(error)).not.toContain("refused");
    expect(reasons).toEqual(["first", "rejected"]);
    expect(scene.requests()).toHaveLength(2);
  });

  it("is not made again if the service asks for more patience than the caller has", async () => {
    let calls = 0;
    const gateway: typeof fetch = async () => {
      calls += 1;
      return new Response("{}", { status: 429, headers: { "retry-after": "21" } });
    };
    const parley = parleyOf({ fetch: gateway });
    const error = await parley.chat.list().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 21 });
    await expect(parley.ask({ chat_id: "c", message: "text" }).answer()).rejects.toBeInstanceOf(RateLimitError);
    expect(calls).toBe(2);
  });

  it.each([408, 503])("with %i is made again at once by a caller without patience", async (status) => {
    let calls = 0;
    const gateway: typeof fetch = async (...of) => (calls++ < 2 ? new Response("", { status }) : fetch(...of));
    const { items } = await parleyOf({ fetch: gateway, maxWait: 0 }).chat.list();
    expect([items, calls]).toEqual([[], 3]);
  });

  it("stops waiting for its next try when its signal aborts", async () => {
    scene.proxy.plan(() => ({ status: 503 }));
    const stop = new AbortController();
    const parley = parleyOf({ onRetry: () => queueMicrotask(() => stop.abort()) });
    await expect(parley.chat.list({}, { signal: stop.signal })).rejects.toBeInstanceOf(AbortedError);
    expect(scene.requests()).toHaveLength(1);
  });

  it("does not fail by a timeout that is for ever", async () => {
    expect((await parleyOf({ timeout: Infinity }).chat.list()).items).toEqual([]);
  });
});

describe("a failure", () => {
  const debugId = "d1";
  const failure = { message: "Something", code: "CODE", retryable: false, debugId };

  it.each([
    ["an answer with status 500", new ApiError({ ...failure, status: 500 }), "Something (debug id d1)"],
    ["an answer with status 404", new ApiError({ ...failure, status: 404 }), "Something"],
    ["a turn's own fault", new TurnError({ ...failure, status: null, type: "internal" }), "Something (debug id d1)"],
    ["a query that timed out", new TurnError({ ...failure, status: null, type: "timeout" }), "Something"],
  ])("of %s says in its words what people need", (_of, error, message) => {
    expect(error).toMatchObject({ message, debugId });
  });
});

describe("an integration that is not there", () => {
  it.each(["stream", "turn"] as const)("uses the request's id up, which the error says, by %s", async (via) => {
    const integration_id = "019aa7c3-0a3c-71c9-8dc7-2a3b4c5d6e87";
    const { id: chat_id } = await parleyOf().chat.create({});
    const turn = parleyOf().ask({ chat_id, message: "text", integration_id }, { via });
    await expect(turn.answer()).rejects.toMatchObject({ code: "INTEGRATION_NOT_FOUND", consumed: true });
  });

  it("uses up the id that turn.create is called with, and none where there is none", async () => {
    const integration_id = "019aa7c3-0a3c-71c9-8dc7-2a3b4c5d6e87";
    const { chat, turn, agent } = parleyOf();
    const { id: chat_id } = await chat.create({});
    const agent_id = (await agent.list()).agents[0]?.id ?? "";
    const question = { message: "text", integration_id, client_request_id: "one" };
    const code = "INTEGRATION_NOT_FOUND";
    await expect(turn.create({ agent_id, chat_id, ...question })).rejects.toMatchObject({ code, consumed: true });
    await expect(chat.create({ integration_id })).rejects.toMatchObject({ code, consumed: false });
  });
});

describe("the caller's own hooks", () => {
  it("fail no call when they throw: that is reported as nobody's error", async () => {
    const strays: unknown[] = [];
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => strays.push(error));
    const hook = () => {
      throw new Error("A bug of the caller's");
    };
    scene.proxy.plan((_request, number) => (number === 0 ? { status: 503 } : {}));
    const { items } = await parleyOf({ onEvent: hook, onRetry: hook }).chat.list();
    process.removeAllListeners("uncaughtException");
    for (const listener of others) process.on("uncaughtException", listener);
    expect(items).toEqual([]);
    // Two requests, and the wait between them.
    expect(strays.map(String)).toEqual(Array(3).fill("Error: A bug of the caller's"));
  });
});

describe("onEvent", () => {
  it("is told of each request, and of each search for a turn whose stream was cut, without what was said", async () => {
    const events: ClientEvent[] = [];
    scene.proxy.plan((request) => (request === "POST /v1/chats" ? { cut: 700 } : {}));
    const turn = parleyOf({ onEvent: (event) => events.push(event) }).ask({ message: "text" });
    expect((await turn.answer()).content).toBe(textOf("text"));
    expect(events.map(({ type, operation, status }) => `${type} ${operation} ${status}`)).toEqual([
      "request chat.create 200",
      "request chat.stream 200",
      "resume turn.events null",
      "request turn.events 200",
      "request message.get 200",
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Revenue|Bearer/);
  });
});
