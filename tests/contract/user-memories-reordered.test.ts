import { randomUUID } from "node:crypto";
import { memories } from "@parley/functions/http/memories";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { add, contentsOf } from "./memories.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants(memories);
const { as } = scene;

describe("POST /v1/user-memories/reorder", () => {
  it("puts all of the caller's memories into the order given", async () => {
    const [a = "", b = "", c = ""] = await add(scene.tenant.member, 3);
    const answer = await as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids: [c, a, b] });
    expect(answer.status).toBe(200);
    expect(answer.body.user_memories).toMatchObject([
      { id: c, idx: 0, tier: "core" },
      { id: a, idx: 1 },
      { id: b, idx: 2 },
    ]);
    expect((await as(scene.tenant.member, "GET /v1/user-memories")).body).toEqual(answer.body);
  });

  it("returns an empty list to a member without memories", async () => {
    expect(await as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids: [] })).toMatchObject({
      status: 200,
      body: { user_memories: [] },
    });
  });

  it("answers 400 with the counts of D44 to a set that does not match", async () => {
    const [a = "", b = "", c = ""] = await add(scene.tenant.member, 3);
    const [others = ""] = await add(scene.tenant.other, 1);
    const cases: [string[], string][] = [
      [[], "Expected 3 memory IDs, got 0"],
      [[a, b], "Expected 3 memory IDs, got 2"],
      [[a, b, c, randomUUID()], "Expected 3 memory IDs, got 4"],
      [[a, b, randomUUID()], "Expected 3 memory IDs, got 2"],
      [[a, b, others], "Expected 3 memory IDs, got 2"],
      [["x", "y", "z"], "Expected 3 memory IDs, got 0"],
      [[a, a, b], "Expected 3 memory IDs, got 2"],
    ];
    for (const [memory_ids, detail] of cases) {
      expect(await as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids })).toMatchObject({
        status: 400,
        body: { detail },
      });
    }
    expect(contentsOf(await as(scene.tenant.member, "GET /v1/user-memories"))).toEqual([
      "memory 1",
      "memory 2",
      "memory 3",
    ]);
  });

  it.each([[{}], [{ memory_ids: "x" }], [{ memory_ids: [1] }], [{ memory_ids: null }]])(
    "answers 422 to %j",
    async (body) => {
      expect((await as(scene.tenant.member, "POST /v1/user-memories/reorder", body)).status).toBe(422);
    },
  );

  it("loses no memory that is added or deleted at the same time", async () => {
    const ids = await add(scene.tenant.member, 5);
    const [gone = ""] = ids;
    await Promise.all([
      as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids: ids.toReversed() }),
      as(scene.tenant.member, "POST /v1/user-memories", { content: "added" }),
      as(scene.tenant.member, `DELETE /v1/user-memories/${gone}`),
    ]);
    const contents = contentsOf(await as(scene.tenant.member, "GET /v1/user-memories"));
    expect(contents.toSorted()).toEqual(["added", "memory 2", "memory 3", "memory 4", "memory 5"]);
  });
});

describe("many changes at once", () => {
  const statuses = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

  it("delete each memory once, and the last order wins", async () => {
    const ids = await add(scene.tenant.member, 60);
    const gone = ids.slice(0, 40);
    const [deleted, reordered] = await Promise.all([
      Promise.all([...gone, ...gone].map((id) => as(scene.tenant.member, `DELETE /v1/user-memories/${id}`))),
      Promise.all(
        Array.from({ length: 10 }, () =>
          as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids: ids }),
        ),
      ),
    ]);
    expect([statuses(deleted, 200), statuses(deleted, 404)]).toEqual([40, 40]);
    expect(statuses(reordered, 200) + statuses(reordered, 400)).toBe(10);
    const kept = ids.slice(40);
    const orders = Array.from({ length: 20 }, (_, turned) => [...kept.slice(turned), ...kept.slice(0, turned)]);
    const again = await Promise.all(
      orders.map((memory_ids) => as(scene.tenant.member, "POST /v1/user-memories/reorder", { memory_ids })),
    );
    expect(statuses(again, 200)).toBe(20);
    const { user_memories } = (await as(scene.tenant.member, "GET /v1/user-memories")).body;
    expect(orders).toContainEqual(user_memories.map(({ id }: { id: string }) => id));
  });

  it("make room for as many new ones, however often", async () => {
    for (let round = 0; round < 3; round++) {
      const ids = await add(scene.tenant.member, 100);
      expect((await as(scene.tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(400);
      const deleted = await Promise.all(ids.map((id) => as(scene.tenant.member, `DELETE /v1/user-memories/${id}`)));
      expect(statuses(deleted, 200)).toBe(100);
    }
    expect((await as(scene.tenant.member, "GET /v1/user-memories")).body).toEqual({ user_memories: [] });
  });
});
