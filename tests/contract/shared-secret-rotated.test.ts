import { randomUUID } from "node:crypto";
import { issueToken } from "@parley/core/auth/token";
import type { Answerer } from "@parley/core/answer/answer";
import { rotateSharedSecret } from "@parley/core/organization/shared-secret";
import { beforeEach, describe, expect, it } from "vitest";
import { parseEvents } from "../support/service.ts";
import { newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { openSocket } from "../support/world/socket.ts";

const WORDS = 12;
const PAUSE_MS = 5_000;

/** Speaks for a minute, unless it is stopped. */
const slow: Answerer = async function* (_question, { clock, signal }) {
  for (let word = 0; word < WORDS; word++) {
    await clock.sleep(PAUSE_MS, signal);
    signal.throwIfAborted();
    yield { type: "text_delta", content: "word " };
  }
  const usage = { input_tokens: 0, output_tokens: 0, rows: 0, duration_ms: 1, cost_usd: null };
  return { type: "final", content: "word ".repeat(WORDS), metadata: { model_id: "scripted", usage } };
};

/** A shared secret is rotated a moment after its members were last looked up: for 20 s older tokens are still let in. */
describe("what is begun with a token that is older than the shared secret, while it is still let in", () => {
  const scene = useScene({ answer: slow, speed: 30 });
  let token = "";
  let chat = "";
  let rotatedAt = 0;
  beforeEach(async () => {
    const { world, person, tenant } = scene;
    chat = await newChat(world, person);
    token = await world.refreshed(person);
    expect((await world.call("GET /v1/me", { token })).status).toBe(200);
    world.clock.advance(2_000);
    await rotateSharedSecret(tenant.ctx);
    rotatedAt = world.clock.now();
  });

  const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
  const since = () => scene.world.clock.now() - rotatedAt;
  /** A token from after the rotation. */
  const newToken = async () => {
    const { clock, base } = scene.world;
    return (await issueToken(base, scene.person.ctx.actor, Math.ceil(clock.now() / 1000) + 1)).token;
  };

  it("a streamed turn is over within 30 s", async () => {
    const { text } = await scene.world.call("POST /v1/chats", { token, body: { chat_id: chat, message: "Go on" } });
    expect(since()).toBeLessThan(30_000);
    expect(parseEvents(text).at(-1)?.event).toBe("message");
    expect((await scene.chatOf(chat)).messages.at(-1).metadata.partial).toBe(true);
  });

  it("a durable turn is cancelled, and who waits for it is refused", async () => {
    const { world } = scene;
    const body = { client_request_id: randomUUID(), message: "Go on" };
    const { body: turn } = await world.call(`POST ${turns()}`, { token, body });
    const waiting = world.call(`GET ${turns()}/${turn.turn_id}?wait=20`, { token });
    await world.settle();
    expect(since()).toBeLessThan(30_000);
    expect((await waiting).status).toBe(401);
    const ended = await world.call(`GET ${turns()}/${turn.turn_id}`, { token: await newToken() });
    expect(ended.body).toMatchObject({ status: "cancelled", message: { metadata: { partial: true } } });
  });

  it("a socket's turn is interrupted", async () => {
    const socket = await openSocket(scene.world, token);
    await socket.send({ action: "send_message", chat_id: chat, message: "Go on" });
    await scene.world.settle();
    expect(since()).toBeLessThan(30_000);
    expect(socket.frames().at(-1)).toEqual({ event: "interrupted", data: { status: "interrupted" } });
  });

  it("a reader of a turn's events is refused; the turn itself goes on if a new token began it", async () => {
    const { world } = scene;
    const body = { client_request_id: randomUUID(), message: "Go on" };
    const { body: turn } = await world.call(`POST ${turns()}`, { token: await newToken(), body });
    const reading = world.call(`GET ${turns()}/${turn.turn_id}/events`, { token }).then(({ text }) => {
      expect(since()).toBeLessThan(30_000);
      return parseEvents(text).at(-1);
    });
    await world.settle();
    expect(await reading).toMatchObject({ event: "error", data: { code: "AUTH_FAILED" } });
    const ended = await world.call(`GET ${turns()}/${turn.turn_id}`, { token: await newToken() });
    expect(ended.body.status).toBe("completed");
  });
});
