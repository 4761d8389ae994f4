import { randomUUID } from "node:crypto";
import * as Memory from "@parley/core/memory/memory";
import { adminMemories } from "@parley/functions/http/admin-memories";
import { memories } from "@parley/functions/http/memories";
import { describe, expect, it } from "vitest";
import { add, contentsOf, notFound } from "./memories.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants([...memories, ...adminMemories]);
const { as } = scene;

describe("/v1/admin/user-memories", () => {
  const path = "/v1/admin/user-memories";

  it("lets an admin create, list, change, reorder and delete a member's memories", async () => {
    const create = (content: string) =>
      as(scene.tenant.admin, `POST ${path}`, { member_id: scene.tenant.member.id, content });
    const [first, second] = [await create("one"), await create("two")];
    expect(first.body).toMatchObject({ member_id: scene.tenant.member.id, content: "one" });
    expect(Object.keys(first.body)).not.toContain("tier");
    const of = `?member_id=${scene.tenant.member.id}`;
    expect(contentsOf(await as(scene.tenant.admin, `GET ${path}${of}`))).toEqual(["one", "two"]);
    expect(
      (await as(scene.tenant.admin, `PATCH ${path}/${first.body.id}${of}`, { content: "changed" })).body.content,
    ).toBe("changed");
    const order = { member_id: scene.tenant.member.id, memory_ids: [second.body.id, first.body.id] };
    expect(contentsOf(await as(scene.tenant.admin, `POST ${path}/reorder`, order))).toEqual(["two", "changed"]);
    expect(await as(scene.tenant.admin, `DELETE ${path}/${first.body.id}${of}`)).toMatchObject({
      status: 200,
      text: '{"message":"User memory deleted successfully"}',
    });
    expect(contentsOf(await as(scene.tenant.member, "GET /v1/user-memories"))).toEqual(["two"]);
    expect((await as(scene.tenant.admin, "GET /v1/user-memories")).body.user_memories).toEqual([]);
  });

  it("answers 400 Member not found to members the organization does not have", async () => {
    for (const member_id of [randomUUID(), "x", "", scene.foreign.member.id, "x".repeat(3000)]) {
      const detail = { status: 400, text: '{"detail":"Member not found","code":"MEMBER_NOT_FOUND"}' };
      expect(await as(scene.tenant.admin, `POST ${path}`, { member_id, content: "x" })).toMatchObject(detail);
      expect(await as(scene.tenant.admin, `GET ${path}?member_id=${member_id}`)).toMatchObject(detail);
      for (const memory_ids of [[], [randomUUID()]]) {
        expect(await as(scene.tenant.admin, `POST ${path}/reorder`, { member_id, memory_ids })).toMatchObject(detail);
      }
    }
  });

  it("answers 404 to a memory that is not that member's", async () => {
    const [own = ""] = await add(scene.tenant.member, 1);
    const [foreigners = ""] = await add(scene.foreign.member, 1);
    const cases = [
      [own, scene.tenant.other.id],
      [own, scene.foreign.member.id],
      [foreigners, scene.foreign.member.id],
      [foreigners, scene.tenant.member.id],
      [randomUUID(), scene.tenant.member.id],
      ["x", scene.tenant.member.id],
      [own, "x"],
      [own, "x".repeat(3000)],
    ];
    for (const [id, owner] of cases) {
      expect(await as(scene.tenant.admin, `DELETE ${path}/${id}?member_id=${owner}`)).toMatchObject(notFound);
      expect(await as(scene.tenant.admin, `PATCH ${path}/${id}?member_id=${owner}`, { content: "x" })).toMatchObject(
        notFound,
      );
    }
    expect((await Memory.list(scene.foreign.member.ctx)).map(({ id }) => id)).toContain(foreigners);
  });

  it("answers 400 to a set that does not match", async () => {
    const [first = ""] = await add(scene.tenant.member, 2);
    const reorder = (member_id: string, memory_ids: string[]) =>
      as(scene.tenant.admin, `POST ${path}/reorder`, { member_id, memory_ids });
    expect((await reorder(scene.tenant.member.id, [first])).body.detail).toBe("Expected 2 memory IDs, got 1");
    expect((await reorder(scene.tenant.other.id, [first])).body.detail).toBe("Expected 0 memory IDs, got 1");
    expect(await reorder(scene.tenant.other.id, [])).toMatchObject({ status: 200, body: { user_memories: [] } });
  });

  it("answers 422 without member_id, the query's problem before the body's", async () => {
    const problem = {
      status: 422,
      body: { detail: [{ type: "missing", loc: ["query", "member_id"], msg: "Field required" }] },
    };
    expect(await as(scene.tenant.admin, `GET ${path}`)).toMatchObject(problem);
    expect(await as(scene.tenant.admin, `DELETE ${path}/${randomUUID()}`)).toMatchObject(problem);
    expect(await as(scene.tenant.admin, `PATCH ${path}/${randomUUID()}`, { content: "" })).toMatchObject(problem);
    expect((await as(scene.tenant.admin, `POST ${path}`, {})).body.detail).toMatchObject([
      { type: "missing", loc: ["body", "member_id"] },
      { type: "missing", loc: ["body", "content"] },
    ]);
  });

  it("counts the member's own limit", async () => {
    await add(scene.tenant.member, 100);
    const answer = await as(scene.tenant.admin, `POST ${path}`, { member_id: scene.tenant.member.id, content: "x" });
    expect(answer.status).toBe(400);
  });
});
