import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A club with wallets: keys that are called by initials and nowhere declared, balances a day, views beside the tables. */
const tables = `
CREATE TABLE members (mid INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, created_at DATE NOT NULL, ins_type TEXT NOT NULL);
CREATE TABLE salespersons (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hire_date DATE NOT NULL);
CREATE TABLE balances_daily (member_id INTEGER NOT NULL, balance NUMERIC NOT NULL, updated_at DATE NOT NULL);
CREATE TABLE orders (order_no INTEGER PRIMARY KEY, member_id INTEGER NOT NULL, seller_id INTEGER NOT NULL REFERENCES salespersons (id), kind TEXT NOT NULL, price NUMERIC NOT NULL, amount NUMERIC NOT NULL, status TEXT NOT NULL, ordered_on DATE NOT NULL);
CREATE TABLE supplier_bills (id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, bill_date DATE NOT NULL, due_date DATE NOT NULL, bill_amount NUMERIC NOT NULL);
CREATE VIEW monthly_orders AS SELECT strftime('%Y-%m', ordered_on) AS month, SUM(amount) AS revenue, COUNT(*) AS orders_made FROM orders GROUP BY 1;
CREATE VIEW order_overview AS SELECT o.order_no, m.first_name || ' ' || m.last_name AS member, o.amount FROM orders o JOIN members m ON m.mid = o.member_id;
`;

let club: Business;
beforeAll(async () => {
  club = await openFixture("wallets", tables, (database) => {
    database.exec(
      "INSERT INTO members VALUES (1, 'Ada', 'Ness', '2024-01-05', 'private'), (2, 'Bo', 'Lind', '2023-03-01', 'public'), (3, 'Cy', 'Ness', '2024-04-04', 'public')",
    );
    database.exec("INSERT INTO salespersons VALUES (1, 'Di Rask', '2020-01-01'), (2, 'Eli Torp', '2023-05-01')");
    database.exec(
      "INSERT INTO balances_daily VALUES (1, 90, '2024-05-01'), (1, 20, '2024-06-01'), (2, 5, '2024-04-01'), (2, 70, '2024-06-02')",
    );
    database.exec(`INSERT INTO orders VALUES (1, 1, 1, 'sell', 10, 900, 'success', '2024-02-01'), (2, 2, 1, 'buy', 400, 400, 'failed', '2024-03-01'),
      (3, 1, 2, 'sell', 20, 300, 'success', '2023-03-01'), (4, 3, 2, 'sell', 30, 60, 'refunded', '2024-03-05')`);
    database.exec(
      "INSERT INTO supplier_bills VALUES (1, 'Sails Ltd', '2024-05-30', '2024-06-20', 100), (2, 'Ropes Ltd', '2024-06-20', '2024-09-20', 50)",
    );
  });
});
afterAll(() => club.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => club.expectRows(question, sql);

describe("states and kinds", () => {
  it.each([
    ["total amount refunded", "SELECT 60"],
    ["how many sell orders", "SELECT 3"],
    ["order success rate", "SELECT 0.5"],
    ["orders over 350", "SELECT * FROM orders WHERE amount > 350"],
    ["members by insurance type", "SELECT ins_type, COUNT(*) FROM members GROUP BY 1"],
  ])("%s", expectRows);
});

describe("days by what was done on them", () => {
  it.each([
    ["who was hired most recently", "SELECT 'Eli Torp'"],
    ["how many members signed up in 2024", "SELECT 2"],
    ["bills due in the next 30 days", "SELECT 'Sails Ltd'"],
    [
      "latest balance of each member",
      "SELECT first_name, last_name, balance FROM balances_daily JOIN members ON mid = member_id WHERE updated_at >= '2024-06-01'",
    ],
  ])("%s", expectRows);
});

describe("tables before the views that sum them up", () => {
  it.each([
    [
      "revenue by month this year",
      "SELECT strftime('%Y-%m', ordered_on), SUM(amount) FROM orders WHERE ordered_on >= '2024-01-01' GROUP BY 1",
    ],
    ["number of orders of Ada Ness", "SELECT 2"],
  ])("%s", expectRows);
});
