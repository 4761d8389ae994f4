import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A seed shop's marketing as an older system keeps it: channels, campaigns and what each day of them cost, visits, orders and coupons. */
const tables = `
CREATE TABLE chnl (chnl_cd TEXT PRIMARY KEY, chnl_nm TEXT NOT NULL);
CREATE TABLE emp (emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL);
CREATE TABLE camp (camp_no INTEGER PRIMARY KEY, camp_nm TEXT NOT NULL, chnl_cd TEXT NOT NULL REFERENCES chnl (chnl_cd), strt_dt TEXT NOT NULL, end_dt TEXT, bdgt_amt REAL, ownr_emp_no INTEGER REFERENCES emp (emp_no));
CREATE TABLE camp_day (camp_no INTEGER NOT NULL REFERENCES camp (camp_no), day_dt TEXT NOT NULL, spend_amt REAL NOT NULL, impr_cnt INTEGER NOT NULL, click_cnt INTEGER NOT NULL, PRIMARY KEY (camp_no, day_dt));
CREATE TABLE cust (cust_no INTEGER PRIMARY KEY, cust_nm TEXT NOT NULL, reg_dt TEXT NOT NULL);
CREATE TABLE web_sess (sess_no INTEGER PRIMARY KEY, cust_no INTEGER REFERENCES cust (cust_no), chnl_cd TEXT NOT NULL REFERENCES chnl (chnl_cd), sess_ts TEXT NOT NULL, dur_sec INTEGER NOT NULL, dvc_typ TEXT NOT NULL);
CREATE TABLE nl_rcpt (nl_no INTEGER NOT NULL, cust_no INTEGER NOT NULL REFERENCES cust (cust_no), sent_dt TEXT NOT NULL, unsub_dt TEXT, PRIMARY KEY (nl_no, cust_no));
CREATE TABLE cpn (cpn_cd TEXT PRIMARY KEY, cpn_desc TEXT NOT NULL, vld_from TEXT NOT NULL, vld_to TEXT);
CREATE TABLE prod (prod_no INTEGER PRIMARY KEY, prod_desc TEXT NOT NULL, ctgy_nm TEXT NOT NULL, list_prc REAL NOT NULL);
CREATE TABLE ord_hdr (ord_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL REFERENCES cust (cust_no), sess_no INTEGER REFERENCES web_sess (sess_no), ord_dt TEXT NOT NULL, net_amt REAL NOT NULL, cpn_cd TEXT REFERENCES cpn (cpn_cd));
CREATE TABLE ord_ln (ord_no INTEGER NOT NULL REFERENCES ord_hdr (ord_no), ln_no INTEGER NOT NULL, prod_no INTEGER NOT NULL REFERENCES prod (prod_no), qty INTEGER NOT NULL, ln_amt REAL NOT NULL, PRIMARY KEY (ord_no, ln_no));
`;

