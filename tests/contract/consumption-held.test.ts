import { accountKey } from "@parley/core/ledger/account";
import { describe, expect, it } from "vitest";
import { expectRefused, useConsumption, using } from "./consumption-scene.ts";
import { newChat } from "../support/world/world.ts";

const scene = useConsumption();
const { furnished, tokenOf, aMinuteLater, durable, stream, connected, figures } = scene;

/** A place that is held for so many seconds more, as the ledger writes it down. */
function placeUntil(seconds: number): Set<string> {
  const until = Math.floor(scene.world.clock.now() / 1000) + seconds;
  return new Set([`${until.toString(36)}.8000-000000000000`]);
}

describe("answers that stream at once", () => {
  it("are at most as many as the ledger says, and make room when they end", async () => {
    const at = await furnished({ member_streams: 2 });
    const socket = await connected(at.person);
    const staying = using({ stays: true });
    const chats = await Promise.all(Array.from({ length: 3 }, () => newChat(scene.world, at.person)));
    aMinuteLater();
    for (const chat_id of chats.slice(0, 2)) await socket.send({ action: "send_message", chat_id, message: staying });
    expect(await figures(at.person)).toMatchObject({ held: 2 });
    const chat = chats[2] ?? "";
    scene.world.clock.advance(11_000);
    expectRefused(await stream({ ...at, chat }, "Hello"));
    // A durable turn holds no connection.
    expect((await durable({ ...at, chat }, "Hello")).status).toBe(202);
    await socket.send({ action: "interrupt" });
    await socket.send({ action: "interrupt" });
    await scene.world.settle();
    scene.world.clock.advance(11_000);
    expect((await stream({ ...at, chat }, "Hello")).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ held: 0 });
  });

  it("that were never ended expire", async () => {
    const at = await furnished({ member_streams: 1 });
    await scene.world.base.table.update(accountKey(at.person.id), {
      text: "ADD #streams \u0000",
      values: [placeUntil(-1)],
    });
    expect((await stream(at, "Hello")).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ held: 0 });
  });
});

describe.each([
  ["requests that wait for a turn", "member_waits", "waits", "?wait=20"],
  ["replays of a turn's events", "member_replays", "replays", "/events"],
] as const)("%s", (_, limit, held, query) => {
  /** A turn that waits for its worker, and what asks for it. */
  async function waiting(most: number) {
    const at = await furnished({ [limit]: most });
    const { body } = await durable(at, "Hello");
    const token = await tokenOf(at.person);
    const path = `GET /v1/agents/${at.furniture.agent_id}/chats/${at.chat}/turns/${body.turn_id}`;
    const key = { pk: `HELD#${held}#${at.person.id}`, sk: "HELD" };
    const places = async () => {
      const item = await scene.world.base.table.get<{ held?: Set<string> }>(key, { consistent: true });
      return item?.held?.size ?? 0;
    };
    return { at, path, key, places, ask: () => scene.world.call(path + query, { token }), token };
  }

  it("are at most as many at once as the ledger says; they make room when they are answered", async () => {
    const { path, places, ask, token } = await waiting(2);
    const first = [ask(), ask()];
    await expect.poll(places).toBe(2);
    expectRefused(await ask());
    // Looking costs nothing.
    const looked = await scene.world.call(path, { token });
    expect(looked).toMatchObject({ status: 200, body: { status: "in_progress" } });
    await scene.world.settle();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await places()).toBe(0);
    expect((await ask()).status).toBe(200);
  });

  it("say truly when there is room again, if no place is freed before; and others have their own", async () => {
    const { key, ask, at } = await waiting(1);
    await scene.world.base.table.update(key, { text: "ADD #held \u0000", values: [placeUntil(12)] });
    const seconds = expectRefused(await ask());
    expect(Math.abs(seconds - 12)).toBeLessThanOrEqual(1);
    const chat = await newChat(scene.world, at.tenant.other);
    const other = await durable({ ...at, chat, person: at.tenant.other }, "Hello");
    scene.world.clock.advance(seconds * 1000);
    const mine = ask();
    const theirs = scene.world.call(
      `GET /v1/agents/${at.furniture.agent_id}/chats/${chat}/turns/${other.body.turn_id}${query}`,
      { token: await tokenOf(at.tenant.other) },
    );
    await scene.world.settle();
    expect([(await mine).status, (await theirs).status]).toEqual([200, 200]);
  });
});
