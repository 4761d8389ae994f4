import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitIdentifier } from "../../packages/interpreter/src/language/inflection.ts";
import { type Business, openFixture } from "./business.ts";

/** A tea merchant as an older system keeps it: what is sold and what is bought, each with lines. */
const tables = `
CREATE TABLE sup (sup_no INTEGER PRIMARY KEY, sup_nm TEXT NOT NULL, cntry TEXT);
CREATE TABLE whs (whs_cd TEXT PRIMARY KEY, whs_nm TEXT NOT NULL);
CREATE TABLE itm (itm_no TEXT PRIMARY KEY, itm_desc TEXT NOT NULL, disc_fl TEXT NOT NULL);
CREATE TABLE cust (cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, cust_cls TEXT NOT NULL, hold_fl TEXT NOT NULL);
CREATE TABLE so_hdr (so_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust (cust_no), whs_cd TEXT REFERENCES whs (whs_cd), ord_dt TEXT NOT NULL, req_dt TEXT, ship_dt TEXT, so_stat TEXT NOT NULL);
CREATE TABLE so_ln (so_no INTEGER NOT NULL REFERENCES so_hdr (so_no), ln_no INTEGER NOT NULL, itm_no TEXT NOT NULL REFERENCES itm (itm_no), qty_ord INTEGER NOT NULL, qty_shp INTEGER NOT NULL, unit_prc REAL NOT NULL, disc_pct REAL, PRIMARY KEY (so_no, ln_no));
CREATE TABLE po_hdr (po_no INTEGER PRIMARY KEY, sup_no INTEGER NOT NULL REFERENCES sup (sup_no), whs_cd TEXT REFERENCES whs (whs_cd), ord_dt TEXT NOT NULL, exp_dt TEXT, po_stat TEXT NOT NULL);
CREATE TABLE po_ln (po_no INTEGER NOT NULL REFERENCES po_hdr (po_no), ln_no INTEGER NOT NULL, itm_no TEXT NOT NULL REFERENCES itm (itm_no), qty_ord INTEGER NOT NULL, qty_rcv INTEGER NOT NULL, unit_cost REAL NOT NULL, PRIMARY KEY (po_no, ln_no));
CREATE TABLE rcpt (rcpt_no INTEGER PRIMARY KEY, po_no INTEGER NOT NULL REFERENCES po_hdr (po_no), rcpt_dt TEXT NOT NULL, rcpt_qty INTEGER NOT NULL, rej_qty INTEGER NOT NULL);
CREATE TABLE cr_note (crn_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust (cust_no), crn_dt TEXT NOT NULL, crn_amt REAL NOT NULL, rsn TEXT);
`;

