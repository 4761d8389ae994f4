import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { chooseChart } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const rounded = (rows: unknown[][]) =>
  rows.map((row) => row.map((cell) => (typeof cell === "number" ? Math.round(cell * 100) / 100 : cell)));

const notCancelled = "SELECT SUM(total_amount) FROM orders WHERE status <> 'cancelled'";
const completed = "SELECT SUM(total_amount) FROM orders WHERE status = 'completed'";
const german = "SELECT COUNT(*) FROM customers WHERE country = 'Germany'";

describe("rules of an organization and memories of a member, however they are worded", () => {
  it.each([
    ["Revenue never includes cancelled orders.", "Total revenue", notCancelled],
    ["Cancelled orders do not count as revenue", "Total revenue", notCancelled],
    ["Orders that were cancelled are not revenue.", "Total revenue", notCancelled],
    ["Cancelled orders should always be left out.", "Total revenue", notCancelled],
    ["Sales means revenue without cancelled orders", "Total sales", notCancelled],
    ["Revenue never includes cancelled orders.", "How many orders?", "SELECT COUNT(*) FROM orders"],
    ["We count only completed orders as sales.", "Total revenue", completed],
    ["Only completed orders count.", "Total revenue", completed],
    ["I care about Germany only.", "How many customers?", german],
    ["I'm only interested in Germany", "How many customers?", german],
    ["My country is Germany", "How many customers?", german],
    [
      "By sales I mean the number of orders.",
      "Sales in 2023",
      "SELECT COUNT(*) FROM orders WHERE ordered_at LIKE '2023%'",
    ],
    [
      "By revenue we mean the total amount less refunds.",
      "What is our total revenue?",
      "SELECT (SELECT SUM(total_amount) FROM orders) - (SELECT SUM(refund_amount) FROM returns)",
    ],
    [
      "A big order is an order over 1000 euros.",
      "How many big orders are there?",
      "SELECT COUNT(*) FROM orders WHERE total_amount > 1000",
    ],
    [
      "Our fiscal year starts in April.",
      "How many orders last fiscal year?",
      "SELECT COUNT(*) FROM orders WHERE ordered_at >= '2023-04-01' AND ordered_at < '2024-04-01'",
    ],
    ["Please be polite and brief.", "How many orders?", "SELECT COUNT(*) FROM orders"],
  ])("“%s” → %s", async (rule, question, sql) => {
    const { result } = await business.answer(question, { guidance: [rule] });
    expect(rounded(result.rows)).toEqual(rounded(await business.rows(sql)));
  });

  it("says which rule gave a word its meaning", () => {
    const rule = "A big order is an order over 1000 euros";
    const answer = business.ask("How many big orders are there?", { guidance: [rule] });
    expect(answer.kind === "query" && answer.assumptions.join(" ")).toContain(rule);
  });
});

/** The answer to a chain of questions in one chat. */
async function chain(...questions: string[]) {
  const earlier: LogicalForm[] = [];
  let last = await business.answer(questions[0] ?? "");
  earlier.push(last.reading.form);
  for (const question of questions.slice(1)) {
    last = await business.answer(question, { earlier: [...earlier] });
    earlier.push(last.reading.form);
  }
  return last;
}

describe("what changes the answer before", () => {
  it.each([
    [["Show customers in Germany", "how many are there?"], german],
    [
      ["Show customers in Germany", "which of them have no orders?"],
      "SELECT name FROM customers WHERE country = 'Germany' AND id NOT IN (SELECT customer_id FROM orders)",
    ],
    [
      ["How many orders in March 2024?", "and the month before?"],
      "SELECT COUNT(*) FROM orders WHERE ordered_at LIKE '2024-02%'",
    ],
    [
      ["How many orders in March 2024?", "how does that compare to last year?"],
      "SELECT (SELECT COUNT(*) FROM orders WHERE ordered_at LIKE '2024-03%'), (SELECT COUNT(*) FROM orders WHERE ordered_at LIKE '2023-03%')",
    ],
    [
      ["Top 3 products by revenue", "and the bottom 3?"],
      "SELECT p.name, SUM(i.quantity * i.unit_price) FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id ORDER BY 2 LIMIT 3",
    ],
    [
      ["Revenue by country in 2023", "and orders?"],
      "SELECT country, COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE ordered_at LIKE '2023%' GROUP BY 1 ORDER BY 2 DESC, 1",
    ],
    [
      ["Revenue by country in 2023", "in descending order"],
      "SELECT country, SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE ordered_at LIKE '2023%' GROUP BY 1 ORDER BY 2 DESC",
    ],
    [
      ["Revenue by country in 2023", "sort by country"],
      "SELECT country, SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE ordered_at LIKE '2023%' GROUP BY 1 ORDER BY 1",
    ],
  ])("%j", async (questions, sql) => {
    expect(rounded((await chain(...questions)).result.rows)).toEqual(rounded(await business.rows(sql)));
  });

  it("changes the chart and nothing else", async () => {
    const first = await chain("Revenue by country in 2023");
    const { reading } = await chain("Revenue by country in 2023", "as a pie chart");
    expect(reading.sql).toBe(first.reading.sql);
    expect(reading.form.chart).toBe("pie");
  });

  it.each([
    ["as a table", "table"],
    ["as a bar chart", "bar"],
    ["show it as a line", "line"],
  ])("shows the same answer %s", async (words, form) => {
    const first = await chain("Revenue by month in 2023");
    const { reading, result } = await chain("Revenue by month in 2023", words);
    expect(reading.sql).toBe(first.reading.sql);
    expect(chooseChart(reading.form, result)?.chart_type ?? "table").toBe(form);
  });

  it("draws again what was shown as a table", async () => {
    const { reading, result } = await chain("Revenue by month in 2023", "as a table", "as a bar chart");
    expect(chooseChart(reading.form, result)?.chart_type).toBe("bar");
  });
});

describe("a chart's title", () => {
  it.each([
    ["Orders by month and status in 2023", /^Number of orders by month and status in 2023$/],
    ["Revenue by country and segment", /^Revenue by (customer )?country and (customer )?segment$/],
    ["Revenue by month in 2023", /^Revenue by month in 2023$/],
  ])("of %s names each dimension", async (question, title) => {
    const { reading, result } = await business.answer(question);
    expect(chooseChart(reading.form, result)?.title).toMatch(title);
  });
});

describe("sentences", () => {
  it.each([
    [
      "Which month had the highest revenue?",
      /is (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\.$/,
    ],
    ["Revenue by quarter in 2023", /\(Q[1-4] 2023\)/],
    ["How many orders on Mondays?", / on Mondays/],
    [
      "What is our revenue growth by month in 2023?",
      /^Growth of revenue by month in 2023: the latest is [+−][\d.]+ % \(December 2023\)/,
    ],
  ])("%s", async (question, words) => {
    const { reading, result } = await business.answer(question);
    expect(verbalize(reading.form, result)).toMatch(words);
  });
});

describe("what a question was copied with, and nobody sees", () => {
  it.each([
    [
      "soft hyphens and zero-width spaces",
      "How many\u{200b} cus\u{ad}tom\u{ad}ers\u{2060} are in Ger\u{ad}many?\u{feff}",
    ],
    ["marks of direction", "\u{202a}How many customers\u{200e} are in \u{2068}Germany\u{2069}?\u{202c}"],
  ])("is no part of its words: %s", async (_, question) => {
    const { result } = await business.answer(question);
    expect(result.rows).toEqual((await business.answer("How many customers are in Germany?")).result.rows);
  });
});
