import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import * as Project from "@parley/core/project/project";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { startFiles } from "./files.ts";
import { ask, only, openShop, questionOf, streamed, toolsOf } from "./support.ts";

const HANDBOOK =
  "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days of delivery.\n\n## Discounts\n\nStaff may buy at a discount of 15 percent.\n";

describe("the built-in interpreter, asked for figures and for a rule at once", () => {
  let table: TestTable;
  let bucket: Awaited<ReturnType<typeof startFiles>>;
  let ctx: OrganizationContext & WithFiles;
  let scope: { id: string; name: string; description: null }[];
  const shop = openShop();
  beforeAll(async () => {
    [table, bucket] = await Promise.all([startTable(), startFiles()]);
    const base = baseFor(table);
    ctx = { ...base, files: bucket.files, actor: { organization_id: base.ids.next() } };
    const { id, name } = await Project.create(ctx, { name: "Policies" });
    await Document.create(ctx, id, { filename: "handbook.md", bytes: new TextEncoder().encode(HANDBOOK) });
    scope = [{ id, name, description: null }];
  });
  afterAll(async () => {
    await Promise.all([table.stop(), bucket.stop(), shop.close()]);
  });

  async function asked(message: string) {
    const organization = { id: ctx.actor.organization_id, name: "Acme" };
    const question = questionOf({ message, organization, integration: shop.integration, scope });
    const { events, answer } = await ask(question, toolsOf({ files: ctx.files }));
    expect(streamed(events)).toBe(answer.content);
    return { answer, tools: only(events, "tool_call").map(({ call }) => call.tool) };
  }

  test.each([
    ["How many orders are there and within how many days can goods be returned?", ["run_sql", "search_documents"]],
    ["Within how many days can goods be returned, and how many orders are there?", ["search_documents", "run_sql"]],
    ["How many orders are there? And when can goods be returned?", ["run_sql", "search_documents"]],
  ])("answers both, in their order: %s", async (message, expected) => {
    const { answer, tools } = await asked(message);
    expect(tools).toEqual(expected);
    expect(answer.type).toBe("final");
    expect(answer.content).toMatch(/\b4\b/);
    expect(answer.content).toContain("> Goods can be returned within 30 days of delivery.");
    expect(answer.content.indexOf("SELECT") < answer.content.indexOf("> Goods")).toBe(expected[0] === "run_sql");
    expect(answer.metadata.citations).toMatchObject([{ place: "Handbook › Returns" }]);
    expect(answer.metadata.sql).toHaveLength(1);
    expect(answer.metadata.interpretation).toContain("order");
    expect(answer.metadata.verification?.status).toBe("grounded");
    expect(answer.state).toMatchObject({ subject: "orders" });
  });

  test.each([
    ["two figures", "How many orders are there and how many customers are there?"],
    ["two rules", "When can goods be returned and what discount may staff have?"],
    ["a figure and something that is nowhere", "How many orders are there and who invented the telephone?"],
    ["two figures of which one is derived", "How many orders are there and what is their average total?"],
    ["a figure of what a document only mentions", "How many orders are there and how many goods?"],
    ["one thing", "How many orders and customers are there?"],
  ])("answers as before where it is asked for %s", async (_, message) => {
    const { tools } = await asked(message);
    expect(new Set(tools).size).toBeLessThan(2);
  });
});
