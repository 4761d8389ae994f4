import { limits } from "@parley/contract/limits";
import type { Answerer } from "@parley/core/answer/answer";
import { beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { names } from "../support/world/socket.ts";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { parseEvents } from "../support/service.ts";

/** Uses a tool, and then waits until it may answer. */
let mayAnswer = Promise.withResolvers<void>();
const afterTool: Answerer = async function* (question, tools) {
  const result = { status: "success", duration_ms: 1, summary: "1 row", result: null, error: null } as const;
  yield { type: "tool_call", call: { tool_call_id: "call-1", tool: "run_sql", args: { sql: "SELECT 1" } } };
  yield { type: "tool_result", result: { tool_call_id: "call-1", tool: "run_sql", ...result } };
  await mayAnswer.promise;
  return yield* scriptedAnswer(question, tools);
};

const scene = useScene({ answer: (question, tools) => afterTool(question, tools), speed: 4 });
let chat = "";
beforeEach(async () => {
  mayAnswer = Promise.withResolvers();
  mayAnswer.resolve();
  chat = await newChat(scene.world, scene.person);
});

const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
const call = (request: string, body?: object) =>
  scene.world.call(request, { token: scene.person.token, ...(body && { body }) });
const message = "Which regions are there?";
const stream = (body: object = {}) => call("POST /v1/chats", { chat_id: chat, message, ...body });
const submit = (body: object = {}) => call(`POST ${turns()}`, { message, ...body });
const turnOf = (text: string): string => /"turn_id":"([^"]+)"/.exec(text)?.[1] ?? "";
const asked = async () =>
  (await call(`GET /v1/chats/${chat}`)).body.messages.filter(({ type }: { type: string }) => type === "user").length;

