import { chooseCharts } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

async function chartsOf(question: string) {
  const { reading, result } = await business.answer(question, { figures: true });
  return { charts: chooseCharts(reading.form, result), sentence: verbalize(reading.form, result), result };
}

describe("figures that are asked for together", () => {
  it("have a chart each where no axis is theirs in common", async () => {
    const { charts } = await chartsOf("revenue and number of orders by month");
    expect(charts).toMatchObject([
      { chart_type: "line", title: "Revenue by month", value_column: "revenue" },
      { chart_type: "line", title: "Number of orders by month", value_column: "orders_count" },
    ]);
  });

  it("stand in one chart where they are counted alike and of one size", async () => {
    const { charts } = await chartsOf("lowest and highest unit price by category");
    expect(charts).toHaveLength(1);
    expect(charts[0]).toMatchObject({ chart_type: "bar", more_value_columns: [expect.any(String)] });
  });

  it("have a chart each where one would be too small to be seen beside the other", async () => {
    const { charts } = await chartsOf("revenue and average order value by country");
    expect(charts.map(({ value_column }) => value_column)).toEqual(["revenue", "average_order_value"]);
  });

  it("are drawn by the one that ranks them where only the first are shown", async () => {
    const { charts } = await chartsOf("top 3 products by revenue with their share of the total");
    expect(charts).toMatchObject([{ chart_type: "bar", value_column: "revenue" }]);
  });
});

describe("a share of money", () => {
  it.each([
    ["share of revenue by country", /^Share of revenue by country: the highest is [\d.]+ %/],
    ["percentage of revenue by country", /^Percentage of revenue by country: the highest is [\d.]+ %/],
    ["percentage of orders by status", /^Percentage of orders by status: /],
  ])("is told by what it is a share of: %s", async (question, words) => {
    const { sentence } = await chartsOf(question);
    expect(sentence).toMatch(words);
  });

  it("stands beside the figure that ranks, where both are asked for", async () => {
    const { result } = await chartsOf("top 3 products by revenue with their share of the total");
    expect(result.columns.map(({ name }) => name)).toEqual(["name", "revenue", "revenue_share"]);
  });
});

describe("what is counted beside figures of what belongs to it", () => {
  it("is counted also where nothing belongs to it", async () => {
    const { result } = await chartsOf("number of customers and number of orders by country");
    const all = await business.rows("SELECT COUNT(*) FROM customers");
    expect(result.rows.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(Number(all[0]?.[0]));
  });

  it("has a total of 0 where nothing belongs to it", async () => {
    const { result } = await chartsOf("number of customers and revenue by country");
    expect(result.rows.every(([, , revenue]) => typeof revenue === "number")).toBe(true);
  });
});
