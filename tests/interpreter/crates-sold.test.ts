import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** An orchard that sells by the crate: nothing is called a quantity, an amount or a unit price. */
const tables = `
CREATE TABLE cheeses (id INTEGER PRIMARY KEY, label TEXT NOT NULL, colour TEXT NOT NULL);
CREATE TABLE grocers (id INTEGER PRIMARY KEY, grocer_name TEXT NOT NULL, town TEXT NOT NULL, contact_email TEXT);
CREATE TABLE sales_orders (id INTEGER PRIMARY KEY, grocer_id INTEGER NOT NULL REFERENCES grocers (id), order_date DATE NOT NULL, delivery_due DATE NOT NULL, delivered_on DATE);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES sales_orders (id), cheese_id INTEGER NOT NULL REFERENCES cheeses (id), crates INTEGER NOT NULL, price_per_crate REAL NOT NULL);
CREATE TABLE shows (id INTEGER PRIMARY KEY, held_on DATE NOT NULL, host TEXT NOT NULL, visitors INTEGER NOT NULL, note TEXT);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL, starts_on DATE NOT NULL, places INTEGER NOT NULL);
CREATE TABLE children (id INTEGER PRIMARY KEY, child_name TEXT NOT NULL, date_of_birth DATE NOT NULL);
`;

let orchard: Business;
beforeAll(async () => {
  orchard = await openFixture("orchard", tables, (database) => {
    database.exec("INSERT INTO cheeses VALUES (1, 'Alder', 'white'), (2, 'Birch', 'blue')");
    database.exec(
      "INSERT INTO grocers VALUES (1, 'Ness', 'Holm', NULL), (2, 'Lind', 'Holm', 'l@x.test'), (3, 'Moe', 'Vik', NULL)",
    );
    database.exec(`INSERT INTO sales_orders VALUES (1, 1, '2025-01-01', '2025-01-04', '2025-01-11'),
      (2, 2, '2025-02-01', '2025-02-09', '2025-02-03'), (3, 2, '2024-02-01', '2024-02-09', NULL)`);
    database.exec("INSERT INTO order_lines VALUES (1, 1, 1, 6, 10), (2, 2, 2, 12, 20.5), (3, 3, 1, 24, 9)");
    database.exec(
      "INSERT INTO shows VALUES (1, '2025-01-01', 'Kim', 10, NULL), (2, '2025-01-02', 'Kim', 20, 'rain'), (3, '2025-02-01', 'Lee', 5, NULL)",
    );
    database.exec("INSERT INTO lessons VALUES (1, 'Grafting', '2026-06-20', 8), (2, 'Pruning', '2026-07-04', 8)");
    database.exec("INSERT INTO children VALUES (1, 'Ada', '2019-01-01'), (2, 'Bo', '2010-01-01')");
  });
});
afterAll(() => orchard.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => orchard.expectRows(question, sql);

const LINES = "FROM order_lines JOIN sales_orders ON sales_orders.id = order_id";

describe("what was sold, by the only number beside its price", () => {
  it.each([
    [
      "revenue by colour",
      "SELECT colour, SUM(crates * price_per_crate) FROM order_lines JOIN cheeses ON cheeses.id = cheese_id GROUP BY 1",
    ],
    ["how many crates did we sell in 2025", `SELECT SUM(crates) ${LINES} WHERE order_date >= '2025-01-01'`],
    [
      "crates sold per month in 2025",
      `SELECT strftime('%Y-%m', order_date), SUM(crates) ${LINES} WHERE order_date >= '2025-01-01' GROUP BY 1`,
    ],
    ["average order value", "SELECT SUM(crates * price_per_crate) / COUNT(DISTINCT order_id) FROM order_lines"],
    ["average delivery time in days", "SELECT AVG(julianday(delivered_on) - julianday(order_date)) FROM sales_orders"],
  ])("%s", expectRows);
});

describe("everyday lists and figures", () => {
  it.each([
    [
      "grocers in Holm without an email",
      "SELECT grocer_name FROM grocers WHERE town = 'Holm' AND contact_email IS NULL",
    ],
    ["number of shows and visitors per host", "SELECT host, COUNT(*), SUM(visitors) FROM shows GROUP BY 1"],
    ["lessons starting in June 2026", "SELECT title FROM lessons WHERE starts_on < '2026-07-01'"],
    ["children under 10", "SELECT child_name FROM children WHERE id = 1"],
  ])("%s", expectRows);
});
