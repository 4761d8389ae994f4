import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, comparable, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

/** Question and the query a person would write for it. */
const ratios: [string, string][] = [
  ["revenue per order", "SELECT 1.0 * SUM(total_amount) / COUNT(*) FROM orders"],
  [
    "revenue per order by payment method",
    "SELECT payment_method, 1.0 * SUM(total_amount) / COUNT(*) FROM orders GROUP BY 1",
  ],
  [
    "Revenue per order for each region in 2023",
    `SELECT r.name, 1.0 * SUM(total_amount) / COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id WHERE ordered_at LIKE '2023%' GROUP BY r.id`,
  ],
  ["page views per visit by channel", "SELECT channel, 1.0 * SUM(page_views) / COUNT(*) FROM web_sessions GROUP BY 1"],
  ["what is our revenue per customer?", "SELECT 1.0 * SUM(total_amount) / COUNT(DISTINCT customer_id) FROM orders"],
  [
    "revenue per customer by region",
    "SELECT r.name, 1.0 * SUM(total_amount) / COUNT(DISTINCT customer_id) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY r.id",
  ],
  ["items per order", "SELECT 1.0 * SUM(quantity) / COUNT(DISTINCT order_id) FROM order_items"],
  [
    "revenue per order by month in 2023",
    "SELECT strftime('%Y-%m', ordered_at), 1.0 * SUM(total_amount) / COUNT(*) FROM orders WHERE ordered_at LIKE '2023%' GROUP BY 1",
  ],
  ["average orders per customer", "SELECT 1.0 * (SELECT COUNT(*) FROM orders) / (SELECT COUNT(*) FROM customers)"],
];

describe("one figure per another is a ratio of sums", () => {
  it.each(ratios)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });

  it("of tables that do not belong to one another, each is summed by itself", async () => {
    const { result } = await business.answer("What was our refund amount per session in 2023?");
    const sql =
      "SELECT (SELECT 1.0 * SUM(refund_amount) FROM returns WHERE returned_on LIKE '2023%') / (SELECT COUNT(*) FROM web_sessions WHERE started_at LIKE '2023%')";
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });

  it("is told by the words that were asked", async () => {
    const { reading, result } = await business.answer("revenue per order by payment method");
    expect(verbalize(reading.form, result)).toMatch(/^Revenue per order by payment method: [\d.,]+ for /);
  });
});

/** A figure for each of what is named is a group. */
const groups: [string, string][] = [
  [
    "revenue per customer",
    "SELECT c.name, SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id",
  ],
  [
    "orders per customer",
    "SELECT c.name, COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id",
  ],
  ["What is the average salary per job title?", "SELECT job_title, AVG(salary) FROM employees GROUP BY 1"],
  ["what is the number of orders per payment method", "SELECT payment_method, COUNT(*) FROM orders GROUP BY 1"],
];

describe("a figure per thing is a figure for each", () => {
  it.each(groups)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });
});

describe("two questions in one are two numbers, each of all its own rows", () => {
  it.each([
    [
      "How many customers and how many orders do we have?",
      "SELECT (SELECT COUNT(*) FROM customers), (SELECT COUNT(*) FROM orders)",
    ],
    [
      "how many orders and how many returns were there in 2023",
      "SELECT (SELECT COUNT(*) FROM orders WHERE ordered_at LIKE '2023%'), (SELECT COUNT(*) FROM returns WHERE returned_on LIKE '2023%')",
    ],
    [
      "number of customers and total revenue",
      "SELECT (SELECT COUNT(*) FROM customers), (SELECT SUM(total_amount) FROM orders)",
    ],
    [
      "how many orders and how much revenue in 2023",
      "SELECT COUNT(*), SUM(total_amount) FROM orders WHERE ordered_at LIKE '2023%'",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });

  it("are told in one sentence, with what holds for both said once", async () => {
    const { reading, result } = await business.answer("how many orders and how many returns were there in 2023");
    const [orders, returns] = result.rows[0] ?? [];
    expect(verbalize(reading.form, result)).toBe(
      `In 2023, the number of orders was ${String(orders)} and the number of returns was ${String(returns)}.`,
    );
  });
});
