import { randomUUID } from "node:crypto";
import * as Memory from "@parley/core/memory/memory";
import { memories } from "@parley/functions/http/memories";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { add, contentsOf, notFound } from "./memories.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants(memories);
const { as } = scene;
const tooLong = "x".repeat(4001);

describe("POST /v1/user-memories", () => {
  it("adds a memory and shows neither place nor tier", async () => {
    const answer = await as(scene.tenant.member, "POST /v1/user-memories", { content: "I look after the north." });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual([
      "content",
      "created_at",
      "id",
      "member_id",
      "organization_id",
      "updated_at",
    ]);
    expect(answer.body).toMatchObject({
      organization_id: scene.tenant.id,
      member_id: scene.tenant.member.id,
      content: "I look after the north.",
    });
    expect(answer.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it.each([
    [{}, "missing"],
    [{ content: null }, "string_type"],
    [{ content: 5 }, "string_type"],
    [{ content: "" }, "string_too_short"],
    [{ content: tooLong }, "string_too_long"],
  ])("answers 422 to %j", async (body, type) => {
    const answer = await as(scene.tenant.member, "POST /v1/user-memories", body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type, loc: ["body", "content"] }] } });
    expect(answer.text).not.toContain("xxxx");
  });

  it("keeps at most 100, and gives each of many at once a place of its own", async () => {
    await add(scene.tenant.member, 80);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        as(scene.tenant.member, "POST /v1/user-memories", { content: `at once ${at}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { detail: "At most 100 memories are kept for a member" } });
    }
    const list = await as(scene.tenant.member, "GET /v1/user-memories");
    expect(list.body.user_memories.map(({ idx }: { idx: number }) => idx)).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    );
    expect(new Set(contentsOf(list)).size).toBe(100);
  });
});

describe("GET /v1/user-memories", () => {
  it("answers the caller's own in display order, ten of them core", async () => {
    await add(scene.tenant.member, 12);
    await add(scene.tenant.other, 1);
    const { body } = await as(scene.tenant.member, "GET /v1/user-memories");
    expect(body.user_memories).toHaveLength(12);
    expect(Object.keys(body.user_memories[0]).toSorted()).toEqual([
      "content",
      "created_at",
      "id",
      "idx",
      "member_id",
      "organization_id",
      "tier",
      "updated_at",
    ]);
    const tiers = body.user_memories.map(({ tier }: { tier: string }) => tier);
    expect(tiers).toEqual([...Array<string>(10).fill("core"), "extended", "extended"]);
  });

  it("costs two calls at once, and one if the caller is remembered", async () => {
    const person = await scene.tenant.add();
    const counter = countCalls(scene.table);
    expect(await counter.during(() => as(person, "GET /v1/user-memories"))).toMatchObject({ calls: 2, depth: 1 });
    expect(await counter.during(() => as(person, "GET /v1/user-memories"))).toMatchObject({ calls: 1, depth: 1 });
  });
});

describe("PATCH /v1/user-memories/{memory_id}", () => {
  it("replaces the content and nothing else", async () => {
    const [first = "", second = ""] = await add(scene.tenant.member, 2);
    const before = await as(scene.tenant.member, "GET /v1/user-memories");
    const answer = await as(scene.tenant.member, `PATCH /v1/user-memories/${first}`, { content: "new" });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: first, content: "new", created_at: before.body.user_memories[0].created_at },
    });
    expect(Object.keys(answer.body)).not.toContain("idx");
    const after = await as(scene.tenant.member, "GET /v1/user-memories");
    expect(after.body.user_memories).toMatchObject([
      { id: first, idx: 0, content: "new" },
      { id: second, idx: 1, content: "memory 2" },
    ]);
  });

  it("answers 404 to ids that are unknown, malformed, another member's or another organization's, byte for byte alike", async () => {
    const [others = ""] = await add(scene.tenant.other, 1);
    const [foreigners = ""] = await add(scene.foreign.member, 1);
    for (const id of [randomUUID(), "1", others, foreigners]) {
      expect(await as(scene.tenant.member, `PATCH /v1/user-memories/${id}`, { content: "taken over" })).toMatchObject(
        notFound,
      );
    }
    expect(contentsOf(await as(scene.tenant.other, "GET /v1/user-memories"))).toEqual(["memory 1"]);
  });

  it("answers 422 before 404", async () => {
    const answer = await as(scene.tenant.member, `PATCH /v1/user-memories/${randomUUID()}`, { content: "" });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [{ type: "string_too_short", msg: "String should have at least 1 character", ctx: { min_length: 1 } }],
      },
    });
  });
});

describe("DELETE /v1/user-memories/{memory_id}", () => {
  it("deletes a memory; the ones behind it move up", async () => {
    const [, second = ""] = await add(scene.tenant.member, 3);
    const answer = await as(scene.tenant.member, `DELETE /v1/user-memories/${second}`);
    expect(answer).toMatchObject({ status: 200, text: '{"message":"User memory deleted successfully"}' });
    const { body } = await as(scene.tenant.member, "GET /v1/user-memories");
    expect(body.user_memories).toMatchObject([
      { content: "memory 1", idx: 0 },
      { content: "memory 3", idx: 1 },
    ]);
    expect(await as(scene.tenant.member, `DELETE /v1/user-memories/${second}`)).toMatchObject(notFound);
  });

  it("makes room for another one", async () => {
    const [first = ""] = await add(scene.tenant.member, 100);
    expect((await as(scene.tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(400);
    await as(scene.tenant.member, `DELETE /v1/user-memories/${first}`);
    expect((await as(scene.tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(200);
  });

  it("answers 404 to what is not the caller's", async () => {
    const [others = ""] = await add(scene.tenant.other, 1);
    const [foreigners = ""] = await add(scene.foreign.member, 1);
    for (const id of [randomUUID(), "x", others, foreigners]) {
      expect(await as(scene.tenant.member, `DELETE /v1/user-memories/${id}`)).toMatchObject(notFound);
    }
    expect(await Memory.list(scene.tenant.other.ctx)).toHaveLength(1);
  });
});
