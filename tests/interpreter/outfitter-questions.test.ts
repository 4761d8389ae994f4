import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import type { Business } from "./business.ts";
import { openOutfitter } from "./outfitter.ts";

let shop: Business;
beforeAll(async () => {
  shop = await openOutfitter();
});
afterAll(() => shop.datasource.close());

const LINES = "order_lines l JOIN orders o USING (order_id) JOIN products p USING (product_id)";
const PROFIT = "SUM(l.quantity * l.unit_price - l.quantity * p.cost_price)";
const REVENUE = "SUM(l.quantity * l.unit_price)";
const first = (keys: string, by: string, from: string, group = "") =>
  `SELECT ${keys} FROM (SELECT ${keys}, RANK() OVER (PARTITION BY category_id ORDER BY ${by} DESC) k FROM ${from} ${group}) WHERE k = 1`;

/** Question and the query a person would write for it: the answer's rows must equal its rows. */
const questions: [string, string][] = [
  ["What is the total profit in 2023?", `SELECT ${PROFIT} FROM ${LINES} WHERE order_date LIKE '2023%'`],
  [
    "Profit by category",
    `SELECT category_name, ${PROFIT} FROM ${LINES} JOIN categories USING (category_id) GROUP BY 1`,
  ],
  [
    "What is the profit margin by category?",
    `SELECT category_name, 1.0 * ${PROFIT} / ${REVENUE} FROM ${LINES} JOIN categories USING (category_id) GROUP BY 1`,
  ],
  [
    "Which product is the most profitable?",
    `SELECT product_name FROM ${LINES} GROUP BY 1 ORDER BY ${PROFIT} DESC LIMIT 1`,
  ],
  ["What percentage of orders were cancelled?", "SELECT 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders"],
  [
    "Cancellation rate by store",
    "SELECT store_name, 1.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders JOIN stores USING (store_id) GROUP BY 1",
  ],
  ["What is the conversion rate by source?", "SELECT source, 1.0 * SUM(converted) / COUNT(*) FROM leads GROUP BY 1"],
  ["What percentage of leads converted?", "SELECT 100.0 * SUM(converted) / COUNT(*) FROM leads"],
  [
    "What is the return rate by category?",
    "SELECT category_name, 1.0 * COUNT(return_id) / COUNT(*) FROM order_lines JOIN products USING (product_id) JOIN categories USING (category_id) LEFT JOIN returns USING (order_line_id) GROUP BY 1",
  ],
  ["List discontinued products", "SELECT product_name FROM products WHERE discontinued = 1"],
  [
    "What is the second most expensive product?",
    "SELECT product_name FROM products ORDER BY list_price DESC LIMIT 1 OFFSET 1",
  ],
  [
    "What is the best-selling product in each category?",
    first(
      "category_name, product_name",
      "SUM(quantity)",
      "order_lines JOIN products USING (product_id) JOIN categories USING (category_id)",
      "GROUP BY product_id",
    ),
  ],
  [
    "Most expensive product in each category",
    first("category_name, product_name", "list_price", "products JOIN categories USING (category_id)"),
  ],
  ["What is the median list price?", "SELECT list_price FROM products ORDER BY list_price LIMIT 1 OFFSET 3"],
  [
    "What is the average number of orders per customer?",
    "SELECT 1.0 * (SELECT COUNT(*) FROM orders) / (SELECT COUNT(*) FROM customers)",
  ],
  [
    "What is the average order value?",
    "SELECT AVG(v) FROM (SELECT SUM(quantity * unit_price) v FROM order_lines GROUP BY order_id)",
  ],
  [
    "Which stores have more orders than average?",
    "SELECT store_name FROM stores JOIN orders USING (store_id) GROUP BY 1 HAVING COUNT(*) > (SELECT AVG(c) FROM (SELECT COUNT(*) c FROM orders GROUP BY store_id))",
  ],
  ["When was the first order placed?", "SELECT MIN(order_date) FROM orders"],
  [
    "When did each customer last order?",
    "SELECT full_name, MAX(order_date) FROM customers JOIN orders USING (customer_id) GROUP BY customer_id",
  ],
  [
    "On which weekday do we get the most orders?",
    "SELECT CASE strftime('%w', order_date) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '3' THEN 'Wednesday' WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' ELSE 'Saturday' END FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
  ],
  [
    "Which month was the busiest in 2023?",
    "SELECT strftime('%Y-%m', order_date) FROM orders WHERE order_date LIKE '2023%' GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
  ],
  [
    "What is the average number of days between order and shipping?",
    "SELECT AVG(julianday(shipped_date) - julianday(order_date)) FROM orders",
  ],
  [
    "How many orders took more than 5 days to ship?",
    "SELECT COUNT(*) FROM orders WHERE julianday(shipped_date) - julianday(order_date) > 5",
  ],
  [
    "How many repeat customers do we have?",
    "SELECT COUNT(*) FROM (SELECT 1 FROM orders GROUP BY customer_id HAVING COUNT(*) > 1)",
  ],
  [
    "How many customers ordered only once?",
    "SELECT COUNT(*) FROM (SELECT 1 FROM orders GROUP BY customer_id HAVING COUNT(*) = 1)",
  ],
  [
    "New customers per month in 2023",
    "SELECT strftime('%Y-%m', created_at), COUNT(*) FROM customers WHERE created_at LIKE '2023%' GROUP BY 1",
  ],
  [
    "Customers who ordered in 2023 but not in 2024",
    "SELECT full_name FROM customers WHERE customer_id IN (SELECT customer_id FROM orders WHERE order_date LIKE '2023%') AND customer_id NOT IN (SELECT customer_id FROM orders WHERE order_date LIKE '2024%')",
  ],
  ["Orders by channel and status", "SELECT channel, status, COUNT(*) FROM orders GROUP BY 1, 2"],
];

const plain = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "number" ? String(Math.round(cell * 1000) / 1000) : String(cell))))
    .map((row) => row.toSorted().join("|"))
    .toSorted();

describe("questions about a shop with lines, costs and dates", () => {
  it.each(questions)("%s", async (text, sql) => {
    const { result } = await shop.answer(text);
    expect(plain(result.rows)).toEqual(plain(await shop.rows(sql)));
  });

  it("says what it took for profit, and which place was asked for", async () => {
    const profit = await shop.answer("What is the total profit in 2023?");
    expect(profit.reading.assumptions.join(" ")).toContain("quantity × unit price less quantity × cost price");
    const second = await shop.answer("What is the second most expensive product?");
    expect(verbalize(second.reading.form, second.result)).toBe(
      "The product with the second highest list price is Summit Boot.",
    );
    const each = await shop.answer("Most expensive product in each category");
    expect(verbalize(each.reading.form, each.result)).toContain("for each category: ");
  });
});
