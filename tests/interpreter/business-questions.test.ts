import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

/** Question and the query a person would write for it: the answer's rows must equal its rows. */
const questions: [string, string][] = [
  ["How many customers do we have?", "SELECT COUNT(*) FROM customers"],
  ["What is our total revenue?", "SELECT SUM(total_amount) FROM orders"],
  [
    "Revenue by month in 2023",
    "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE strftime('%Y', ordered_at) = '2023' GROUP BY 1 ORDER BY 1",
  ],
  [
    "Show revenue by quarter for the West region",
    "SELECT strftime('%Y', ordered_at) || '-Q' || ((strftime('%m', ordered_at) + 2) / 3), SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id JOIN regions r ON r.id = c.region_id WHERE r.name = 'West' GROUP BY 1 ORDER BY 1",
  ],
  ["What is the average order value?", "SELECT AVG(total_amount) FROM orders"],
  [
    "What share of orders were returned?",
    "SELECT 1.0 * COUNT(DISTINCT r.order_id) / (SELECT COUNT(*) FROM orders) FROM returns r",
  ],
  ["What percentage of orders were cancelled?", "SELECT 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders"],
  [
    "Which payment method has the most orders?",
    "SELECT payment_method FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
  ],
  [
    "Number of active subscriptions by plan",
    "SELECT plan, COUNT(*) FROM subscriptions WHERE status = 'active' GROUP BY plan",
  ],
  [
    "Employees by number of orders handled",
    "SELECT e.name, COUNT(*) FROM orders o JOIN employees e ON e.id = o.employee_id GROUP BY e.id ORDER BY 2 DESC",
  ],
  [
    "How many orders over 500 were placed in March 2024?",
    "SELECT COUNT(*) FROM orders WHERE total_amount > 500 AND strftime('%Y-%m', ordered_at) = '2024-03'",
  ],
  [
    "Top 5 products by revenue",
    "SELECT p.name, SUM(i.quantity * i.unit_price) FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id ORDER BY 2 DESC LIMIT 5",
  ],
  [
    "Revenue by category",
    "SELECT c.name, SUM(i.quantity * i.unit_price) FROM order_items i JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id GROUP BY c.id",
  ],
  ["Which customers have no orders?", "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)"],
  ["Customers who never ordered", "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)"],
  [
    "Customers with more than 15 orders",
    "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id HAVING COUNT(*) > 15",
  ],
  [
    "How many customers have more than 15 orders?",
    "SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) > 15)",
  ],
  [
    "Revenue this year vs last year",
    "SELECT strftime('%Y', ordered_at), SUM(total_amount) FROM orders WHERE strftime('%Y', ordered_at) IN ('2023', '2024') GROUP BY 1 ORDER BY 1",
  ],
  ["Employees and their managers", "SELECT e.name, m.name FROM employees e JOIN employees m ON m.id = e.manager_id"],
  ["How many employees report to Nora Quist?", "SELECT COUNT(*) FROM employees WHERE manager_id = 1"],
  [
    "Best selling product",
    "SELECT p.name FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.id ORDER BY SUM(quantity) DESC LIMIT 1",
  ],
  [
    "Which customer spent the most in 2023?",
    "SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE strftime('%Y', ordered_at) = '2023' GROUP BY c.id ORDER BY SUM(total_amount) DESC LIMIT 1",
  ],
  ["Who is the oldest employee?", "SELECT name FROM employees ORDER BY birth_date LIMIT 1"],
  ["What is the most expensive product?", "SELECT name FROM products ORDER BY unit_price DESC LIMIT 1"],
  ["Products priced between 50 and 100", "SELECT name FROM products WHERE unit_price BETWEEN 50 AND 100"],
  [
    "Employees who earn more than the average",
    "SELECT name FROM employees WHERE salary > (SELECT AVG(salary) FROM employees)",
  ],
  ["Employees hired before 2018", "SELECT name FROM employees WHERE hired_on < '2018-01-01'"],
  ["Orders in the last 30 days", "SELECT * FROM orders WHERE ordered_at >= '2024-05-17' AND ordered_at < '2024-06-16'"],
  [
    "Revenue year to date",
    "SELECT SUM(total_amount) FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2024-06-16'",
  ],
  [
    "Revenue in Q1 2024",
    "SELECT SUM(total_amount) FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2024-04-01'",
  ],
  ["Customers in Germany or France", "SELECT name FROM customers WHERE country IN ('Germany', 'France')"],
  ["Customers not in Germany", "SELECT name FROM customers WHERE country <> 'Germany'"],
  [
    "Which customers bought both Desk Lamp and Oak Table?",
    "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE product_id = 3) AND id IN (SELECT customer_id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE product_id = 1)",
  ],
  ["Products that were never returned", "SELECT name FROM products WHERE id NOT IN (SELECT product_id FROM returns)"],
  ["Total refunds by reason", "SELECT reason, SUM(refund_amount) FROM returns GROUP BY 1"],
  ["Average session duration by device", "SELECT device, AVG(duration_seconds) FROM web_sessions GROUP BY 1"],
  [
    "How many customers placed an order in 2024?",
    "SELECT COUNT(DISTINCT customer_id) FROM orders WHERE strftime('%Y', ordered_at) = '2024'",
  ],
  [
    "Which month had the highest revenue?",
    "SELECT strftime('%Y-%m', ordered_at) FROM orders GROUP BY 1 ORDER BY SUM(total_amount) DESC LIMIT 1",
  ],
  [
    "How many units were sold in 2023?",
    "SELECT SUM(quantity) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE strftime('%Y', ordered_at) = '2023'",
  ],
  [
    "Number of customers by country, highest first",
    "SELECT country, COUNT(*) FROM customers GROUP BY 1 ORDER BY 2 DESC",
  ],
];

