import { randomUUID } from "node:crypto";
import { PLACE_STAYS_MS } from "@parley/core/chat/place";
import { turnKey, type TurnRecord } from "@parley/core/turn/record";
import { createApp } from "@parley/functions/http/app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webResponse } from "../support/web-response.ts";
import { newChat } from "../support/world/world.ts";
import { useCosts } from "./costs-scene.ts";

const scene = useCosts({ modelBaseUrl: "http://127.0.0.1:9" });

/** A question of 110 bytes to a database, with a request id. */
const question = () => ({
  client_request_id: randomUUID(),
  message:
    "How did the revenue of our five largest customers develop over the last four quarters, by region and product?",
  integration_id: scene.own.integration_id,
});
let chat_id = "";

const answered = async () => {
  await scene.costOf(scene.turnsOf(chat_id), { body: question() }, 202);
  await scene.world.settle();
};

beforeAll(async () => {
  chat_id = await newChat(scene.world, scene.tenant.member);
  // What an environment remembers is read by its first turns.
  await answered();
  await answered();
});
// A chat that was asked something a minute ago: it stays where it is in its member's list.
beforeEach(async () => {
  chat_id = await newChat(scene.world, scene.tenant.member);
  await answered();
});

const turnOf = async (turnId: string) => scene.world.base.table.get<TurnRecord>(turnKey(chat_id, turnId));

describe("the item of a turn that reserves all that it may use (P4)", () => {
  it("is one KB from its acceptance to its end on the durable route", async () => {
    const accepted = await scene.costOf(scene.turnsOf(chat_id), { body: question() }, 202);
    expect(accepted.write).toBe(7);
    const run = await scene.counter.during(() => scene.world.settle());
    // The claim; turn, chat and answer with an entry of the index; the log; what was reserved is given back.
    expect(run.write).toBe(1 + 7 + 1 + 1);
  });

  it("is one KB where its chat moves in its member's list, which takes two units", async () => {
    scene.world.clock.advance(PLACE_STAYS_MS);
    expect((await scene.costOf(scene.turnsOf(chat_id), { body: question() }, 202)).write).toBe(7);
    expect((await scene.counter.during(() => scene.world.settle())).write).toBe(1 + 9 + 1 + 1);
  });

  it("is one KB on the streamed route", async () => {
    const app = createApp(scene.world.base, scene.world.endpoints);
    const headers = { authorization: `Bearer ${await scene.world.refreshed(scene.tenant.member)}` };
    const body = JSON.stringify({ chat_id, ...question() });
    const cost = await scene.counter.during(async () => {
      const request = new Request("http://localhost/v1/chats", { method: "POST", headers, body });
      expect(await webResponse(await app.fetch(request)).text()).toContain("event: message");
    });
    expect(cost.write).toBe(7 + 7 + 1 + 1);
  });

  it("is one KB on a socket, whose connection is written with it", async () => {
    // Of the length that API Gateway's have.
    const connection = randomUUID().slice(0, 16);
    const headers = { authorization: `Bearer ${await scene.world.refreshed(scene.tenant.member)}` };
    await scene.world.socket(connection, "$connect", { headers });
    await scene.world.settle();
    const body = JSON.stringify({ action: "send_message", chat_id, ...question() });
    const cost = await scene.counter.during(async () => {
      await scene.world.socket(connection, "$default", { body });
      await scene.world.settle();
    });
    expect(cost.write).toBe(9 + 1 + 7 + 1 + 1);
    await scene.world.socket(connection, "$disconnect");
  });

  it("keeps nothing that only a running turn needs", async () => {
    const { turn_id } = await scene.world
      .call(scene.turnsOf(chat_id), {
        token: await scene.world.refreshed(scene.tenant.member),
        body: question(),
      })
      .then(({ body }) => body);
    expect(await turnOf(turn_id)).toMatchObject({
      reserved: expect.any(Object),
      stays_ms: expect.any(Number),
      index_sk: expect.stringMatching(/Z$/),
    });
    await scene.world.settle();
    const ended = await turnOf(turn_id);
    expect(ended).toMatchObject({ status: "completed", worker: expect.any(String), attempt: 1 });
    for (const field of [
      "progress",
      "lease_until",
      "claim_by",
      "reserved",
      "spent",
      "stays_ms",
      "index_pk",
      "index_sk",
    ])
      expect(ended).not.toHaveProperty(field);
  });
});
