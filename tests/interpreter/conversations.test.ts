import { withNamedDays } from "@parley/interpreter/language/named-days";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const asked = (...questions: string[]) => business.asked(...questions);
const rowsOf = (...questions: string[]) => business.told(...questions);

describe("two answers that follow each other", () => {
  test("are compared by the values in which they differ", async () => {
    const rows = await rowsOf(
      "How many orders from Germany were there last year?",
      "and from France",
      "compare the two",
    );
    expect(rows).toEqual(
      await business.rows(
        `SELECT country, COUNT(*) FROM orders JOIN customers ON customers.id = customer_id WHERE country IN ('Germany', 'France') AND ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01' GROUP BY country ORDER BY 2 DESC, 1`,
      ),
    );
  });

  test("are not compared where more than one thing differs", () => {
    expect(
      asked("How many orders from Germany were there last year?", "revenue in France", "compare the two"),
    ).toMatchObject({
      kind: "not_understood",
      reason: "I could not tell which two figures to compare: please name both.",
    });
  });
});

describe("an answer of one figure", () => {
  test("is told with its growth where it is asked whether it is better than before", async () => {
    const [row] = (await rowsOf("revenue in May 2024", "is that better than the month before")) as number[][];
    const [before, after, difference, growth] = row ?? [];
    expect(difference).toBeCloseTo((after ?? 0) - (before ?? 0));
    expect(growth).toBeCloseTo((difference ?? 0) / (before ?? 1));
    expect(
      asked("revenue in May 2024", "is that better than the month before", "is it more than last year")?.kind,
    ).toBe("not_understood");
  });

  test("is no part of other things", () => {
    expect(asked("How many returns were there last year?", "what share of orders is that")?.kind).toBe(
      "not_understood",
    );
    expect(asked("How many returns were there last year?", "what share of all returns is that")?.kind).toBe("query");
  });

  test("is told as a part of the figure that was asked beside it", async () => {
    const question = "how many customers do we have and how many of them signed up in 2023";
    const rows = await rowsOf(question, "what percentage is that");
    expect(rows).toEqual(
      await business.rows(
        `SELECT 1.0 * COUNT(CASE WHEN signed_up_on >= '2023-01-01' AND signed_up_on < '2024-01-01' THEN 1 END) / COUNT(*) FROM customers`,
      ),
    );
  });
});

describe("a day that has a name", () => {
  const now = new Date("2024-06-15T12:00:00Z");
  test.each([
    ["revenue on black friday", "revenue on 2023-11-24"],
    ["orders on christmas last year", "orders on 2023-12-25"],
    ["orders since new year's day", "orders since 2024-01-01"],
    ["revenue on easter 2025 by city", "revenue on 2025-04-20 by city"],
    ["orders before good friday", "orders before 2024-03-29"],
    ["orders on cyber monday of 2022", "orders on 2022-11-28"],
    ["revenue on valentine's day", "revenue on 2024-02-14"],
    ["revenue of black friday vouchers", "revenue of black friday vouchers"],
  ])("is the day that is meant: %s", (text, meant) => {
    expect(withNamedDays(text, now, () => false)).toBe(meant);
  });

  test("stays a name where the data has it", () => {
    expect(withNamedDays("leads on black friday", now, (word) => word === "black friday")).toBe(
      "leads on black friday",
    );
  });
});

describe("what asks nothing of the data", () => {
  test.each([
    ["hi, what can you do?", "I answer questions about the data here"],
    ["what kind of questions can I ask", "I answer questions about the data here"],
    ["export them", "can be downloaded as CSV"],
    ["can you email me the results", "can be downloaded as CSV"],
    ["forecast next month", "not what will be"],
  ])("is replied to plainly: %s", (text, said) => {
    const reading = business.ask(text);
    expect(reading.kind === "not_understood" && reading.reason).toContain(said);
  });
});

test("a short word that is a letter away from a value is not taken for it", () => {
  const reading = business.ask("how many customers turn up in lyo");
  expect(reading.kind).toBe("not_understood");
});

test("the total in a list of columns is the total amount of the rows", async () => {
  await business.expectRows(
    "list the last 5 orders with customer name and total",
    "SELECT orders.id, name, total_amount FROM orders JOIN customers ON customers.id = customer_id ORDER BY ordered_at DESC LIMIT 5",
  );
});

test.each(["revenue from new customers this year", "orders by new customers this month"])(
  "what new customers bought is not told as what all bought: %s",
  (question) => {
    expect(business.ask(question).kind).toBe("not_understood");
  },
);

describe("what is denied", () => {
  const in2023 = "ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01'";
  test.each([
    [
      "customers who are not from Germany with orders in 2023",
      `SELECT name FROM customers WHERE country <> 'Germany' AND id IN (SELECT customer_id FROM orders WHERE ${in2023})`,
    ],
    [
      "revenue excluding cancelled orders in 2023",
      `SELECT SUM(total_amount) FROM orders WHERE status <> 'cancelled' AND ${in2023}`,
    ],
    [
      "customers without subscriptions in France",
      "SELECT name FROM customers WHERE country = 'France' AND id NOT IN (SELECT customer_id FROM subscriptions)",
    ],
    [
      "how many customers outside Germany ordered in 2023",
      `SELECT COUNT(*) FROM customers WHERE country <> 'Germany' AND id IN (SELECT customer_id FROM orders WHERE ${in2023})`,
    ],
  ])("ends before a time, a place or a condition of what is left: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });
});

test("what customers of a place ordered in a time is no order of a list", async () => {
  await business.expectRows(
    "how many customers in Germany ordered this year",
    "SELECT COUNT(*) FROM customers WHERE country = 'Germany' AND id IN (SELECT customer_id FROM orders WHERE ordered_at >= '2024-01-01')",
  );
});
