import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boatyard that sells boats one by one, is paid for them in parts, and pays suppliers. */
const tables = `
CREATE TABLE boats (id INTEGER PRIMARY KEY, hull_no TEXT NOT NULL, kind TEXT NOT NULL, added_on DATE NOT NULL);
CREATE TABLE salespersons (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, county TEXT NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), salesperson_id INTEGER NOT NULL REFERENCES salespersons (id), customer_id INTEGER NOT NULL REFERENCES customers (id), sale_price NUMERIC NOT NULL, sale_date DATE NOT NULL);
CREATE TABLE payments_received (id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (id), payment_date DATE NOT NULL, payment_amount NUMERIC NOT NULL);
CREATE TABLE payments_made (id INTEGER PRIMARY KEY, vendor_name TEXT NOT NULL, payment_date DATE NOT NULL, payment_amount NUMERIC NOT NULL);
CREATE TABLE card_swipes_daily (swipe_no INTEGER PRIMARY KEY, swipe_ref TEXT NOT NULL, fee NUMERIC NOT NULL, booked_at DATE NOT NULL);
CREATE TABLE letters (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), kind TEXT NOT NULL, received_kind TEXT NOT NULL, sent_on DATE NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("boatyard", tables, (database) => {
    database.exec(
      "INSERT INTO boats VALUES (1, 'H-1', 'dinghy', '2024-05-01'), (2, 'H-2', 'yacht', '2024-05-01'), (3, 'H-3', 'dinghy', '2024-05-02'), (4, 'H-4', 'yacht', '2024-05-03')",
    );
    database.exec("INSERT INTO salespersons VALUES (1, 'Ada', 'Ness'), (2, 'Bo', 'Lind')");
    database.exec("INSERT INTO customers VALUES (1, 'Cy Moe', 'Kent'), (2, 'Di Rask', 'Devon')");
    database.exec(`INSERT INTO sales VALUES (1, 1, 1, 1, 900, '2024-05-10'), (2, 2, 1, 2, 5000, '2024-04-03'),
      (3, 1, 2, 2, 800, '2024-04-20'), (4, 3, 1, 1, 700, '2024-03-09'), (5, 2, 2, 1, 4000, '2023-12-01')`);
    database.exec("INSERT INTO payments_received VALUES (1, 1, '2024-05-10', 100), (2, 2, '2024-04-03', 2000)");
    database.exec("INSERT INTO payments_made VALUES (1, 'Sails Ltd', '2024-05-02', 90000)");
    database.exec("INSERT INTO card_swipes_daily VALUES (1, 'a', 1, '2024-05-02'), (2, 'a', 2, '2024-05-02')");
    database.exec(
      "INSERT INTO letters VALUES (1, 1, 'reminder', 'post', '2024-05-01'), (2, 2, 'offer', 'post', '2024-05-02')",
    );
  });
});
afterAll(() => yard.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => yard.expectRows(question, sql);

describe("things sold of which sales keep no quantity", () => {
  it.each([
    ["how many boats were sold in April 2024", "SELECT 2"],
    ["number of boats sold by kind", "SELECT kind, COUNT(*) FROM sales JOIN boats ON boats.id = boat_id GROUP BY 1"],
    ["how many yachts have we sold", "SELECT 2"],
    [
      "boats sold per month in 2024",
      "SELECT substr(sale_date, 1, 7), COUNT(*) FROM sales WHERE sale_date >= '2024-01-01' GROUP BY 1",
    ],
    ["show me all boats sold in April 2024", "SELECT hull_no FROM boats WHERE id IN (1, 2)"],
    ["which salesperson sold the most boats in 2024", "SELECT 'Ada', 'Ness'"],
    ["who sold the most boats", "SELECT 'Ada', 'Ness'"],
    ["top 1 kinds by boats sold", "SELECT 'dinghy'"],
    [
      "number of sales per salesperson in 2024",
      "SELECT first_name, last_name, COUNT(*) FROM sales JOIN salespersons ON salespersons.id = salesperson_id WHERE sale_date >= '2024-01-01' GROUP BY salespersons.id",
    ],
    ["average price of dinghies sold", "SELECT 800"],
    ["what did Di Rask buy", "SELECT hull_no FROM boats WHERE id IN (1, 2)"],
    ["boats that have no sales", "SELECT 'H-4'"],
  ])("%s", expectRows);
});

describe("revenue where sales, what was paid of them and payments to suppliers are kept", () => {
  it.each([
    ["total revenue", "SELECT SUM(sale_price) FROM sales"],
    [
      "top 2 counties by total revenue, showing the number of customers and total revenue for each county",
      "SELECT county, SUM(sale_price), COUNT(DISTINCT customers.id) FROM sales JOIN customers ON customers.id = customer_id GROUP BY 1",
    ],
  ])("%s", expectRows);
});

describe("rows of a table that is called by more than its noun", () => {
  it.each([
    ["how many swipes", "SELECT 2"],
    ["customers who have received reminder letters", "SELECT 'Cy Moe'"],
  ])("%s", expectRows);
});

describe("ways to tell when and how many", () => {
  it.each([
    ["how many sales more than 2 months ago", "SELECT 3"],
    [
      "number of sales in each of the last 3 months",
      "SELECT substr(sale_date, 1, 7), COUNT(*) FROM sales WHERE sale_date BETWEEN '2024-03-01' AND '2024-05-31' GROUP BY 1",
    ],
    ["how many sales between 2024-04-03 and 2024-05-10 inclusive", "SELECT 3"],
    ["kinds of boats and their counts", "SELECT kind, COUNT(*) FROM boats GROUP BY 1"],
  ])("%s", expectRows);
});

describe("rows of two kinds under one noun", () => {
  it("are asked about where either would do", () => {
    expect(yard.ask("payments by month")).toMatchObject({
      kind: "not_understood",
      choices: [{ label: "payments made" }, { label: "payments received" }],
    });
  });
  it("are those that have what is said", async () => {
    await expectRows("payments by vendor", "SELECT vendor_name, COUNT(*) FROM payments_made GROUP BY 1");
  });
});
