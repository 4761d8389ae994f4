import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A seed store: what lies on which shelf, prices for kinds of buyers, what is bought from whom, and what was lent. */
const tables = `
CREATE TABLE vendors (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT NOT NULL);
CREATE TABLE seeds (seed_id INTEGER PRIMARY KEY, seed_name TEXT NOT NULL);
CREATE TABLE shelves (shelf_id INTEGER PRIMARY KEY, room TEXT NOT NULL);
CREATE TABLE stock (seed_id INTEGER NOT NULL REFERENCES seeds (seed_id), shelf_id INTEGER NOT NULL REFERENCES shelves (shelf_id), quantity_on_hand INTEGER NOT NULL, PRIMARY KEY (seed_id, shelf_id));
CREATE TABLE price_list (price_id INTEGER PRIMARY KEY, seed_id INTEGER NOT NULL REFERENCES seeds (seed_id), unit_price REAL NOT NULL, effective_date TEXT NOT NULL, end_date TEXT);
CREATE TABLE purchase_orders (purchase_order_id INTEGER PRIMARY KEY, vendor_id INTEGER NOT NULL REFERENCES vendors (vendor_id), ordered_on TEXT NOT NULL);
CREATE TABLE purchase_order_lines (line_id INTEGER PRIMARY KEY, purchase_order_id INTEGER NOT NULL REFERENCES purchase_orders (purchase_order_id), seed_id INTEGER NOT NULL REFERENCES seeds (seed_id), quantity INTEGER NOT NULL, unit_cost REAL NOT NULL);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, sold_on TEXT NOT NULL);
CREATE TABLE sale_lines (line_id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (sale_id), seed_id INTEGER NOT NULL REFERENCES seeds (seed_id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE credit_notes (credit_note_id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (sale_id), amount REAL NOT NULL, noted_on TEXT NOT NULL);
CREATE TABLE grower_loans (loan_id INTEGER PRIMARY KEY, grower TEXT NOT NULL, principal REAL NOT NULL, state TEXT NOT NULL, disbursed_on TEXT);
CREATE TABLE charges (charge_id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES grower_loans (loan_id), kind TEXT NOT NULL, charged_on TEXT NOT NULL, waived INTEGER NOT NULL);
CREATE TABLE repayments (repayment_id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES grower_loans (loan_id), paid_on TEXT, amount REAL NOT NULL);
CREATE VIEW seed_stock AS SELECT seed_id, SUM(quantity_on_hand) AS on_hand FROM stock GROUP BY 1;
`;

let store: Business;
beforeAll(async () => {
  store = await openFixture("seed-store", tables, (database) => {
    database.exec("INSERT INTO vendors VALUES (1, 'Moss & Co'), (2, 'Fern Farm')");
    database.exec("INSERT INTO seeds VALUES (1, 'Kale'), (2, 'Leek'), (3, 'Dill'), (4, 'Mint')");
    database.exec("INSERT INTO shelves VALUES (1, 'cellar'), (2, 'cellar'), (3, 'loft')");
    database.exec("INSERT INTO stock VALUES (1, 1, 5), (1, 2, 0), (1, 3, 7), (2, 1, 0), (2, 3, 0), (3, 3, 9)");
    database.exec(
      "INSERT INTO price_list VALUES (1, 1, 2.5, '2023-01-01', '2023-12-31'), (2, 1, 3, '2024-01-01', NULL), (3, 2, 4, '2023-01-01', NULL)",
    );
    database.exec(
      "INSERT INTO purchase_orders VALUES (1, 1, '2024-02-01'), (2, 2, '2023-03-01'), (3, 2, '2024-05-01')",
    );
    database.exec("INSERT INTO purchase_order_lines VALUES (1, 1, 1, 100, 1), (2, 2, 2, 10, 2), (3, 3, 3, 30, 1.5)");
    database.exec("INSERT INTO sales VALUES (1, '2024-03-01'), (2, '2024-05-09')");
    database.exec("INSERT INTO sale_lines VALUES (1, 1, 2, 20, 4), (2, 1, 1, 3, 3), (3, 2, 3, 8, 2)");
    database.exec("INSERT INTO credit_notes VALUES (1, 1, 6, '2024-05-02'), (2, 2, 4, '2024-05-20')");
    database.exec(
      "INSERT INTO grower_loans VALUES (1, 'Ivo', 100, 'approved', NULL), (2, 'Uli', 200, 'active', '2024-05-03'), (3, 'Eda', 300, 'applied', NULL)",
    );
    database.exec(
      "INSERT INTO charges VALUES (1, 2, 'late', '2024-05-09', 1), (2, 2, 'late', '2024-05-10', 0), (3, 2, 'letter', '2024-05-11', 0)",
    );
    database.exec("INSERT INTO repayments VALUES (1, 2, '2024-06-01', 20), (2, 2, NULL, 20)");
  });
});
afterAll(() => store.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => store.expectRows(question, sql);

describe("stock that lies in several places", () => {
  it.each([
    ["which seeds are out of stock", "SELECT 'Leek' UNION ALL SELECT 'Mint'"],
    ["how many seeds are out of stock", "SELECT 2"],
    ["stock on hand by room", "SELECT 'cellar', 5 UNION ALL SELECT 'loft', 16"],
    ["stock on hand for Kale", "SELECT 12"],
  ])("is told of all of them: %s", expectRows);
});

describe("what a store spends", () => {
  it.each([
    ["how much did we spend with each vendor", "SELECT 'Moss & Co', 100.0 UNION ALL SELECT 'Fern Farm', 65.0"],
    ["what did we spend with Fern Farm this year", "SELECT 45.0"],
    ["revenue this year", "SELECT 105.0"],
  ])("is what it bought, and no revenue: %s", expectRows);
});

describe("money under its everyday name", () => {
  it.each([
    ["total credit notes last month", "SELECT 10.0"],
    ["how many credit notes last month", "SELECT 2"],
    ["unit price of Kale", "SELECT 3.0"],
    ["loans that were approved but not paid out yet", "SELECT grower FROM grower_loans WHERE loan_id = 1"],
    ["how many loans were paid out last month", "SELECT 1"],
    [
      "number of charges by kind, excluding waived ones",
      "SELECT kind, COUNT(*) FROM charges WHERE waived = 0 GROUP BY 1",
    ],
  ])("is what it stands for: %s", expectRows);
});