describe("business questions", () => {
  it.each(questions)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    const sorted = (rows: unknown[][]) =>
      rows
        .map((row) =>
          row
            .map((cell) => String(typeof cell === "number" ? Math.round(cell * 1000) / 1000 : cell))
            .toSorted((a, b) => a.localeCompare(b))
            .join("|"),
        )
        .toSorted((a, b) => a.localeCompare(b));
    expect(sorted(result.rows)).toEqual(sorted(await business.rows(sql)));
  });

  it("never multiplies a parent's sum by its children", async () => {
    const { reading } = await business.answer("Total revenue of orders that have returns");
    expect(reading.sql).not.toMatch(/FROM orders\s+JOIN returns/);
  });
});

describe("questions that cannot be answered", () => {
  it.each([
    "What is the weather in Berlin?",
    "Tell me a joke",
    "What is our profit margin?",
    "Write me a poem about customers",
    "asdf qwerty",
    "How many fragile orders are there?",
    "",
  ])("%s", (question) => {
    const answer = business.ask(question);
    expect(answer.kind).toBe("not_understood");
    if (answer.kind !== "not_understood") return;
    expect(answer.reason).not.toBe("");
    expect(answer.suggestions.length).toBeGreaterThan(0);
    for (const choice of answer.suggestions) expect(business.ask(choice).kind).toBe("query");
  });

  it("names the words it did not understand", () => {
    const answer = business.ask("What is our profit margin?");
    expect(answer.kind === "not_understood" && answer.unknown).toEqual(["profit", "margin"]);
  });

  it("does not answer with all rows where a word would leave some out, and names the word", () => {
    const answer = business.ask("How many orders came from pirates?");
    if (answer.kind === "query") throw new Error("answered with every order");
    expect(answer.unknown).toEqual(["pirates"]);
    expect(answer.reason).toContain("“pirates”");
  });
});

describe("rules and memories", () => {
  it.each([
    ["How many clients are there?", "customers are also called clients", "SELECT COUNT(*) FROM customers"],
    [
      "How many orders are there?",
      "Exclude cancelled orders.",
      "SELECT COUNT(*) FROM orders WHERE status <> 'cancelled'",
    ],
    [
      "Revenue by category",
      "exclude cancelled orders",
      "SELECT c.name, SUM(i.quantity * i.unit_price) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id WHERE o.status <> 'cancelled' GROUP BY c.id ORDER BY 2 DESC",
    ],
    [
      "How many cancelled orders are there?",
      "exclude cancelled orders",
      "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'",
    ],
    [
      "How many orders in 2023?",
      "only count orders with status completed unless asked otherwise",
      "SELECT COUNT(*) FROM orders WHERE status = 'completed' AND strftime('%Y', ordered_at) = '2023'",
    ],
    [
      "What is our total revenue?",
      "revenue means amount less refunds",
      "SELECT (SELECT SUM(total_amount) FROM orders) - (SELECT SUM(refund_amount) FROM returns)",
    ],
    [
      "What is our total revenue?",
      "revenue means quantity times unit price",
      "SELECT SUM(quantity * unit_price) FROM order_items",
    ],
    [
      "Revenue in 2023",
      "show amounts in thousands",
      "SELECT SUM(total_amount) / 1000.0 FROM orders WHERE strftime('%Y', ordered_at) = '2023'",
    ],
  ])("%s, with “%s”", async (question, rule, sql) => {
    const { result } = await business.answer(question, { guidance: [rule] });
    const rounded = (rows: unknown[][]) =>
      rows.map((row) => row.map((cell) => (typeof cell === "number" ? Math.round(cell * 100) / 100 : cell)));
    expect(rounded(result.rows)).toEqual(rounded(await business.rows(sql)));
  });

  it("says which rule it followed", () => {
    const answer = business.ask("How many orders are there?", { guidance: ["Exclude cancelled orders."] });
    expect(answer.kind === "query" && answer.assumptions.join(" ")).toContain("Exclude cancelled orders");
  });
});

describe("questions that go on from the one before", () => {
  it("groups, filters and moves in time", async () => {
    const first = await business.answer("Revenue in 2023");
    const second = await business.answer("and by month?", { earlier: [first.reading.form] });
    expect(second.result.rows).toEqual(
      await business.rows(
        "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders WHERE strftime('%Y', ordered_at) = '2023' GROUP BY 1 ORDER BY 1",
      ),
    );
    const third = await business.answer("only for Germany", { earlier: [first.reading.form, second.reading.form] });
    expect(third.reading.sql).toContain("'Germany'");
    const fourth = await business.answer("what about 2022?", {
      earlier: [first.reading.form, second.reading.form, third.reading.form],
    });
    expect(fourth.result.rows).toEqual(
      await business.rows(
        "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country = 'Germany' AND strftime('%Y', ordered_at) = '2022' GROUP BY 1 ORDER BY 1",
      ),
    );
  });

  it("leaves a question with a subject of its own alone", async () => {
    const first = await business.answer("Revenue in 2023");
    const next = await business.answer("How many customers are there?", { earlier: [first.reading.form] });
    expect(next.result.rows).toEqual([[12]]);
  });
});
