import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boiler service as an older system keeps it: short forms, codes spelt out elsewhere, Y and N, days of eight figures. */
const tables = `
CREATE TABLE DIST_REF (DIST_CD TEXT PRIMARY KEY, DIST_DESC TEXT NOT NULL);
CREATE TABLE WO_TYP_REF (WO_TYP TEXT PRIMARY KEY, WO_TYP_DESC TEXT NOT NULL);
CREATE TABLE CUST_MST (CUST_NO INTEGER PRIMARY KEY, CUST_NAME TEXT NOT NULL, DIST_CD TEXT NOT NULL REFERENCES DIST_REF (DIST_CD), EMAIL_ADDR TEXT, DIR_DEBIT_FLG TEXT NOT NULL);
CREATE TABLE EMP_MST (EMP_NO INTEGER PRIMARY KEY, EMP_NAME TEXT NOT NULL, JOB_TITLE TEXT NOT NULL, HRLY_RATE REAL NOT NULL, HIRE_DT TEXT NOT NULL, TERM_DT TEXT);
CREATE TABLE BOILERS (BOILER_NO TEXT PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST_MST (CUST_NO), MAKE_NAME TEXT NOT NULL, GAS_FLG TEXT NOT NULL, LAST_INSP_DT TEXT);
CREATE TABLE INV_HDR (INV_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST_MST (CUST_NO), INV_DT TEXT NOT NULL, NET_AMT REAL NOT NULL, VAT_AMT REAL NOT NULL, TOT_AMT REAL NOT NULL, PAID_DT TEXT);
CREATE TABLE WO_HDR (WO_NO INTEGER PRIMARY KEY, WO_TYP TEXT NOT NULL REFERENCES WO_TYP_REF (WO_TYP), EMP_NO INTEGER NOT NULL REFERENCES EMP_MST (EMP_NO), START_DT TEXT NOT NULL, COMPL_DT TEXT, LABOR_HRS REAL, MATL_COST REAL, WARR_FLG TEXT NOT NULL);
CREATE TABLE CMPL_LOG (CMPL_NO INTEGER PRIMARY KEY, CUST_NO INTEGER NOT NULL REFERENCES CUST_MST (CUST_NO), CMPL_DT TEXT NOT NULL, RSLV_DT TEXT);
`;

