import { randomUUID } from "node:crypto";
import { rules } from "@parley/functions/http/rules";
import { describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { countCalls } from "../support/count-calls.ts";
import type { Person } from "../support/tenant.ts";
import { useTenants } from "./tenant-scene.ts";

const path = "/v1/organization-rules";
const clock = standingClock();
const scene = useTenants(rules, { clock });
const { as } = scene;

const create = async (person: Person, content: string): Promise<string> =>
  (await as(person, `POST ${path}`, { content })).body.id;
const contents = async () =>
  (await as(scene.tenant.admin, `GET ${path}`)).body.organization_rules.map(
    ({ content }: { content: string }) => content,
  );
const notFound = { status: 404, text: '{"detail":"Organization rule not found","code":"RULE_NOT_FOUND"}' };

describe(`POST ${path}`, () => {
  it("adds a rule in the admin's name", async () => {
    const answer = await as(scene.tenant.admin, `POST ${path}`, { content: "Revenue means the amount less refunds." });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        organization_id: scene.tenant.id,
        content: "Revenue means the amount less refunds.",
        created_by: scene.tenant.admin.id,
        last_updated_by: scene.tenant.admin.id,
        last_updated_by_name: scene.tenant.admin.name,
      },
    });
    expect(Object.keys(answer.body)).toHaveLength(8);
  });

  it.each([[{}], [{ content: "" }], [{ content: "x".repeat(4001) }], [{ content: ["x"] }]])(
    "answers 422 to %j",
    async (body) => {
      expect((await as(scene.tenant.admin, `POST ${path}`, body)).status).toBe(422);
    },
  );

  it("keeps at most 100, also of many at once", async () => {
    for (let number = 0; number < 90; number++) await create(scene.tenant.admin, `rule ${number}`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => as(scene.tenant.admin, `POST ${path}`, { content: "x" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 400, body: { detail: "At most 100 rules are kept for an organization" } });
    const { body } = await as(scene.tenant.admin, `GET ${path}`);
    await as(scene.tenant.admin, `DELETE ${path}/${body.organization_rules[0].id}`);
    expect((await as(scene.tenant.admin, `POST ${path}`, { content: "x" })).status).toBe(200);
  });
});

describe(`GET ${path}`, () => {
  it("answers the organization's own, most recently updated first", async () => {
    const first = await create(scene.tenant.admin, "first");
    clock.advance(1);
    await create(scene.tenant.admin, "second");
    clock.advance(1);
    await create(scene.foreign.admin, "foreign");
    expect(await contents()).toEqual(["second", "first"]);
    await as(scene.tenant.admin, `PATCH ${path}/${first}`, { content: "first, changed" });
    expect(await contents()).toEqual(["first, changed", "second"]);
  });

  it("costs two calls at once", async () => {
    const admin = await scene.tenant.add("admin");
    const count = await countCalls(scene.table).during(() => as(admin, `GET ${path}`));
    expect(count).toMatchObject({ calls: 2, depth: 1 });
  });
});

describe(`PATCH ${path}/{rule_id}`, () => {
  it("replaces the content and says who did", async () => {
    const id = await create(scene.tenant.admin, "before");
    const other = await scene.tenant.add("admin");
    clock.advance(1000);
    const answer = await as(other, `PATCH ${path}/${id}`, { content: "after" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id,
        content: "after",
        created_by: scene.tenant.admin.id,
        last_updated_by: other.id,
        last_updated_by_name: other.name,
      },
    });
    expect(answer.body.updated_at > answer.body.created_at).toBe(true);
  });

  it("answers 404 to rules the organization does not have", async () => {
    const foreigners = await create(scene.foreign.admin, "foreign");
    for (const id of [randomUUID(), "x", foreigners]) {
      expect(await as(scene.tenant.admin, `PATCH ${path}/${id}`, { content: "x" })).toMatchObject(notFound);
    }
  });
});

describe(`DELETE ${path}/{rule_id}`, () => {
  it("deletes a rule, once", async () => {
    const id = await create(scene.tenant.admin, "x");
    expect(await as(scene.tenant.admin, `DELETE ${path}/${id}`)).toMatchObject({
      status: 200,
      text: '{"message":"Organization rule deleted successfully"}',
    });
    expect(await as(scene.tenant.admin, `DELETE ${path}/${id}`)).toMatchObject(notFound);
    expect(await contents()).toEqual([]);
  });

  it("answers 404 to rules the organization does not have", async () => {
    const foreigners = await create(scene.foreign.admin, "foreign");
    for (const id of [randomUUID(), "x", foreigners]) {
      expect(await as(scene.tenant.admin, `DELETE ${path}/${id}`)).toMatchObject(notFound);
    }
  });
});
