import { randomUUID } from "node:crypto";
import type { Base } from "@parley/core/context";
import * as Memory from "@parley/core/memory/memory";
import { adminMemories } from "@parley/functions/http/admin-memories";
import { memories } from "@parley/functions/http/memories";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, api, type Call, type CallOptions } from "../support/api.ts";
import { countCalls } from "../support/count-calls.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Person, type Tenant } from "../support/tenant.ts";

let table: TestTable;
let base: Base;
let tenant: Tenant;
let foreign: Tenant;
let send: Call;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table);
  foreign = await createTenant(base);
  send = api(base, [...memories, ...adminMemories]);
});
afterAll(() => table.stop());
beforeEach(async () => {
  tenant = await createTenant(base);
});

const as = (person: Person, request: string, body?: unknown, options: CallOptions = {}): Promise<Answer> =>
  send(request, { token: person.token, ...(body !== undefined && { body }), ...options });

const add = async (person: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) ids.push((await Memory.create(person.ctx, `memory ${number}`)).id);
  return ids;
};
const contentsOf = (answer: Answer): string[] =>
  answer.body.user_memories.map(({ content }: { content: string }) => content);
const notFound = { status: 404, text: '{"detail":"User memory not found"}' };
const tooLong = "x".repeat(4001);

describe("POST /v1/user-memories", () => {
  it("adds a memory and shows neither place nor tier", async () => {
    const answer = await as(tenant.member, "POST /v1/user-memories", { content: "I look after the north." });
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
      organization_id: tenant.id,
      member_id: tenant.member.id,
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
    const answer = await as(tenant.member, "POST /v1/user-memories", body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type, loc: ["body", "content"] }] } });
    expect(answer.text).not.toContain("xxxx");
  });

  it("keeps at most 100, and gives each of many at once a place of its own", async () => {
    await add(tenant.member, 80);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => as(tenant.member, "POST /v1/user-memories", { content: `at once ${at}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { detail: "At most 100 memories are kept for a member" } });
    }
    const list = await as(tenant.member, "GET /v1/user-memories");
    expect(list.body.user_memories.map(({ idx }: { idx: number }) => idx)).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    );
    expect(new Set(contentsOf(list)).size).toBe(100);
  });
});

describe("GET /v1/user-memories", () => {
  it("answers the caller's own in display order, ten of them core", async () => {
    await add(tenant.member, 12);
    await add(tenant.other, 1);
    const { body } = await as(tenant.member, "GET /v1/user-memories");
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

  it("costs two calls at once, and one where the caller is remembered", async () => {
    const person = await tenant.add();
    const counter = countCalls(table.client);
    expect(await counter.during(() => as(person, "GET /v1/user-memories"))).toMatchObject({ calls: 2, depth: 1 });
    expect(await counter.during(() => as(person, "GET /v1/user-memories"))).toMatchObject({ calls: 1, depth: 1 });
  });
});

describe("PATCH /v1/user-memories/{memory_id}", () => {
  it("replaces the content and nothing else", async () => {
    const [first = "", second = ""] = await add(tenant.member, 2);
    const before = await as(tenant.member, "GET /v1/user-memories");
    const answer = await as(tenant.member, `PATCH /v1/user-memories/${first}`, { content: "new" });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: first, content: "new", created_at: before.body.user_memories[0].created_at },
    });
    expect(Object.keys(answer.body)).not.toContain("idx");
    const after = await as(tenant.member, "GET /v1/user-memories");
    expect(after.body.user_memories).toMatchObject([
      { id: first, idx: 0, content: "new" },
      { id: second, idx: 1, content: "memory 2" },
    ]);
  });

  it("answers 404 to ids that are unknown, malformed, another member's or another organization's, byte for byte alike", async () => {
    const [others = ""] = await add(tenant.other, 1);
    const [foreigners = ""] = await add(foreign.member, 1);
    for (const id of [randomUUID(), "1", others, foreigners]) {
      expect(await as(tenant.member, `PATCH /v1/user-memories/${id}`, { content: "taken over" })).toMatchObject(
        notFound,
      );
    }
    expect(contentsOf(await as(tenant.other, "GET /v1/user-memories"))).toEqual(["memory 1"]);
  });

  it("answers 422 before 404", async () => {
    const answer = await as(tenant.member, `PATCH /v1/user-memories/${randomUUID()}`, { content: "" });
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
    const [, second = ""] = await add(tenant.member, 3);
    const answer = await as(tenant.member, `DELETE /v1/user-memories/${second}`);
    expect(answer).toMatchObject({ status: 200, text: '{"message":"User memory deleted successfully"}' });
    const { body } = await as(tenant.member, "GET /v1/user-memories");
    expect(body.user_memories).toMatchObject([
      { content: "memory 1", idx: 0 },
      { content: "memory 3", idx: 1 },
    ]);
    expect(await as(tenant.member, `DELETE /v1/user-memories/${second}`)).toMatchObject(notFound);
  });

  it("makes room for another one", async () => {
    const [first = ""] = await add(tenant.member, 100);
    expect((await as(tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(400);
    await as(tenant.member, `DELETE /v1/user-memories/${first}`);
    expect((await as(tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(200);
  });

  it("answers 404 to what is not the caller's", async () => {
    const [others = ""] = await add(tenant.other, 1);
    const [foreigners = ""] = await add(foreign.member, 1);
    for (const id of [randomUUID(), "x", others, foreigners]) {
      expect(await as(tenant.member, `DELETE /v1/user-memories/${id}`)).toMatchObject(notFound);
    }
    expect(await Memory.list(tenant.other.ctx)).toHaveLength(1);
  });
});

describe("POST /v1/user-memories/reorder", () => {
  it("puts all of the caller's memories into the order given", async () => {
    const [a = "", b = "", c = ""] = await add(tenant.member, 3);
    const answer = await as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids: [c, a, b] });
    expect(answer.status).toBe(200);
    expect(answer.body.user_memories).toMatchObject([
      { id: c, idx: 0, tier: "core" },
      { id: a, idx: 1 },
      { id: b, idx: 2 },
    ]);
    expect((await as(tenant.member, "GET /v1/user-memories")).body).toEqual(answer.body);
  });

  it("answers an empty list to nobody's memories", async () => {
    expect(await as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids: [] })).toMatchObject({
      status: 200,
      body: { user_memories: [] },
    });
  });

  it("answers 400 with the counts of D44 to a set that does not match", async () => {
    const [a = "", b = "", c = ""] = await add(tenant.member, 3);
    const [others = ""] = await add(tenant.other, 1);
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
      expect(await as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids })).toMatchObject({
        status: 400,
        body: { detail },
      });
    }
    expect(contentsOf(await as(tenant.member, "GET /v1/user-memories"))).toEqual(["memory 1", "memory 2", "memory 3"]);
  });

  it.each([[{}], [{ memory_ids: "x" }], [{ memory_ids: [1] }], [{ memory_ids: null }]])(
    "answers 422 to %j",
    async (body) => {
      expect((await as(tenant.member, "POST /v1/user-memories/reorder", body)).status).toBe(422);
    },
  );

  it("loses no memory that is added or deleted at the same time", async () => {
    const ids = await add(tenant.member, 5);
    const [gone = ""] = ids;
    await Promise.all([
      as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids: ids.toReversed() }),
      as(tenant.member, "POST /v1/user-memories", { content: "added" }),
      as(tenant.member, `DELETE /v1/user-memories/${gone}`),
    ]);
    const contents = contentsOf(await as(tenant.member, "GET /v1/user-memories"));
    expect(contents.toSorted()).toEqual(["added", "memory 2", "memory 3", "memory 4", "memory 5"]);
  });
});

describe("many changes at once", () => {
  const statuses = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

  it("delete each memory once, and the last order wins", async () => {
    const ids = await add(tenant.member, 60);
    const gone = ids.slice(0, 40);
    const [deleted, reordered] = await Promise.all([
      Promise.all([...gone, ...gone].map((id) => as(tenant.member, `DELETE /v1/user-memories/${id}`))),
      Promise.all(
        Array.from({ length: 10 }, () => as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids: ids })),
      ),
    ]);
    expect([statuses(deleted, 200), statuses(deleted, 404)]).toEqual([40, 40]);
    expect(statuses(reordered, 200) + statuses(reordered, 400)).toBe(10);
    const kept = ids.slice(40);
    const orders = Array.from({ length: 20 }, (_, turned) => [...kept.slice(turned), ...kept.slice(0, turned)]);
    const again = await Promise.all(
      orders.map((memory_ids) => as(tenant.member, "POST /v1/user-memories/reorder", { memory_ids })),
    );
    expect(statuses(again, 200)).toBe(20);
    const { user_memories } = (await as(tenant.member, "GET /v1/user-memories")).body;
    expect(orders).toContainEqual(user_memories.map(({ id }: { id: string }) => id));
  });

  it("make room for as many new ones, however often", async () => {
    for (let round = 0; round < 3; round++) {
      const ids = await add(tenant.member, 100);
      expect((await as(tenant.member, "POST /v1/user-memories", { content: "x" })).status).toBe(400);
      const deleted = await Promise.all(ids.map((id) => as(tenant.member, `DELETE /v1/user-memories/${id}`)));
      expect(statuses(deleted, 200)).toBe(100);
    }
    expect((await as(tenant.member, "GET /v1/user-memories")).body).toEqual({ user_memories: [] });
  });
});

describe("/v1/admin/user-memories", () => {
  const path = "/v1/admin/user-memories";

  it("lets an admin create, list, change, reorder and delete a member's memories", async () => {
    const create = (content: string) => as(tenant.admin, `POST ${path}`, { member_id: tenant.member.id, content });
    const [first, second] = [await create("one"), await create("two")];
    expect(first.body).toMatchObject({ member_id: tenant.member.id, content: "one" });
    expect(Object.keys(first.body)).not.toContain("tier");
    const of = `?member_id=${tenant.member.id}`;
    expect(contentsOf(await as(tenant.admin, `GET ${path}${of}`))).toEqual(["one", "two"]);
    expect((await as(tenant.admin, `PATCH ${path}/${first.body.id}${of}`, { content: "changed" })).body.content).toBe(
      "changed",
    );
    const order = { member_id: tenant.member.id, memory_ids: [second.body.id, first.body.id] };
    expect(contentsOf(await as(tenant.admin, `POST ${path}/reorder`, order))).toEqual(["two", "changed"]);
    expect(await as(tenant.admin, `DELETE ${path}/${first.body.id}${of}`)).toMatchObject({
      status: 200,
      text: '{"message":"User memory deleted successfully"}',
    });
    expect(contentsOf(await as(tenant.member, "GET /v1/user-memories"))).toEqual(["two"]);
    expect((await as(tenant.admin, "GET /v1/user-memories")).body.user_memories).toEqual([]);
  });

  it("answers 400 Member not found to members the organization does not have", async () => {
    for (const member_id of [randomUUID(), "x", "", foreign.member.id, "x".repeat(3000)]) {
      const detail = { status: 400, text: '{"detail":"Member not found"}' };
      expect(await as(tenant.admin, `POST ${path}`, { member_id, content: "x" })).toMatchObject(detail);
      expect(await as(tenant.admin, `GET ${path}?member_id=${member_id}`)).toMatchObject(detail);
      for (const memory_ids of [[], [randomUUID()]]) {
        expect(await as(tenant.admin, `POST ${path}/reorder`, { member_id, memory_ids })).toMatchObject(detail);
      }
    }
  });

  it("answers 404 to a memory that is not that member's", async () => {
    const [own = ""] = await add(tenant.member, 1);
    const [foreigners = ""] = await add(foreign.member, 1);
    const cases = [
      [own, tenant.other.id],
      [own, foreign.member.id],
      [foreigners, foreign.member.id],
      [foreigners, tenant.member.id],
      [randomUUID(), tenant.member.id],
      ["x", tenant.member.id],
      [own, "x"],
      [own, "x".repeat(3000)],
    ];
    for (const [id, owner] of cases) {
      expect(await as(tenant.admin, `DELETE ${path}/${id}?member_id=${owner}`)).toMatchObject(notFound);
      expect(await as(tenant.admin, `PATCH ${path}/${id}?member_id=${owner}`, { content: "x" })).toMatchObject(
        notFound,
      );
    }
    expect((await Memory.list(foreign.member.ctx)).map(({ id }) => id)).toContain(foreigners);
  });

  it("answers 400 to a set that does not match", async () => {
    const [first = ""] = await add(tenant.member, 2);
    const reorder = (member_id: string, memory_ids: string[]) =>
      as(tenant.admin, `POST ${path}/reorder`, { member_id, memory_ids });
    expect((await reorder(tenant.member.id, [first])).body.detail).toBe("Expected 2 memory IDs, got 1");
    expect((await reorder(tenant.other.id, [first])).body.detail).toBe("Expected 0 memory IDs, got 1");
    expect(await reorder(tenant.other.id, [])).toMatchObject({ status: 200, body: { user_memories: [] } });
  });

  it("answers 422 without member_id, the query's problem before the body's", async () => {
    const problem = {
      status: 422,
      body: { detail: [{ type: "missing", loc: ["query", "member_id"], msg: "Field required" }] },
    };
    expect(await as(tenant.admin, `GET ${path}`)).toMatchObject(problem);
    expect(await as(tenant.admin, `DELETE ${path}/${randomUUID()}`)).toMatchObject(problem);
    expect(await as(tenant.admin, `PATCH ${path}/${randomUUID()}`, { content: "" })).toMatchObject(problem);
    expect((await as(tenant.admin, `POST ${path}`, {})).body.detail).toMatchObject([
      { type: "missing", loc: ["body", "member_id"] },
      { type: "missing", loc: ["body", "content"] },
    ]);
  });

  it("counts the member's own limit", async () => {
    await add(tenant.member, 100);
    const answer = await as(tenant.admin, `POST ${path}`, { member_id: tenant.member.id, content: "x" });
    expect(answer.status).toBe(400);
  });
});
