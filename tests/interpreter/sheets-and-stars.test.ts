import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** One sheet as a shop saved it, whose rows are its orders. */
const sheetTables = `
CREATE TABLE "Kites Export 2025" ("Order No" TEXT, "Order Date" TEXT, "Due Date" TEXT, "Client Name" TEXT, "Kite" TEXT, "Qty" INTEGER, "Amount" REAL, "Settled?" TEXT);
`;

/** Sales and returns about the same people, by keys of days. */
const starTables = `
CREATE TABLE dim_date (date_key INTEGER PRIMARY KEY, full_date TEXT NOT NULL);
CREATE TABLE dim_customer (customer_key INTEGER PRIMARY KEY, customer_name TEXT NOT NULL);
CREATE TABLE fact_returns (return_key INTEGER PRIMARY KEY, date_key INTEGER NOT NULL REFERENCES dim_date, customer_key INTEGER NOT NULL REFERENCES dim_customer, refund_amount REAL NOT NULL);
CREATE TABLE fact_sales (sales_key INTEGER PRIMARY KEY, date_key INTEGER NOT NULL REFERENCES dim_date, customer_key INTEGER NOT NULL REFERENCES dim_customer, quantity INTEGER NOT NULL, sales_amount REAL NOT NULL);
`;

/** An old system: short names, and no key declared. */
const oldTables = `
CREATE TABLE cust_mst (cust_no INTEGER, cust_nm TEXT, st_cd TEXT, cr_lmt REAL, dt_crt TEXT);
CREATE TABLE itm_mst (itm_cd TEXT, itm_desc TEXT, itm_grp TEXT, unt_prc REAL, unt_cst REAL, qty_oh INTEGER);
CREATE TABLE ord_hdr (ord_no INTEGER, cust_no INTEGER, ord_dt TEXT, frt_amt REAL);
CREATE TABLE ord_dtl (ord_no INTEGER, ln_no INTEGER, itm_cd TEXT, qty_ord INTEGER, unt_prc REAL, ext_amt REAL);
`;

let [sheet, star, old]: Business[] = [];
beforeAll(async () => {
  sheet = await openFixture("kite-sheet", sheetTables, (database) => {
    database.exec(`INSERT INTO "Kites Export 2025" VALUES ('K-1', '2024-03-01', '2024-04-01 00:00:00', 'Ada Moe', 'Delta', 2, 90, 'Yes'),
      ('K-2', '2024-05-01', '2024-06-01 00:00:00', 'Ada Moe', 'Box', 1, 60, 'No'), ('K-3', '2024-05-20', '2024-06-20 00:00:00', 'Cy Rask', 'Delta', 3, 130, 'Yes'),
      ('K-4', '2024-06-02', '2024-07-02 00:00:00', 'Ada Moe', 'Box', 1, 60, 'No'), ('K-5', '2024-02-02', '2024-03-02 00:00:00', 'Di Ness', 'Delta', 1, 45, 'Yes'),
      ('K-6', '2024-02-03', '2024-03-03 00:00:00', 'Di Ness', 'Box', 1, 40, 'Yes')`);
  });
  star = await openFixture("kite-star", starTables, (database) => {
    database.exec("INSERT INTO dim_date VALUES (1, '2024-05-02'), (2, '2024-06-02')");
    database.exec("INSERT INTO dim_customer VALUES (1, 'Ada Moe'), (2, 'Cy Rask'), (3, 'Di Ness')");
    database.exec("INSERT INTO fact_returns VALUES (1, 1, 3, 10)");
    database.exec("INSERT INTO fact_sales VALUES (1, 1, 1, 1, 40), (2, 1, 2, 2, 60), (3, 2, 3, 1, 30)");
  });
  old = await openFixture("old-trade", oldTables, (database) => {
    for (let row = 1; row <= 12; row++) {
      database.exec(
        `INSERT INTO cust_mst VALUES (${1000 + row}, 'Firm ${row}', '${row % 2 === 0 ? "TX" : "IL"}', 500, '2024-01-0${(row % 9) + 1}')`,
      );
      database.exec(
        `INSERT INTO itm_mst VALUES ('I${row}', 'Part ${row}', '${row < 7 ? "HAND" : "POWR"}', 10, 6, ${row})`,
      );
      database.exec(`INSERT INTO ord_hdr VALUES (${row}, ${1000 + row}, '2024-05-0${(row % 9) + 1}', 5)`);
      database.exec(`INSERT INTO ord_dtl VALUES (${row}, 1, 'I${row}', 2, 10, 20)`);
    }
  });
});
afterAll(async () => {
  for (const house of [sheet, star, old]) await house?.datasource.close();
});

describe("a sheet whose rows are called by their first column", () => {
  it.each([
    ["how many orders were there in may 2024", "SELECT 2"],
    ["average qty per order for Box", "SELECT 1.0"],
    ["orders over 100", `SELECT * FROM "Kites Export 2025" WHERE "Amount" > 100`],
    ["overdue unsettled orders", `SELECT * FROM "Kites Export 2025" WHERE "Order No" = 'K-2'`],
  ])("has them for its rows: %s", (question, sql) => sheet?.expectRows(question, sql));

  it.each(["who are our 2 biggest clients", "top 2 clients"])(
    "ranks those who bought by all that came in from each: %s",
    (question) => sheet?.expectRows(question, "SELECT 'Ada Moe', 210.0 UNION ALL SELECT 'Cy Rask', 130.0"),
  );

  it.each(["clients who haven't ordered since May 2024", "which clients had no orders since May 2024"])(
    "tells those of whom nothing is of a time: %s",
    (question) => sheet?.expectRows(question, "SELECT 'Di Ness'"),
  );
});

