import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A potter's shop: lines of orders have a quantity, a price and a discount that is a fraction. */
const shopTables = `
CREATE TABLE buyers (buyer_id INTEGER PRIMARY KEY, buyer_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE pots (pot_id INTEGER PRIMARY KEY, pot_name TEXT NOT NULL, glaze TEXT NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers (buyer_id), ordered_on TEXT NOT NULL, status TEXT NOT NULL, channel TEXT NOT NULL);
CREATE TABLE order_lines (line_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (order_id), pot_id INTEGER NOT NULL REFERENCES pots (pot_id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL, discount REAL NOT NULL);
CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers (buyer_id), billed_on TEXT NOT NULL, total_amount REAL NOT NULL, status TEXT NOT NULL);
`;

/** One sheet of what a tea stall sold: several lines have the same receipt. */
const stallTables = `
CREATE TABLE sold (line_id INTEGER PRIMARY KEY, invoice_no TEXT NOT NULL, sold_on TEXT NOT NULL, tea TEXT NOT NULL, amount REAL NOT NULL);
`;

let [shop, stall]: Business[] = [];
beforeAll(async () => {
  shop = await openFixture("potter", shopTables, (database) => {
    database.exec(
      "INSERT INTO buyers VALUES (1, 'Ada Moe', 'Saltby'), (2, 'Cy Rask', 'Fenwick'), (3, 'Di Ness', 'Saltby')",
    );
    database.exec("INSERT INTO pots VALUES (1, 'Jug', 'blue'), (2, 'Bowl', 'grey'), (3, 'Vase', 'blue')");
    database.exec(`INSERT INTO orders VALUES (1, 1, '2025-01-06', 'done', 'web'), (2, 2, '2025-01-07', 'cancelled', 'web'),
      (3, 3, '2025-02-03', 'done', 'fair'), (4, 1, '2024-02-05', 'done', 'fair')`);
    database.exec(
      "INSERT INTO order_lines VALUES (1, 1, 1, 2, 10, 0.5), (2, 1, 2, 1, 8, 0), (3, 2, 3, 4, 20, 0.1), (4, 3, 2, 9, 8, 0.2), (5, 4, 1, 1, 12, 0)",
    );
    database.exec(`INSERT INTO bills VALUES (1, 1, '2025-01-08', 70, 'Open'), (2, 2, '2025-01-08', 60, 'Open'), (3, 2, '2025-02-08', 50, 'Paid'),
      (4, 3, '2025-02-09', 20, 'Paid')`);
  });
  stall = await openFixture("tea-stall", stallTables, (database) => {
    database.exec(`INSERT INTO sold VALUES (1, 'B1', '2025-01-01', 'mint', 4), (2, 'B1', '2025-01-01', 'rose', 6), (3, 'B2', '2025-01-02', 'mint', 5),
      (4, 'B3', '2025-02-01', 'rose', 3), (5, 'B3', '2025-02-01', 'mint', 2)`);
  });
});
afterAll(async () => {
  for (const one of [shop, stall]) await one?.datasource.close();
});

const net = "SUM(quantity * unit_price * (1 - discount))";
const gross = "SUM(quantity * unit_price)";

describe("a figure that the question itself gives its meaning", () => {
  it.each([
    [
      "What is the total revenue per glaze, where revenue is quantity times unit price times one minus discount?",
      `SELECT glaze, ${net} FROM order_lines JOIN pots USING (pot_id) GROUP BY 1`,
    ],
    [
      "What is the net value per channel, where net value is quantity times unit price?",
      `SELECT channel, ${gross} FROM order_lines JOIN orders USING (order_id) GROUP BY 1`,
    ],
    [
      "Which single glaze has the highest total revenue (quantity times unit price)? Return just that glaze and its revenue.",
      `SELECT glaze, ${gross} FROM order_lines JOIN pots USING (pot_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
  ])("%s", (question, sql) => shop?.expectRows(question, sql));
  it("is told as what it was calculated by", async () => {
    const answer = await shop?.answer("total revenue per glaze, where revenue is quantity times unit price");
    expect(answer?.reading.assumptions.join(" ")).toContain("quantity times unit price");
  });
  it("is not understood where it cannot be calculated here", () => {
    expect(shop?.ask("What is the revenue per glaze, where revenue is magic times unit price?").kind).toBe(
      "not_understood",
    );
  });
});

describe("what a figure is of cannot be taken from it", () => {
  it("and is not left out in silence", () => {
    expect(shop?.ask("revenue minus bills").kind).not.toBe("query");
  });
});

describe("a sentence behind the question that says how the answer is wanted", () => {
  it.each([
    [
      "For each channel, what fraction of its orders were cancelled? Return the ratio as a value between 0 and 1, not a percentage.",
      "SELECT channel, 1.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders GROUP BY 1",
    ],
    [
      "What is the average quantity per pot? Show the top 2.",
      "SELECT pot_name, AVG(quantity) FROM order_lines JOIN pots USING (pot_id) GROUP BY pot_id ORDER BY 2 DESC LIMIT 2",
    ],
    ["Which channel has the most orders? Show only cancelled orders.", "SELECT 'web'"],
  ])("%s", (question, sql) => shop?.expectRows(question, sql));
});

describe("totals that rows keep, and volumes", () => {
  it.each([
    [
      "Which buyer has the highest total bill amount?",
      "SELECT buyer_name FROM buyers JOIN bills USING (buyer_id) GROUP BY 1 ORDER BY SUM(total_amount) DESC LIMIT 1",
    ],
    ["What is the total amount open in bills?", "SELECT SUM(total_amount) FROM bills WHERE status = 'Open'"],
    ["Show the busiest day of the week for orders", "SELECT 'Monday'"],
    ["Which day of the week has the highest order volume?", "SELECT 'Monday'"],
    ["How many orders were placed during the 2025 calendar year?", "SELECT 3"],
    ["number of buyers by hometown", "SELECT town, COUNT(*) FROM buyers GROUP BY 1 ORDER BY 2 DESC"],
  ])("%s", (question, sql) => shop?.expectRows(question, sql));
});

describe("orders that are told by a number of their lines", () => {
  it.each([
    ["average order value", "SELECT 20.0 / 3"],
    ["How many orders were placed?", "SELECT 3"],
    ["number of orders by month", "SELECT strftime('%Y-%m', sold_on), COUNT(DISTINCT invoice_no) FROM sold GROUP BY 1"],
  ])("%s", (question, sql) => stall?.expectRows(question, sql));
});
