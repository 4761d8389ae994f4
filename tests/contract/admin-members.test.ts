import { randomUUID } from "node:crypto";
import * as Member from "@parley/core/member/member";
import { userKey } from "@parley/core/member/user-key";
import { adminMembers } from "@parley/functions/http/admin-members";
import { auth } from "@parley/functions/http/auth";
import { me } from "@parley/functions/http/me";
import { sessions } from "@parley/functions/http/sessions";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { standingClock } from "../support/clock.ts";
import type { Person } from "../support/tenant.ts";
import { useTenants } from "./tenant-scene.ts";

const path = "/v1/admin/members";
const clock = standingClock();
const scene = useTenants([...adminMembers, ...auth, ...sessions, ...me], { clock });
const { as } = scene;
const notFound = { status: 404, text: '{"detail":"Member not found","code":"ORGANIZATION_MEMBER_NOT_FOUND"}' };
const lastAdmin = { status: 409, body: { code: "LAST_ADMIN" } };

/** What the tenant's admin is shown of a list. */
const list = async (query = "") => (await as(scene.tenant.admin, `GET ${path}${query}`)).body;
const idsIn = ({ members }: { members: { id: string }[] }) => members.map(({ id }) => id);
const create = (body: object) => as(scene.tenant.admin, `POST ${path}`, body);
const change = (person: Person, id: string, body: object) => as(person, `PATCH ${path}/${id}`, body);
const activeAdmins = async () =>
  (await Member.list(scene.tenant.ctx)).filter(({ role, active }) => role === "admin" && active).length;
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe(`GET ${path}`, () => {
  it("shows the organization's own members, the oldest first", async () => {
    const { admin, member, other } = scene.tenant;
    const body = await list();
    expect(idsIn(body)).toEqual([admin.id, member.id, other.id].toSorted());
    expect(body.next_cursor).toBeNull();
    const first = body.members.find(({ id }: { id: string }) => id === admin.id);
    expect(first).toEqual({
      id: admin.id,
      email: admin.email,
      name: admin.name,
      role: "admin",
      active: true,
      last_seen_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("shows pages, and no cursor on the last one, also where it is full", async () => {
    await scene.tenant.add();
    const all = idsIn(await list());
    expect(all).toHaveLength(4);
    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    const short = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect(idsIn(short)).toEqual(all.slice(2));
    expect(short.next_cursor).toBeNull();
  });

  it("shows those who are active, or those who are disabled", async () => {
    const { admin, member, other } = scene.tenant;
    await change(admin, other.id, { active: false });
    expect(idsIn(await list("?active=true"))).toEqual([admin.id, member.id].toSorted());
    expect(idsIn(await list("?active=false"))).toEqual([other.id]);
  });

  it("finds members by a part of the name or the address, in any case, page by page", async () => {
    const names = ["Ada Lovelace", "Grace Hopper", "Straße", "Ada Byron", "Ada Three"];
    for (const name of names) {
      await create({ email: `${name.split(" ")[1] ?? "street"}@search.example`, name, role: "member" });
    }
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).members.map(({ name }: { name: string }) => name);
    expect(await found("ADA")).toEqual(["Ada Lovelace", "Ada Byron", "Ada Three"]);
    expect(await found(" hopper@SEARCH ")).toEqual(["Grace Hopper"]);
    expect(await found("STRASSE")).toEqual(["Straße"]);
    expect(await found("nobody")).toEqual([]);
    expect(await found("  ")).toHaveLength(3 + names.length);
    const first = await list("?search=ada&limit=2");
    const second = await list(`?search=ada&limit=2&cursor=${first.next_cursor}`);
    expect([first, second].map((page) => idsIn(page).length)).toEqual([2, 1]);
    expect(second.next_cursor).toBeNull();
    // A cursor is a place among all members: another filter goes on from there.
    expect(idsIn(await list(`?cursor=${first.next_cursor}`))).toContain(idsIn(second)[0]);
  });

  it("answers 400 to a cursor that is not one of its own", async () => {
    for (const cursor of ["", "x", Buffer.from("x").toString("base64url"), "%F0%9F%98%80", "a".repeat(3000)]) {
      const answer = await as(scene.tenant.admin, `GET ${path}?cursor=${cursor}`);
      expect(answer, cursor).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
    }
  });

  it("shows nothing of another organization to its cursor", async () => {
    const foreigners = (await as(scene.foreign.admin, `GET ${path}?limit=1`)).body;
    const body = await list(`?cursor=${foreigners.next_cursor}`);
    const own = new Set([scene.tenant.admin.id, scene.tenant.member.id, scene.tenant.other.id]);
    expect(idsIn(body).filter((id) => !own.has(id))).toEqual([]);
  });

  it.each(["limit=0", "limit=201", "limit=x", "active=maybe", `search=${"x".repeat(201)}`])(
    "answers 422 to ?%s",
    async (query) => {
      expect((await as(scene.tenant.admin, `GET ${path}?${query}`)).status).toBe(422);
    },
  );
});

describe("last_seen_at of a member", () => {
  const lastSeen = async (id: string) =>
    (await list()).members.find((one: { id: string }) => one.id === id).last_seen_at as string | null;
  const now = () => new Date(clock.now()).toISOString();

  it("is when an access token was issued, to the hour: not when a link was made, and not for a proof that was wrong", async () => {
    const { member, sharedSecret, apiKey } = scene.tenant;
    const headers = { "x-api-key": apiKey };
    const body = { email: member.email, user_key: userKey(sharedSecret, member.email) };
    const ask = (request: string, more: object = {}) => as(member, request, { ...body, ...more }, { headers });
    await ask("POST /v1/session-codes");
    await ask("POST /v1/authenticate", { user_key: "x".repeat(43) });
    expect(await lastSeen(member.id)).toBeNull();

    const first = now();
    expect((await ask("POST /v1/authenticate")).status).toBe(200);
    expect(await lastSeen(member.id)).toBe(first);
    clock.advance(3_599_999);
    await ask("POST /v1/authenticate");
    expect(await lastSeen(member.id)).toBe(first);
    clock.advance(1);
    const second = now();
    await Promise.all([ask("POST /v1/authenticate"), ask("POST /v1/authenticate")]);
    expect(await lastSeen(member.id)).toBe(second);
    expect((await change(scene.tenant.admin, member.id, { name: "Ada" })).body.last_seen_at).toBe(second);
    expect(await lastSeen(scene.tenant.other.id)).toBeNull();
  });

  it("is when a page was signed in, and when its session was renewed", async () => {
    const { member, sharedSecret, apiKey } = scene.tenant;
    const body = { email: member.email, user_key: userKey(sharedSecret, member.email) };
    const { url } = (await as(member, "POST /v1/session-codes", body, { headers: { "x-api-key": apiKey } })).body;
    const code = new URL(url).hash.replace("#code=", "");
    const began = now();
    const signedIn = await as(member, "POST /v1/sessions", { code });
    expect(await lastSeen(member.id)).toBe(began);
    clock.advance(4_000_000);
    const renewed = now();
    const cookie = signedIn.cookies[0]?.split(";")[0] ?? "";
    expect((await as(member, "POST /v1/sessions/renew", undefined, { headers: { cookie } })).status).toBe(200);
    expect(await lastSeen(member.id)).toBe(renewed);
  });
});

describe(`POST ${path}`, () => {
  it("adds a member, by the normalized address, who can then sign in", async () => {
    const answer = await create({ email: "\u00a0 Ada@Example.COM ", name: "Ada", role: "admin" });
    expect(answer).toMatchObject({
      status: 200,
      body: { email: "ada@example.com", name: "Ada", role: "admin", active: true, last_seen_at: null },
    });
    expect(Object.keys(answer.body)).toHaveLength(8);
    const exchanged = await as(scene.tenant.admin, "POST /v1/authenticate", undefined, {
      body: { email: "ada@example.com", user_key: userKey(scene.tenant.sharedSecret, "ada@example.com") },
      headers: { "x-api-key": scene.tenant.apiKey },
    });
    expect(exchanged).toMatchObject({ status: 200, body: { member_id: answer.body.id } });
  });

  it("answers 409 to an address that a member of the organization has, disabled or not, also of many at once", async () => {
    const answers = await Promise.all(
      ["ada@example.com", "ADA@example.com", " ada@example.com", "ada@EXAMPLE.com"].map((email) =>
        create({ email, name: "Ada", role: "member" }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 200);
    await change(scene.tenant.admin, made?.body.id, { active: false });
    expect(await create({ email: "ada@example.com", name: "Ada", role: "member" })).toMatchObject({
      status: 409,
      body: { detail: { code: "MEMBER_EXISTS" }, code: "MEMBER_EXISTS" },
    });
    expect((await list("?search=ada@example.com")).members).toHaveLength(1);
    const elsewhere = await as(scene.foreign.admin, `POST ${path}`, {
      email: "ada@example.com",
      name: "Ada",
      role: "member",
    });
    expect(elsewhere.status).toBe(200);
  });

  it.each(["", "ada", "ada@example", "a b@example.com", "a@b@example.com", `${"a".repeat(320)}@example.com`])(
    "answers 400 to %j, which is not an address",
    async (email) => {
      const answer = await create({ email, name: "Ada", role: "member" });
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_EMAIL" } });
    },
  );

  it.each([
    [{ name: "Ada", role: "member" }],
    [{ email: "ada@example.com", role: "member" }],
    [{ email: "ada@example.com", name: "Ada" }],
    [{ email: "ada@example.com", name: "", role: "member" }],
    [{ email: "ada@example.com", name: "x".repeat(201), role: "member" }],
    [{ email: "ada@example.com", name: "Ada", role: "owner" }],
    [{ email: ["ada@example.com"], name: "Ada", role: "member" }],
  ])("answers 422 to %j", async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});

describe(`PATCH ${path}/{member_id}`, () => {
  it("changes what is named and nothing else", async () => {
    const { admin, member } = scene.tenant;
    const before = (await list()).members.find(({ id }: { id: string }) => id === member.id);
    const renamed = await change(admin, member.id, { name: "Grace", role: null });
    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: "Grace", updated_at: expect.any(String) } });
    expect(renamed.body.updated_at > before.updated_at).toBe(true);
    const promoted = await change(admin, member.id, { role: "admin" });
    expect(promoted.body).toEqual({ ...renamed.body, role: "admin", updated_at: promoted.body.updated_at });
    expect((await change(admin, member.id, {})).body).toMatchObject({ name: "Grace", role: "admin", active: true });
  });

  it("disables a member within 30 seconds, and lets them in again", async () => {
    const { admin, member } = scene.tenant;
    const isLetIn = async () => (await as(member, "GET /v1/me")).status === 200;
    const body = { email: member.email, user_key: userKey(scene.tenant.sharedSecret, member.email) };
    const exchange = async () =>
      (await as(member, "POST /v1/authenticate", body, { headers: { "x-api-key": scene.tenant.apiKey } })).status;
    expect(await isLetIn()).toBe(true);
    expect(await change(admin, member.id, { active: false })).toMatchObject({ status: 200, body: { active: false } });
    clock.advance(30_000);
    expect([await isLetIn(), await exchange()]).toEqual([false, 401]);
    await change(admin, member.id, { active: true });
    expect([await isLetIn(), await exchange()]).toEqual([true, 200]);
  });

  it("takes an admin's rights within 30 seconds", async () => {
    const second = await scene.tenant.add("admin");
    expect((await as(second, `GET ${path}`)).status).toBe(200);
    await change(scene.tenant.admin, second.id, { role: "member" });
    clock.advance(30_000);
    expect((await as(second, `GET ${path}`)).status).toBe(403);
  });

  it("answers 404 to members the organization does not have", async () => {
    for (const id of [randomUUID(), "x", scene.foreign.member.id, scene.foreign.admin.id]) {
      expect(await change(scene.tenant.admin, id, { name: "x" })).toMatchObject(notFound);
      expect(await change(scene.tenant.admin, id, { active: false })).toMatchObject(notFound);
    }
  });

  it.each([[{ role: "owner" }], [{ active: "yes" }], [{ name: "" }], [{ name: "x".repeat(201) }]])(
    "answers 422 to %j",
    async (body) => {
      expect((await change(scene.tenant.admin, scene.tenant.member.id, body)).status).toBe(422);
    },
  );

  it("answers 409 to what would leave no active admin, also by somebody who no longer is one", async () => {
    const { admin } = scene.tenant;
    for (const body of [{ role: "member" }, { active: false }, { role: "member", active: false, name: "x" }]) {
      expect(await change(admin, admin.id, body)).toMatchObject(lastAdmin);
    }
    expect((await change(admin, admin.id, { role: "admin", active: true, name: "Still" })).status).toBe(200);
    const second = await scene.tenant.add("admin");
    expect((await as(second, `GET ${path}`)).status).toBe(200);
    expect((await change(admin, second.id, { role: "member" })).status).toBe(200);
    // For 30 seconds the second one's requests are still an admin's: that one is not counted.
    expect(await change(second, admin.id, { role: "member" })).toMatchObject(lastAdmin);
    await change(admin, second.id, { role: "admin", active: false });
    expect(await change(admin, admin.id, { active: false })).toMatchObject(lastAdmin);
    expect(await activeAdmins()).toBe(1);
  });

  it("keeps one admin of two who demote each other, or disable themselves, at once", async () => {
    /** Another admin, who is known to be one: for 20 seconds a change of that shows in the table alone. */
    const newAdmin = async (): Promise<Person> => {
      const person = await scene.tenant.add("admin");
      expect((await as(person, `GET ${path}`)).status).toBe(200);
      return person;
    };
    for (const body of [{ role: "member" }, { active: false }]) {
      const [first, second] = [await newAdmin(), await newAdmin()];
      await change(first, scene.tenant.admin.id, { role: "member" });
      const answers = await Promise.all([change(first, second.id, body), change(second, first.id, body)]);
      expect(statusesOf(answers)).toEqual([200, 409]);
      await change(answers[0].status === 200 ? first : second, scene.tenant.admin.id, { role: "admin" });
      clock.advance(30_000);
      expect(await activeAdmins()).toBe(2);
      for (const { id } of [first, second]) await change(scene.tenant.admin, id, { active: true, role: "member" });
    }
    const crowd = [scene.tenant.admin];
    for (let more = 0; more < 5; more++) crowd.push(await newAdmin());
    const answers = await Promise.all(crowd.map((person) => change(person, person.id, { role: "member" })));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await activeAdmins()).toBe(1);
  });
});
