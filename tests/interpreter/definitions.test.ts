import { interpret } from "@parley/interpreter/interpret";
import type { Definitions } from "@parley/interpreter/form/definitions";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { qualified } from "@parley/interpreter/sql/qualified";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, comparable, NOW, openBusiness } from "./business.ts";

const metric = (id: string, name: string, sql: string, synonyms: string[] = []) => ({
  id,
  name,
  synonyms,
  table: "orders",
  sql,
});
const size = "CASE WHEN total_amount > 500 THEN 'large' ELSE 'small' END";
const definitions: Definitions = {
  metrics: [
    metric("1", "net revenue", "SUM(total_amount) * 0.9", ["net takings"]),
    metric("2", "active buyers", "COUNT(DISTINCT customer_id)"),
    metric("3", "average basket", "AVG(total_amount)"),
    metric("4", "net revenue per buyer", "SUM(total_amount) * 0.9 / COUNT(DISTINCT customer_id)"),
  ],
  dimensions: [{ id: "5", name: "order size", synonyms: ["size class"], table: "orders", sql: size }],
  synonyms: [{ name: "clients", meaning: "customers" }],
};

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

const read = (text: string, earlier: LogicalForm[] = []) =>
  interpret({ text, schema: business.schema, now: NOW, earlier, guidance: [], definitions });

function understood(text: string, earlier?: LogicalForm[]) {
  const reading = read(text, earlier);
  if (reading.kind !== "query") throw new Error(`not understood: ${text} (${reading.reason})`);
  return reading;
}

const joined = "FROM orders o JOIN customers c ON c.id = o.customer_id";

