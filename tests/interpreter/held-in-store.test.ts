import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A wine cellar: casks that came in and went out, growers of which some have a parent, tasters, boilers under guarantee. */
const tables = `
CREATE TABLE grower (grower_no INTEGER PRIMARY KEY, grower_nm TEXT NOT NULL, town TEXT NOT NULL, parent_grower_no INTEGER REFERENCES grower (grower_no), on_trial CHAR(1) NOT NULL);
CREATE TABLE taster (taster_no INTEGER PRIMARY KEY, taster_nm TEXT NOT NULL, job_title TEXT NOT NULL, hourly_rate REAL NOT NULL, hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE lot (lot_no INTEGER PRIMARY KEY, grower_no INTEGER NOT NULL REFERENCES grower (grower_no), taster_no INTEGER NOT NULL REFERENCES taster (taster_no), cask_qty INTEGER NOT NULL, fee_per_cask REAL NOT NULL, in_dt DATE NOT NULL, out_dt DATE);
CREATE TABLE sample (sample_no INTEGER PRIMARY KEY, lot_no INTEGER NOT NULL REFERENCES lot (lot_no), state TEXT NOT NULL, drawn_on DATE NOT NULL);
CREATE TABLE boiler (boiler_no INTEGER PRIMARY KEY, serial_number TEXT NOT NULL, guarantee_until DATE NOT NULL);
CREATE TABLE bill (bill_no INTEGER PRIMARY KEY, grower_no INTEGER NOT NULL REFERENCES grower (grower_no), amount REAL NOT NULL, due_dt DATE NOT NULL, pd_dt DATE);
`;

const prices = `
CREATE TABLE pitch (pitch_no INTEGER PRIMARY KEY, pitch_nm TEXT NOT NULL);
CREATE TABLE tariff (tariff_no INTEGER PRIMARY KEY, pitch_no INTEGER NOT NULL REFERENCES pitch (pitch_no), price_per_day REAL NOT NULL, eff_dt DATE NOT NULL, end_dt DATE);
INSERT INTO pitch VALUES (1, 'Lake'), (2, 'Wood');
INSERT INTO tariff VALUES (1, 1, 4, '2023-01-01', '2023-12-31'), (2, 1, 3, '2024-01-01', NULL), (3, 2, 2, '2024-01-01', NULL);
`;