describe("sales that are one row each beside returns", () => {
  it("are what customers bought in a month", () =>
    star?.expectRows("how many customers bought something in may 2024?", "SELECT 2"));
});

describe("an old system", () => {
  it.each([
    ["sales by item group", "SELECT 'HAND', 120.0 UNION ALL SELECT 'POWR', 120.0"],
    ["total freight", "SELECT 60.0"],
    ["how many customers are in Texas", "SELECT 6"],
    ["customers created in 2024-01-03", "SELECT 'Firm 2' UNION ALL SELECT 'Firm 11'"],
  ])("is read in full words, and what lies in stock is no revenue: %s", (question, sql) =>
    old?.expectRows(question, sql),
  );

  it("compares no number of a customer with an amount", () => {
    expect(old?.ask("customers over their credit limit").kind).toBe("not_understood");
  });
});

/** A help desk: its agents, what happened to its cases, and a view of those that are open. */
const deskTables = `
CREATE TABLE agents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clients (id INTEGER PRIMARY KEY, firm TEXT NOT NULL, grade TEXT NOT NULL, since TEXT NOT NULL);
CREATE TABLE cases (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, handler_id INTEGER REFERENCES agents, state TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE case_state_history (id INTEGER PRIMARY KEY, case_id INTEGER NOT NULL REFERENCES cases, from_state TEXT, to_state TEXT NOT NULL, changed_at TEXT NOT NULL);
CREATE TABLE visitors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors, started_at TEXT NOT NULL);
CREATE TABLE memberships (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors, status TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT, cancel_reason TEXT);
CREATE TABLE bills (id INTEGER PRIMARY KEY, visitor_id INTEGER NOT NULL REFERENCES visitors, due_date TEXT NOT NULL, bill_amt REAL NOT NULL, amt_due REAL NOT NULL);
CREATE VIEW v_open_cases AS SELECT cases.id, agents.name AS handler FROM cases LEFT JOIN agents ON agents.id = handler_id WHERE state = 'open';
`;

let desk: Business | undefined;
beforeAll(async () => {
  desk = await openFixture("cases-desk", deskTables, (database) => {
    database.exec("INSERT INTO agents VALUES (1, 'Kim Holt'), (2, 'Bo Lind')");
    database.exec(
      `INSERT INTO clients VALUES (1, 'Mill Ltd', 'Gold', '2020-01-01'), (2, 'Quay Ltd', 'Plain', '2024-02-01'), (3, 'Fen Ltd', 'Gold', '2024-01-05')`,
    );
    database.exec(
      `INSERT INTO cases VALUES (1, 1, 1, 'open', '2024-03-01'), (2, 1, NULL, 'closed', '2023-05-01'), (3, 2, NULL, 'open', '2023-06-01'), (4, 3, 2, 'open', '2024-06-01')`,
    );
    database.exec(
      "INSERT INTO case_state_history VALUES (1, 1, NULL, 'new', '2024-03-01'), (2, 1, 'new', 'open', '2024-03-02')",
    );
    database.exec("INSERT INTO visitors VALUES (1, 'Ada Moe', '2024-01-01'), (2, 'Cy Rask', '2024-01-02')");
    database.exec(
      "INSERT INTO sessions VALUES (1, 1, '2024-05-01'), (2, 1, '2024-05-03'), (3, 2, '2024-05-04'), (4, 2, '2024-06-01')",
    );
    database.exec(`INSERT INTO memberships VALUES (1, 1, 'active', '2024-05-01', NULL, NULL), (2, 2, 'canceled', '2023-01-01', '2024-05-05', 'price'),
      (3, 1, 'canceled', '2023-02-01', '2023-12-05', 'other')`);
    database.exec(
      "INSERT INTO bills VALUES (1, 1, '2024-01-01', 50, 0), (2, 1, '2024-02-01', 60, 60), (3, 2, '2024-12-01', 70, 70)",
    );
  });
});
afterAll(async () => {
  await desk?.datasource.close();
});

describe("a help desk with histories and views", () => {
  it.each([
    ["cases without a handler", "SELECT * FROM cases WHERE handler_id IS NULL"],
    [
      "cases from Gold clients",
      "SELECT cases.* FROM cases JOIN clients ON clients.id = client_id WHERE grade = 'Gold'",
    ],
    ["which clients have not opened a case this year", "SELECT 'Quay Ltd'"],
  ])("has its rows told by their own keys: %s", (question, sql) => desk?.expectRows(question, sql));
});

describe("what people did by month", () => {
  it.each(["number of visitors with sessions by month", "monthly active visitors"])(
    "counts each of them in every month in which they did it: %s",
    (question) => desk?.expectRows(question, "SELECT '2024-05', 2 UNION ALL SELECT '2024-06', 1"),
  );
});

describe("what has ended or is due", () => {
  it.each([
    ["churned memberships in may 2024", "SELECT * FROM memberships WHERE id = 2"],
    ["cancelled memberships in 2023", "SELECT * FROM memberships WHERE id = 3"],
    ["overdue bills", "SELECT * FROM bills WHERE id = 2"],
  ])("is told by its own day, and by what is left to pay: %s", (question, sql) => desk?.expectRows(question, sql));
});
