import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";

import { type Business, openFixture } from "./business.ts";

/** A cheese dairy: sellers, shops that order, cheeses in order lines, what came back, visits of the web page, and complaints. */
const tables = `
CREATE TABLE sellers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, job_title TEXT NOT NULL, boss_id INTEGER REFERENCES sellers (id));
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, town TEXT NOT NULL, signed_up_on DATE NOT NULL);
CREATE TABLE cheeses (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit_price NUMERIC NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), seller_id INTEGER NOT NULL REFERENCES sellers (id), ordered_at TIMESTAMP NOT NULL, delivery TEXT NOT NULL, total_amount NUMERIC NOT NULL);
CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), cheese_id INTEGER NOT NULL REFERENCES cheeses (id), quantity INTEGER NOT NULL, rebate NUMERIC NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, order_line_id INTEGER NOT NULL REFERENCES order_lines (id), returned_on DATE NOT NULL);
CREATE TABLE page_visits (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), started_at TIMESTAMP NOT NULL, screen TEXT NOT NULL, converted INTEGER NOT NULL CHECK (converted IN (0, 1)));
CREATE TABLE complaints (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), status TEXT NOT NULL, opened_on DATE NOT NULL, rating INTEGER);
`;

let dairy: Business;
beforeAll(async () => {
  dairy = await openFixture("sold-nothing", tables, (database) => {
    database.exec(
      "INSERT INTO sellers VALUES (1, 'Ida Moor', 'Head of sales', NULL), (2, 'Jon Fell', 'Seller', 1), (3, 'Kit Lark', 'Seller', 1)",
    );
    database.exec(`INSERT INTO customers VALUES (1, 'Aldi Corner', 'Brae', '2023-01-01'), (2, 'Bell Inn', 'Brae', '2023-02-01'),
      (3, 'Crown', 'Dunholm', '2023-03-01'), (4, 'Dell', 'Dunholm', '2025-01-01')`);
    database.exec("INSERT INTO cheeses VALUES (1, 'Blue', 10), (2, 'Gouda', 8), (3, 'Brie', 6)");
    database.exec(`INSERT INTO orders VALUES (1, 1, 2, '2024-01-04 09:10', 'van', 20), (2, 2, 2, '2024-02-05 09:40', 'van', 40),
      (3, 3, 2, '2025-02-06 14:00', 'post', 30), (4, 1, 2, '2025-03-06 09:00', 'post', 10), (5, 3, 1, '2025-04-01 08:00', 'post', 10)`);
    database.exec(
      "INSERT INTO order_lines VALUES (1, 1, 1, 2, 0), (2, 2, 1, 4, 0.1), (3, 3, 2, 3, 0), (4, 4, 1, 1, 0), (5, 5, 2, 1, 0.2)",
    );
    database.exec("INSERT INTO returns VALUES (1, 1, '2024-02-01'), (2, 2, '2024-03-01'), (3, 3, '2025-03-01')");
    database.exec(`INSERT INTO page_visits VALUES (1, 1, '2025-01-01 09:00', 'phone', 1), (2, 1, '2025-01-01 09:30', 'phone', 0),
      (3, 2, '2025-01-02 20:00', 'desk', 1)`);
    database.exec(`INSERT INTO complaints VALUES (1, 1, 'open', '2024-01-01', NULL), (2, 2, 'open', '2024-06-01', NULL),
      (3, 3, 'settled', '2024-01-01', 4)`);
  });
});
afterAll(async () => {
  await dairy.datasource.close();
});

describe("who did nothing", () => {
  it.each([
    ["who sold nothing in 2025", "SELECT 'Kit Lark'"],
    ["who hasn't sold anything in 2024", "SELECT 'Ida Moor' UNION SELECT 'Kit Lark'"],
    ["which sellers sold nothing in 2025", "SELECT 'Kit Lark'"],
    ["which customers ordered nothing in 2025", "SELECT 'Bell Inn' UNION SELECT 'Dell'"],
    ["which cheeses sold nothing in 2025", "SELECT 'Blue' WHERE 0 UNION SELECT 'Brie'"],
    ["who bought nothing in 2025", "SELECT 'Bell Inn' UNION SELECT 'Dell'"],
  ])("%s", async (question, sql) => {
    await dairy.expectRows(question, sql);
  });

  it("leaves no word of those who report to somebody out", async () => {
    const { reading } = await dairy.answer("who reports to Ida Moor");
    expect(reading.left_out).toEqual([]);
    await dairy.expectRows("who reports to Ida Moor", "SELECT 'Jon Fell' UNION SELECT 'Kit Lark'");
  });
});

describe("what is done most, and by whom for the first time", () => {
  it.each([
    ["what do people return most often", "SELECT 'Blue'"],
    ["which cheese do customers return the most", "SELECT 'Blue'"],
    ["which screen converts best", "SELECT 'desk', 1"],
    ["worst converting screen", "SELECT 'phone', 0.5"],
    ["how many first-time buyers in 2025", "SELECT 1"],
    ["biggest single order", "SELECT * FROM orders WHERE id = 2"],
    ["how many orders had a rebate", "SELECT 2"],
    ["how many complaints have been open for more than a month", "SELECT 1"],
    ["how many complaints are open for more than two days", "SELECT 2"],
    ["how many complaints are open for more than five weeks", "SELECT 1"],
  ])("%s", async (question, sql) => {
    await dairy.expectRows(question, sql);
  });
});

describe("kinds of each", () => {
  it.each([
    ["deliveries by town", "SELECT 'Brae', 'van', 2 UNION SELECT 'Brae', 'post', 1 UNION SELECT 'Dunholm', 'post', 2"],
    ["most common delivery by town", "SELECT 'Brae', 'van' UNION SELECT 'Dunholm', 'post'"],
    ["which delivery has the most orders in each town", "SELECT 'Brae', 'van' UNION SELECT 'Dunholm', 'post'"],
    ["preferred delivery by town", "SELECT 'Brae', 'van' UNION SELECT 'Dunholm', 'post'"],
  ])("%s", async (question, sql) => {
    await dairy.expectRows(question, sql);
  });
});

describe("an hour of the day", () => {
  it("is the one with the most", async () => {
    const { reading, result } = await dairy.answer("which hour of the day has the most orders", { figures: true });
    expect(verbalize(reading.form, result)).toBe("9:00 has the most orders: 3.");
  });

  it("is ranked where it is asked when people come", async () => {
    await dairy.expectRows("what time of day do people visit us", "SELECT '09', 2 UNION SELECT '20', 1");
  });
});
