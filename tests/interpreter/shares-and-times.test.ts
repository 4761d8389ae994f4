import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, comparable, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const GERMAN = "orders o JOIN customers c ON c.id = o.customer_id WHERE country = 'Germany'";
const shares: [string, string][] = [
  [
    "what percentage of orders from Germany were cancelled?",
    `SELECT 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM ${GERMAN}`,
  ],
  [
    "What share of card orders is completed",
    "SELECT 1.0 * SUM(status = 'completed') / COUNT(*) FROM orders WHERE payment_method = 'card'",
  ],
  ["percentage of orders paid by card", "SELECT 100.0 * SUM(payment_method = 'card') / COUNT(*) FROM orders"],
  [
    "percentage of orders paid with card by status",
    "SELECT status, 100.0 * SUM(payment_method = 'card') / COUNT(*) FROM orders GROUP BY 1",
  ],
  [
    "What percentage of orders were cancelled in 2023?",
    "SELECT 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders WHERE ordered_at LIKE '2023%'",
  ],
  [
    "what share of customers ordered more than once?",
    "SELECT 1.0 * (SELECT COUNT(*) FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING COUNT(*) > 1)) / COUNT(*) FROM customers",
  ],
  [
    "what share of customers ordered in 2023?",
    "SELECT 1.0 * SUM(id IN (SELECT customer_id FROM orders WHERE ordered_at LIKE '2023%')) / COUNT(*) FROM customers",
  ],
  [
    "what share of orders in 2023 were returned?",
    "SELECT 1.0 * SUM(id IN (SELECT order_id FROM returns)) / COUNT(*) FROM orders WHERE ordered_at LIKE '2023%'",
  ],
  ["cancellation rate of orders", "SELECT 1.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders"],
];

describe("a share is one of what is named before the verb", () => {
  it.each(shares)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });

  it("without a verb, what is named is the part", async () => {
    const { result } = await business.answer("share of orders from Germany");
    const sql =
      "SELECT 1.0 * SUM(country = 'Germany') / COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer_id";
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });
});

const DAYS = "julianday(ended_on) - julianday(started_on)";
const times: [string, string][] = [
  ["average visit in minutes per device", "SELECT device, AVG(duration_seconds) / 60.0 FROM web_sessions GROUP BY 1"],
  ["What is the average duration of a session in hours?", "SELECT AVG(duration_seconds) / 3600.0 FROM web_sessions"],
  ["longest session duration in minutes", "SELECT MAX(duration_seconds) / 60.0 FROM web_sessions"],
  [
    "average duration of sessions in seconds by channel",
    "SELECT channel, AVG(duration_seconds) FROM web_sessions GROUP BY 1",
  ],
  ["How many days does a subscription run on average?", `SELECT AVG(${DAYS}) FROM subscriptions`],
  ["how long does a subscription last on average, in weeks", `SELECT AVG(${DAYS}) / 7.0 FROM subscriptions`],
];

describe("a time is in the unit that is asked for", () => {
  it.each(times)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    expect(comparable(result.rows)).toEqual(comparable(await business.rows(sql)));
  });

  it("which is told with it", async () => {
    const { reading, result } = await business.answer("What is the average duration of a session in minutes?");
    expect(verbalize(reading.form, result)).toMatch(/^The average duration of web sessions is [\d.]+ minutes\.$/);
    expect(reading.left_out).toEqual([]);
  });
});
