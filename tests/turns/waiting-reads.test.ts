import { randomUUID } from "node:crypto";
import type { GetItemCommandInput } from "@aws-sdk/client-dynamodb";
import { turnKey, type TurnRecord } from "@parley/core/turn/record";
import { waitForEnd } from "@parley/core/turn/wait";
import { beforeEach, describe, expect, it } from "vitest";
import { staleWhile, storedTurn } from "../support/stale-reads.ts";
import { useScene } from "../support/world/scene.ts";
import { newChat } from "../support/world/world.ts";

const scene = useScene();
let chat = "";
let at = "";
let turn_id = "";
beforeEach(async () => {
  chat = await newChat(scene.world, scene.person);
  at = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
  const body = { client_request_id: randomUUID(), message: "Which regions are there?" };
  ({ turn_id } = (await scene.as(scene.person, `POST ${at}`, body)).body);
});

const waitFor = (seconds: number) => scene.as(scene.person, `GET ${at}/${turn_id}?wait=${seconds}`);

describe("a reader who waits for a turn's end", () => {
  it("looks at half the price, and at last as it is", async () => {
    const { table } = scene.world;
    const looks: boolean[] = [];
    table.intercept("looks", ({ command, input }, send) => {
      // A single item's read is its input.
      const { Key, ConsistentRead = false } = input as GetItemCommandInput;
      if (command === "GetItemCommand" && Key?.["sk"]?.S?.startsWith("TURN#")) looks.push(ConsistentRead);
      return send();
    });
    expect((await waitFor(10)).body).toMatchObject({ status: "in_progress" });
    table.release("looks");
    expect(looks.length).toBeGreaterThan(1);
    expect(looks.slice(0, -1)).toEqual(looks.slice(0, -1).map(() => false));
    expect(looks.at(-1)).toBe(true);
    await scene.world.settle();
  });

  it("is told of the end in time, though every look but the last shows the turn as it was", async () => {
    const { base, table, clock } = scene.world;
    const seen = await base.table.get<TurnRecord>(turnKey(chat, turn_id), { consistent: true });
    if (!seen) throw new Error("there is no such turn");
    const earlier = await storedTurn(table, chat, turn_id);
    await scene.world.settle();
    const ctx = { ...base, actor: scene.person.ctx.actor };
    const wait = () => waitForEnd(ctx, seen, clock.now() + 5_000);
    const { told, stale } = await staleWhile(table, wait, earlier);
    expect(stale).toBeGreaterThan(0);
    expect(told).toMatchObject({ turn_id, status: "completed" });
  });

  it("is not told that there is no such turn by a look that misses it", async () => {
    const { told, stale } = await staleWhile(scene.world.table, () => waitFor(10));
    expect(stale).toBeGreaterThan(0);
    expect(told).toMatchObject({ status: 200, body: { turn_id, status: "in_progress" } });
    await scene.world.settle();
  });
});
