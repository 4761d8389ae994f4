import * as Agent from "@parley/core/agent/agent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, startCommandLine } from "./command-line.ts";

let line: CommandLine;
beforeAll(async () => {
  line = await startCommandLine();
});
afterAll(() => line.stop());

const agent = (verb: string, { id }: Tenant, ...more: string[]) =>
  line.run(["agent", verb, "--organization", id, ...more, "--json"]);

describe("the operator's commands for agents", () => {
  it("make, show and change what the interface shows", async () => {
    const tenant = await createTenant(line.deployment);
    const { json: made } = await agent(
      "create",
      tenant,
      "--name",
      "Sales",
      "--prompt",
      "Revenue?",
      "--prompt",
      "Costs?",
    );
    expect(made).toMatchObject({ name: "Sales", starter_prompts: ["Revenue?", "Costs?"], published: false });
    const one = ["--id", made.id];
    expect((await agent("update", tenant, ...one, "--instructions", "Be brief.")).json).toMatchObject({
      name: "Sales",
      instructions: "Be brief.",
    });
    expect((await agent("publish", tenant, ...one)).json).toMatchObject({ published: true, is_default: true });
    expect((await agent("show", tenant, ...one)).json).toEqual(await Agent.get(tenant.ctx, made.id));
    expect((await agent("list", tenant)).json).toEqual(await Agent.list(tenant.ctx));
  });

  it("keep the default: a draft does not become it, and it is not removed", async () => {
    const tenant = await createTenant(line.deployment);
    const first = await Agent.create(tenant.ctx, { name: "First", published: true });
    const draft = await Agent.create(tenant.ctx, { name: "Draft" });
    expect((await agent("default", tenant, "--id", draft.id)).error).toMatchObject({ code: "AGENT_NOT_PUBLISHED" });
    expect((await agent("remove", tenant, "--id", first.id)).error).toMatchObject({ code: "AGENT_IN_USE" });
    await agent("publish", tenant, "--id", draft.id);
    expect((await agent("default", tenant, "--id", draft.id)).json).toMatchObject({ is_default: true });
    expect((await agent("remove", tenant, "--id", first.id)).json).toEqual({ id: first.id, removed: true });
    expect((await agent("show", tenant, "--id", first.id)).error).toMatchObject({ code: "AGENT_NOT_FOUND" });
  });

  it("refuse what the interface would refuse", async () => {
    const tenant = await createTenant(line.deployment);
    const create = (...more: string[]) => agent("create", tenant, "--name", "Sales", ...more);
    const prompts = Array.from({ length: 11 }, (_, at) => ["--prompt", `Question ${at}`]).flat();
    for (const given of [["--instructions", "x".repeat(8001)], ["--description", "x".repeat(2001)], prompts]) {
      expect(await create(...given)).toMatchObject({ code: 2 });
    }
    expect(await agent("create", tenant, "--name", "x".repeat(201))).toMatchObject({ code: 2 });
    expect(await Agent.list(tenant.ctx)).toEqual([]);
  });
});