let merchant: Business;
beforeAll(async () => {
  merchant = await openFixture("tea-merchant", tables, (database) => {
    database.exec("INSERT INTO sup VALUES (1, 'Hill Estate', 'LK'), (2, 'River Estate', 'IN')");
    database.exec("INSERT INTO whs VALUES ('N', 'North Shed'), ('S', 'South Shed')");
    database.exec("INSERT INTO itm VALUES ('T1', 'Black leaf', 'N'), ('T2', 'Green leaf', 'N'), ('T3', 'Dust', 'Y')");
    database.exec(
      "INSERT INTO cust VALUES (1, 'Corner Cafe', 'A', 'N'), (2, 'Quay Hotel', 'B', 'Y'), (3, 'Mill Inn', 'A', 'N')",
    );
    database.exec(`INSERT INTO so_hdr VALUES (1, 1, 'N', '2024-05-02', '2024-05-10', '2024-05-08', 'SHIP'), (2, 1, 'S', '2024-05-03', '2024-05-10', '2024-05-15', 'SHIP'),
      (3, 2, 'N', '2024-06-03', '2024-06-20', NULL, 'OPEN'), (4, 2, 'S', '2023-06-03', '2023-06-20', NULL, 'CANC')`);
    database.exec(
      "INSERT INTO so_ln VALUES (1, 1, 'T1', 10, 10, 4, 5), (2, 1, 'T2', 5, 5, 6, NULL), (3, 1, 'T1', 7, 0, 4, NULL), (3, 2, 'T2', 1, 0, 6, 10), (4, 1, 'T3', 2, 0, 1, NULL)",
    );
    database.exec(`INSERT INTO po_hdr VALUES (1, 1, 'N', '2024-04-02', '2024-04-12', 'RCVD'), (2, 2, 'S', '2024-05-05', '2024-05-12', 'RCVD'), (3, 2, 'S', '2024-06-05', '2024-07-12', 'OPEN'),
      (4, 1, 'S', '2024-06-01', '2024-06-12', 'OPEN'), (5, 1, 'S', '2023-06-01', '2023-06-12', 'CANC')`);
    database.exec(
      "INSERT INTO po_ln VALUES (1, 1, 'T2', 100, 100, 2), (2, 1, 'T2', 40, 40, 2), (3, 1, 'T1', 50, 0, 1.5), (4, 1, 'T1', 20, 0, 1.5), (5, 1, 'T3', 20, 0, 1)",
    );
    database.exec("INSERT INTO rcpt VALUES (1, 1, '2024-04-11', 100, 5), (2, 2, '2024-05-20', 40, 1)");
    database.exec(
      "INSERT INTO cr_note VALUES (1, 1, '2024-05-20', 12, 'damaged'), (2, 1, '2024-06-01', 8, 'damaged'), (3, 2, '2024-06-02', 3, 'late')",
    );
  });
});
afterAll(() => merchant.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => merchant.expectRows(question, sql);

describe("short names", () => {
  it.each([
    ["so_ln", "sales order line"],
    ["prc_lst", "price list"],
    ["lst_cnt_dt", "last cnt date"],
    ["cr_dt", "created date"],
    ["cr_lim", "credit limit"],
    ["disc_fl", "discontinued fl"],
    ["disc_pct", "discount pct"],
    ["acct_cls", "account class"],
    ["tkt_cls_dt", "ticket closed date"],
    ["so_far", "so far"],
    ["itm", "item"],
  ])("are spelt out: %s", (name, words) => expect(splitIdentifier(name).join(" ")).toBe(words));

  it.each([
    ["customers on hold", "SELECT 'Quay Hotel'"],
    ["discontinued items", "SELECT itm_desc FROM itm WHERE disc_fl = 'Y'"],
    ["credit notes by reason", "SELECT rsn, COUNT(*) FROM cr_note GROUP BY 1"],
    ["customers by class", "SELECT cust_cls, COUNT(*) FROM cust GROUP BY 1"],
    ["average discount by customer class", "SELECT 'A', 5.0 UNION ALL SELECT 'B', 10.0"],
    ["how many suppliers per country", "SELECT cntry, COUNT(*) FROM sup GROUP BY 1"],
    ["rejection rate by supplier", "SELECT 'Hill Estate', 5 / 100.0 UNION ALL SELECT 'River Estate', 1 / 40.0"],
  ])("are read in full: %s", expectRows);
});

describe("states in short", () => {
  it.each([
    ["how many sales orders are open", "SELECT 1"],
    ["how many purchase orders were cancelled", "SELECT 1"],
    ["POs not received yet", "SELECT * FROM po_hdr WHERE po_stat = 'OPEN'"],
    ["purchase orders with status received", "SELECT * FROM po_hdr WHERE po_stat = 'RCVD'"],
  ])("are what they stand for: %s", expectRows);
});

describe("orders, where a house sells and buys", () => {
  it.each([
    ["revenue by month this year", "SELECT '2024-05', 70.0 UNION ALL SELECT '2024-06', 34.0"],
    ["how many orders did we get in May", "SELECT 2"],
    ["which customers have never ordered", "SELECT 'Mill Inn'"],
    [
      "customers who have not ordered this month",
      "SELECT cust_nm FROM cust WHERE cust_no NOT IN (SELECT cust_no FROM so_hdr WHERE ord_dt LIKE '2024-06%')",
    ],
    ["customers with open orders", "SELECT 'Quay Hotel'"],
    ["number of orders by supplier", "SELECT 'Hill Estate', 3 UNION ALL SELECT 'River Estate', 2"],
  ])("are those of whom is spoken of, and else what is sold: %s", expectRows);
});

describe("orders that are late", () => {
  it.each([
    ["how many orders were shipped late last month", "SELECT 1"],
    ["on time shipment rate by warehouse", "SELECT 'North Shed', 1.0 UNION ALL SELECT 'South Shed', 0.0"],
    ["on time delivery rate by supplier", "SELECT 'Hill Estate', 1.0 UNION ALL SELECT 'River Estate', 0.0"],
    ["share of orders that ship on time", "SELECT 0.5"],
    ["late purchase orders by supplier", "SELECT 'River Estate', 1"],
  ])("are so by their own days: %s", expectRows);
});
