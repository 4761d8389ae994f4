import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A chain of cinemas as a star: showings sold by day, by house and by film, and what the day is in a calendar. */
const cinemas = `
CREATE TABLE dim_calendar (date_key INTEGER PRIMARY KEY, calendar_date DATE NOT NULL, year INTEGER NOT NULL, month INTEGER NOT NULL, month_name TEXT NOT NULL, is_weekend INTEGER NOT NULL);
CREATE TABLE dim_house (house_key INTEGER PRIMARY KEY, house_name TEXT NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE fact_sales (sale_key INTEGER PRIMARY KEY, date_key INTEGER NOT NULL REFERENCES dim_calendar (date_key), house_key INTEGER NOT NULL REFERENCES dim_house (house_key), sales_amount REAL NOT NULL);
`;

/** A cooking school: remarks on courses and on teachers, bills that have a number, and passes that are paid by the month until they are ended. */
const school = `
CREATE TABLE teachers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, last_checked_in_at TIMESTAMP);
CREATE TABLE cooks (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, supervisor_id INTEGER REFERENCES cooks (id));
CREATE TABLE courses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, teacher_id INTEGER NOT NULL REFERENCES teachers (id));
CREATE TABLE remarks (id INTEGER PRIMARY KEY, body TEXT NOT NULL, remarkable_type TEXT NOT NULL, remarkable_id INTEGER NOT NULL);
CREATE TABLE pupils (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL REFERENCES pupils (id), mrr REAL NOT NULL, started_on DATE NOT NULL, ended_on DATE);
CREATE TABLE bills (id INTEGER PRIMARY KEY, pass_id INTEGER NOT NULL REFERENCES passes (id), number TEXT NOT NULL, amount REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE happenings (id INTEGER PRIMARY KEY, pupil_id INTEGER NOT NULL REFERENCES pupils (id), happening TEXT NOT NULL, happened_at TIMESTAMP NOT NULL);
CREATE TABLE pantry (id INTEGER PRIMARY KEY, product TEXT NOT NULL, units_on_hand INTEGER NOT NULL);
`;

let star: Business;
let kitchen: Business;
beforeAll(async () => {
  star = await openFixture("cinema-star", cinemas, (database) => {
    database.exec(`INSERT INTO dim_calendar VALUES (20230412, '2023-04-12', 2023, 4, 'April', 0), (20240412, '2024-04-12', 2024, 4, 'April', 0),
      (20240502, '2024-05-02', 2024, 5, 'May', 1)`);
    database.exec("INSERT INTO dim_house VALUES (1, 'Odeon', '2024-04-02'), (2, 'Rex', '1990-05-01')");
    database.exec(
      "INSERT INTO fact_sales VALUES (1, 20230412, 1, 5), (2, 20240412, 1, 10), (3, 20240412, 2, 20), (4, 20240502, 2, 40)",
    );
  });
  kitchen = await openFixture("cooking-school", school, (database) => {
    database.exec(
      "INSERT INTO teachers VALUES (1, 'Ada Ness', '2024-05-02 08:00'), (2, 'Bo Lind', '2023-05-02 08:00'), (3, 'Cy Moe', NULL)",
    );
    database.exec(
      "INSERT INTO cooks VALUES (1, 'Kim', 'Abel', NULL), (2, 'Lou', 'Bay', 1), (3, 'Max', 'Cole', 1), (4, 'Nan', 'Dell', 2)",
    );
    database.exec("INSERT INTO courses VALUES (1, 'Bread', 1), (2, 'Soups', 2)");
    database.exec(
      "INSERT INTO remarks VALUES (1, 'a', 'Course', 1), (2, 'b', 'Course', 2), (3, 'c', 'Teacher', 1), (4, 'd', 'Course', 2)",
    );
    database.exec("INSERT INTO pupils VALUES (1, 'Di Orr', 'Fenwick'), (2, 'Ed Pim', 'Saltby')");
    database.exec(`INSERT INTO passes VALUES (1, 1, 30, '2023-01-01', NULL), (2, 2, 50, '2023-03-01', '2024-02-01'), (3, 2, 20, '2024-03-01', NULL),
      (4, 1, 10, '2022-03-01', '2023-02-01')`);
    database.exec(
      "INSERT INTO bills VALUES (1, 1, 'B-1', 30, 'paid'), (2, 2, 'B-2', 50, 'open'), (3, 3, 'B-3', 20, 'paid')",
    );
    database.exec(`INSERT INTO happenings VALUES (1, 1, 'tasting', '2024-05-01 08:00'), (2, 2, 'tasting', '2023-05-01 08:00'), (3, 2, 'quarrel', '2024-05-03 08:00'),
      (4, 1, 'quarrel', '2022-05-03 08:00')`);
    database.exec("INSERT INTO pantry VALUES (1, 'Flour', 12), (2, 'Salt', 3)");
  });
});
afterAll(async () => {
  await star.datasource.close();
  await kitchen.datasource.close();
});

