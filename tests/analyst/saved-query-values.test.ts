import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Question } from "@parley/core/answer/answer";
import { parameterNames } from "@parley/datasource/placeholders/placeholders";
import { openShop, type Shop } from "../datasource/shop-server.ts";
import { ask, only, questionOf, toolsOf } from "./support.ts";
import type { AnswerEvent } from "@parley/core/answer/answer";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const running = (sql: string, values: Record<string, string>): Question =>
  questionOf({
    message: "Run it",
    integration: {
      id: "i1",
      display_name: "Shop",
      engine: "postgres",
      schema: (signal) => shop.datasource.introspect(signal),
      open: async () => shop.datasource,
    },
    saved_query: {
      id: "q1",
      title: "Orders",
      description: null,
      prompt: "Orders",
      sql,
      keywords: [],
      parameters: parameterNames(sql),
      values,
      mode: "direct",
    },
  });

describe("a saved query that is given a wrong value", () => {
  const above = "SELECT count(*) FROM orders WHERE total > {{min}} AND ordered_at >= '{{from}}'";
  const day = "2024-01-01";

  test.each<[string, Record<string, string>, string]>([
    [above, { min: "abc", from: day }, "invalid input syntax for type numeric. Check what was given for min and from."],
    [
      above,
      { min: "1", from: "2024-02-31" },
      "date/time field value out of range. Check what was given for min and from.",
    ],
    [
      "SELECT now() - interval '{{n}} days'",
      { n: "ten" },
      "invalid input syntax for type interval. Check what was given for n.",
    ],
    ["SELECT id FROM orders LIMIT {{n}}", { n: "-1" }, "LIMIT must not be negative. Check what was given for n."],
    [
      "SELECT concat('x', {{name}})",
      { name: "a" },
      "The type of {{name}} is not clear: write a cast, as in {{name}}::text",
    ],
    ["SELECT 1 / {{n}}::int", { n: "0" }, "division by zero"],
  ])("%s with %j says so", async (sql, values, message) => {
    const events: AnswerEvent[] = [];
    await expect(ask(running(sql, values), toolsOf(), events)).rejects.toMatchObject({ code: "SQL_FAILED", message });
    expect(only(events, "tool_result")[0]?.result).toMatchObject({ status: "error", error: `SQL_FAILED: ${message}` });
  });

  test("says a value's figure like a sentence does", async () => {
    const { answer } = await ask(running("SELECT sum(total) AS total_eur FROM orders", {}), toolsOf());
    expect(answer.content).toBe("“Orders”: 100,250 EUR.");
  });
});
