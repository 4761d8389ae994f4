import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Business } from "./business.ts";
import { openDepartmentStore } from "./department-store.ts";

let store: Business;
beforeAll(async () => {
  store = await openDepartmentStore();
});
afterAll(() => store.datasource.close());

const MONTH = "strftime('%Y-%m', ordered_at)";
const SPENT = "customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id";

/** Question and the query a person would write for it. */
const questions: [string, string][] = [
  [
    "total revenue by month and region",
    `SELECT ${MONTH}, r.name, SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id GROUP BY 1, r.id`,
  ],
  ["orders by month and status", `SELECT ${MONTH}, status, COUNT(*) FROM orders GROUP BY 1, 2`],
  [
    "revenue per month and category in 2023",
    `SELECT ${MONTH}, k.name, SUM(line_total) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id JOIN categories k ON k.id = p.category_id WHERE ordered_at LIKE '2023%' GROUP BY 1, k.id`,
  ],
  [
    "revenue by category and status in 2023",
    `SELECT k.name, status, SUM(line_total) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id JOIN categories k ON k.id = p.category_id WHERE ordered_at LIKE '2023%' GROUP BY k.id, 2`,
  ],
  [
    "revenue vs quantity by product",
    "SELECT p.name, SUM(line_total), SUM(quantity) FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id",
  ],
  [
    "revenue, quantity and number of orders per category",
    "SELECT k.name, SUM(line_total), SUM(quantity), COUNT(DISTINCT order_id) FROM order_items i JOIN products p ON p.id = i.product_id JOIN categories k ON k.id = p.category_id GROUP BY k.id",
  ],
  [
    "revenue and unit price by product",
    "SELECT p.name, SUM(line_total), unit_price FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id",
  ],
  ["amount per month", `SELECT ${MONTH}, SUM(total_amount) FROM orders GROUP BY 1`],
  [
    "share of amount by category",
    "SELECT k.name, 1.0 * SUM(line_total) / (SELECT SUM(line_total) FROM order_items) FROM order_items i JOIN products p ON p.id = i.product_id JOIN categories k ON k.id = p.category_id GROUP BY k.id",
  ],
  [
    "share of total amount by status",
    "SELECT status, 1.0 * SUM(total_amount) / (SELECT SUM(total_amount) FROM orders) FROM orders GROUP BY 1",
  ],
  ["customer count", "SELECT COUNT(*) FROM customers"],
  [
    "customer count by country, only countries with more than 1",
    "SELECT country, COUNT(*) FROM customers GROUP BY 1 HAVING COUNT(*) > 1",
  ],
  [
    "number of orders by status, only those with more than 50",
    "SELECT status, COUNT(*) FROM orders GROUP BY 1 HAVING COUNT(*) > 50",
  ],
  [
    "revenue by month, only months above 15000",
    `SELECT ${MONTH}, SUM(total_amount) FROM orders GROUP BY 1 HAVING SUM(total_amount) > 15000`,
  ],
  [
    "customers who spent more than average",
    `SELECT c.name FROM ${SPENT} HAVING SUM(total_amount) > (SELECT AVG(t) FROM (SELECT SUM(total_amount) t FROM ${SPENT}))`,
  ],
  [
    "products that sold more than average",
    "SELECT p.name FROM products p JOIN order_items i ON i.product_id = p.id GROUP BY p.id HAVING SUM(quantity) > (SELECT AVG(t) FROM (SELECT SUM(quantity) t FROM order_items GROUP BY product_id))",
  ],
  [
    "products that cost more than the average price",
    "SELECT name FROM products WHERE unit_price > (SELECT AVG(unit_price) FROM products)",
  ],
];

const plain = (rows: unknown[][]) =>
  rows
    .map((row) =>
      row
        .map((cell) => (typeof cell === "number" ? cell.toFixed(4) : String(cell)))
        .toSorted()
        .join("|"),
    )
    .toSorted();

describe("figures by two things, of sums and against averages", () => {
  it.each(questions)("%s", async (question, sql) => {
    expect(plain((await store.answer(question)).result.rows)).toEqual(plain(await store.rows(sql)));
  });
});

describe("a change to the question before", () => {
  const lines =
    "order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id JOIN categories k ON k.id = p.category_id";

  it("only for Lighting: the revenue of its lines, not of the orders they are in", async () => {
    const before = await store.answer("Revenue by month");
    const { result } = await store.answer("only for Lighting", { earlier: [before.reading.form] });
    const rows = await store.rows(
      `SELECT ${MONTH}, SUM(line_total) FROM ${lines} WHERE k.name = 'Lighting' GROUP BY 1 ORDER BY 1`,
    );
    expect(result.rows).toEqual(rows);
  });

  it("only completed ones: the revenue of those orders", async () => {
    const before = await store.answer("Revenue by month");
    const { reading } = await store.answer("only completed orders", { earlier: [before.reading.form] });
    expect(reading.sql).toContain("SUM(total_amount)");
  });
});

describe("what was taken into account is not said to be left out", () => {
  it.each(["repeat customers", "returning customers"])("%s", async (question) => {
    const { reading } = await store.answer(question);
    expect(reading.assumptions).toEqual(["Repeat means more than one row in orders."]);
  });
});

describe("a refusal names the words of the question", () => {
  it.each([
    ["What is the total launch cost?", "launch"],
    ["names of customers with a quantity of least 10", "quantity"],
    ["Show customers per department", "department"],
    ["Who are the oldest customers", "oldest"],
    ["revenue by month and visits channel with more than average", "more than average"],
  ])("%s", (question, words) => {
    const answer = store.ask(question);
    expect(answer).toMatchObject({ kind: "not_understood" });
    expect(answer.kind === "not_understood" && answer.reason).toContain(words);
    expect(answer.kind === "not_understood" && answer.reason).not.toMatch(/sum of|what is compared|a comparison|“by /);
  });
});