const MONTHS = "strftime('%Y-%m', calendar_date)";

describe("a calendar to which rows refer", () => {
  it.each([
    [
      "sales by house in april 2024",
      "SELECT house_name, SUM(sales_amount) FROM fact_sales JOIN dim_house USING (house_key) WHERE date_key = 20240412 GROUP BY 1",
    ],
    [
      "sales by house and month",
      `SELECT ${MONTHS}, house_name, SUM(sales_amount) FROM fact_sales JOIN dim_house USING (house_key) JOIN dim_calendar USING (date_key) GROUP BY 1, 2`,
    ],
  ])("says when they were, and of which year a month is: %s", async (question, sql) => {
    await star.expectRows(question, sql);
  });
});

describe("what a calendar says of days", () => {
  it.each([
    ["sales on weekends", "SELECT 40"],
    ["sales on weekends vs weekdays", "SELECT 0, 35 UNION ALL SELECT 1, 40"],
  ])("is true of what happened then: %s", async (question, sql) => {
    await star.expectRows(question, sql);
  });
});

describe("rows without others of a kind in a time", () => {
  it("have none of that kind then", async () => {
    await kitchen.expectRows("pupils without tastings this year", "SELECT 'Ed Pim'");
  });
});

describe("rows of several kinds", () => {
  it.each([
    ["how many remarks are on courses", "SELECT 3"],
    ["how many remarks about teachers are there", "SELECT 1"],
  ])("are told by the column that says which: %s", async (question, sql) => {
    await kitchen.expectRows(question, sql);
  });

  it("are not joined by another way to what they are of", () => {
    expect(kitchen.ask("which course has the most remarks").kind).toBe("not_understood");
  });
});

describe("a monthly figure that is kept of each row", () => {
  it.each([
    ["what is our MRR", "SELECT 50"],
    [
      "MRR by town",
      "SELECT town, SUM(mrr) FROM passes JOIN pupils ON pupil_id = pupils.id WHERE ended_on IS NULL GROUP BY 1",
    ],
  ])("is that of the rows that still hold: %s", async (question, sql) => {
    await kitchen.expectRows(question, sql);
  });
});

describe("the number of rows that have a number", () => {
  it("is how many there are", async () => {
    await kitchen.expectRows(
      "number of bills and total amount by status",
      "SELECT status, COUNT(*), SUM(amount) FROM bills GROUP BY 1",
    );
  });
});

describe("what was not done in a time", () => {
  it("was done before it or never", async () => {
    const { reading, result } = await kitchen.answer("which teachers have not checked in this year");
    expect(result.rows.map(([name]) => name)).toEqual(["Bo Lind", "Cy Moe"]);
    expect(verbalize(reading.form, result)).toBe("2 teachers without last checked in this year: Bo Lind, Cy Moe.");
  });
});

describe("the same of another time", () => {
  it("is told by the day that was spoken of", async () => {
    const { reading } = await kitchen.answer("how many passes ended this year");
    const next = await kitchen.answer("and last year", { earlier: [reading.form] });
    expect(next.result.rows).toEqual([[1]]);
  });
});

describe("those who report to somebody", () => {
  it.each([
    ["number of direct reports per supervisor", "SELECT 'Kim', 'Abel', 2 UNION ALL SELECT 'Lou', 'Bay', 1"],
    ["how many direct reports does Kim Abel have", "SELECT 2"],
    ["how many cooks does Kim Abel have", "SELECT 2"],
    ["direct reports of Lou Bay", "SELECT 'Nan', 'Dell'"],
  ])("are found by the key of whom they report to: %s", async (question, sql) => {
    await kitchen.expectRows(question, sql);
  });
});

describe("people of whom nothing is kept", () => {
  it("are not what is on hand", () => {
    expect(kitchen.ask("which employee sold the most").kind).toBe("not_understood");
  });
});
