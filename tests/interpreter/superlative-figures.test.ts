import { chooseChart } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const told = async (question: string) => {
  const { reading, result } = await business.answer(question, { figures: true });
  return { sentence: verbalize(reading.form, result), result, chart: chooseChart(reading.form, result) };
};

describe("the first of an order with its figure", () => {
  it.each([
    ["Which country has the most customers?", /^[A-Z]\w+ has the most customers: \d+\.$/],
    ["Which month had the highest revenue?", /^[A-Z]\w+ 20\d\d has the highest [\w ]+: [\d,.]+\d\.$/],
    ["Which customer placed the fewest orders in 2023?", /^[A-Z][\w ]+ had the fewest orders in 2023: \d+\.$/],
    ["What is the most expensive product?", /^The product with the highest unit price is [A-Z][\w ]+: [\d.]+\.$/],
    ["Which 3 countries have the most customers?", /comes? first with \d+/],
  ])("is told: %s", async (question, words) => {
    expect((await told(question)).sentence).toMatch(words);
  });

  it("is a chart where there are several, and none where there is one", async () => {
    expect((await told("Which 3 countries have the most customers?")).chart?.chart_type).toBe("bar");
    expect((await told("Which country has the most customers?")).chart).toBeNull();
  });

  it("is told by the columns that were asked for alone where it is not wanted", async () => {
    const { result } = await business.answer("Which country has the most customers?");
    expect(result.columns).toHaveLength(1);
  });
});
