import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** An allotment society: plots that are let by the month, people who are paid by the year, jobs that are done or not. */
const tables = `
CREATE TABLE plots (id INTEGER PRIMARY KEY, plot_name TEXT NOT NULL, side TEXT NOT NULL, opened_on DATE NOT NULL, monthly_rent NUMERIC NOT NULL);
CREATE TABLE wardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, crew TEXT NOT NULL, annual_salary NUMERIC NOT NULL);
CREATE TABLE holders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, plot_id INTEGER NOT NULL REFERENCES plots (id), holder_id INTEGER NOT NULL REFERENCES holders (id), begun_on DATE NOT NULL, state TEXT NOT NULL, water_cost NUMERIC NOT NULL);
CREATE VIEW plot_waterings AS SELECT plot_id, COUNT(*) AS waterings FROM jobs GROUP BY plot_id;
CREATE TABLE fines (id INTEGER PRIMARY KEY, holder_id INTEGER NOT NULL REFERENCES holders (id), fined_on DATE NOT NULL, amount NUMERIC NOT NULL);
`;

let plots: Business;
beforeAll(async () => {
  plots = await openFixture("what-is-due-and-done", tables, (database) => {
    database.exec(
      "INSERT INTO plots VALUES (1, 'Long plot', 'North', '2011-01-01', 10), (2, 'Wet plot', 'North', '2012-01-01', 20), (3, 'Dry plot', 'South', '2012-05-01', 40)",
    );
    database.exec(
      "INSERT INTO wardens VALUES (1, 'Ada Ness', 'Paths', 24000), (2, 'Bo Lind', 'Paths', 36000), (3, 'Cy Moe', 'Hedges', 12000)",
    );
    database.exec("INSERT INTO holders VALUES (1, 'Di Holt'), (2, 'Eve Roe'), (3, 'Flo Hart')");
    database.exec(
      `INSERT INTO jobs VALUES (1, 1, 1, '2026-05-01', 'done', 5), (2, 1, 2, '2026-05-02', 'dropped', 6), (3, 2, 1, '2026-05-03', 'done', 7), (4, 3, 1, '2025-05-03', 'done', 8)`,
    );
    database.exec("INSERT INTO fines VALUES (1, 2, '2026-05-01', 30)");
  });
});
afterAll(() => plots.datasource.close());

const expectRows = (question: string, sql: string) => plots.expectRows(question, sql);

describe("what is kept for another time than is asked for", () => {
  it.each([
    ["yearly rent of Long plot", "SELECT 120"],
    ["what does Long plot cost a year", "SELECT 120"],
    ["how much rent do we get per year by side", "SELECT 'North', 360 UNION ALL SELECT 'South', 480"],
    ["monthly salary of Ada Ness", "SELECT 2000"],
    ["how much do we pay the paths crew in salaries", "SELECT 60000"],
  ])("%s: so many times that", expectRows);

  it("a fee that is named as one of a month is told by year as it is", async () => {
    const { reading } = await plots.answer("monthly rent by year");
    expect(reading.sql).not.toContain("12");
  });
});

describe("what is done", () => {
  it.each([
    ["how many jobs were done in 2026", "SELECT 2"],
    ["how many jobs were not done in 2026", "SELECT 1"],
  ])("%s: a state, where rows have one that is called so", expectRows);
});

describe("money that is said in the singular", () => {
  it.each([
    ["water cost of jobs begun in May 2026", "SELECT 18"],
    ["water cost of jobs begun in June 2026", "SELECT 0"],
  ])("%s: what all of them come to", expectRows);
});

it("two things that are both denied are not told by one of them", () => {
  const reading = plots.ask("holders who neither ordered nor begun anything");
  expect(reading.kind).not.toBe("query");
});

it("what has no day of its own is not told by when its places began", () => {
  const reading = plots.ask("waterings per plot since 2012");
  expect(reading.kind).not.toBe("query");
});
