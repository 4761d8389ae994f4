import { readArguments } from "@parley/operator/arguments";
import type { Deployment } from "@parley/operator/command";
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
  const command = [...organizationCommands, ...queryCommands, ...ruleCommands].find(({ name }) => name === line);
  if (!command || !("run" in command)) throw new Error(`There is no ${line}`);
  return command.run(deployment, readArguments(command, values));
}

describe("the operator's commands", () => {
  it.each(["", "  "])("take no empty value where one is required: %j", async (name) => {
    await expect(run("organization create", "--name", name)).rejects.toThrow("Empty: --name");
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
