import { randomUUID } from "node:crypto";
import { agentLimits } from "@parley/contract/limits";
import * as Agent from "@parley/core/agent/agent";
import { organizationPk } from "@parley/core/store/keys";
import { adminAgents } from "@parley/functions/http/admin-agents";
import { agents } from "@parley/functions/http/agents";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { useTenants } from "./tenant-scene.ts";

const path = "/v1/admin/agents";
const scene = useTenants([...adminAgents, ...agents]);
const { as } = scene;
const notFound = { status: 404, text: '{"detail":"Agent not found","code":"AGENT_NOT_FOUND"}' };
const inUse = { status: 409, body: { code: "AGENT_IN_USE" } };

interface Shown {
  id: string;
  is_default: boolean;
}
const create = (body: object = {}) => as(scene.tenant.admin, `POST ${path}`, { name: "Analyst", ...body });
const created = async (body: object = {}): Promise<string> => (await create(body)).body.id;
const change = (id: string, body: object) => as(scene.tenant.admin, `PATCH ${path}/${id}`, body);
const remove = (id: string) => as(scene.tenant.admin, `DELETE ${path}/${id}`);
const list = async (query = "") => (await as(scene.tenant.admin, `GET ${path}${query}`)).body;
const idsIn = (shown: { agents: Shown[] }) => shown.agents.map(({ id }) => id);
const defaults = (shown: Shown[]) => shown.filter(({ is_default }) => is_default).map(({ id }) => id);
/** Which agent is the default: for admins and members alike. */
async function theDefault(): Promise<string[]> {
  const forAdmins = defaults((await list()).agents);
  expect(defaults((await as(scene.tenant.member, "GET /v1/agents")).body.agents)).toEqual(forAdmins);
  return forAdmins;
}
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe(`GET ${path}`, () => {
  it("shows the organization's agents, drafts and instructions too, the oldest first", async () => {
    const draft = await created({ name: "Draft", instructions: "Be brief." });
    const published = await created({ name: "Published", published: true });
    await as(scene.foreign.admin, `POST ${path}`, { name: "Foreign", published: true });
    const body = await list();
    expect(body).toMatchObject({
      agents: [
        { id: draft, name: "Draft", instructions: "Be brief.", model_id: null, published: false, is_default: false },
        { id: published, name: "Published", instructions: "", model_id: null, published: true, is_default: true },
      ],
      next_cursor: null,
    });
    expect(Object.keys(body.agents[0])).toHaveLength(10);
  });

  it("shows pages, and no cursor on the last one, also where it is full", async () => {
    for (let made = 0; made < 4; made++) await created();
    const all = idsIn(await list());
    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    // What a cursor names may be gone: the page after it is the same.
    await remove(all[1] ?? "");
    expect(idsIn(await list(`?limit=2&cursor=${first.next_cursor}`))).toEqual(all.slice(2));
  });

  it("answers 400 to a cursor that is not one of its own", async () => {
    for (const cursor of ["", "x", Buffer.from("AGENT_DEFAULT").toString("base64url"), "a".repeat(3000)]) {
      const answer = await as(scene.tenant.admin, `GET ${path}?cursor=${cursor}`);
      expect(answer, cursor).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
    }
  });
});