let service: Business;
beforeAll(async () => {
  service = await openFixture("boiler-service", tables, (database) => {
    database.exec("INSERT INTO DIST_REF VALUES ('N', 'North'), ('S', 'South')");
    database.exec("INSERT INTO WO_TYP_REF VALUES ('LK', 'Leak repair'), ('SV', 'Yearly service')");
    database.exec(
      "INSERT INTO CUST_MST VALUES (1, 'Ann Ro', 'N', 'a@mail.test', 'Y'), (2, 'Ben Sol', 'S', NULL, 'N'), (3, 'Cid Tam', 'N', NULL, 'Y'), (4, 'Dov Ur', 'N', NULL, 'N')",
    );
    database.exec(`INSERT INTO EMP_MST VALUES (1, 'Eve Vos', 'Fitter', 21, '2019-02-01', NULL), (2, 'Fay Wit', 'Fitter', 27, '2020-02-01', NULL),
      (3, 'Gil Xan', 'Clerk', 19, '2018-02-01', '2023-11-30')`);
    for (let id = 1; id <= 24; id++)
      database.exec(
        `INSERT INTO BOILERS VALUES ('B${id}', ${1 + (id % 3)}, '${id % 2 === 0 ? "Heatex" : "Warmo"}', '${id % 4 === 0 ? "Y" : "N"}', ${id % 5 === 0 ? "NULL" : "'2022-05-01'"})`,
      );
    database.exec(`INSERT INTO INV_HDR VALUES (1, 1, '2024-05-02', 100, 10, 110, '2024-05-12'), (2, 1, '2024-05-20', 50, 5, 55, NULL),
      (3, 2, '2024-04-01', 200, 20, 220, '2024-05-01'), (4, 3, '2024-01-09', 30, 3, 33, NULL)`);
    database.exec(`INSERT INTO WO_HDR VALUES (1, 'LK', 1, '2024-05-01', '2024-05-03', 2, 30, 'Y'), (2, 'LK', 1, '2024-04-28', '2024-05-02', 3, 10, 'N'),
      (3, 'SV', 2, '2024-05-07', NULL, NULL, NULL, 'N'), (4, 'SV', 2, '2024-02-07', '2024-02-09', 4, 5, 'N'), (5, 'SV', 2, '2024-06-03', NULL, NULL, NULL, 'N')`);
    database.exec(
      "INSERT INTO CMPL_LOG VALUES (1, 1, '20240301', '20240311'), (2, 2, '20240505', NULL), (3, 1, '20231101', '20231121')",
    );
  });
});
afterAll(() => service.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => service.expectRows(question, sql);

describe("names of older systems", () => {
  it.each([
    ["how many clients do we have in the north", "SELECT 3"],
    ["customers without an email address", "SELECT CUST_NAME FROM CUST_MST WHERE EMAIL_ADDR IS NULL"],
    ["how many work orders are there", "SELECT 5"],
    ["how many jobs are still open", "SELECT 2"],
    ["average hourly wage", "SELECT AVG(HRLY_RATE) FROM EMP_MST"],
    ["how many employees left last year", "SELECT 1"],
    ["how much did we bill last month", "SELECT 165"],
    ["what did we bill last month", "SELECT 165"],
    ["customers who haven't been invoiced since may", "SELECT CUST_NAME FROM CUST_MST WHERE CUST_NO IN (2, 3, 4)"],
  ])("are read in full: %s", expectRows);

  it("with the codes of what another table spells out are shown by what that says", async () => {
    await expectRows(
      "customers by district",
      "SELECT DIST_DESC, COUNT(*) FROM CUST_MST JOIN DIST_REF USING (DIST_CD) GROUP BY 1",
    );
    await expectRows(
      "how many work orders by kind",
      "SELECT WO_TYP_DESC, COUNT(*) FROM WO_HDR JOIN WO_TYP_REF USING (WO_TYP) GROUP BY 1",
    );
  });
});

describe("what is yes or no of rows", () => {
  it.each([
    ["share of gas boilers", "SELECT 0.25"],
    ["share of gas boilers by make", "SELECT MAKE_NAME, AVG(GAS_FLG = 'Y') FROM BOILERS GROUP BY 1"],
    ["warranty jobs as a share of all jobs", "SELECT 0.2"],
    ["how many customers pay by direct debit", "SELECT 2"],
  ])("is a part of them: %s", expectRows);
});

describe("days", () => {
  it.each([
    ["how many complaints did we have this year", "SELECT 2"],
    [
      "complaints per month this year",
      "SELECT substr(CMPL_DT, 1, 4) || '-' || substr(CMPL_DT, 5, 2), COUNT(*) FROM CMPL_LOG WHERE CMPL_DT >= '2024' GROUP BY 1",
    ],
    ["how long do complaints stay open on average", "SELECT 15"],
    ["how many unresolved complaints are there", "SELECT 1"],
  ])("of eight figures are days: %s", expectRows);

  it.each([
    ["how many boilers were never inspected", "SELECT COUNT(*) FROM BOILERS WHERE LAST_INSP_DT IS NULL"],
    ["how many leak repairs were finished in may", "SELECT 2"],
    ["which fitter completed the most work orders this year", "SELECT 'Eve Vos'"],
    ["average days from invoice to payment", "SELECT 20"],
    [
      "labour hours and material cost per employee",
      "SELECT EMP_NAME, SUM(LABOR_HRS), SUM(MATL_COST) FROM WO_HDR JOIN EMP_MST USING (EMP_NO) GROUP BY EMP_NO",
    ],
  ])("are told by what was done on them: %s", expectRows);

  it.each(["which employees are ill today", "which fitter completed the most work orders"])(
    "on which something else happened are not taken: %s",
    (question) => {
      expect(service.ask(question).kind).toBe("not_understood");
    },
  );
});
