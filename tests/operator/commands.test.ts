import { consumptionLimits } from "@parley/contract/limits";
import * as Agent from "@parley/core/agent/agent";
import type { Statement } from "@parley/core/ledger/organization";
import { readArguments } from "@parley/operator/arguments";
import type { Deployment } from "@parley/operator/command";
import { agentCommands } from "@parley/operator/commands/agents";
import { documentCommands } from "@parley/operator/commands/documents";
import { limitsCommand } from "@parley/operator/commands/limits";
import { organizationCommands } from "@parley/operator/commands/organizations";
import { queryCommands } from "@parley/operator/commands/queries";
import { ruleCommands } from "@parley/operator/commands/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";

let table: TestTable;
let deployment: Deployment;
let organization: string;
beforeAll(async () => {
  table = await startTable();
  deployment = { ...baseFor(table), ...unreachable() };
  organization = (await createTenant(deployment)).id;
});
afterAll(() => table.stop());

async function run(line: string, ...values: string[]): Promise<unknown> {
  const command = [...organizationCommands, limitsCommand, ...queryCommands, ...ruleCommands].find(
    ({ name }) => name === line,
  );
  if (!command || !("run" in command)) throw new Error(`There is no ${line}`);
  return command.run(deployment, readArguments(command, values));
}

/** What a command says beside its answer. */
async function hintOf(line: string, ...values: string[]): Promise<string | undefined> {
  const command = [...organizationCommands, ...agentCommands].find(({ name }) => name === line);
  if (!command || !("run" in command)) throw new Error(`There is no ${line}`);
  const given = readArguments(command, values);
  return command.hint?.(deployment, given, await command.run(deployment, given));
}

describe("the operator's commands", () => {
  it.each(["", "  "])("take no empty value where one is required: %j", async (name) => {
    await expect(run("organization create", "--name", name)).rejects.toThrow("Empty: --name");
  });

  it("say what is missing where an organization has no published agent, and how to make and publish one", async () => {
    const { ctx, id } = await createTenant(deployment);
    const given = ["--organization", id];
    const asked = (line: string, ...values: string[]) => hintOf(line, ...given, ...values);
    const missing = /no published agent yet.*404 Chat not found/s;
    expect(await asked("organization show")).toMatch(missing);
    expect(await asked("agent list")).toContain(`agent create --organization ${id} --name`);
    expect(await asked("agent create", "--name", "Analyst")).toMatch(missing);
    const [agent] = await Agent.list(ctx);
    expect(await asked("agent list")).toContain(`agent publish --organization ${id} --id ${agent?.id}`);
    await Agent.update(ctx, agent?.id ?? "", { published: true });
    for (const line of ["organization show", "agent list"]) expect(await asked(line)).toBeUndefined();
    expect(await asked("agent unpublish", "--id", agent?.id ?? "")).toMatch(missing);
    expect(await hintOf("organization create", "--name", "Another")).toMatch(missing);
  });

  it("show and set what an organization may use, each limit by itself, and what is used of it", async () => {
    const given = ["--organization", organization];
    const { limits } = (await run("organization limits", ...given, "--json")) as Statement;
    expect(Object.keys(limits)).toEqual(Object.keys(consumptionLimits));
    expect(limits.tokens_per_day).toEqual({ limit: null, is_default: true, used: 0 });
    expect(limits.member_streams).toEqual({ limit: consumptionLimits.member_streams, is_default: true });
    await run("organization limits", ...given, "--tokens-per-day", "5000", "--member-model-calls-per-day", "none");
    const set = (await run("organization limits", ...given, "--member-streams", "3", "--json")) as Statement;
    expect(set.limits.tokens_per_day).toEqual({ limit: 5000, is_default: false, used: 0 });
    expect(set.limits.member_model_calls_per_day).toEqual({ limit: null, is_default: false });
    expect(set.limits.member_streams).toEqual({ limit: 3, is_default: false });
    await run("organization limits", ...given, "--tokens-per-day", "default");
    const rows = (await run("organization limits", ...given)) as { limit: string; value: string }[];
    expect(rows.find(({ limit }) => limit === "tokens_per_day")).toMatchObject({ value: "no limit" });
    expect(rows.find(({ limit }) => limit === "member_streams")).toMatchObject({ value: "3 (set)" });
    for (const wrong of ["many", "1.5", "1e9"])
      await expect(run("organization limits", ...given, "--member-waits", wrong)).rejects.toThrow(
        "--member-waits takes",
      );
    for (const wrong of ["0", "41", "none"])
      await expect(run("organization limits", ...given, "--member-turns-per-minute", wrong)).rejects.toThrow("1 to 40");
  });

  it("print rules and saved queries as the interface has them, not as they are stored", async () => {
    const given = ["--organization", organization];
    await run("rule create", ...given, "--content", "Amounts are in euros.");
    await run("query create", ...given, "--title", "Review", "--prompt", "Review the month");
    const printed = [await run("rule list", ...given), await run("query list", ...given)];
    expect(printed).toMatchObject([[{ content: "Amounts are in euros." }], [{ title: "Review", sql: null }]]);
    for (const [row] of printed as object[][]) {
      expect(Object.keys(row ?? {})[0]).toBe("id");
      expect(row).not.toHaveProperty("pk");
    }
  });
});

describe("document upload", () => {
  it("says that chats have to name the project", async () => {
    const upload = documentCommands.find(({ name }) => name === "document upload");
    if (!upload || !("run" in upload)) throw new Error("There is no document upload");
    const given = readArguments(upload, ["--organization", "ORG", "--project", "PROJECT", "--file", "handbook.pdf"]);
    const hint = await upload.hint?.(deployment, given, []);
    expect(hint).toMatch(/scoped_project_ids.*ask --organization ORG --project PROJECT/s);
  });
});

describe("organization rename", () => {
  it("changes the name where the organization is shown and where it is listed", async () => {
    const { id } = await createTenant(deployment);
    await run("organization rename", "--organization", id, "--name", "Example GmbH");
    expect(await run("organization show", "--organization", id)).toMatchObject({ id, name: "Example GmbH" });
    const listed = (await run("organization list")) as { id: string; name: string }[];
    expect(listed.find((each) => each.id === id)).toMatchObject({ name: "Example GmbH" });
    await expect(run("organization rename", "--organization", id, "--name", " ")).rejects.toThrow("Empty: --name");
    await expect(run("organization rename", "--organization", "none", "--name", "x")).rejects.toThrow(
      "no organization",
    );
  });
});
