import { randomUUID } from "node:crypto";
import { purgeCuts } from "@parley/core/chat/purge";
import * as Organization from "@parley/core/ledger/organization";
import * as Query from "@parley/core/query/query";
import { beforeEach, describe, expect, it } from "vitest";
import { parseEvents } from "../support/service.ts";
import { staleWhile, storedTurn } from "../support/stale-reads.ts";
import { useScene } from "../support/world/scene.ts";
import { names } from "../support/world/socket.ts";
import { newChat } from "../support/world/world.ts";

const scene = useScene();
let chat = "";
beforeEach(async () => {
  chat = await newChat(scene.world, scene.person);
});

const submit = (body: object) =>
  scene.as(scene.person, `POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`, body);
const stream = (body: object) => scene.as(scene.person, "POST /v1/chats", { chat_id: chat, ...body });
const request = () => ({ client_request_id: randomUUID(), message: "Which regions are there?" });

/** Submits the request again, whose turn the read beside its chat misses. */
async function missed(body: object) {
  const { told, stale } = await staleWhile(scene.world.table, () => submit(body));
  expect(stale).toBeGreaterThan(0);
  return told;
}

describe("a request that is sent again, and whose turn a read beside its chat misses", () => {
  it("is the turn that runs", async () => {
    const body = request();
    const first = await submit(body);
    expect(await missed(body)).toMatchObject({ status: 202, body: first.body });
    await scene.world.settle();
    expect(scene.questions).toHaveLength(1);
  });

  it("is the turn that has ended, by both routes, and nothing is asked or written anew", async () => {
    const body = request();
    const { turn_id } = (await submit(body)).body;
    await scene.world.settle();
    expect((await missed(body)).body).toMatchObject({ turn_id, status: "completed" });
    const { told } = await staleWhile(scene.world.table, () => stream(body));
    expect(names(parseEvents(told.text)).at(-1)).toBe("message");
    expect(told.text).toContain(turn_id);
    expect(scene.questions).toHaveLength(1);
    expect((await scene.chatOf(chat)).messages).toHaveLength(2);
  });

  it("is a conflict with another payload", async () => {
    const body = request();
    await submit(body);
    await scene.world.settle();
    const other = await missed({ ...body, message: "Another" });
    expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
  });

  it("is not refused for what it names that has gone since, nor for its organization's limits", async () => {
    const admin = { ...scene.world.base, actor: scene.tenant.ctx.actor };
    const saved = { title: "All", prompt: "All regions", sql: "SELECT name FROM regions" };
    const query = await Query.create(admin, saved, scene.tenant.admin);
    const named = { ...request(), integration_id: scene.furniture.integration_id, saved_query_id: query.id };
    const { turn_id } = (await submit(named)).body;
    await scene.world.settle();
    await Query.remove(admin, query.id);
    expect((await missed(named)).body).toMatchObject({ turn_id, status: "completed" });
    expect((await submit({ ...named, client_request_id: randomUUID() })).status).toBe(404);

    const limited = request();
    const earlier = (await submit(limited)).body;
    await scene.world.settle();
    await Organization.setLimits(scene.tenant.ctx, { tokens_per_day: 0, sql_seconds_per_day: 0 });
    // What is remembered of the organization is 20 s old at most.
    scene.world.clock.advance(30_000);
    expect((await submit(request())).status).toBe(429);
    expect((await missed(limited)).body).toMatchObject({ turn_id: earlier.turn_id, status: "completed" });
    await Organization.setLimits(scene.tenant.ctx, { tokens_per_day: null, sql_seconds_per_day: null });
  });

  it("is the failed turn of a request that named an unknown database, and spends no budget", async () => {
    const body = { ...request(), integration_id: randomUUID() };
    expect((await submit(body)).status).toBe(400);
    const budget = { pk: `THROTTLE#failure#${scene.person.id}`, sk: "THROTTLE" };
    const spent = await scene.world.base.table.get(budget, { consistent: true });
    expect(spent).toBeDefined();
    expect(await missed(body)).toMatchObject({ status: 202, body: { status: "failed" } });
    expect(await scene.world.base.table.get(budget, { consistent: true })).toEqual(spent);
  });
});

describe("a request that is sent again, and whose turn is read as it was", () => {
  it("has ended as the turn has", async () => {
    const body = request();
    const { turn_id } = (await submit(body)).body;
    const earlier = await storedTurn(scene.world.table, chat, turn_id);
    await scene.world.settle();
    const { told, stale } = await staleWhile(scene.world.table, () => submit(body), earlier);
    expect(stale).toBe(1);
    expect(told.body).toMatchObject({ turn_id, status: "completed" });
  });

  it("is forgotten where its message was deleted and removed since", async () => {
    const body = request();
    const { turn_id } = (await submit(body)).body;
    await scene.world.settle();
    const earlier = await storedTurn(scene.world.table, chat, turn_id);
    const [asked] = (await scene.chatOf(chat)).messages;
    await scene.as(scene.person, `DELETE /v1/chats/${chat}/messages/${asked.id}`);
    await purgeCuts(scene.world.base, chat);
    const { told, stale } = await staleWhile(scene.world.table, () => stream(body), earlier);
    expect(stale).toBe(1);
    expect(told.text).toBe((await stream(body)).text);
    expect(names(parseEvents(told.text))).not.toContain("message");
  });
});
