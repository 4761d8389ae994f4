import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A pottery that sells pots: orders that may be cancelled, classes with a state, passes from a day to a day, and buyers of several countries. */
const tables = `
CREATE TABLE buyers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers (id), ordered_on DATE NOT NULL, cancelled_on DATE, total_amount REAL NOT NULL);
CREATE TABLE classes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, level TEXT NOT NULL, state TEXT NOT NULL, starts_on DATE NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers (id), started_on DATE NOT NULL, cancelled_on DATE);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("kilns-and-pots", tables, (database) => {
    database.exec(
      "INSERT INTO buyers VALUES (1, 'Ada Moor', 'United Arab Emirates'), (2, 'Ben Oak', 'UK'), (3, 'Cid Reed', 'Czechia')",
    );
    database.exec(`INSERT INTO orders VALUES (1, 1, '2024-05-02', NULL, 40), (2, 1, '2024-05-03', '2024-05-04', 25), (3, 2, '2024-02-03', NULL, 70),
      (4, 2, '2023-02-03', NULL, 10), (5, 3, '2023-09-03', NULL, 30), (6, 3, '2023-05-03', NULL, 5), (7, 3, '2024-04-30', '2024-05-02', 9)`);
    database.exec(`INSERT INTO classes VALUES (1, 'Bowls', 'easy', 'held', '2024-06-04'), (2, 'Jugs', 'hard', 'cancelled', '2024-06-05'), (3, 'Mugs', 'easy', 'held', '2024-05-05'),
      (4, 'Vases', 'hard', 'planned', '2024-06-06')`);
    database.exec(
      "INSERT INTO passes VALUES (1, 1, '2023-01-01', NULL), (2, 2, '2023-02-01', '2024-02-01'), (3, 3, '2024-02-01', NULL)",
    );
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("what was not cancelled in a time", () => {
  it.each([
    ["how many orders were not cancelled in May", "SELECT 1"],
    ["revenue of orders not cancelled last month", "SELECT 40"],
    ["classes not cancelled this month", "SELECT 'Bowls' UNION SELECT 'Vases'"],
    ["how many classes were not cancelled this month", "SELECT 2"],
  ])("is of that time: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it("is what runs in it, of what runs from a day on", async () => {
    await house.expectRows("how many passes were not cancelled this year", "SELECT 2");
  });
});

describe("parts of one year beside each other", () => {
  it.each([
    ["revenue second half vs first half last year", "SELECT 30, 15"],
    ["revenue in the second half of 2023 vs the first half", "SELECT 30, 15"],
    ["revenue h1 vs h2 2023", "SELECT 15, 30"],
    ["how did the second half of last year compare with the first half", "SELECT 30, 15"],
    ["revenue in h1 2023", "SELECT 15"],
    ["revenue q1 vs q2 2023", "SELECT '2023-Q1', 10 UNION SELECT '2023-Q2', 5"],
    ["revenue in the first and third quarter of 2023", "SELECT '2023-Q1', 10 UNION SELECT '2023-Q3', 30"],
    ["did we get more orders in the first half or the second half of 2023", "SELECT 2, 1"],
  ])("are of the year that is said: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("countries by their usual names", () => {
  it.each([
    ["buyers in the UAE", "SELECT 'Ada Moor'"],
    ["buyers in the United Kingdom", "SELECT 'Ben Oak'"],
    ["buyers from Britain", "SELECT 'Ben Oak'"],
    ["buyers from the Czech Republic", "SELECT 'Cid Reed'"],
  ])("are those that are kept: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("rows of a state by something", () => {
  it.each([
    ["classes that are not cancelled by level", "SELECT 'easy', 2 UNION SELECT 'hard', 1"],
    ["classes which are held by level", "SELECT 'easy', 2"],
  ])("are counted: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});
