import { afterAll, describe, expect, test } from "vitest";
import { withModel } from "../scripted.ts";
import { ask, openShop, questionOf } from "../support.ts";

const shop = openShop();
afterAll(() => shop.close());

/** What the card of a model's answer by one statement says of how the question was read. */
async function readingOf(sql: string, message: string) {
  const { tools } = await withModel([[{ tool: "run_sql", args: { sql } }], [{ text: "See the table." }]]);
  const { answer } = await ask(questionOf({ message, integration: shop.integration }), tools);
  const { interpretation, assumptions, left_out, confidence } = answer.metadata;
  expect([left_out, confidence]).toEqual([[], null]);
  return { interpretation, assumptions };
}

describe("the reading of a language model's answer is that of the SQL that ran", () => {
  test.for([
    [
      "Customers by country?",
      "SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY customers DESC LIMIT 5",
      "Number of rows of customers, for each country, sorted by customers (descending), the first 5 rows.",
    ],
    [
      "What is the total of orders above 15?",
      "SELECT round(sum(o.total), 2) AS sum, avg(total) FROM orders o WHERE o.total > 15",
      "Sum of total and average of total of orders, only where total is above “15”.",
    ],
    [
      "Wie hoch ist der Umsatz je Land?",
      "SELECT c.country, SUM(o.total) AS umsatz FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.country <> 'France' GROUP BY 1",
      "Summe von total aus orders und customers, nur wo country nicht „France“ ist, je country.",
    ],
    [
      "Which countries?",
      "SELECT DISTINCT country FROM customers WHERE country IN ('Germany', 'France') AND id IS NOT NULL",
      "Different country of customers, only where country is “Germany” or “France” and id is known.",
    ],
    [
      "Customers from Germany or with a small id?",
      "SELECT count(DISTINCT id) FROM customers WHERE country = 'Germany' OR id < 2",
      "Number of different id of customers, only where country = 'Germany' OR id < 2.",
    ],
    [
      "Who has ordered?",
      "SELECT count(*) FROM customers WHERE id IN (SELECT customer_id FROM orders)",
      "Read from customers and orders.",
    ],
  ] as const)("%s", async ([message, sql, expected]) => {
    expect((await readingOf(sql, message)).interpretation).toBe(expected);
  });

  test.for([
    [
      "How many customers?",
      "country = 'Germany'",
      ["Only rows are counted where country is “Germany”, which the question does not say."],
    ],
    ["How many German customers?", "country = 'Germany'", []],
    ["How many customers by country?", "country = 'Germany'", []],
    [
      "Wie viele Kunden?",
      "country = 'Germany'",
      ["Es zählen nur Zeilen, wo country „Germany“ ist; das sagt die Frage nicht."],
    ],
    ["How many customers?", "country = 'Germany' OR id = 7", []],
  ] as const)("what it takes for granted: %s WHERE %s", async ([message, condition, expected]) => {
    const { assumptions } = await readingOf(`SELECT id, country FROM customers WHERE ${condition}`, message);
    expect(assumptions).toEqual(expected);
  });

  test.for([
    ["How many orders?", 1],
    ["How many orders in 2026?", 0],
    ["How many orders since January?", 0],
    ["How many orders last year?", 0],
  ] as const)("a period that nobody asked for is one: %s", async ([message, count]) => {
    const { assumptions } = await readingOf("SELECT id FROM orders WHERE ordered_on >= '2026-01-01'", message);
    expect(assumptions).toHaveLength(count);
  });

  test("an answer without a statement has none", async () => {
    const { tools } = await withModel([[{ text: "Hello." }]]);
    const { answer } = await ask(questionOf({ message: "Hello", integration: shop.integration }), tools);
    expect(answer.metadata).toMatchObject({ interpretation: null, assumptions: [] });
  });
});