describe("client_request_id on POST /v1/chats", () => {
  it("sent again with the same payload streams the same events, and asks nothing anew", async () => {
    const first = await stream({ client_request_id: "one" });
    const again = await stream({ client_request_id: "one", title: "A hint changes nothing" });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers["content-type"]).toContain("text/event-stream");
    expect(scene.questions).toHaveLength(1);
    expect(await asked()).toBe(1);
  });

  it("is the durable route's: whichever route came first, the other gets the same turn", async () => {
    const streamed = await stream({ client_request_id: "streamed first" });
    expect((await submit({ client_request_id: "streamed first" })).body).toMatchObject({
      turn_id: turnOf(streamed.text),
      status: "completed",
    });
    const accepted = await submit({ client_request_id: "durable first" });
    const following = stream({ client_request_id: "durable first" });
    await scene.world.settle();
    const { text } = await following;
    expect(turnOf(text)).toBe(accepted.body.turn_id);
    expect(names(parseEvents(text)).at(-1)).toBe("message");
    expect(text).toBe((await call(`GET ${turns()}/${accepted.body.turn_id}/events`)).text);
    expect(scene.questions).toHaveLength(2);
    expect(await asked()).toBe(2);
  });

  it("is one turn however many ask at once, by either route", async () => {
    const request = { client_request_id: "one" };
    const asking = [
      ...Array.from({ length: 4 }, () => stream(request)),
      ...Array.from({ length: 4 }, () => submit(request)),
    ];
    const accepted = await Promise.race(asking.map(async (one) => (await one).status));
    expect([200, 202]).toContain(accepted);
    await scene.world.settle();
    const answers = await Promise.all(asking);
    expect(answers.map(({ status }) => status)).toEqual(asking.map((_one, at) => (at < 4 ? 200 : 202)));
    expect(new Set(answers.map(({ text }) => turnOf(text))).size).toBe(1);
    expect(scene.questions).toHaveLength(1);
    expect(await asked()).toBe(1);
  });

  it("sent again while its turn runs follows it, where another id is refused", async () => {
    mayAnswer = Promise.withResolvers();
    const first = stream({ client_request_id: "one" });
    await expect.poll(() => scene.questions.length).toBe(1);
    const again = stream({ client_request_id: "one" });
    expect(await stream({ client_request_id: "two" })).toMatchObject({
      status: 409,
      body: { detail: { code: "TURN_ALREADY_RUNNING", turn_id: expect.any(String) } },
    });
    mayAnswer.resolve();
    expect((await again).text).toBe((await first).text);
  });

  it("spends no budget when it is sent again, and needs none", async () => {
    const { clock } = scene.world;
    const began = clock.now();
    for (const client_request_id of ["one", "two", "three"]) await stream({ client_request_id });
    // However long that took, it is within the ten seconds.
    clock.advance(Math.min(0, began + 5_000 - clock.now()));
    expect((await stream({ client_request_id: "four" })).status).toBe(429);
    expect((await stream({ client_request_id: "three" })).status).toBe(200);
  });

  it("with another payload is 409 IDEMPOTENCY_CONFLICT, by whichever route it came", async () => {
    await stream({ client_request_id: "one" });
    for (const changed of [
      { message: "Another" },
      { model: "rules" },
      { integration_id: scene.furniture.integration_id },
    ])
      expect(await stream({ client_request_id: "one", ...changed })).toMatchObject({
        status: 409,
        body: { detail: { code: "IDEMPOTENCY_CONFLICT", message: expect.any(String) }, code: "IDEMPOTENCY_CONFLICT" },
      });
    const scoped = { client_request_id: "one", scoped_project_ids: [scene.furniture.project_id] };
    expect((await submit(scoped)).status).toBe(409);
  });

  it("is 1 to 128 characters", async () => {
    for (const client_request_id of ["x", "x".repeat(128)])
      expect((await stream({ client_request_id })).status).toBe(200);
    for (const client_request_id of ["", "x".repeat(129), 1])
      expect(await stream({ client_request_id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "client_request_id"] }] },
      });
    scene.world.clock.advance(61_000);
    expect((await stream({ client_request_id: null })).status).toBe(200);
  });

  it("is consumed by an unknown integration, as on the durable route: the refusal is repeated, a correction is a conflict", async () => {
    const wrong = { client_request_id: "one", integration_id: "unknown" };
    for (let times = 0; times < 2; times++)
      expect(await stream(wrong)).toMatchObject({ status: 400, body: { detail: { code: "INTEGRATION_NOT_FOUND" } } });
    expect((await submit(wrong)).body).toMatchObject({ status: "failed", user_message_id: null });
    expect((await stream({ client_request_id: "one" })).status).toBe(409);
    expect((await submit({ ...wrong, client_request_id: "two" })).status).toBe(400);
    expect((await stream({ ...wrong, client_request_id: "two" })).status).toBe(400);
    expect((await stream({ client_request_id: "three" })).status).toBe(200);
    expect(await asked()).toBe(1);
  });

  it("still gets where its message went and the end when the log has gone", async () => {
    const first = await stream({ client_request_id: "one" });
    scene.world.clock.advance((limits.event_log_lifetime + 1) * 1000);
    const token = await scene.world.refreshed(scene.person);
    const again = await scene.world.call("POST /v1/chats", {
      token,
      body: { chat_id: chat, message, client_request_id: "one" },
    });
    const [events, before] = [parseEvents(again.text), parseEvents(first.text)];
    expect(names(events)).toEqual(["chat_metadata", "processing", "message"]);
    expect([events.at(0), events.at(-1)]).toEqual([before.at(0), before.at(-1)]);
  });

  it("gets nothing of a message that was deleted since", async () => {
    const { text } = await stream({ client_request_id: "one" });
    const [metadata] = parseEvents(text);
    const id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    const { remove } = await import("@parley/core/message/remove");
    const { find } = await import("@parley/core/message/message");
    const ctx = { ...scene.world.base, actor: scene.person.ctx.actor };
    await remove(ctx, await find(ctx, chat, id));
    const events = parseEvents((await stream({ client_request_id: "one" })).text);
    expect(events).toEqual([
      metadata,
      { event: "error", data: expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }) },
    ]);
  });
});

describe("events of tools over HTTP", () => {
  const idsOf = (text: string) =>
    [...text.matchAll(/^event: (\w+)\ndata: .+\nid: (\d+)$/gm)].map(([, name, id]) => `${id} ${name}`);

  it("are shown where they are asked for, and the ids are the same where they are not", async () => {
    const shown = await stream({ include_tool_events: true });
    expect(names(parseEvents(shown.text))).toEqual(expect.arrayContaining(["tool_call", "tool_result"]));
    const events = `${turns()}/${turnOf(shown.text)}/events`;
    expect((await call(`GET ${events}?tool_events=1`)).text).toBe(shown.text);
    const hidden = await call(`GET ${events}`);
    expect(idsOf(hidden.text)).toEqual(idsOf(shown.text).filter((line) => !line.includes("tool_")));
    expect((await call(`GET ${events}?tool_events=false`)).text).toBe(hidden.text);
    expect((await call(`GET ${events}?tool_events=perhaps`)).status).toBe(422);
    for (const include_tool_events of [false, null, undefined])
      expect(names(parseEvents((await stream({ include_tool_events })).text))).not.toContain("tool_call");
  });
});
