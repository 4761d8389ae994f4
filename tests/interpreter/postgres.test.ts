import { openDatasource } from "@parley/datasource/open";
import type { Cell, Datasource, Schema } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interpret } from "@parley/interpreter/interpret";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { type Business, definition, NOW, openBusiness } from "./business.ts";
import { openOutfitter, outfitterTables } from "./outfitter.ts";

interface Twin {
  /** The database as SQLite holds it. */
  source: Business;
  datasource: Datasource;
  schema: Schema;
}

let server: SharedPostgres;
let business: Twin;
let outfitter: Twin;

const value = (cell: Cell, type: string) =>
  cell === null ? "NULL" : type === "boolean" ? String(Boolean(cell)) : `'${String(cell).replaceAll("'", "''")}'`;

/** The same tables and rows on PostgreSQL; tables are defined in an order that suits their keys. */
async function copy(name: string, tables: string, source: Business): Promise<Twin> {
  await server.createDatabase(name);
  await server.query(tables, undefined, name);
  for (const [, table = ""] of tables.matchAll(/CREATE TABLE (\w+)/g)) {
    const types = source.schema.tables.find((one) => one.name === table)?.columns.map((column) => column.type) ?? [];
    const rows = await source.rows(`SELECT * FROM ${table}`);
    const values = rows.map((row) => `(${row.map((cell, i) => value(cell, types[i] ?? "text")).join(", ")})`);
    await server.query(`INSERT INTO ${table} VALUES ${values.join(", ")}`, undefined, name);
  }
  const datasource = openDatasource(server.config(name));
  return { source, datasource, schema: await datasource.introspect(AbortSignal.timeout(20_000)) };
}

beforeAll(async () => {
  const [first, second, started] = await Promise.all([openBusiness(), openOutfitter(), sharePostgres()]);
  server = started;
  business = await copy("business", definition, first);
  outfitter = await copy("outfitter", outfitterTables, second);
}, 60_000);
afterAll(async () => {
  for (const { source, datasource } of [business, outfitter]) {
    await datasource.close();
    await source.datasource.close();
  }
  await server.stop();
});

async function ask({ datasource, schema }: Twin, text: string): Promise<Cell[][]> {
  const reading = interpret({ text, schema, now: NOW, earlier: [], guidance: [] });
  if (reading.kind !== "query") throw new Error(reading.reason);
  const signal = AbortSignal.timeout(10_000);
  return (await datasource.run(reading.sql, { row_limit: 1000, timeout_ms: 5000, signal })).rows;
}

const plain = (rows: Cell[][]) =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          cell !== null && cell !== "" && !Number.isNaN(Number(cell))
            ? String(Math.round(Number(cell) * 100) / 100)
            : String(cell),
        )
        .join("|"),
    )
    .toSorted((a, b) => a.localeCompare(b));

describe("on PostgreSQL the same questions have the same answers", () => {
  it.each([
    "What is our total revenue?",
    "Revenue by month in 2023",
    "Show revenue by quarter for the West region",
    "Orders per week in 2024",
    "Revenue growth by month in 2023",
    "What share of orders were returned?",
    "What percentage of orders were cancelled by country?",
    "Top 5 products by revenue",
    "Which customers have no orders?",
    "Customers with more than 15 orders",
    "How many customers have more than 15 orders?",
    "Employees and their managers",
    "Best selling product",
    "Employees who earn more than the average",
    "Orders in the last 30 days by status",
    "Which customers bought both Desk Lamp and Oak Table?",
    "Which cities do our customers live in?",
    "Products whose name contains 'lamp'",
    "Average session duration by device",
    "number of new customers and orders per month",
    "average session duration, revenue and refunds by month in 2023",
    "new and cancelled subscriptions by month",
    "orders and web sessions by customer",
  ])("%s", async (text) => {
    expect(plain(await ask(business, text))).toEqual(plain((await business.source.answer(text)).result.rows));
  });

  it.each([
    "Profit by category",
    "What is the profit margin by category?",
    "What is the second most expensive product?",
    "Top 2 products per category by revenue",
    "top customer each year",
    "What is the best-selling product in each category?",
    "What is the median list price?",
    "Median list price by category",
    "What is the conversion rate by source?",
    "List discontinued products",
    "What is the average number of days between order and shipping?",
    "How many orders took more than 5 days to ship?",
    "What is the average number of orders per customer?",
    "How many repeat customers do we have?",
    "New customers per month in 2023",
  ])("%s", async (text) => {
    expect(plain(await ask(outfitter, text))).toEqual(plain((await outfitter.source.answer(text)).result.rows));
  });
});