describe("a metric's number", () => {
  it.each([
    ["What is our net revenue?", "SELECT SUM(total_amount) * 0.9 FROM orders"],
    [
      "net revenue by month",
      "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) * 0.9 FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      "Net takings by country in 2023",
      `SELECT c.country, SUM(o.total_amount) * 0.9 ${joined} WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01' GROUP BY 1`,
    ],
    ["net revenue in Germany", `SELECT SUM(o.total_amount) * 0.9 ${joined} WHERE c.country = 'Germany'`],
    [
      "how many active buyers last month",
      "SELECT COUNT(DISTINCT customer_id) FROM orders WHERE ordered_at >= '2024-05-01' AND ordered_at < '2024-06-01'",
    ],
    ["active buyers per country", `SELECT c.country, COUNT(DISTINCT o.customer_id) ${joined} GROUP BY 1`],
    ["average basket by payment method", "SELECT payment_method, AVG(total_amount) FROM orders GROUP BY 1"],
    [
      "which country has the highest net revenue",
      `SELECT c.country, SUM(o.total_amount) * 0.9 ${joined} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
    [
      "net revenue per buyer by country",
      `SELECT c.country, SUM(o.total_amount) * 0.9 / COUNT(DISTINCT o.customer_id) ${joined} GROUP BY 1`,
    ],
  ])("is exactly its SQL: %s", async (text, sql) => {
    const reading = understood(text);
    const asked = await business.rows(reading.sql);
    const right = await business.rows(sql);
    const width = right[0]?.length ?? 0;
    // Of what is ranked the figure is shown only where it is asked for.
    expect(comparable(asked)).toEqual(comparable(right.map((row) => row.slice(0, asked[0]?.length ?? width))));
    expect(reading.left_out).toEqual([]);
  });

  it("is said to be what it is defined as, under its own name, and never as money", () => {
    const { assumptions, form, interpretation } = understood("active buyers per country");
    expect(assumptions).toEqual(["By definition, “active buyers” is COUNT(DISTINCT customer_id) of orders."]);
    expect(form.outputs.map(({ name, unit }) => [name, unit])).toEqual([
      ["country", undefined],
      ["active_buyers", undefined],
    ]);
    expect(interpretation).toBe("Active buyers for each country.");
  });

  it("of no rows is what its SQL makes of none, not zero", () => {
    expect(understood("average basket in 1999").sql).not.toContain("COALESCE");
  });

  it("is kept by a question that goes on from it", async () => {
    const { form } = understood("net revenue in Germany");
    const { sql } = understood("and by month?", [form]);
    const [first] = await business.rows(sql);
    const right = `SELECT strftime('%Y-%m', o.ordered_at), SUM(o.total_amount) * 0.9 ${joined} WHERE c.country = 'Germany' GROUP BY 1 ORDER BY 1`;
    expect(comparable([first ?? []])).toEqual(comparable([(await business.rows(right))[0] ?? []]));
  });

  it.each([
    ["average net revenue", "“net revenue” is defined as a whole"],
    ["cumulative net revenue by month", "does not add up over time"],
    ["net revenue by category", "“net revenue” cannot be told that way: orders would count once for every row"],
  ])("is refused rather than bent: %s", (text, reason) => {
    const reading = read(text);
    expect(reading.kind).toBe("not_understood");
    expect(reading.kind === "not_understood" && reading.reason).toContain(reason);
  });
});

describe("several metrics", () => {
  const both = "SUM(total_amount) * 0.9, COUNT(DISTINCT customer_id)";
  it.each([
    [
      "net revenue and active buyers by month",
      `SELECT strftime('%Y-%m', ordered_at), ${both} FROM orders GROUP BY 1 ORDER BY 1`,
    ],
    [
      "net revenue vs. average basket in 2023",
      "SELECT SUM(total_amount) * 0.9, AVG(total_amount) FROM orders WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01'",
    ],
    [
      "Compare active buyers with net takings",
      `SELECT COUNT(DISTINCT customer_id), SUM(total_amount) * 0.9 FROM orders`,
    ],
    [
      "net revenue, active buyers and average basket per country",
      `SELECT c.country, SUM(o.total_amount) * 0.9, COUNT(DISTINCT o.customer_id), AVG(o.total_amount) ${joined} GROUP BY 1`,
    ],
    [
      "top 2 countries by net revenue and active buyers",
      `SELECT c.country, SUM(o.total_amount) * 0.9, COUNT(DISTINCT o.customer_id) ${joined} GROUP BY 1 ORDER BY 2 DESC LIMIT 2`,
    ],
    [
      "net revenue and orders by month",
      "SELECT strftime('%Y-%m', ordered_at), SUM(total_amount) * 0.9, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      "net revenue and customers by country",
      `SELECT c.country, SUM(o.total_amount) * 0.9, COUNT(DISTINCT o.customer_id) ${joined} GROUP BY 1`,
    ],
  ])("of one table are side by side, in the order in which they are named: %s", async (text, sql) => {
    const reading = understood(text);
    expect(comparable(await business.rows(reading.sql))).toEqual(comparable(await business.rows(sql)));
    expect(reading.left_out).toEqual([]);
  });

  it("are each said to be what they are defined as, and which of them ranks", () => {
    const { assumptions, form, interpretation } = understood("top 2 countries by net revenue and active buyers");
    expect(assumptions).toEqual([
      "Ranked by “net revenue”.",
      "By definition, “net revenue” is SUM(total_amount) * 0.9 of orders.",
      "By definition, “active buyers” is COUNT(DISTINCT customer_id) of orders.",
    ]);
    expect(form.outputs.map(({ name }) => name)).toEqual(["country", "net_revenue", "active_buyers"]);
    expect(interpretation).toBe("Net revenue and active buyers for each country, the 2 with the highest net revenue.");
  });

  it("are kept by a question that goes on from them", async () => {
    const { form } = understood("net revenue and active buyers in 2023");
    const { sql } = understood("and by country?", [form]);
    const right = `SELECT c.country, SUM(o.total_amount) * 0.9, COUNT(DISTINCT o.customer_id) ${joined} WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01' GROUP BY 1`;
    expect(comparable(await business.rows(sql))).toEqual(comparable(await business.rows(right)));
  });

  it.each([
    ["difference between net revenue and average basket", "calculate nothing between them"],
    ["growth of net revenue and average basket by month", "calculate nothing between them"],
    ["net revenue by month and active buyers", "calculate nothing between them"],
    ["net revenue and average order value by month", "order value"],
    ["which country has the highest net revenue and active buyers", "active buyers"],
    ["net revenue, active buyers, average basket and net revenue per buyer", "I can show 3 defined metrics"],
  ])("are refused rather than left out: %s", (text, reason) => {
    const reading = read(text);
    expect(reading.kind === "not_understood" && reading.reason).toContain(reason);
  });

  it("of two tables are each a question of its own to choose", () => {
    const people = { ...metric("6", "headcount", "COUNT(*)"), table: "customers" };
    const reading = interpret({
      text: "net revenue and headcount by country",
      schema: business.schema,
      now: NOW,
      earlier: [],
      guidance: [],
      definitions: { ...definitions, metrics: [...definitions.metrics, people] },
    });
    expect(reading).toMatchObject({
      kind: "not_understood",
      reason:
        "I can show defined metrics of one table side by side, but “net revenue” is of orders and “headcount” is of customers. Ask for each by itself.",
      choices: [
        { label: "net revenue", message: "net revenue by country" },
        { label: "headcount", message: "headcount by country" },
      ],
    });
  });
});

describe("dimensions and synonyms", () => {
  it("a dimension groups by its expression, by any of its names", async () => {
    const right = `SELECT ${size}, COUNT(*) FROM orders GROUP BY 1`;
    for (const text of ["number of orders by order size", "number of orders by size class"]) {
      const { sql, assumptions } = understood(text);
      expect(comparable(await business.rows(sql))).toEqual(comparable(await business.rows(right)));
      expect(assumptions).toContain(`By definition, “order size” is ${size} of orders.`);
    }
  });

  it("a dimension and a metric go together, beside other tables too", async () => {
    const { sql } = understood("net revenue by order size in Germany");
    const right = `SELECT ${size}, SUM(o.total_amount) * 0.9 ${joined} WHERE c.country = 'Germany' GROUP BY 1`;
    expect(comparable(await business.rows(sql))).toEqual(comparable(await business.rows(right)));
  });

  it("a synonym stands for what it means, and it is said", async () => {
    const { sql, assumptions } = understood("how many clients are there?");
    expect(await business.rows(sql)).toEqual(await business.rows("SELECT COUNT(*) FROM customers"));
    expect(assumptions).toEqual(["By definition, “clients” means customers."]);
  });

  it("change nothing of questions that do not use them", () => {
    for (const text of ["revenue by month", "customers by country", "how many orders are there?"]) {
      const without = interpret({ text, schema: business.schema, now: NOW, earlier: [], guidance: [] });
      expect(read(text)).toEqual(without);
    }
  });
});

describe("an expression beside other tables", () => {
  const columns = new Set(["total", "date", "year", "state", "day"]);
  it.each([
    ["SUM(total - 1)", "SUM(o.total - 1)"],
    ["SUM(o.total)", "SUM(o.total)"],
    ["SUM(other.total)", "SUM(other.total)"],
    ["COUNT(CASE WHEN state = 'total' THEN 1 END)", "COUNT(CASE WHEN o.state = 'total' THEN 1 END)"],
    ["CAST(total AS date)", "CAST(o.total AS date)"],
    ["EXTRACT(year FROM day)", "EXTRACT(year FROM o.day)"],
    ["MAX(day) - INTERVAL '1' day", "MAX(o.day) - INTERVAL '1' day"],
    ["MAX(day) > date '2024-01-01'", "MAX(o.day) > date '2024-01-01'"],
    ["total(total)", "total(o.total)"],
    ['SUM("total") + SUM(Total)', 'SUM(o."total") + SUM(o.Total)'],
  ])("has the table before its columns and nothing else: %s", (sql, right) => {
    expect(qualified(sql, { dialect: "postgres", prefix: "o", columns })).toBe(right);
  });

  it("takes quotes as the dialect does", () => {
    const named = (dialect: "mysql" | "sqlite", sql: string) => qualified(sql, { dialect, prefix: "o", columns });
    expect(named("mysql", "SUM(`total`) + (\"total\" = 'a\\' total')")).toBe(
      "SUM(o.`total`) + (\"total\" = 'a\\' total')",
    );
    expect(named("sqlite", "SUM([total]) + SUM(`total`)")).toBe("SUM(o.[total]) + SUM(o.`total`)");
  });
});
