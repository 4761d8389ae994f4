import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const rowsOf = (...questions: string[]) => business.told(...questions);

describe("a figure beside the rows it is of", () => {
  const ofGermany = `SELECT name, SUM(total_amount) FROM customers JOIN orders ON customers.id = customer_id WHERE country = 'Germany' GROUP BY customers.id ORDER BY 2 DESC`;

  test.each([
    "show customers from Germany with their total spend",
    "customers from Germany with total spend",
    "customers in Germany and their revenue",
  ])("is told for each of them, also where only some are meant: %s", async (question) => {
    expect(await rowsOf(question)).toEqual(await business.rows(ofGermany));
  });

  test("is told for each of those who signed up in a time", async () => {
    expect(await rowsOf("customers who signed up this year with their total spend")).toEqual(
      await business.rows(
        `SELECT name, SUM(total_amount) FROM customers JOIN orders ON customers.id = customer_id WHERE signed_up_on >= '2024-01-01' GROUP BY customers.id ORDER BY 2 DESC`,
      ),
    );
  });

  test("may be a quantity", async () => {
    expect(await rowsOf("show products with total quantity sold")).toEqual(
      await business.rows(
        `SELECT name, SUM(quantity) FROM products JOIN order_items ON products.id = product_id GROUP BY products.id ORDER BY 2 DESC, 1`,
      ),
    );
  });

  test("is compared where a number stands before it", async () => {
    const rows = await rowsOf("products with more than 80 units sold");
    const expected = await business.rows(
      `SELECT name FROM products JOIN order_items ON products.id = product_id GROUP BY products.id HAVING SUM(quantity) > 80`,
    );
    expect(new Set((rows as unknown[][]).flat())).toEqual(new Set(expected.flat()));
  });
});

describe("what somebody buys", () => {
  const inGermany = `SELECT DISTINCT products.name FROM products JOIN order_items ON products.id = product_id JOIN orders ON orders.id = order_id JOIN customers ON customers.id = customer_id WHERE country = 'Germany'`;

  test("is things, and not those who buy them", async () => {
    const rows = await rowsOf("what did German customers buy");
    expect(new Set((rows as unknown[][]).flat())).toEqual(new Set((await business.rows(inGermany)).flat()));
  });

  test("usually is told by how much of it", async () => {
    const ranked = (await rowsOf("what do customers in Germany usually buy")) as unknown[][];
    expect(ranked.map(([, quantity]) => quantity)).toEqual(
      (
        await business.rows(
          `SELECT SUM(quantity) FROM order_items JOIN orders ON orders.id = order_id JOIN customers ON customers.id = customer_id WHERE country = 'Germany' GROUP BY product_id ORDER BY 1 DESC LIMIT 10`,
        )
      ).flat(),
    );
  });

  test("is ranked where nobody in particular buys, or who was just spoken of", async () => {
    expect(await rowsOf("what do customers usually buy")).toEqual(await rowsOf("best selling products"));
    expect(await rowsOf("which products do customers buy most")).toEqual(await rowsOf("best selling products"));
    expect(await rowsOf("tell me about customer Ada Brandt", "what do they usually buy")).toEqual(
      await rowsOf("tell me about customer Ada Brandt", "what did they buy"),
    );
  });
});

