import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boatyard as an older system keeps it: refits for owners, with budgets, bills, helpers from outside and hired tools. */
const tables = `
CREATE TABLE OWNER_MST (owner_no INTEGER PRIMARY KEY, owner_nm TEXT NOT NULL, active_flg TEXT NOT NULL);
CREATE TABLE REFIT (refit_no INTEGER PRIMARY KEY, refit_nm TEXT NOT NULL, owner_no INTEGER NOT NULL REFERENCES OWNER_MST (owner_no), refit_stat TEXT NOT NULL, est_compl_dt DATE NOT NULL, act_compl_dt DATE);
CREATE TABLE WORK_CODE (work_cd TEXT PRIMARY KEY, work_desc TEXT NOT NULL, work_cat TEXT NOT NULL);
CREATE TABLE REFIT_BUDGET (refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), work_cd TEXT NOT NULL REFERENCES WORK_CODE (work_cd), budget_amt NUMERIC NOT NULL, PRIMARY KEY (refit_no, work_cd));
CREATE TABLE TIMESHEET (ts_id INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), work_cd TEXT REFERENCES WORK_CODE (work_cd), work_dt DATE NOT NULL, reg_hrs NUMERIC NOT NULL, ot_hrs NUMERIC NOT NULL, appr_flg TEXT NOT NULL);
CREATE TABLE HAND_MST (hand_no INTEGER PRIMARY KEY, hand_nm TEXT NOT NULL, hrly_rate NUMERIC NOT NULL, foreman_flg TEXT NOT NULL);
CREATE TABLE SUBCON (sub_no INTEGER PRIMARY KEY, sub_nm TEXT NOT NULL, ins_exp_dt DATE);
CREATE TABLE SUB_CONTR (sc_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), sub_no INTEGER NOT NULL REFERENCES SUBCON (sub_no), sc_amt NUMERIC NOT NULL, paid_to_dt NUMERIC NOT NULL);
CREATE TABLE CHG_ORD (co_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), co_desc TEXT NOT NULL, req_dt DATE NOT NULL, appr_dt DATE, co_amt NUMERIC NOT NULL, co_stat TEXT NOT NULL);
CREATE TABLE OWNER_INV (inv_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), inv_dt DATE NOT NULL, due_dt DATE NOT NULL, inv_amt NUMERIC NOT NULL, paid_dt DATE, paid_amt NUMERIC);
CREATE TABLE MATL_DELIV (deliv_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), work_cd TEXT REFERENCES WORK_CODE (work_cd), supp_nm TEXT NOT NULL, prom_dt DATE NOT NULL, deliv_dt DATE);
CREATE TABLE EQUIP_RENT (rent_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), equip_desc TEXT NOT NULL, out_dt DATE NOT NULL, ret_dt DATE, day_rate NUMERIC NOT NULL);
CREATE TABLE HULL_INSP (insp_no INTEGER PRIMARY KEY, refit_no INTEGER NOT NULL REFERENCES REFIT (refit_no), insp_dt DATE NOT NULL, insp_type TEXT NOT NULL, result TEXT NOT NULL);
CREATE TABLE FLAW (flaw_no INTEGER PRIMARY KEY, insp_no INTEGER NOT NULL REFERENCES HULL_INSP (insp_no), flaw_desc TEXT NOT NULL, fixed_dt DATE);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("boatyard", tables, (database) => {
    database.exec("INSERT INTO OWNER_MST VALUES (1, 'Ada Lund', 'Y'), (2, 'Bo Marsh', 'N')");
    database.exec(`INSERT INTO REFIT VALUES (1, 'Sea Wren', 1, 'ACTIVE', '2024-07-31', NULL), (2, 'Tern', 2, 'ACTIVE', '2024-08-31', NULL),
      (3, 'Gannet', 1, 'DONE', '2024-03-01', '2024-03-20'), (4, 'Puffin', 1, 'DONE', '2024-04-01', '2024-03-28')`);
    database.exec("INSERT INTO WORK_CODE VALUES ('01', 'Varnish', 'Finishes'), ('02', 'Keel', 'Structure')");
    database.exec("INSERT INTO REFIT_BUDGET VALUES (1, '01', 500), (1, '02', 900), (2, '02', 700), (3, '01', 250)");
    database.exec(`INSERT INTO TIMESHEET VALUES (1, 1, '01', '2024-05-03', 8, 2, 'Y'), (2, 1, '02', '2024-05-04', 8, 0, 'N'),
      (3, 2, '02', '2024-06-03', 6, 1, 'Y'), (4, 3, '01', '2024-02-03', 7, 0, 'Y')`);
    database.exec(
      "INSERT INTO SUBCON VALUES (1, 'Keel & Co', '2024-05-01'), (2, 'Sailworks', '2025-01-01'), (3, 'Rig Right', NULL)",
    );
    database.exec("INSERT INTO SUB_CONTR VALUES (1, 1, 1, 400, 100), (2, 2, 1, 200, 200), (3, 3, 2, 300, 250)");
    database.exec(`INSERT INTO CHG_ORD VALUES (1, 1, 'New mast', '2024-03-02', '2024-03-09', 800, 'APPROVED'), (2, 1, 'Teak deck', '2024-04-02', NULL, 300, 'PENDING'),
      (3, 2, 'Radar', '2024-04-12', '2024-04-15', 150, 'APPROVED')`);
    database.exec(`INSERT INTO OWNER_INV VALUES (1, 1, '2024-01-05', '2024-02-04', 100, '2024-02-01', 100), (2, 1, '2024-02-05', '2024-03-06', 900, '2024-03-20', 900),
      (3, 3, '2024-02-10', '2024-03-11', 50, '2024-03-10', 50), (4, 4, '2024-04-10', '2024-05-10', 70, '2024-05-09', 70), (5, 4, '2024-06-10', '2024-07-10', 30, NULL, NULL)`);
    database.exec(`INSERT INTO MATL_DELIV VALUES (1, 1, '01', 'Norton', '2024-04-01', '2024-04-01'), (2, 1, '02', 'Norton', '2024-04-05', '2024-04-09'),
      (3, 2, '02', 'Merit', '2024-05-01', '2024-04-30'), (4, 2, '02', 'Merit', '2024-06-01', NULL)`);
    database.exec(
      `INSERT INTO EQUIP_RENT VALUES (1, 1, 'Hoist', '2024-05-01', '2024-05-11', 40), (2, 1, 'Sander', '2024-06-01', NULL, 10), (3, 2, 'Hoist', '2024-06-05', NULL, 45), (4, 2, 'Sander', '2024-05-05', '2024-05-15', 10)`,
    );
    database.exec(
      `INSERT INTO HULL_INSP VALUES (1, 1, '2024-05-06', 'Dry', 'FAIL'), (2, 1, '2024-05-20', 'Afloat', 'PASS'), (3, 2, '2024-04-20', 'Dry', 'PASS'), (4, 3, '2024-05-21', 'Dry', 'FAIL')`,
    );
    database.exec(
      "INSERT INTO FLAW VALUES (1, 1, 'Crack', '2024-05-18'), (2, 1, 'Blister', NULL), (3, 4, 'Crack', NULL)",
    );
  });
});
afterAll(() => yard.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => yard.expectRows(question, sql);

describe("short forms of an older system", () => {
  it.each([
    ["refits completed late", "SELECT 'Gannet'"],
    ["total overtime", "SELECT 3"],
    ["how many deliveries were on time", "SELECT 2"],
    ["on time delivery rate by supplier", "SELECT 'Norton', 0.5 UNION SELECT 'Merit', 1.0"],
    ["average rental time of equipment", "SELECT 10"],
  ])("are read in full: %s", expectRows);
});

describe("the state of rows", () => {
  it.each([
    ["how many refits are active", "SELECT 2"],
    ["refits that are active", "SELECT refit_nm FROM REFIT WHERE refit_stat = 'ACTIVE'"],
    ["how many owners are active", "SELECT 1"],
    ["how many change orders are approved", "SELECT 2"],
    ["value of approved change orders by refit", "SELECT 'Sea Wren', 800 UNION SELECT 'Tern', 150"],
    ["approved timesheets", "SELECT * FROM TIMESHEET WHERE appr_flg = 'Y'"],
  ])("is their own, and no yes or no of others: %s", expectRows);

  it("is not told by a kind of work that is called like a verb", async () => {
    await expectRows("refits that finished late", "SELECT 'Gannet'");
  });
});

describe("rows that others refer to", () => {
  it.each([
    ["failed inspections last month", "SELECT * FROM HULL_INSP WHERE insp_no IN (1, 4)"],
    ["inspections without flaws", "SELECT * FROM HULL_INSP WHERE insp_no IN (2, 3)"],
    ["inspection pass rate by type", "SELECT 'Dry', 1.0 / 3 UNION SELECT 'Afloat', 1.0"],
    ["inspection fail rate", "SELECT 0.5"],
  ])("are meant by their noun, and no key to them: %s", expectRows);
});

describe("money of many rows", () => {
  it.each([
    ["budget by refit", "SELECT 'Sea Wren', 1400 UNION SELECT 'Tern', 700 UNION SELECT 'Gannet', 250"],
    ["total budget per work category", "SELECT 'Finishes', 750 UNION SELECT 'Structure', 1600"],
    ["what is the budget of Tern", "SELECT 700"],
    ["invoiced per month in 2024", "SELECT strftime('%Y-%m', inv_dt), SUM(inv_amt) FROM OWNER_INV GROUP BY 1"],
    ["Billed by owner this year", "SELECT 'Ada Lund', 1150"],
    ["what do we still owe each subcontractor?", "SELECT 'Keel & Co', 300 UNION SELECT 'Sailworks', 50"],
  ])("is summed up: %s", expectRows);

  it.each([
    ["what percentage of invoices were paid late", "SELECT 25"],
    ["share of invoices paid late", "SELECT 0.25"],
  ])("is not what a share of rows is of: %s", expectRows);

  it("that is left is not the sum of what there was", () => {
    expect(yard.ask("how much is left to bill on Tern").kind).toBe("not_understood");
  });
});

describe("what is out on hire", () => {
  it("is told apart by what it is", async () => {
    await expectRows("rentals per type of equipment", "SELECT 'Hoist', 2 UNION SELECT 'Sander', 2");
  });

  it.each([
    ["equipment currently out on rent", "SELECT equip_desc FROM EQUIP_RENT WHERE ret_dt IS NULL"],
    ["equipment out on rent right now", "SELECT equip_desc FROM EQUIP_RENT WHERE ret_dt IS NULL"],
    ["which equipment is still on rent", "SELECT equip_desc FROM EQUIP_RENT WHERE ret_dt IS NULL"],
  ])("has not come back: %s", expectRows);
});

describe("hours of two sorts", () => {
  it.each(["hours worked per refit", "how many hours did we work on Tern"])("are asked back about: %s", (question) => {
    const reading = yard.ask(question);
    expect(reading).toMatchObject({
      kind: "not_understood",
      reason: "There are several: regular hours or overtime hours?",
    });
  });

  it.each([
    ["regular hours worked per refit", "SELECT 'Sea Wren', 16 UNION SELECT 'Tern', 6 UNION SELECT 'Gannet', 7"],
    ["overtime hours worked this year", "SELECT 3"],
  ])("are summed up where it is said which: %s", expectRows);
});

describe("what has not come", () => {
  it.each(["deliveries not delivered yet", "deliveries that have not arrived", "undelivered materials"])(
    "is told by an empty day: %s",
    (question) => expectRows(question, "SELECT supp_nm FROM MATL_DELIV WHERE deliv_dt IS NULL"),
  );

  it.each([
    ["change orders not approved yet", "SELECT 'Teak deck'"],
    ["invoices due by the end of this month", "SELECT * FROM OWNER_INV WHERE due_dt < '2024-07-01'"],
    ["subcontractors whose insurance has expired", "SELECT 'Keel & Co'"],
  ])("is told by the rows' own days: %s", expectRows);

  it("is not told by the state that is called like what is to be done", () => {
    expect(yard.ask("refits due to complete by the end of this year").kind).toBe("not_understood");
  });
});

describe("those of whom something holds", () => {
  it.each([
    ["who are the foremen", "SELECT hand_nm FROM HAND_MST WHERE foreman_flg = 'Y'"],
    [
      "which foreman has the highest hourly rate",
      "SELECT hand_nm FROM HAND_MST WHERE foreman_flg = 'Y' ORDER BY hrly_rate DESC LIMIT 1",
    ],
    ["list the foremen and their hourly rate", "SELECT hand_nm, hrly_rate FROM HAND_MST WHERE foreman_flg = 'Y'"],
  ])("are shown by their names: %s", expectRows);
});
