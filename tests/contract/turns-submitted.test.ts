import { randomUUID } from "node:crypto";
import { issueToken } from "@parley/core/auth/token";
import * as Agent from "@parley/core/agent/agent";
import { chatKey } from "@parley/core/chat/record";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { submissionsOf } from "./submissions.ts";
import { furnish, newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as, chatOf, questions } = scene;
const { at, submit } = submissionsOf(scene);

const conflict = (code: string, message: string, more: object = {}) =>
  JSON.stringify({ detail: { code, message, ...more }, code });

describe("POST /v1/agents/{agent_id}/chats/{chat_id}/turns", () => {
  it("answers 202 with the turn in progress, which is then read until it has ended", async () => {
    const accepted = await as(scene.person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      turn_id: expect.any(String),
      chat_id: scene.own.chat_id,
      user_message_id: expect.any(String),
      status: "in_progress",
      created_at: expect.stringMatching(/Z$/),
    });
    const running = await as(scene.person, `GET ${at()}/${accepted.body.turn_id}`);
    expect(running).toMatchObject({
      status: 200,
      headers: { "retry-after": "1" },
      body: { status: "in_progress", message: null },
    });
    await scene.world.settle();
    const ended = await as(scene.person, `GET ${at()}/${accepted.body.turn_id}`);
    expect(ended.body).toMatchObject({
      ...accepted.body,
      status: "completed",
      message: { type: "final", content: "There are two regions." },
    });
    expect(ended.headers["retry-after"]).toBeUndefined();
  });

  it("keeps no more than 40 a minute of those that fail for an unknown integration, and none of their words", async () => {
    const token = await scene.world.refreshed(scene.person);
    const chat = await newChat(scene.world, scene.person);
    const fail = (id: number) =>
      scene.world.call(`POST ${at(chat)}`, {
        token,
        body: {
          client_request_id: `failing ${id}`,
          message: "words".repeat(1_000),
          integration_id: randomUUID(),
          open_schedule: { note: "words".repeat(5_000) },
        },
      });
    const statuses = (await Promise.all(Array.from({ length: 45 }, (_, id) => fail(id)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const items = await scene.world.base.table.queryAll({ pk: chatKey(chat).pk, begins: "TURN#" });
    expect(items).toHaveLength(40);
    expect(JSON.stringify(items)).not.toContain("words");
    // They were no submissions.
    expect((await submit({ client_request_id: "good" })).status).toBe(202);
  });

  it("answers 404 Chat not found to an unknown chat, another's, or another agent's", async () => {
    const body = { client_request_id: "one", message: "Hello" };
    for (const path of [
      at(randomUUID()),
      at("x"),
      at(scene.own.chat_id, randomUUID()),
      at(scene.own.chat_id, "x"),
      at(await newChat(scene.world, scene.tenant.other)),
    ]) {
      expect(await as(scene.person, `POST ${path}`, body), path).toMatchObject({
        status: 404,
        text: '{"detail":"Chat not found","code":"CHAT_NOT_FOUND"}',
      });
    }
  });

  it("takes the organization's published agent for a chat without one", async () => {
    const chat = await newChat(scene.world, scene.person);
    const record = await scene.world.base.table.get(chatKey(chat));
    await scene.world.base.table.put({ ...chatKey(chat), ...record, agent_id: null });
    expect((await as(scene.person, `POST ${at(chat)}`, { client_request_id: "one", message: "Hello" })).status).toBe(
      202,
    );
    await scene.world.settle();
  });

  it("answers 404 Chat not found for a chat that exists while the organization has no published agent, and not a moment longer", async () => {
    const { ctx, member } = await scene.world.newTenant();
    const agent = await Agent.create(ctx, { name: "Analyst" });
    const chat = await newChat(scene.world, member);
    const body = { client_request_id: "one", message: "Hello" };
    const submitted = () => as(member, `POST ${at(chat, agent.id)}`, body);
    expect(await submitted()).toMatchObject({
      status: 404,
      text: '{"detail":"Chat not found","code":"CHAT_NOT_FOUND"}',
    });
    await Agent.update(ctx, agent.id, { published: true });
    expect((await submitted()).status).toBe(202);
    await scene.world.settle();
  });

  it("answers the original turn to the same request, with its present status, and writes nothing", async () => {
    const body = { client_request_id: "one", message: "Hello", parameters: { b: "2", a: "1" }, model: null };
    const first = await as(scene.person, `POST ${at()}`, body);
    const again = await as(scene.person, `POST ${at()}`, body);
    expect(again).toMatchObject({ status: 202, body: first.body });
    await scene.world.settle();
    const before = await chatOf(scene.own.chat_id);
    const reordered = {
      message: "Hello",
      client_request_id: "one",
      parameters: { a: "1", b: "2" },
      title: "Other",
      voice_mode: true,
    };
    expect((await as(scene.person, `POST ${at()}`, reordered)).body).toEqual({ ...first.body, status: "completed" });
    expect(await chatOf(scene.own.chat_id)).toEqual(before);
  });

  it("answers 409 IDEMPOTENCY_CONFLICT whenever an input of the answer has changed", async () => {
    await submit({ client_request_id: "one" });
    const changes = [
      { message: "Hello!" },
      { model: "rules" },
      { integration_id: scene.own.integration_id },
      { connection_id: scene.own.integration_id },
      { scoped_project_ids: [] },
      { project_id: scene.own.project_id },
      { upload_ids: [scene.own.upload_id] },
      { saved_query_id: scene.own.query_id },
      { parameters: { region: "north" } },
      { attached_files: [{ project_id: scene.own.project_id, document_id: randomUUID() }] },
      { open_schedule: { at: "noon" } },
    ];
    for (const change of changes) {
      const answer = await submit({ client_request_id: "one", ...change });
      expect(answer, JSON.stringify(change)).toMatchObject({
        status: 409,
        text: conflict("IDEMPOTENCY_CONFLICT", "This client_request_id was used with a different payload"),
      });
    }
    expect((await submit({ client_request_id: "two" })).status).toBe(202);
    // Ids are the chat's own: elsewhere the same one is new.
    const chat = await newChat(scene.world, scene.person);
    expect((await as(scene.person, `POST ${at(chat)}`, { client_request_id: "one", message: "Other" })).status).toBe(
      202,
    );
    await scene.world.settle();
  });

  it("answers 400 to an unknown integration with a failed turn that consumes the id", async () => {
    const foreign = await furnish(scene.world, await scene.world.newTenant());
    for (const integration_id of ["malformed", randomUUID(), foreign.integration_id, "x".repeat(450_000)]) {
      const client_request_id = randomUUID();
      const body = { client_request_id, integration_id };
      expect(await submit(body)).toMatchObject({
        status: 400,
        text: '{"detail":"Integration not found","code":"INTEGRATION_NOT_FOUND"}',
      });
      const again = await submit(body);
      expect(again).toMatchObject({ status: 202, body: { status: "failed", user_message_id: null } });
      expect(await submit({ client_request_id, integration_id: scene.own.integration_id })).toMatchObject({
        status: 409,
        body: { detail: { code: "IDEMPOTENCY_CONFLICT" } },
      });
    }
    // Nor does it matter how much else is in the request.
    const stuffed = {
      integration_id: "x",
      upload_ids: ["x".repeat(450_000)],
      saved_query_id: "x".repeat(450_000),
      model: "x".repeat(450_000),
    };
    expect(await submit(stuffed)).toMatchObject({
      status: 400,
      text: '{"detail":"Integration not found","code":"INTEGRATION_NOT_FOUND"}',
    });
    expect((await submit({ integration_id: scene.own.integration_id })).status).toBe(202);
  });

  it("answers 409 TURN_ALREADY_RUNNING while any route's turn runs, which does not consume the id", async () => {
    const first = await as(scene.person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    const { turn_id } = first.body;
    const second = { client_request_id: "two", message: "Hello" };
    expect(await as(scene.person, `POST ${at()}`, second)).toMatchObject({
      status: 409,
      text: conflict("TURN_ALREADY_RUNNING", "A turn is already running on this chat", { turn_id }),
    });
    expect(await as(scene.person, "POST /v1/chats", { chat_id: scene.own.chat_id, message: "Hello" })).toMatchObject({
      status: 409,
      body: { detail: { code: "TURN_ALREADY_RUNNING", message: expect.any(String), turn_id } },
    });
    await scene.world.settle();
    expect((await as(scene.person, `POST ${at()}`, second)).status).toBe(202);
    await scene.world.settle();
  });

  it("replays spend no budget; the fourth message in ten seconds is refused and says when the next will pass", async () => {
    // The ten seconds are not over on a busy machine, either.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const token = await scene.world.refreshed(scene.person);
    const send = (client_request_id: string) =>
      scene.world.call(`POST ${at()}`, { token, body: { client_request_id, message: "Hello" } });
    for (const round of ["one", "two", "three"]) {
      expect((await send(round)).status).toBe(202);
      await scene.world.settle();
      for (let times = 0; times < 3; times++) expect((await send(round)).status).toBe(202);
    }
    const refused = await send("four");
    expect(refused.status).toBe(429);
    expect(refused.text).toBe(`{"code":"RATE_LIMIT","retry_after_seconds":${refused.headers["retry-after"]}}`);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(10);
    // The streamed route spends the same budget, and a new token does not fill it.
    const { token: newer } = await issueToken(scene.world.base, scene.person.ctx.actor);
    const streamed = await scene.world.call("POST /v1/chats", {
      token: newer,
      body: { chat_id: scene.own.chat_id, message: "Hello" },
    });
    expect(streamed.status).toBe(429);
    scene.world.clock.advance(Number(refused.headers["retry-after"]) * 1000);
    expect((await send("four")).status).toBe(202);
    await scene.world.settle();
  });

  it("is cancelled on request, which does nothing to a turn that has ended", async () => {
    const accepted = await as(scene.person, `POST ${at()}`, { client_request_id: "one", message: "Hello" });
    const turn = `${at()}/${accepted.body.turn_id}`;
    expect((await as(scene.person, `POST ${turn}/cancel`)).body).toMatchObject({
      status: "cancelled",
      completed_at: expect.any(String),
    });
    expect((await as(scene.person, `POST ${turn}/cancel`)).body.status).toBe("cancelled");
    await scene.world.settle();
    expect(questions).toEqual([]);
    expect((await as(scene.person, `POST ${at()}/${scene.own.turn_id}/cancel`)).body.status).toBe("completed");
    for (const unknown of [randomUUID(), "x"]) {
      expect(await as(scene.person, `GET ${at()}/${unknown}`)).toMatchObject({
        status: 404,
        text: '{"detail":"Turn not found","code":"TURN_NOT_FOUND"}',
      });
    }
  });
});
