import { randomUUID } from "node:crypto";
import { expr } from "@parley/core/store/expression";
import { sweep } from "@parley/core/turn/sweep";
import { turnKey, type TurnRecord } from "@parley/core/turn/record";
import { beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { newChat } from "../support/world/world.ts";

const scene = useScene();
let chat = "";
let at = "";
beforeEach(async () => {
  chat = await newChat(scene.world, scene.person);
  at = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
});

const stored = (id: string) => scene.world.base.table.get<TurnRecord>(turnKey(chat, id), { consistent: true });

/** A turn as an older version has accepted it: with its first progress, and with its id in the index of open turns. */
async function acceptedOfOld(): Promise<string> {
  const body = { client_request_id: randomUUID(), message: "Which regions are there?" };
  const { turn_id, created_at } = (await scene.as(scene.person, `POST ${at}`, body)).body;
  await scene.world.base.table.update(
    turnKey(chat, turn_id),
    expr`SET #progress = ${"starting"}, #index_sk = ${`${created_at}#${turn_id}`}`,
  );
  return turn_id;
}

describe("a turn that an older version has accepted", () => {
  it("is answered, and leaves nothing in the index", async () => {
    const id = await acceptedOfOld();
    await scene.world.settle();
    const ended = await stored(id);
    expect(ended).toMatchObject({ status: "completed" });
    for (const field of ["progress", "lease_until", "index_pk", "index_sk"]) expect(ended).not.toHaveProperty(field);
    expect((await scene.as(scene.person, `GET ${at}/${id}`)).body).toMatchObject({
      status: "completed",
      progress: null,
    });
  });

  it("is found by the sweeper where its message does not come, beside one of this version", async () => {
    const old = await acceptedOfOld();
    const first = chat;
    chat = await newChat(scene.world, scene.person);
    at = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
    const body = { client_request_id: randomUUID(), message: "Which regions are there?" };
    const { turn_id } = (await scene.as(scene.person, `POST ${at}`, body)).body;
    scene.world.clock.advance(10_000);
    expect(await sweep(scene.world.base)).toEqual({ woken: 2, ended: 0 });
    await scene.world.settle();
    expect(await stored(turn_id)).toMatchObject({ status: "completed" });
    chat = first;
    expect(await stored(old)).toMatchObject({ status: "completed" });
    expect(await sweep(scene.world.base)).toEqual({ woken: 0, ended: 0 });
  });
});