let shop: Business;
beforeAll(async () => {
  shop = await openFixture("seed-shop-marketing", tables, (database) => {
    database.exec("INSERT INTO chnl VALUES ('SE', 'Search'), ('SO', 'Social'), ('ML', 'Mail')");
    database.exec("INSERT INTO emp VALUES (1, 'Ida Roth'), (2, 'Jo Sand')");
    database.exec(`INSERT INTO camp VALUES (1, 'Bulb week', 'SE', '2024-04-01', '2024-05-31', 500, 1), (2, 'Herb days', 'SO', '2024-05-01', '2024-06-30', 300, 2),
      (3, 'Winter peas', 'SE', '2024-01-05', '2024-02-10', 90, NULL)`);
    database.exec(`INSERT INTO camp_day VALUES (1, '2024-05-02', 60, 2000, 40), (1, '2024-05-03', 40, 1000, 10), (2, '2024-05-02', 30, 500, 20), (2, '2024-06-03', 25, 400, 5),
      (3, '2024-01-09', 100, 900, 9)`);
    database.exec(
      "INSERT INTO cust VALUES (1, 'Kai Tor', '2023-02-01'), (2, 'Lea Urs', '2024-02-01'), (3, 'Mo Vik', '2024-05-05')",
    );
    database.exec(`INSERT INTO web_sess VALUES (1, 1, 'SE', '2024-05-02 10:00:00', 100, 'phone'), (2, 2, 'SE', '2024-05-03 10:00:00', 300, 'laptop'), (3, NULL, 'ML', '2024-05-04 10:00:00', 20, 'phone'),
      (4, 2, 'SO', '2024-04-04 10:00:00', 80, 'laptop'), (5, NULL, 'ML', '2024-06-04 10:00:00', 60, 'phone'), (6, NULL, 'ML', '2024-06-05 10:00:00', 40, 'phone')`);
    database.exec(
      "INSERT INTO nl_rcpt VALUES (1, 1, '2023-05-01', '2023-05-02'), (1, 2, '2024-05-01', NULL), (2, 2, '2024-05-09', '2024-05-10'), (3, 2, '2024-05-19', '2024-05-20')",
    );
    database.exec(
      "INSERT INTO cpn VALUES ('T10', 'Ten off', '2024-01-01', NULL), ('M5', 'May five', '2024-05-01', '2024-05-31'), ('J5', 'June five', '2024-06-01', '2024-06-30')",
    );
    database.exec(
      "INSERT INTO prod VALUES (1, 'Tulip bulbs', 'Bulbs', 8), (2, 'Crocus bulbs', 'Bulbs', 6), (3, 'Basil', 'Herbs', 3), (4, 'Thyme', 'Herbs', 4)",
    );
    database.exec(
      `INSERT INTO ord_hdr VALUES (1, 1, 1, '2024-05-02', 40, 'T10'), (2, 2, 2, '2024-05-03', 24, NULL), (3, 2, 2, '2024-05-03', 30, 'M5'), (4, 1, NULL, '2023-05-03', 9, NULL)`,
    );
    database.exec(
      "INSERT INTO ord_ln VALUES (1, 1, 1, 2, 16), (1, 2, 2, 4, 24), (2, 1, 3, 8, 24), (3, 1, 4, 5, 20), (3, 2, 3, 3, 10), (4, 1, 3, 3, 9)",
    );
  });
});
afterAll(() => shop.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => shop.expectRows(question, sql);

describe("names in short", () => {
  it.each([
    ["campaigns without an owner", "SELECT 'Winter peas'"],
    ["which channel had the most sessions", "SELECT 'Mail'"],
    ["visits last month", "SELECT * FROM web_sess WHERE sess_ts LIKE '2024-05%'"],
    ["how many visits per device", "SELECT dvc_typ, COUNT(*) FROM web_sess GROUP BY 1"],
    ["average session length", "SELECT 100"],
    ["share of sessions with an order", "SELECT 2.0 / 6"],
    ["number of campaigns per owner", "SELECT emp_nm, 1 FROM emp"],
    ["clicks per campaign", "SELECT camp_nm, SUM(click_cnt) FROM camp_day JOIN camp USING (camp_no) GROUP BY camp_no"],
    ["click-through rate of Bulb week", "SELECT 50.0 / 3000"],
  ])("are read in full, and what is on the web by its own word: %s", expectRows);

  it("of a description beside a category tell the things by what they are", async () => {
    await expectRows("best selling product", "SELECT 'Basil'");
    await expectRows(
      "top 2 product categories by revenue",
      "SELECT ctgy_nm, SUM(ln_amt) FROM ord_ln JOIN prod USING (prod_no) GROUP BY 1",
    );
  });
});

describe("what was spent on campaigns", () => {
  const perChannel = (where: string) =>
    `SELECT chnl_nm, SUM(spend_amt) FROM camp_day JOIN camp USING (camp_no) JOIN chnl USING (chnl_cd) WHERE ${where} GROUP BY chnl_cd`;
  it.each([
    ["spend by channel this year", perChannel("day_dt >= '2024-01-01'")],
    ["ad spend last month", "SELECT 130"],
    ["how much did we spend on ads last month", "SELECT 130"],
    ["how much did we spend on Herb days", "SELECT 55"],
    ["which campaign had the highest spend", "SELECT 'Bulb week'"],
    ["marketing spend per month", "SELECT substr(day_dt, 1, 7), SUM(spend_amt) FROM camp_day GROUP BY 1"],
  ])("is what is kept as spent, and neither a budget nor what customers paid: %s", expectRows);

  it.each([
    ["how much did customers spend in 2024", "SELECT 94"],
    ["spend by customer", "SELECT cust_nm, SUM(net_amt) FROM ord_hdr JOIN cust USING (cust_no) GROUP BY cust_no"],
  ])("is none of what customers spend: %s", expectRows);
});

describe("people who did something on a day", () => {
  it.each([
    ["how many people unsubscribed this year", "SELECT 1"],
    ["how many people unsubscribed", "SELECT 2"],
  ])("are told by the rows that have the day: %s", expectRows);
});

describe("a budget", () => {
  it.each([
    ["which campaigns are over budget", "SELECT 'Winter peas'"],
    ["how many campaigns stayed within budget", "SELECT 2"],
  ])("is kept or not by what was spent: %s", expectRows);

  it.each(["budget left for Bulb week", "which campaigns went over budget last month"])(
    "is not told where it is not known of which time, or what is left of it: %s",
    (question) => {
      expect(shop.ask(question).kind).toBe("not_understood");
    },
  );
});

describe("rows with something and without it", () => {
  it.each([
    [
      "average order value with and without coupon",
      "SELECT AVG(net_amt) FILTER (WHERE cpn_cd IS NOT NULL), AVG(net_amt) FILTER (WHERE cpn_cd IS NULL) FROM ord_hdr",
    ],
    ["number of orders with vs without coupon this year", "SELECT 2, 1"],
    ["number of customers with and without orders", "SELECT 2, 1"],
  ])("stand side by side: %s", expectRows);

  it.each([
    ["what percentage of visits end in an order", "SELECT 100 * (2.0 / 6)"],
    ["repeat purchase rate", "SELECT 2.0 / 3"],
  ])("are a share of all of them: %s", expectRows);
});

describe("coupons that are valid from a day to a day", () => {
  it.each([
    ["how many coupons are valid today", "SELECT 2"],
    ["which coupons are valid", "SELECT cpn_desc FROM cpn WHERE cpn_cd IN ('T10', 'J5')"],
  ])("are those that hold now: %s", expectRows);
});
