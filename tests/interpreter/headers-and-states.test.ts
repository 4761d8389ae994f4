import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A mill that delivers flour, as a warehouse of data keeps it: orders with a header and lines, and what is still on order. */
const millTables = `
CREATE TABLE dim_depot (depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL);
CREATE TABLE dim_flour (flour_id INTEGER PRIMARY KEY, flour_name TEXT NOT NULL, bag_weight_g INTEGER NOT NULL, bag_height_cm INTEGER NOT NULL);
CREATE TABLE fct_order_header (order_id INTEGER PRIMARY KEY, depot_id INTEGER REFERENCES dim_depot (depot_id), ordered_ts TEXT NOT NULL, order_status TEXT NOT NULL);
CREATE TABLE fct_order_line (order_line_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES fct_order_header (order_id), flour_id INTEGER NOT NULL REFERENCES dim_flour (flour_id), net_amount REAL NOT NULL);
CREATE TABLE fct_stock_snapshot (snapshot_id INTEGER PRIMARY KEY, depot_id INTEGER NOT NULL REFERENCES dim_depot (depot_id), taken_on TEXT NOT NULL, units_on_order INTEGER NOT NULL);
`;

/** A foot clinic: visits are called appointments, bills have an amount that was paid and a state "Paid", and marks are a table of their own. */
const clinicTables = `
CREATE TABLE clients (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE appointments (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), held_on TEXT NOT NULL);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), issued_on TEXT NOT NULL, total_amount REAL NOT NULL, paid_amount REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE courses (id INTEGER PRIMARY KEY, course_name TEXT NOT NULL);
CREATE TABLE grades (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), course_id INTEGER NOT NULL REFERENCES courses (id), score INTEGER NOT NULL, grade TEXT NOT NULL);
CREATE TABLE devices (id INTEGER PRIMARY KEY, device_name TEXT NOT NULL, cost REAL NOT NULL);
CREATE TABLE purchase_orders (id INTEGER PRIMARY KEY, po_number TEXT NOT NULL, vendor TEXT NOT NULL, device_id INTEGER NOT NULL REFERENCES devices (id));
`;

/** A market of crafts: each thing in an order is a row, buyers give stars, and things are told apart by a name for their kind. */
const marketTables = `
CREATE TABLE product_kinds (product_category_name TEXT PRIMARY KEY, english TEXT NOT NULL);
CREATE TABLE products (product_id TEXT PRIMARY KEY, title TEXT NOT NULL, product_category_name TEXT NOT NULL REFERENCES product_kinds (product_category_name), product_photos_qty INTEGER NOT NULL);
CREATE TABLE orders (order_id TEXT PRIMARY KEY, channel TEXT NOT NULL, ordered_on TEXT NOT NULL);
CREATE TABLE order_items (order_id TEXT NOT NULL REFERENCES orders (order_id), item_no INTEGER NOT NULL, product_id TEXT NOT NULL REFERENCES products (product_id), price REAL NOT NULL, PRIMARY KEY (order_id, item_no));
CREATE TABLE order_reviews (review_id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (order_id), review_score INTEGER NOT NULL);
`;

let [mill, clinic, market]: Business[] = [];
beforeAll(async () => {
  mill = await openFixture("mill", millTables, (database) => {
    database.exec("INSERT INTO dim_depot VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO dim_flour VALUES (1, 'Rye', 900, 40), (2, 'Spelt', 1500, 20), (3, 'Wheat', 1000, 30)");
    database.exec(`INSERT INTO fct_order_header VALUES (1, 1, '2025-01-05', 'done'), (2, 1, '2025-02-05', 'cancelled'),
      (3, 2, '2025-03-05', 'done'), (4, 1, '2024-03-05', 'done')`);
    database.exec(
      "INSERT INTO fct_order_line VALUES (1, 1, 1, 10), (2, 1, 2, 20), (3, 2, 1, 5), (4, 3, 3, 9), (5, 4, 2, 7)",
    );
    database.exec("INSERT INTO fct_stock_snapshot VALUES (1, 1, '2025-01-01', 70), (2, 2, '2025-01-01', 30)");
  });
  clinic = await openFixture("foot-clinic", clinicTables, (database) => {
    database.exec(
      "INSERT INTO clients VALUES (1, 'Ada', 'Moe', 'Saltby'), (2, 'Cy', 'Rask', 'Fenwick'), (3, 'Di', 'Ness', 'Saltby')",
    );
    database.exec(`INSERT INTO appointments VALUES (1, 1, '2025-01-02'), (2, 1, '2025-02-02'), (3, 1, '2025-03-02'), (4, 2, '2025-03-02'),
      (5, 2, '2025-04-02')`);
    database.exec(`INSERT INTO invoices VALUES (1, 1, '2025-01-03', 100, 100, 'Paid'), (2, 2, '2025-01-04', 80, 20, 'Pending'),
      (3, 3, '2025-01-05', 50, 50, 'Paid'), (4, 3, '2025-01-06', 60, 60, 'Paid'), (5, 3, '2025-01-07', 10, 0, 'Pending'), (6, 3, '2025-01-08', 9, 0, 'Overdue')`);
    database.exec("INSERT INTO courses VALUES (1, 'Balance'), (2, 'Gait')");
    database.exec(
      "INSERT INTO grades VALUES (1, 1, 1, 90, 'A'), (2, 2, 1, 70, 'B'), (3, 3, 2, 85, 'A'), (4, 1, 2, 60, 'B'), (5, 2, 2, 61, 'B'), (6, 3, 1, 88, 'A')",
    );
    for (let i = 7; i < 40; i++)
      database.exec(`INSERT INTO grades VALUES (${i}, ${1 + (i % 3)}, ${1 + (i % 2)}, ${50 + i}, '${"ABC"[i % 3]}')`);
    database.exec("INSERT INTO devices VALUES (1, 'Scanner', 900), (2, 'Lamp', 40)");
    database.exec("INSERT INTO purchase_orders VALUES (1, 'PO-2001', 'Holt Ltd', 1), (2, 'PO-2002', 'Lind Ltd', 2)");
  });
  market = await openFixture("craft-market", marketTables, (database) => {
    database.exec("INSERT INTO product_kinds VALUES ('vasos', 'vases'), ('mantas', 'blankets')");
    database.exec(
      "INSERT INTO products VALUES ('p1', 'Reed', 'vasos', 9), ('p2', 'Moss', 'mantas', 1), ('p3', 'Fern', 'mantas', 1), ('p4', 'Dune', 'vasos', 2), ('p5', 'Lark', 'vasos', 2)",
    );
    database.exec(
      "INSERT INTO orders VALUES ('o1', 'web', '2025-01-01'), ('o2', 'fair', '2025-01-02'), ('o3', 'web', '2025-02-01')",
    );
    database.exec(
      "INSERT INTO order_items VALUES ('o1', 1, 'p2', 10), ('o1', 2, 'p2', 10), ('o2', 1, 'p3', 30), ('o3', 1, 'p1', 5)",
    );
    database.exec("INSERT INTO order_reviews VALUES ('r1', 'o1', 5), ('r2', 'o2', 4), ('r3', 'o3', 5)");
  });
});
afterAll(async () => {
  for (const one of [mill, clinic, market]) await one?.datasource.close();
});

