import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE kiosks (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kiosk_id INTEGER NOT NULL REFERENCES kiosks (id), left_on DATE);
CREATE TABLE vendors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lead_time_days INTEGER NOT NULL);
CREATE TABLE snacks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, vendor_id INTEGER NOT NULL REFERENCES vendors (id), cost_price INTEGER NOT NULL);
CREATE TABLE purchase_orders (id INTEGER PRIMARY KEY, vendor_id INTEGER NOT NULL REFERENCES vendors (id), kiosk_id INTEGER NOT NULL REFERENCES kiosks (id), ordered_on DATE NOT NULL, expected_on DATE NOT NULL, total_cost INTEGER NOT NULL);
CREATE TABLE po_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES purchase_orders (id), snack_id INTEGER NOT NULL REFERENCES snacks (id), qty_ordered INTEGER NOT NULL);
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES purchase_orders (id), arrived_on DATE NOT NULL);
CREATE TABLE card_holders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE offers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL, discount_pct INTEGER NOT NULL);
CREATE TABLE receipts (id INTEGER PRIMARY KEY, kiosk_id INTEGER NOT NULL REFERENCES kiosks (id), card_holder_id INTEGER REFERENCES card_holders (id), sold_at DATE NOT NULL, total_amount INTEGER NOT NULL, discount_amount INTEGER NOT NULL);
CREATE TABLE receipt_lines (id INTEGER PRIMARY KEY, receipt_id INTEGER NOT NULL REFERENCES receipts (id), snack_id INTEGER NOT NULL REFERENCES snacks (id), quantity INTEGER NOT NULL, line_total INTEGER NOT NULL);
CREATE TABLE kiosk_budgets (kiosk_id INTEGER NOT NULL REFERENCES kiosks (id), year INTEGER NOT NULL, sales_budget INTEGER NOT NULL);
CREATE TABLE shelves (id INTEGER PRIMARY KEY, snack_id INTEGER NOT NULL REFERENCES snacks (id), pieces INTEGER NOT NULL);
CREATE VIEW shelf_value AS SELECT s.kind, SUM(h.pieces) AS pieces, SUM(h.pieces * s.cost_price) AS value_at_cost FROM shelves h JOIN snacks s ON s.id = h.snack_id GROUP BY s.kind;
`;

let kiosks: Business;
beforeAll(async () => {
  kiosks = await openFixture("bought_and_delivered", tables, (database) => {
    database.exec("INSERT INTO kiosks VALUES (1, 'Quay'), (2, 'Mole')");
    database.exec("INSERT INTO employees VALUES (1, 'Ada Ness', 1, NULL), (2, 'Bo Lind', 2, '2024-03-01')");
    database.exec("INSERT INTO vendors VALUES (1, 'Salt & Co', 4), (2, 'Crumb House', 9)");
    database.exec(
      "INSERT INTO snacks VALUES (1, 'Pretzel', 'salty', 1, 2), (2, 'Wafer', 'sweet', 2, 3), (3, 'Fudge', 'sweet', 2, 4)",
    );
    database.exec(`INSERT INTO purchase_orders VALUES (1, 1, 1, '2024-01-01', '2024-01-10', 100), (2, 2, 1, '2024-02-01', '2024-02-05', 900),
      (3, 1, 2, '2024-03-01', '2024-03-05', 50), (4, 2, 2, '2024-04-01', '2024-04-09', 70)`);
    database.exec("INSERT INTO po_lines VALUES (1, 1, 1, 100), (2, 2, 2, 200), (3, 3, 1, 700), (4, 4, 3, 40)");
    database.exec(
      "INSERT INTO deliveries VALUES (1, 1, '2024-01-08'), (2, 2, '2024-02-11'), (3, 3, '2024-03-04'), (4, 4, '2024-04-12')",
    );
    database.exec("INSERT INTO card_holders VALUES (1, 'Cleo Farr'), (2, 'Dan Holt')");
    database.exec(`INSERT INTO offers VALUES (1, 'Spring', '2024-03-01', '2024-04-01', 10), (2, 'Picnic', '2024-05-20', '2024-12-01', 20),
      (3, 'Advent', '2024-12-02', '2024-12-24', 30)`);
    database.exec(`INSERT INTO receipts VALUES (1, 1, 1, '2024-01-03', 30, 3), (2, 1, NULL, '2024-02-03', 20, 0), (3, 2, 2, '2024-02-04', 70, 7),
      (4, 2, NULL, '2023-02-04', 10, 1)`);
    database.exec(
      "INSERT INTO receipt_lines VALUES (1, 1, 1, 15, 30), (2, 2, 2, 5, 20), (3, 3, 1, 9, 70), (4, 4, 2, 2, 10)",
    );
    database.exec("INSERT INTO kiosk_budgets VALUES (1, 2024, 500), (2, 2024, 600)");
    database.exec("INSERT INTO shelves VALUES (1, 1, 10), (2, 2, 20), (3, 3, 5)");
  });
});
afterAll(() => kiosks.datasource.close());

const late = "deliveries d JOIN purchase_orders o ON o.id = d.order_id JOIN vendors v ON v.id = o.vendor_id";

describe("what was bought from others, and what was sold", () => {
  it.each([
    ["what were our sales in 2024", "SELECT SUM(total_amount) FROM receipts WHERE sold_at >= '2024-01-01'"],
    ["snacks that have never been sold", "SELECT name FROM snacks WHERE id = 3"],
    ["which snack sold the most", "SELECT name FROM snacks WHERE id = 1"],
    [
      "how much have we ordered from each vendor this year",
      "SELECT v.name, SUM(total_cost) FROM purchase_orders o JOIN vendors v ON v.id = vendor_id GROUP BY v.id ORDER BY 2 DESC",
    ],
    [
      "our biggest vendors",
      "SELECT v.name, SUM(total_cost) FROM purchase_orders o JOIN vendors v ON v.id = vendor_id GROUP BY v.id ORDER BY 2 DESC",
    ],
    [
      "how much did we give away in discounts in 2024",
      "SELECT SUM(discount_amount) FROM receipts WHERE sold_at >= '2024-01-01'",
    ],
    ["sales to card holders", "SELECT SUM(line_total) FROM receipt_lines WHERE receipt_id IN (1, 3)"],
    ["how many receipts from card holders", "SELECT 2"],
    ["what share of sales comes from card holders", "SELECT 1.0 * 100 / 130"],
    ["shelf value by kind", "SELECT kind, value_at_cost FROM shelf_value ORDER BY 2 DESC"],
    ["staff turnover this year", "SELECT 1"],
  ])("%s", async (question, sql) => {
    const { result } = await kiosks.answer(question);
    expect(result.rows).toEqual(await kiosks.rows(sql));
  });
});

describe("deliveries of orders that were promised for a day, offers that hold today", () => {
  it.each([
    ["which vendor delivers late most often", "SELECT name FROM vendors WHERE id = 2"],
    ["on-time delivery rate", "SELECT 0.5"],
    ["how many deliveries were late", "SELECT 2"],
    [
      "average delivery time per vendor",
      `SELECT v.name, AVG(julianday(arrived_on) - julianday(ordered_on)) FROM ${late} GROUP BY v.id ORDER BY 2 DESC`,
    ],
    [
      "average days between ordering and delivery",
      `SELECT AVG(julianday(arrived_on) - julianday(ordered_on)) FROM ${late}`,
    ],
    ["which vendor is slowest", "SELECT name FROM vendors WHERE id = 2"],
    ["offers running right now", "SELECT name FROM offers WHERE id = 2"],
    ["how many offers are on right now", "SELECT 1"],
  ])("%s", async (question, sql) => {
    const { result } = await kiosks.answer(question);
    expect(result.rows).toEqual(await kiosks.rows(sql));
  });

  it("percentages are not summed up", () => {
    expect(kiosks.ask("total discount of offers").kind).toBe("not_understood");
  });
});
