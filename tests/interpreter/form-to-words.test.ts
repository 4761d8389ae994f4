import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseChart } from "@parley/interpreter/explain/choose-chart";
import { suggestFollowUps } from "@parley/interpreter/explain/suggestions";
import { verbalize } from "@parley/interpreter/explain/sentence";
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
    expect(verbalize(reading.form, result)).toBe("There are no orders since May 2030.");
  });

  it("survives a form stored as JSON", async () => {
    const { reading, result } = await business.answer("Revenue by category");
    const stored: typeof reading.form = JSON.parse(JSON.stringify(reading.form));
    expect(verbalize(stored, result)).toBe(verbalize(reading.form, result));
  });
});

/** A sentence, or what the question was read as. */
const said = async (question: string) => {
  const { reading, result } = await business.answer(question);
  return { sentence: verbalize(reading.form, result), reading: reading.interpretation, rows: result.rows };
};

describe("a sentence", () => {
  it.each([
    ["How many orders were there on 3 May 2023?", /^There (was|were) \d+ orders? on 3 May 2023\.$/],
    ["When was the first order?", /^The first order was on \d{1,2} [A-Z][a-z]+ 20\d\d( at \d\d:\d\d)?\.$/],
    ["When was the first employee hired?", /^The first employee was hired on \d{1,2} [A-Z][a-z]+ \d{4}\.$/],
    ["What percentage of orders were cancelled?", /^[\d.]+ % of orders have status “cancelled”\.$/],
    ["Average number of orders per customer", /^On average there are [\d.]+ orders per customer\.$/],
    ["How many customers have more than 15 orders?", /^There (is|are) \d+ customers? with more than 15 orders\.$/],
    ["How many customers are there in Germany or France?", /^There are \d+ customers in Germany or France\.$/],
    ["Revenue by quarter in 2023 for Germany", /^Revenue by quarter in Germany in 2023: the highest was [\d,]+/],
    ["Top 5 products by revenue", /comes first with .* 5 products shown\.$/],
    ["Revenue by employee", /\d+ employees in all\.$/],
    ["List discontinued products", /^1 discontinued product: Garden Hose\.$/],
    ["Revenue of Desk Lamp by month in 2023", /^Revenue by month for product “Desk Lamp” in 2023: /],
    ["Number of orders by hour of the day", /\d+ hours of day in all\.$/],
    ["Number of orders by status", /\d+ statuses in all\.$/],
    ["What is the city of customer Ada Brandt?", /^The city of the customer named “Ada Brandt” is [A-Z]/],
    ["Products whose name contains 'lamp'", /product name contains “lamp”/],
    ["Which country has the most customers?", /^The country with the most customers is [A-Z]\w+\.$/],
    ["Average total amount of orders in Germany", /^The average total amount of orders in Germany is [\d,.]+\.$/],
    ["Revenue of Ada Brandt in 1999", /^Revenue for customer “Ada Brandt” in 1999 was 0\.$/],
    ["When did Ada Brandt sign up?", /^The customer named “Ada Brandt” signed up on \d{1,2} [A-Z][a-z]+ \d{4}\.$/],
  ])("%s", async (question, words) => {
    expect((await said(question)).sentence).toMatch(words);
  });

  it("tells the very day and figure of the table's cell, which stays ISO", async () => {
    const { sentence, rows } = await said("When was the first order?");
    const cell = String(rows[0]?.[0]);
    expect(cell).toMatch(/^\d{4}-\d\d-\d\d/);
    expect(sentence).toContain(`${Number(cell.slice(8, 10))} `);
    expect(sentence).toContain(cell.slice(0, 4));
  });

  it("writes the amounts of one column alike, with two decimals, and counts without", async () => {
    const amounts = await said("Average total amount by country");
    const figures = amounts.sentence.match(/[\d,]+\.?\d*(?= \()/g) ?? [];
    expect(figures.length).toBeGreaterThan(1);
    for (const figure of figures) expect(figure).toMatch(/\.\d\d$/);
    expect((await said("Number of orders by country")).sentence).not.toMatch(/\d\.\d/);
  });

  it("says nothing of a leader where all are equal", async () => {
    const { reading } = await business.answer("Number of orders by country");
    const columns = ["country", "orders_count"].map((name) => ({ name, type: "text" as const }));
    const rows = ["Italy", "Norway"].map((name) => [name, 4]);
    const result = { columns, rows, row_count: 2, truncated: false, duration_ms: 0 };
    expect(verbalize(reading.form, result)).toBe("Number of orders by country: 4 for both Italy and Norway.");
  });
});

describe("what a question was read as", () => {
  it.each([
    ["How many customers are there?", "Number of customers."],
    ["How many orders were there on 3 May 2023?", "Number of orders on 3 May 2023."],
    ["Revenue by employee", "Total amount of orders for each employee."],
    ["Revenue by month in 2023", "Total amount of orders in 2023 for each month."],
    ["How many customers have more than 15 orders?", "Number of customers with more than 15 orders."],
    ["Which customers have no orders?", "Customers without orders."],
    ["Which customers bought the Desk Lamp?", "Customers with orders for product “Desk Lamp”."],
    ["When was the first order?", "Date of the first order."],
    ["Which cities do our customers live in?", "Different cities of customers."],
    ["Employees hired before 2020", "Employees hired before 2020."],
  ])("%s", async (question, words) => {
    expect((await said(question)).reading).toBe(words);
  });
});

describe("chooseChart", () => {
  it.each([
    ["Revenue by month in 2023", "line"],
    ["Revenue by category", "bar"],
    ["Number of orders by status and payment method", "stacked_bar"],
    ["Average total amount of orders by status and payment method", "bar"],
    ["Share of revenue by category", "pie"],
    ["What is our revenue growth by month in 2023?", "bar"],
    ["Number of orders by weekday", "bar"],
    ["Top 5 products by revenue", "bar"],
    ["Which country has the most customers?", null],
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

describe("the title of a chart", () => {
  it.each([
    ["Revenue by month in 2023", "Revenue by month in 2023"],
    ["Number of customers by country", "Number of customers by country"],
    ["How many customers signed up per month in 2023?", "Number of customers that signed up in 2023 by month"],
    ["Average total amount of orders by country", "Average total amount of orders by country"],
  ])("%s: %s", async (question, title) => {
    const { reading, result } = await business.answer(question);
    expect(chooseChart(reading.form, result)?.title).toBe(title);
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

  it("does not suggest what was just asked", () => {
    const question = "What is the average total amount of orders?";
    const first = business.ask(question);
    if (first.kind !== "query") throw new Error("not understood");
    expect(suggestFollowUps(first.form, business.schema)).not.toContain(question);
  });
});
