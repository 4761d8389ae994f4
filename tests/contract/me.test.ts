import * as Agent from "@parley/core/agent/agent";
import * as Organization from "@parley/core/organization/organization";
import { me } from "@parley/functions/http/me";
import { describe, expect, it } from "vitest";
import { api } from "../support/api.ts";
import { countCalls } from "../support/count-calls.ts";
import { useTenants } from "./tenant-scene.ts";

const scene = useTenants(me);
const { as } = scene;

/** The features that a deployment with these settings and this secret of the media service shows to a member. */
async function featuresWith(settings: Partial<typeof scene.base.settings>, secret?: string): Promise<string[]> {
  const call = api(
    {
      ...scene.base,
      settings: { ...scene.base.settings, ...settings },
      secrets: {
        ...scene.base.secrets,
        optional: (name) => (name === "LivekitApiSecret" ? secret : undefined),
      },
    },
    me,
  );
  return (await call("GET /v1/me", { token: scene.tenant.member.token })).body.features;
}

describe("GET /v1/me", () => {
  it("answers who calls and of which organization, and nothing else of either", async () => {
    for (const { id, email, name, role, ...person } of [scene.tenant.member, scene.tenant.admin]) {
      expect((await as({ id, email, name, role, ...person }, "GET /v1/me")).body).toEqual({
        member: { id, email, name, role },
        organization: { id: scene.tenant.id, name: "Test organization" },
        features: [],
      });
    }
  });

  it("costs two calls at once", async () => {
    const person = await scene.tenant.add();
    const cost = await countCalls(scene.table).during(async () =>
      expect((await as(person, "GET /v1/me")).status).toBe(200),
    );
    expect(cost).toMatchObject({ calls: 2, depth: 1, write: 0 });
    expect(cost.read).toBeLessThanOrEqual(2);
  });

  it("names the organization as it is called now", async () => {
    await Organization.rename(scene.tenant.ctx, "Another name");
    expect((await as(scene.tenant.member, "GET /v1/me")).body.organization.name).toBe("Another name");
  });

  it("has durable_turns as long as the organization has a published agent", async () => {
    const has = async () => (await as(scene.tenant.member, "GET /v1/me")).body.features;
    const agent = await Agent.create(scene.tenant.ctx, { name: "Analyst" });
    await Agent.create(scene.foreign.ctx, { name: "Foreign", published: true });
    expect(await has()).toEqual([]);
    await Agent.update(scene.tenant.ctx, agent.id, { published: true });
    expect(await has()).toEqual(["durable_turns"]);
  });

  it("has what the deployment is configured for, and not what is configured by half", async () => {
    const media = { livekitUrl: "wss://media.example", livekitApiKey: "APIkey" };
    expect(await featuresWith({ modelBaseUrl: "http://model.example" })).toEqual(["language_models"]);
    expect(await featuresWith({ transcribeBaseUrl: "http://speech.example" })).toEqual(["transcription"]);
    expect(await featuresWith(media, "a secret")).toEqual(["voice"]);
    expect(await featuresWith(media)).toEqual([]);
    expect(await featuresWith({ livekitUrl: media.livekitUrl }, "a secret")).toEqual([]);
  });
});
