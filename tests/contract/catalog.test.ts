import * as Agent from "@parley/core/agent/agent";
import * as Integration from "@parley/core/integration/integration";
import * as Project from "@parley/core/project/project";
import { agents } from "@parley/functions/http/agents";
import { integrations } from "@parley/functions/http/integrations";
import { models } from "@parley/functions/http/models";
import { projects } from "@parley/functions/http/projects";
import { queries } from "@parley/functions/http/queries";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { config } from "./postgres-config.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants([...integrations, ...projects, ...models, ...agents, ...queries], {
  settings: { modelId: undefined },
});
const { as } = scene;
describe("token-only lists", () => {
  it.each([
    ["GET /v1/integrations", 2],
    ["GET /v1/projects", 2],
    ["GET /v1/agents", 2],
    ["GET /v1/queries", 2],
    ["GET /v1/models", 1],
  ])("%s costs %d calls at once (P3)", async (request, calls) => {
    const person = await scene.tenant.add();
    const counter = countCalls(scene.table);
    const cost = await counter.during(async () => expect((await as(person, request)).status).toBe(200));
    expect(cost).toMatchObject({ calls, depth: 1 });
    expect(cost.read).toBeLessThanOrEqual(2);
  });
});

describe("GET /v1/integrations", () => {
  it("answers the organization's own, and nothing of how they are reached", async () => {
    const first = await Integration.create(scene.tenant.ctx, { display_name: "Warehouse", config });
    const second = await Integration.create(scene.tenant.ctx, {
      display_name: "Files",
      config: { engine: "sqlite", file: "x.db" },
    });
    await Integration.create(scene.foreign.ctx, { display_name: "Foreign", config });
    expect((await as(scene.tenant.member, "GET /v1/integrations")).body).toEqual({
      integrations: [
        { id: first.id, display_name: "Warehouse", type: "database" },
        { id: second.id, display_name: "Files", type: "database" },
      ],
    });
  });
});

describe("integrations", () => {
  it("are kept sealed, for their organization only", async () => {
    const integration = await Integration.create(scene.tenant.ctx, { display_name: "Warehouse", config });
    expect(JSON.stringify(integration)).not.toContain("the password");
    expect(Integration.configOf(scene.tenant.ctx, integration)).toEqual(config);
    expect(() =>
      Integration.configOf(scene.foreign.ctx, { ...integration, organization_id: scene.foreign.id }),
    ).toThrow();
  });

  it("are found by their organization only", async () => {
    const { id } = await Integration.create(scene.tenant.ctx, { display_name: "Warehouse", config });
    expect(await Integration.find(scene.tenant.ctx, id)).toMatchObject({ id });
    expect(await Integration.find(scene.foreign.ctx, id)).toBeUndefined();
    expect(await Integration.find(scene.tenant.ctx, "x".repeat(3000))).toBeUndefined();
    await expect(Integration.get(scene.foreign.ctx, id)).rejects.toMatchObject({ code: "INTEGRATION_NOT_FOUND" });
    await expect(Integration.update(scene.foreign.ctx, id, { display_name: "taken" })).rejects.toMatchObject({
      code: "INTEGRATION_NOT_FOUND",
    });
  });
});

describe("GET /v1/projects", () => {
  it("answers the projects that the caller may use", async () => {
    const open = await Project.create(scene.tenant.ctx, { name: "Handbook", description: "d", tags: ["a"] });
    await Project.create(scene.tenant.ctx, { name: "Board", member_ids: [scene.tenant.other.id] });
    await Project.create(scene.foreign.ctx, { name: "Foreign" });
    const { body } = await as(scene.tenant.member, "GET /v1/projects");
    expect(body).toEqual({
      projects: [
        {
          id: open.id,
          name: "Handbook",
          description: "d",
          tags: ["a"],
          created_at: open.created_at,
          updated_at: open.updated_at,
        },
      ],
    });
    expect((await as(scene.tenant.other, "GET /v1/projects")).body.projects).toHaveLength(2);
  });
});

describe("GET /v1/models", () => {
  it("answers the models and the platform's default, which is one of them", async () => {
    const { body } = await as(scene.tenant.member, "GET /v1/models");
    expect(Object.keys(body).toSorted()).toEqual(["default", "models"]);
    expect(body.models.map(({ model_id }: { model_id: string }) => model_id)).toContain(body.default);
    for (const model of body.models)
      expect(Object.keys(model).toSorted()).toEqual(["description", "display_name", "model_id"]);
  });
});

describe("GET /v1/agents", () => {
  it("answers published agents with their model, one of them the default", async () => {
    const platform: string = (await as(scene.tenant.member, "GET /v1/models")).body.default;
    const first = await Agent.create(scene.tenant.ctx, {
      name: "First",
      published: true,
      instructions: "secret instructions",
    });
    const second = await Agent.create(scene.tenant.ctx, {
      name: "Second",
      model_id: "own",
      starter_prompts: ["Hello?"],
    });
    await Agent.create(scene.tenant.ctx, { name: "Draft" });
    await Agent.create(scene.foreign.ctx, { name: "Foreign", published: true });
    await Agent.update(scene.tenant.ctx, second.id, { published: true });
    const list = async () => (await as(scene.tenant.member, "GET /v1/agents")).body.agents;
    expect(await list()).toMatchObject([
      { id: first.id, name: "First", description: null, model_id: platform, is_default: true, starter_prompts: [] },
      { id: second.id, name: "Second", model_id: "own", is_default: false, starter_prompts: ["Hello?"] },
    ]);
    await Agent.update(scene.tenant.ctx, second.id, { is_default: true });
    expect((await list()).map(({ is_default }: { is_default: boolean }) => is_default)).toEqual([false, true]);
    expect((await Agent.defaultAgent(scene.tenant.ctx))?.id).toBe(second.id);
    expect(Object.keys((await list())[0]).toSorted()).toEqual([
      "created_at",
      "description",
      "id",
      "is_default",
      "model_id",
      "name",
      "starter_prompts",
      "updated_at",
    ]);
    await Agent.update(scene.tenant.ctx, second.id, { published: false });
    expect((await Agent.defaultAgent(scene.tenant.ctx))?.id).toBe(first.id);
    await expect(Agent.update(scene.tenant.ctx, second.id, { is_default: true })).rejects.toMatchObject({
      code: "AGENT_NOT_PUBLISHED",
    });
    expect(await Agent.findAgent(scene.foreign.ctx, first.id)).toBeUndefined();
  });
});
