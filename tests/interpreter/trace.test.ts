import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interpret } from "@parley/interpreter/interpret";
import { type Step, stages, traceText } from "@parley/interpreter/trace";
import { type Business, NOW, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const earlier = "Revenue by month";

describe("the trace of a question", () => {
  it.each([
    ["How many customers are there?", false],
    ["Revenue by month", false],
    ["Top 5 products by revenue in 2023", false],
    ["Which customers never ordered?", false],
    ["What share of orders were returned?", false],
    ["Average order value per country as a bar chart", false],
    ["Customers with more than 3 orders since January", false],
    ["and by country?", true],
    ["as a line chart", true],
    ["How is the weather?", false],
  ])("%s goes through each stage once, downwards", (text, isFollowUp) => {
    const before = business.ask(earlier);
    const steps: Step[] = [];
    interpret(
      {
        text,
        schema: business.schema,
        now: NOW,
        earlier: isFollowUp && before.kind === "query" ? [before.form] : [],
        guidance: [],
      },
      (step) => void steps.push(step),
    );
    const places = steps.map(({ stage }) => stages.indexOf(stage));
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) expect(traceText(step)).not.toBe("");
  });
});
