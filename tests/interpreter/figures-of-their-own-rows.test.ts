import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, comparable, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await business.expectRows(question, sql);
};

const month = (day: string) => `strftime('%Y-%m', ${day})`;

/** Two figures by the same key, each of its own rows: `a` and `b` are queries of a key and a figure. */
const beside = (
  a: string,
  b: string,
) => `WITH a(k, n) AS (${a}), b(k, n) AS (${b}), keys AS (SELECT k FROM a UNION SELECT k FROM b)
  SELECT keys.k, COALESCE(a.n, 0), COALESCE(b.n, 0) FROM keys LEFT JOIN a ON a.k = keys.k LEFT JOIN b ON b.k = keys.k`;

const signedUp = `SELECT ${month("signed_up_on")}, COUNT(*) FROM customers GROUP BY 1`;
const ordered = `SELECT ${month("ordered_at")}, COUNT(*) FROM orders GROUP BY 1`;
const ended = `SELECT ${month("ended_on")}, COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ended_on IS NOT NULL GROUP BY 1`;
const inYear = (day: string) => `${day} >= '2023-01-01' AND ${day} < '2024-01-01'`;
const ofCustomers = (figure: string, table: string, key: string) =>
  `SELECT c.${key}, ${figure} FROM ${table} t JOIN customers c ON c.id = t.customer_id`;

describe("figures of different tables by month", () => {
  it.each([
    ["number of new customers and orders per month", beside(signedUp, ordered)],
    ["new customers and orders by month", beside(signedUp, ordered)],
    [
      "orders and returns by month",
      beside(ordered, `SELECT ${month("returned_on")}, COUNT(*) FROM returns GROUP BY 1`),
    ],
    [
      "revenue and refunds by month in 2023",
      beside(
        `SELECT ${month("ordered_at")}, SUM(total_amount) FROM orders WHERE ${inYear("ordered_at")} GROUP BY 1`,
        `SELECT ${month("returned_on")}, SUM(refund_amount) FROM returns WHERE ${inYear("returned_on")} GROUP BY 1`,
      ),
    ],
    ["new customers and cancelled subscriptions by month", beside(signedUp, ended)],
    [
      "new and cancelled subscriptions per month",
      beside(`SELECT ${month("started_on")}, COUNT(*) FROM subscriptions GROUP BY 1`, ended),
    ],
    [
      "subscriptions started and cancelled by month",
      beside(`SELECT ${month("started_on")}, COUNT(*) FROM subscriptions GROUP BY 1`, ended),
    ],
  ])("each go by their own date: %s", expectRows);

  it("say which date each goes by, and which period they cover", async () => {
    const { reading, result } = await business.answer("revenue and refunds by month in 2023");
    expect(reading.assumptions).toContain(
      "Each figure goes by a date of its own: orders by “ordered at” and returns by “returned on”.",
    );
    expect(reading.interpretation).toBe(
      "Total amount of orders and total refund amount of returns in 2023 for each month.",
    );
    expect(result.columns.map(({ name }) => name)).toEqual(["month", "revenue", "total_refund_amount"]);
  });

  it("name the rows that one of them counts", async () => {
    const { reading, result } = await business.answer("new and cancelled subscriptions per month");
    expect(result.columns.map(({ name }) => name)).toEqual([
      "month",
      "subscriptions_count",
      "cancelled_subscriptions_count",
    ]);
    expect(verbalize(reading.form, result)).toContain("number of subscriptions with status “cancelled”");
  });
});

describe("figures of different tables by something that both belong to", () => {
  it.each([
    [
      "number of orders and web sessions by segment",
      beside(
        `${ofCustomers("COUNT(*)", "orders", "segment")} GROUP BY 1`,
        `${ofCustomers("COUNT(*)", "web_sessions", "segment")} GROUP BY 1`,
      ),
    ],
    [
      "revenue and number of web sessions by country",
      beside(
        `${ofCustomers("SUM(total_amount)", "orders", "country")} GROUP BY 1`,
        `${ofCustomers("COUNT(*)", "web_sessions", "country")} GROUP BY 1`,
      ),
    ],
    [
      "cancelled orders and active subscriptions by country",
      beside(
        `${ofCustomers("SUM(t.status = 'cancelled')", "orders", "country")} GROUP BY 1`,
        `${ofCustomers("SUM(t.status = 'active')", "subscriptions", "country")} GROUP BY 1`,
      ),
    ],
    [
      "orders and web sessions by country in 2023",
      beside(
        `${ofCustomers("COUNT(*)", "orders", "country")} WHERE ${inYear("t.ordered_at")} GROUP BY 1`,
        `${ofCustomers("COUNT(*)", "web_sessions", "country")} WHERE ${inYear("t.started_at")} GROUP BY 1`,
      ),
    ],
  ])("are not multiplied by one another: %s", expectRows);

  it("keep rows of one name apart", async () => {
    const { reading, result } = await business.answer("orders and web sessions by customer");
    expect(result.columns.map(({ name }) => name)).toEqual(["name", "orders_count", "web_sessions_count"]);
    expect(reading.sql).toContain("GROUP BY key_1, name");
  });
});

describe("a change to figures of different tables", () => {
  it.each([
    ["and by year", "strftime('%Y', ", ""],
    ["only in Germany", "strftime('%Y-%m', ", " AND country = 'Germany'"],
  ])("holds for each of them: %s", async (change, bucket, only) => {
    const { reading } = await business.answer("new customers and orders by month in 2023");
    const { reading: next, result } = await business.answer(change, { earlier: [reading.form] });
    const expected = beside(
      `SELECT ${bucket}signed_up_on), COUNT(*) FROM customers WHERE ${inYear("signed_up_on")}${only} GROUP BY 1`,
      `SELECT ${bucket}ordered_at), COUNT(*) FROM orders JOIN customers c ON c.id = customer_id WHERE ${inYear("ordered_at")}${only} GROUP BY 1`,
    );
    expect(comparable(result.rows), next.sql).toEqual(comparable(await business.rows(expected)));
  });
});

describe("one kind of rows beside a figure of all", () => {
  it("is counted alone: cancelled orders beside all revenue", () =>
    business.expectRows(
      "revenue and cancelled orders by month",
      `SELECT ${month("ordered_at")}, SUM(total_amount), SUM(status = 'cancelled') FROM orders GROUP BY 1`,
    ));
});

describe("rows in a state by month", () => {
  it.each([
    [
      "cancelled subscriptions by month",
      `SELECT ${month("ended_on")}, COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ended_on IS NOT NULL GROUP BY 1`,
    ],
    [
      "how many subscriptions were cancelled in 2023 by month",
      `SELECT ${month("ended_on")}, COUNT(*) FROM subscriptions WHERE status = 'cancelled' AND ${inYear("ended_on")} GROUP BY 1`,
    ],
  ])("are told by the day they came into it: %s", expectRows);

  it("go by the date of all rows where a share of these is asked for", () =>
    business.expectRows(
      "share of subscriptions that were cancelled by year",
      "SELECT strftime('%Y', started_on), AVG(status = 'cancelled') FROM subscriptions GROUP BY 1",
    ));
});
