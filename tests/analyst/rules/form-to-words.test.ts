import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseChart } from "@parley/analyst/rules/chart";
import { suggestFollowUps } from "@parley/analyst/rules/follow-ups";
import { verbalize } from "@parley/analyst/rules/sentence";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

describe("verbalize", () => {
  it("says a single number in a sentence", async () => {
    const { reading, result } = await business.answer("How many orders are there?");
    expect(verbalize(reading.form, result)).toContain("140");
  });

  it("says so when nothing matches", async () => {
    const { reading, result } = await business.answer("Orders since May 2030");
    expect(verbalize(reading.form, result)).toBe("There is nothing in the data that matches.");
  });

  it("survives a form stored as JSON", async () => {
    const { reading, result } = await business.answer("Revenue by category");
    const stored: typeof reading.form = JSON.parse(JSON.stringify(reading.form));
    expect(verbalize(stored, result)).toBe(verbalize(reading.form, result));
  });
});

describe("chooseChart", () => {
  it.each([
    ["Revenue by month in 2023", "line"],
    ["Revenue by category", "bar"],
    ["Number of orders by status and payment method", "stacked_bar"],
    ["How many orders are there?", null],
    ["Customers in Germany", null],
  ])("%s: %s", async (question, type) => {
    const { reading, result } = await business.answer(question);
    const chart = chooseChart(reading.form, result);
    expect(chart?.chart_type ?? null).toBe(type);
    if (chart === null) return;
    const names = result.columns.map((column) => column.name);
    expect(names).toContain(chart.label_column);
    expect(names).toContain(chart.value_column);
  });
});

describe("suggestFollowUps", () => {
  it.each([
    "How many orders are there?",
    "Revenue by month in 2023",
    "Customers in Germany",
    "Which category has the most returns?",
  ])("can be answered after: %s", (question) => {
    const first = business.ask(question);
    if (first.kind !== "query") throw new Error("not understood");
    const next = suggestFollowUps(first.form, business.schema);
    expect(next.length).toBeLessThanOrEqual(3);
    for (const suggestion of next) expect(business.ask(suggestion).kind).toBe("query");
  });
});
