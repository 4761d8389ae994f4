import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { resolveScope } from "@parley/core/chat/scope";
import * as Member from "@parley/core/member/member";
import { expr } from "@parley/core/store/expression";
import { organizationPk } from "@parley/core/store/keys";
import { describe, expect, it } from "vitest";
import { projectsPath as path, useCollections } from "./collections-scene.ts";

const scene = useCollections();
const { as, asAdmin, newProject } = scene;
const notFound = { status: 404, text: '{"detail":"Project not found","code":"PROJECT_NOT_FOUND"}' };
const list = async (query = "") => (await asAdmin(`GET ${path}${query}`)).body;
const idsIn = ({ projects }: { projects: { id: string }[] }) => projects.map(({ id }) => id);

describe(`GET ${path}`, () => {
  it("shows every project with its members and the number of its documents, the oldest first", async () => {
    const { member } = scene.service.tenant;
    const first = await newProject({ name: "Ours", member_ids: [member.id] });
    const second = await newProject({ name: "All", description: "For everybody", tags: ["a", "b"] });
    await scene.add(first, { "a.txt": "One.", "b.txt": "Two." });
    const { projects, next_cursor } = await list();
    expect(next_cursor).toBeNull();
    expect(projects).toEqual([
      {
        id: first,
        name: "Ours",
        member_ids: [member.id],
        document_count: 2,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      {
        id: second,
        name: "All",
        description: "For everybody",
        tags: ["a", "b"],
        member_ids: null,
        document_count: 0,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    // The admin is not on the list, and may not use it.
    const own = await asAdmin("GET /v1/projects");
    expect(idsIn(own.body)).toEqual([second]);
  });

  it("shows pages, and no cursor on the last one, also where it is full", async () => {
    const all: string[] = [];
    for (let made = 0; made < 5; made += 1) all.push(await newProject());
    const first = await list("?limit=2");
    const second = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    expect(await asAdmin(`GET ${path}?cursor=nothing`)).toMatchObject({
      status: 400,
      body: { code: "INVALID_CURSOR" },
    });
  });

  it("shows fewer than were asked for where their lists of members are long, and all of them page by page", async () => {
    const { ctx } = scene.service.tenant;
    const members: string[] = [];
    for (let made = 0; made < 100; made += 1)
      members.push((await Member.create(ctx, { email: `${made}@example.com`, name: "Somebody" })).id);
    const all: string[] = [];
    for (let made = 0; made < 3; made += 1) all.push(await newProject({ member_ids: members, tags: ["x"] }));
    // As large as a project with a thousand members, without a thousand members.
    for (const id of all) {
      const key = { pk: organizationPk(scene.service.tenant.id), sk: `PROJECT#${id}` };
      await ctx.table.update(key, expr`SET #member_ids = ${Array.from({ length: 9_000 }, () => members[0])}`);
    }
    const shown: string[] = [];
    let cursor = "";
    let pages = 0;
    do {
      const page = await list(`?limit=50${cursor && `&cursor=${cursor}`}`);
      shown.push(...idsIn(page));
      cursor = page.next_cursor ?? "";
      pages += 1;
    } while (cursor !== "" && pages < 10);
    expect(shown).toEqual(all);
  });
});

describe(`POST ${path}`, () => {
  it("makes a project that members may use at once, or those who are named", async () => {
    const { member, other } = scene.service.tenant;
    const open = await asAdmin(`POST ${path}`, { name: "Open" });
    expect(open).toMatchObject({ status: 200, body: { name: "Open", member_ids: null, document_count: 0 } });
    const closed = await newProject({ member_ids: [member.id, member.id] });
    const nobody = await newProject({ member_ids: [] });
    expect(idsIn((await as(member, "GET /v1/projects")).body)).toEqual([open.body.id, closed]);
    expect(idsIn((await as(other, "GET /v1/projects")).body)).toEqual([open.body.id]);
    expect((await list()).projects.map(({ member_ids }: { member_ids: unknown }) => member_ids)).toEqual([
      null,
      [member.id],
      [],
    ]);
    expect(nobody).toEqual(expect.any(String));
  });

  it("takes members of the organization only, disabled ones too", async () => {
    const { tenant, environment } = scene.service;
    const { createTenant } = await import("../support/tenant.ts");
    const foreign = await createTenant(environment);
    const refused = { status: 400, text: '{"detail":"Member not found","code":"MEMBER_NOT_FOUND"}' };
    for (const id of [foreign.member.id, randomUUID(), "nonsense"])
      expect(await asAdmin(`POST ${path}`, { name: "P", member_ids: [tenant.member.id, id] })).toMatchObject(refused);
    await Member.update(tenant.ctx, tenant.other.id, { active: false });
    expect((await asAdmin(`POST ${path}`, { name: "P", member_ids: [tenant.other.id] })).status).toBe(200);
    expect((await list()).projects).toHaveLength(1);
  });

  it("is refused beyond 200 projects, however many are made at once, and has room again after a removal", async () => {
    const first = await newProject();
    const { ctx, id } = scene.service.tenant;
    const key = { pk: organizationPk(id), sk: "PROJECTS" };
    await ctx.table.update(key, expr`SET #count = ${limits.projects_per_organization - 2}`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => asAdmin(`POST ${path}`, { name: "P" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      detail: "At most 200 projects are kept for an organization",
      code: "PROJECT_LIMIT",
    });
    await asAdmin(`DELETE ${path}/${first}`);
    expect((await asAdmin(`POST ${path}`, { name: "P" })).status).toBe(200);
  });

  it("counts the projects of an organization that were never counted", async () => {
    await newProject();
    const { ctx, id } = scene.service.tenant;
    await ctx.table.removeMany([{ pk: organizationPk(id), sk: "PROJECTS" }]);
    await newProject();
    const counted = await ctx.table.get({ pk: organizationPk(id), sk: "PROJECTS" }, { consistent: true });
    expect(counted).toMatchObject({ count: 2 });
  });

  it.each([
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["a long name", { name: "x".repeat(201) }],
    ["a long description", { name: "P", description: "x".repeat(2_001) }],
    ["21 tags", { name: "P", tags: Array.from({ length: 21 }, () => "x") }],
    ["an empty tag", { name: "P", tags: [""] }],
    ["a long tag", { name: "P", tags: ["x".repeat(51)] }],
    ["1,001 members", { name: "P", member_ids: Array.from({ length: 1_001 }, () => randomUUID()) }],
    ["members that are no list", { name: "P", member_ids: "everybody" }],
  ])("is 422 with %s", async (_what, body) => {
    expect((await asAdmin(`POST ${path}`, body)).status).toBe(422);
  });
});

describe(`PATCH ${path}/{project_id}`, () => {
  it("changes what is named, empties what is null and keeps the rest", async () => {
    const { member } = scene.service.tenant;
    const id = await newProject({ description: "Old", tags: ["old"], member_ids: [member.id] });
    const change = (body: object) => asAdmin(`PATCH ${path}/${id}`, body);
    expect((await change({ name: "New" })).body).toMatchObject({
      name: "New",
      description: "Old",
      tags: ["old"],
      member_ids: [member.id],
    });
    const emptied = await change({ description: null, tags: null, member_ids: null });
    expect(emptied.body).toMatchObject({ name: "New", member_ids: null, document_count: 0 });
    expect(emptied.body).not.toHaveProperty("description");
    expect(emptied.body).not.toHaveProperty("tags");
    expect((await list()).projects).toEqual([emptied.body]);
    expect((await change({ member_ids: [randomUUID()] })).body.code).toBe("MEMBER_NOT_FOUND");
    expect((await change({ name: null })).status).toBe(422);
  });

  it("is in force for the scope rule at once, for members who come and who go", async () => {
    const { member, other } = scene.service.tenant;
    const id = await newProject({ member_ids: [member.id] });
    const mayUse = async ({ ctx }: typeof member) => (await resolveScope(ctx, [id])).length === 1;
    expect([await mayUse(member), await mayUse(other)]).toEqual([true, false]);
    await asAdmin(`PATCH ${path}/${id}`, { member_ids: [other.id] });
    expect([await mayUse(member), await mayUse(other)]).toEqual([false, true]);
    await asAdmin(`PATCH ${path}/${id}`, { member_ids: [] });
    expect([await mayUse(member), await mayUse(other)]).toEqual([false, false]);
  });

  it("undoes no other change that is made at the same moment", async () => {
    const id = await newProject();
    const changes = [{ name: "New" }, { description: "Fresh" }, { tags: ["t"] }, { member_ids: [] }];
    await Promise.all(changes.map((body) => asAdmin(`PATCH ${path}/${id}`, body)));
    expect((await list()).projects).toMatchObject([Object.assign({}, ...changes)]);
  });
});

describe(`DELETE ${path}/{project_id}`, () => {
  it("removes it with its documents and files, and chats answer without it", async () => {
    const id = await newProject();
    await scene.add(id, { "a.txt": "One.", "b.md": "# Two" });
    await scene.work();
    const kept = await newProject();
    expect(await asAdmin(`DELETE ${path}/${id}`)).toMatchObject({
      status: 200,
      body: { message: "Project deleted successfully" },
    });
    expect(idsIn(await list())).toEqual([kept]);
    expect(await scene.filesOf()).toEqual([]);
    expect(await resolveScope(scene.service.tenant.member.ctx, [id, kept])).toEqual([kept]);
    expect(await asAdmin(`GET ${scene.documentsOf(id)}`)).toMatchObject(notFound);
    expect(await asAdmin(`DELETE ${path}/${id}`)).toMatchObject(notFound);
  });
});

describe("projects that are somebody else's, or none", () => {
  it("are answered alike, by every route", async () => {
    const { createTenant } = await import("../support/tenant.ts");
    const stranger = (await createTenant(scene.service.environment)).admin;
    const id = await newProject();
    const routes: [string, unknown?][] = [
      [`PATCH ${path}/ID`, { name: "Mine" }],
      [`DELETE ${path}/ID`],
      [`GET ${path}/ID/documents`],
      [`POST ${path}/ID/documents`, { upload_ids: [randomUUID()] }],
      [`GET ${path}/ID/passages?q=x`],
    ];
    for (const [route, body] of routes) {
      expect(await as(stranger, route.replace("ID", id), body), route).toMatchObject(notFound);
      expect(await asAdmin(route.replace("ID", randomUUID()), body), route).toMatchObject(notFound);
      expect(await asAdmin(route.replace("ID", "nonsense"), body), route).toMatchObject(notFound);
      expect((await as(scene.service.tenant.member, route.replace("ID", id), body)).text).toBe(
        '{"detail":"Admin privileges required","code":"ADMIN_REQUIRED"}',
      );
    }
    expect((await list()).projects).toMatchObject([{ id, name: "Policies" }]);
  });
});