let cellar: Business;
let camp: Business;
beforeAll(async () => {
  camp = await openFixture("prices-of-today", prices, () => undefined);
  cellar = await openFixture("held-in-store", tables, (database) => {
    database.exec(
      "INSERT INTO grower VALUES (1, 'Hill Vines', 'Ayr', NULL, 'N'), (2, 'Dale Vines', 'Wick', 1, 'Y'), (3, 'Low Vines', 'Ayr', 1, 'N')",
    );
    database.exec(`INSERT INTO taster VALUES (1, 'Ann Ash', 'wine rep', 90, '2022-01-10', NULL), (2, 'Bo Birch', 'wine rep', 120, '2023-02-01', '2024-01-31'),
      (3, 'Cy Cole', 'blender', 80, '2023-03-01', NULL), (4, 'Di Dean', 'blender', 70, '2022-04-01', NULL)`);
    database.exec(`INSERT INTO lot VALUES (1, 1, 1, 10, 2.5, '2024-05-02', NULL), (2, 1, 1, 20, 2, '2024-05-20', '2024-06-01'),
      (3, 2, 3, 40, 3, '2024-04-11', NULL), (4, 3, 1, 5, 3, '2024-03-01', '2024-03-20')`);
    database.exec(
      `INSERT INTO sample VALUES (1, 1, 'drawn', '2024-05-03'), (2, 1, 'passed', '2024-05-04'), (3, 2, 'passed', '2024-05-21'), (4, 3, 'spoilt', '2024-05-05')`,
    );
    database.exec(
      "INSERT INTO boiler VALUES (1, 'B-1', '2024-07-01'), (2, 'B-2', '2025-07-01'), (3, 'B-3', '2024-01-01')",
    );
    database.exec(`INSERT INTO bill VALUES (1, 1, 100, '2024-05-01', '2024-05-02'), (2, 1, 60, '2024-05-10', NULL), (3, 2, 40, '2024-04-01', NULL),
      (4, 2, 70, '2024-09-01', NULL)`);
  });
});
afterAll(async () => {
  await cellar.datasource.close();
  await camp.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await cellar.expectRows(question, sql);
};

describe("what came in and has not gone out", () => {
  it.each([
    ["how many casks is Hill Vines holding with us right now", "SELECT 10"],
    ["how many casks do we hold right now", "SELECT 50"],
  ])("is there now: %s", expectRows);
});

describe("a number that is called a quantity of something", () => {
  it.each([
    ["how many casks came in in May", "SELECT 30"],
    ["casks per grower", "SELECT grower_nm, SUM(cask_qty) FROM lot JOIN grower USING (grower_no) GROUP BY grower_no"],
  ])("is meant by its name, rather than what there is of one: %s", expectRows);
});

describe("a key to rows of the same kind", () => {
  it.each([
    ["growers with a parent", "SELECT grower_nm FROM grower WHERE parent_grower_no IS NOT NULL"],
    ["growers that belong to a parent", "SELECT grower_nm FROM grower WHERE parent_grower_no IS NOT NULL"],
    ["how many growers have a parent", "SELECT 2"],
  ])("says who has such a one: %s", expectRows);
});

describe("a guarantee that ends", () => {
  it("is told by the day that is called after it", async () => {
    await cellar.expectRows(
      "boilers whose guarantee runs out in the next 90 days",
      "SELECT serial_number FROM boiler WHERE boiler_no = 1",
    );
  });
});

describe("people of one kind", () => {
  it.each([
    ["blenders hired in 2023", "SELECT taster_nm FROM taster WHERE taster_no = 3"],
    ["how many wine reps are there", "SELECT 2"],
    ["our two best paid tasters still with us", "SELECT taster_nm FROM taster WHERE taster_no IN (1, 3)"],
  ])("are told by what they are and when they came: %s", expectRows);
});

describe("a number of rows that were brought in", () => {
  it("is no money", async () => {
    await cellar.expectRows(
      "which wine reps brought in more than 2 lots",
      "SELECT taster_nm FROM taster WHERE taster_no = 1",
    );
  });
});

describe("what is to be shown after “with the”", () => {
  it.each([
    ["tasters with the hourly rate", "SELECT taster_nm, hourly_rate FROM taster"],
    ["tasters with the date hired, oldest first", "SELECT taster_nm, hired_on FROM taster ORDER BY hired_on"],
  ])("is shown: %s", expectRows);
});

describe("how many and how much", () => {
  it("are both told after a group", async () => {
    await cellar.expectRows(
      "overdue bills by grower, count and value",
      "SELECT grower_nm, COUNT(*), SUM(amount) FROM bill JOIN grower USING (grower_no) WHERE pd_dt IS NULL AND due_dt < '2024-06-15' GROUP BY grower_no",
    );
  });
});

describe("those that are in a state", () => {
  it.each([
    ["the ones on trial - who are they?", "SELECT grower_nm FROM grower WHERE on_trial = 'Y'"],
    ["growers on trial - who are they", "SELECT grower_nm FROM grower WHERE on_trial = 'Y'"],
  ])("are named: %s", expectRows);
});

describe("a price that holds today", () => {
  it("began some day before", async () => {
    await camp.expectRows("what is the highest price per day today", "SELECT 3");
  });
});

describe("rows above a number", () => {
  it.each([
    [
      "bills over 50 by town",
      "SELECT town, COUNT(*) FROM bill JOIN grower USING (grower_no) WHERE amount > 50 GROUP BY town",
    ],
  ])("are counted for each of others: %s", expectRows);
});

describe("what no row can say", () => {
  it.each([
    "which growers complained about their taster",
    "of the samples we drawn in 2024, what share was passed",
    "share of drawn samples that are passed",
    "jobs that were drawn before May",
    "what was the highest amount of a bill, and to whom",
  ])("is refused: %s", (question) => {
    expect(cellar.ask(question).kind).toBe("not_understood");
  });
});
