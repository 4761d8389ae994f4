import { afterAll, describe, expect, test } from "vitest";
import { useHandbook } from "./handbook.ts";
import { ask, only, openShop, questionOf, streamed, toolsOf } from "./support.ts";

const HANDBOOK =
  "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days of delivery.\n\n## Discounts\n\nStaff may buy at a discount of 15 percent.\n";

describe("the built-in interpreter, asked for figures and for a rule at once", () => {
  const handbook = useHandbook(HANDBOOK);
  const shop = openShop();
  afterAll(() => shop.close());

  async function asked(message: string) {
    const { organization, scope, files } = handbook;
    const question = questionOf({ message, organization, integration: shop.integration, scope });
    const { events, answer } = await ask(question, toolsOf({ files }));
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