describe(`POST ${path}`, () => {
  it("adds a draft, which members do not see", async () => {
    const answer = await create();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: "Analyst",
        description: null,
        instructions: "",
        model_id: null,
        starter_prompts: [],
        published: false,
        is_default: false,
      },
    });
    expect((await as(scene.tenant.member, "GET /v1/agents")).body.agents).toEqual([]);
  });

  it("adds an agent with all it can have, which may be the default at once", async () => {
    await created({ published: true });
    const fields = {
      name: "Sales",
      description: "Knows sales",
      instructions: "Answer in two sentences.",
      model_id: "rules",
      starter_prompts: ["Revenue by month"],
      published: true,
      is_default: true,
    };
    const answer = await create(fields);
    expect(answer).toMatchObject({ status: 200, body: fields });
    expect(await theDefault()).toEqual([answer.body.id]);
  });

  it("answers 400 to a model that the deployment does not have, and to a draft that is to be the default", async () => {
    for (const model_id of ["unknown", "", "\ud83d"]) {
      expect(await create({ model_id })).toMatchObject({ status: 400, body: { code: "MODEL_NOT_FOUND" } });
    }
    expect(await create({ is_default: true })).toMatchObject({ status: 400, body: { code: "AGENT_NOT_PUBLISHED" } });
    expect((await list()).agents).toEqual([]);
  });

  it.each([
    [{ name: "" }],
    [{ name: "x".repeat(201) }],
    [{ name: null }],
    [{ description: "x".repeat(2001) }],
    [{ instructions: "x".repeat(8001) }],
    [{ model_id: 1 }],
    [{ starter_prompts: Array.from({ length: 11 }, () => "x") }],
    [{ starter_prompts: [""] }],
    [{ starter_prompts: ["x".repeat(501)] }],
    [{ starter_prompts: "x" }],
    [{ published: "yes" }],
    [{ is_default: 1 }],
  ])("answers 422 to %j", async (body) => {
    expect((await create(body)).status).toBe(422);
  });

  it("takes everything at its bounds, 50 agents of it in pages that an answer carries", async () => {
    const largest = {
      name: "😀".repeat(200),
      description: "\u0001".repeat(2000),
      instructions: "\u0001".repeat(8000),
      starter_prompts: Array.from({ length: 10 }, () => "\u0001".repeat(500)),
    };
    const answers = [];
    for (let made = 0; made < agentLimits.per_organization; made++) answers.push((await create(largest)).status);
    expect(new Set(answers)).toEqual(new Set([200]));
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await as(scene.tenant.admin, `GET ${path}?limit=200${cursor && `&cursor=${cursor}`}`);
      expect(Buffer.byteLength(JSON.stringify(answer.text))).toBeLessThan(6_000_000);
      ids.push(...idsIn(answer.body));
      cursor = answer.body.next_cursor;
    }
    expect(new Set(ids).size).toBe(agentLimits.per_organization);
  });

  it("keeps at most 50, also of many at once, and of those from before they were counted", async () => {
    for (let made = 0; made < 45; made++) await created();
    await scene.base.table.removeMany([{ pk: organizationPk(scene.tenant.id), sk: "AGENT_COUNT" }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toEqual({ detail: "Too many agents", code: "TOO_MANY_AGENTS" });
    const { agents: all } = await list();
    expect(all).toHaveLength(50);
    await scene.base.table.removeMany([{ pk: organizationPk(scene.tenant.id), sk: "AGENT_COUNT" }]);
    await remove(all[0].id);
    expect(statusesOf([await create(), await create()])).toEqual([200, 400]);
  });
});