describe("orders that are kept as headers and lines", () => {
  it.each([
    ["How many orders were placed in 2025?", "SELECT COUNT(*) FROM fct_order_header WHERE ordered_ts >= '2025-01-01'"],
    ["What share of orders were cancelled?", "SELECT 1.0 / 4"],
    [
      "Which depots had more than 2 orders?",
      "SELECT depot_name FROM dim_depot WHERE depot_id IN (SELECT depot_id FROM fct_order_header GROUP BY 1 HAVING COUNT(*) > 2)",
    ],
    ["What is the average number of order lines per order?", "SELECT 5.0 / 4"],
    [
      "units on order per depot",
      "SELECT depot_name, SUM(units_on_order) FROM fct_stock_snapshot JOIN dim_depot USING (depot_id) GROUP BY depot_id ORDER BY 2 DESC",
    ],
  ])("%s", (question, sql) => mill?.expectRows(question, sql));
});

describe("a weight in grams is called a weight, whatever else has a size", () => {
  it.each([
    ["Which flour has the highest bag weight?", "SELECT flour_name FROM dim_flour ORDER BY bag_weight_g DESC LIMIT 1"],
    ["average bag weight", "SELECT AVG(bag_weight_g) FROM dim_flour"],
  ])("%s", (question, sql) => mill?.expectRows(question, sql));
});

describe("a state beside an amount of the same name", () => {
  it.each([
    ["how many paid invoices are there", "SELECT COUNT(*) FROM invoices WHERE status = 'Paid'"],
    ["What is the total revenue from paid invoices?", "SELECT SUM(total_amount) FROM invoices WHERE status = 'Paid'"],
    ["How much was paid?", "SELECT SUM(paid_amount) FROM invoices"],
    ["total paid amount", "SELECT SUM(paid_amount) FROM invoices"],
  ])("%s", (question, sql) => clinic?.expectRows(question, sql));
});

describe("rows that are said by another noun, or by a part of their name", () => {
  it.each([
    [
      "List clients who visited more than 2 times",
      "SELECT first_name, last_name FROM clients WHERE id IN (SELECT client_id FROM appointments GROUP BY 1 HAVING COUNT(*) > 2)",
    ],
    ["What is the total number of client visits?", "SELECT COUNT(*) FROM appointments"],
  ])("%s", (question, sql) => clinic?.expectRows(question, sql));
  it.each([
    [
      "How many orders contained more than one item?",
      "SELECT COUNT(*) FROM (SELECT order_id FROM order_items GROUP BY 1 HAVING COUNT(*) > 1)",
    ],
    [
      "What are the top 2 product categories by number of items sold?",
      "SELECT product_category_name FROM products JOIN order_items USING (product_id) GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 2",
    ],
    [
      "How many orders came through each sales channel?",
      "SELECT channel, COUNT(*) FROM orders GROUP BY 1 ORDER BY 2 DESC",
    ],
    ["how many 5-star reviews are there", "SELECT COUNT(*) FROM order_reviews WHERE review_score = 5"],
    ["reviews with 4 stars", "SELECT * FROM order_reviews WHERE review_score = 4"],
  ])("%s", (question, sql) => market?.expectRows(question, sql));
});

describe("figures of each and of all", () => {
  it.each([
    [
      "What is the top score in each course?",
      "SELECT course_name, MAX(score) FROM grades JOIN courses ON courses.id = course_id GROUP BY course_id ORDER BY 2 DESC",
    ],
    ["Show the grade distribution", "SELECT grade, COUNT(*) FROM grades GROUP BY 1 ORDER BY 2 DESC, 1"],
    ["What is the total value of all devices?", "SELECT SUM(cost) FROM devices"],
    ["Which vendor is PO-2001 for?", "SELECT vendor FROM purchase_orders WHERE po_number = 'PO-2001'"],
  ])("%s", (question, sql) => clinic?.expectRows(question, sql));
});