describe("a question after an answer", () => {
  test("asks for another state instead of the one before, also by groups", async () => {
    expect(
      await rowsOf("how many active subscriptions do we have", "by plan", "and how many were cancelled this year"),
    ).toEqual(
      await business.rows(
        `SELECT plan, COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ended_on >= '2024-01-01' AND ended_on < '2025-01-01' GROUP BY plan ORDER BY 2 DESC, 1`,
      ),
    );
  });

  test("asks for the most common value of the rows whose figure was told", async () => {
    expect(await rowsOf("how many orders were there last year", "which payment method was most common")).toEqual(
      await business.rows(
        `SELECT payment_method FROM orders WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01' GROUP BY payment_method ORDER BY COUNT(*) DESC LIMIT 1`,
      ),
    );
  });

  test.each([
    ["customers in Germany", "list them with their total spend"],
    ["how many customers are from Germany", "show them with their total spend"],
  ])("asks for a figure of each of those that were told: %s, %s", async (...questions) => {
    expect(await rowsOf(...questions)).toEqual(await rowsOf("customers from Germany with their total spend"));
  });

  test("asks how another month compares", async () => {
    expect(await rowsOf("revenue in May 2024", "how does March compare")).toEqual(
      await rowsOf("revenue in May 2024", "vs March"),
    );
  });

  test.each([
    ["what did Ada Brandt buy", "when did they last order"],
    ["what did Ada Brandt buy", "when was their last order"],
  ])("is of those who order, and not of the things: %s, %s", async (...questions) => {
    expect(await rowsOf(...questions)).toEqual(
      await business.rows(
        "SELECT MAX(ordered_at) FROM orders JOIN customers ON customers.id = customer_id WHERE name = 'Ada Brandt'",
      ),
    );
  });

  test("cannot sort one figure by names", async () => {
    expect(await rowsOf("revenue last year", "sort by name")).toContain("name");
  });

  test.each([
    ["how many customers are from Germany", "vs France"],
    ["how many customers are from Germany", "compared to France"],
  ])("is held against another value: %s, %s", async (...questions) => {
    expect(await rowsOf(...questions)).toEqual(
      await business.rows(
        `SELECT country, COUNT(*) FROM customers WHERE country IN ('Germany', 'France') GROUP BY country ORDER BY 2 DESC, 1`,
      ),
    );
  });

  test("holds each month of two values against the other", async () => {
    expect(await rowsOf("orders by month in Germany this year", "vs France")).toEqual(
      await business.rows(
        `SELECT strftime('%Y-%m', ordered_at) AS month, country, COUNT(*) FROM orders JOIN customers ON customers.id = customer_id WHERE country IN ('Germany', 'France') AND ordered_at >= '2024-01-01' GROUP BY month, country ORDER BY month, country`,
      ),
    );
  });

  test("asks what was in an order", async () => {
    const inside = (order: string) =>
      business.rows(
        `SELECT name FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id IN (${order})) ORDER BY name`,
      );
    const biggest = `SELECT id FROM orders WHERE ordered_at >= '2024-01-01' ORDER BY total_amount DESC LIMIT 1`;
    const rows = await rowsOf("what is the biggest order this year", "what was in it");
    expect(new Set((rows as unknown[][]).flat())).toEqual(new Set((await inside(biggest)).flat()));
    const ofOrder = (await rowsOf("what was in order 12")) as unknown[][];
    expect(new Set(ofOrder.flat())).toEqual(new Set((await inside("12")).flat()));
  });

  test.each(["and on weekdays", "and during the week"])("asks for the other days of the week: %s", async (question) => {
    expect(await rowsOf("how many orders on weekends", question)).toEqual(
      await business.rows(`SELECT COUNT(*) FROM orders WHERE strftime('%w', ordered_at) BETWEEN '1' AND '5'`),
    );
  });
});

test("a refusal that speaks of a word that nobody said tells how the question was read", async () => {
  expect(await rowsOf("which customers owe the most")).toContain(
    "I read the question as “which customers have the highest outstanding amount”.",
  );
});

test("customers who ordered in both years have orders in each of them", async () => {
  const inYear = (year: number) =>
    `SELECT customer_id FROM orders WHERE ordered_at >= '${year}-01-01' AND ordered_at < '${year + 1}-01-01'`;
  const rows = (await rowsOf("customers who ordered in both 2022 and 2023")) as unknown[][];
  expect(new Set(rows.flat())).toEqual(
    new Set(
      (
        await business.rows(`SELECT name FROM customers WHERE id IN (${inYear(2022)}) AND id IN (${inYear(2023)})`)
      ).flat(),
    ),
  );
});

test("the longest running subscription is the first of those that still run", async () => {
  const reading = business.ask("longest running subscription");
  expect(reading.kind === "query" && (await business.rows(reading.sql))).toEqual(
    await business.rows("SELECT * FROM subscriptions WHERE status = 'active' ORDER BY started_on LIMIT 1"),
  );
});

describe("what no form tells is refused", () => {
  test.each([
    ["which employees sold less than last year", "less than last year"],
    ["orders on the last day of each month", "last day of each month"],
    ["how many orders contain both a lamp and a spaceship", "spaceship"],
    ["days since last order for each customer", "ordered at"],
  ])("%s", async (question, lost) => {
    expect(await rowsOf(question)).toContain(lost);
  });
});