describe(`PATCH ${path}/{agent_id}`, () => {
  it("changes what is named and nothing else; null empties what may be empty", async () => {
    const id = await created({ description: "D", instructions: "I", model_id: "rules", starter_prompts: ["P"] });
    const { body: before } = await change(id, {});
    const renamed = (await change(id, { name: "Renamed" })).body;
    expect(renamed).toEqual({ ...before, name: "Renamed", updated_at: renamed.updated_at });
    const nothing = { description: null, instructions: null, model_id: null, starter_prompts: null };
    const emptied = (await change(id, { ...nothing, name: null, published: null, is_default: null })).body;
    expect(emptied).toMatchObject({ name: "Renamed", ...nothing, instructions: "", starter_prompts: [] });
    expect(emptied.published).toBe(false);
  });

  it("publishes an agent, which members see then, and takes it back", async () => {
    const seen = async () => (await as(scene.tenant.member, "GET /v1/agents")).body.agents.map(({ id }: Shown) => id);
    const id = await created();
    expect((await change(id, { published: true })).body).toMatchObject({ published: true, is_default: true });
    expect(await seen()).toEqual([id]);
    expect((await change(id, { published: false })).body).toMatchObject({ published: false, is_default: false });
    expect(await seen()).toEqual([]);
  });

  it("makes an agent the default, and the former one is it no longer, also of many at once", async () => {
    const ids = [];
    for (let made = 0; made < 4; made++) ids.push(await created({ published: true }));
    const [first = "", second = "", third = ""] = ids;
    expect(await theDefault()).toEqual([first]);
    expect((await change(second, { is_default: true })).body.is_default).toBe(true);
    expect(await theDefault()).toEqual([second]);
    expect((await change(third, { is_default: false })).body.is_default).toBe(false);
    expect(await theDefault()).toEqual([second]);
    const answers = await Promise.all(ids.map((id) => change(id, { is_default: true })));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    expect(await theDefault()).toHaveLength(1);
  });

  it("answers 409 to a default that is to be none, and 400 to a draft that is to be the default", async () => {
    const [only, draft] = [await created({ published: true }), await created()];
    expect(await change(only, { is_default: false })).toMatchObject(inUse);
    const refused = { status: 400, body: { code: "AGENT_NOT_PUBLISHED" } };
    expect(await change(draft, { is_default: true })).toMatchObject(refused);
    expect(await change(only, { is_default: true, published: false })).toMatchObject(refused);
    expect((await change(draft, { is_default: true, published: true })).status).toBe(200);
    expect(await theDefault()).toEqual([draft]);
  });

  it("gives the place of a default that is taken back to the oldest published agent, until it is published again", async () => {
    const [first, second] = [await created({ published: true }), await created({ published: true, is_default: true })];
    await change(second, { published: false });
    expect(await theDefault()).toEqual([first]);
    await change(second, { published: true });
    expect(await theDefault()).toEqual([second]);
  });

  it("answers 400 to a model that the deployment does not have", async () => {
    const id = await created();
    expect(await change(id, { model_id: "unknown" })).toMatchObject({ status: 400, body: { code: "MODEL_NOT_FOUND" } });
  });

  it("answers 404 to agents the organization does not have", async () => {
    const foreigners = (await as(scene.foreign.admin, `POST ${path}`, { name: "Foreign" })).body.id;
    for (const id of [randomUUID(), "x", foreigners]) {
      for (const body of [{ name: "x" }, { is_default: true }, { is_default: false }, { published: true }]) {
        expect(await change(id, body)).toMatchObject(notFound);
      }
    }
  });
});

describe(`DELETE ${path}/{agent_id}`, () => {
  it("deletes an agent, once", async () => {
    const id = await created();
    expect(await remove(id)).toMatchObject({ status: 200, text: '{"message":"Agent deleted successfully"}' });
    expect(await remove(id)).toMatchObject(notFound);
    expect((await list()).agents).toEqual([]);
  });

  it("answers 409 to the default, whether it was made so or is the oldest that is published", async () => {
    const [first, second] = [await created({ published: true }), await created({ published: true })];
    expect(await remove(first)).toMatchObject(inUse);
    await change(second, { is_default: true });
    expect(await remove(second)).toMatchObject(inUse);
    expect((await remove(first)).status).toBe(200);
    expect(await theDefault()).toEqual([second]);
    // A draft is nobody's default, also if it was.
    await change(second, { published: false });
    expect((await remove(second)).status).toBe(200);
    const last = await created({ published: true });
    expect(await theDefault()).toEqual([last]);
  });

  it("never leaves published agents without a default that is there, however removals and changes meet", async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await created({ published: true }), await created({ published: true })];
      await change(first, { is_default: true });
      const answers = await Promise.all([
        remove(second),
        change(second, { is_default: true }),
        change(first, { published: false }),
        remove(first),
      ]);
      for (const { status } of answers) expect([200, 400, 404, 409]).toContain(status);
      const published = (await list()).agents.filter((agent: { published: boolean }) => agent.published);
      expect(await theDefault()).toHaveLength(published.length > 0 ? 1 : 0);
      const pointer = await scene.base.table.get({ pk: organizationPk(scene.tenant.id), sk: "AGENT_DEFAULT" });
      if (pointer) expect(idsIn(await list())).toContain(pointer["agent_id"]);
      for (const { id } of await Agent.list(scene.tenant.ctx)) {
        await change(id, { published: false });
        await remove(id);
      }
      expect(await list()).toMatchObject({ agents: [] });
    }
  });

  it("answers 404 to agents the organization does not have", async () => {
    const foreigners = (await as(scene.foreign.admin, `POST ${path}`, { name: "Foreign" })).body.id;
    for (const id of [randomUUID(), "x", foreigners]) expect(await remove(id)).toMatchObject(notFound);
  });
});
