import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Allotments: plots by their soil, what is grown on them, and the watering turns of those who rent them. */
const tables = `
CREATE TABLE renters (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE plots (id INTEGER PRIMARY KEY, label TEXT NOT NULL, soil TEXT NOT NULL, size_m2 INTEGER NOT NULL, renter_id INTEGER NOT NULL REFERENCES renters (id));
CREATE TABLE watering_turns (id INTEGER PRIMARY KEY, renter_id INTEGER NOT NULL REFERENCES renters (id), done_on DATE NOT NULL, litres INTEGER NOT NULL, quantity INTEGER NOT NULL);
CREATE TABLE refunds (id INTEGER PRIMARY KEY, renter_id INTEGER NOT NULL REFERENCES renters (id), amount INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE memberships (id INTEGER PRIMARY KEY, renter_id INTEGER NOT NULL REFERENCES renters (id), turn TEXT NOT NULL, fee_eur_month REAL NOT NULL, begun_on DATE NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, refund_id INTEGER REFERENCES refunds (id), amount INTEGER NOT NULL);
`;

let garden: Business;
beforeAll(async () => {
  garden = await openFixture("by-how-many-more", tables, (database) => {
    database.exec(`INSERT INTO renters VALUES (1, 'Asta Lind'), (2, 'Bo Wexler'), (3, 'Cy Marsh');
      INSERT INTO plots VALUES (1, 'A1', 'heavy clay', 40, 1), (2, 'A2', 'loam', 60, 1), (3, 'B1', 'loam', 80, 2), (4, 'B2', 'sand', 20, 3), (5, 'B3', 'loam', 30, 3);
      INSERT INTO watering_turns VALUES (1, 1, '2023-05-01', 10, 2), (2, 1, '2023-06-01', 20, 2), (3, 2, '2024-02-01', 35, 1), (4, 1, '2024-03-01', 5, 4);
      INSERT INTO memberships VALUES (1, 1, 'weekly', 12.5, '2024-01-03'), (2, 2, 'daily', 20, '2024-01-09'), (3, 3, 'weekly', 12.5, '2024-02-01');
      INSERT INTO refunds VALUES (1, 1, 30, 'Town'), (2, 2, 50, 'Town'), (3, 3, 10, 'Sent');
      INSERT INTO payments VALUES (1, 1, 300), (2, NULL, 20)`);
  });
});
afterAll(() => garden.datasource.close());

describe("a difference", () => {
  test.each([
    ["how many more loam plots than sand plots are there?", "SELECT 3, 1, 2"],
    ["how many more loam than sand plots are there?", "SELECT 3, 1, 2"],
    ["difference between the number of weekly and daily memberships", "SELECT 2, 1, 1"],
    ["difference between the number of loam and sand plots", "SELECT 3, 1, 2"],
    ["difference between the average size of loam and sand plots", "SELECT 170.0 / 3, 20.0, 170.0 / 3 - 20.0"],
  ])("of two kinds is told with both figures: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  test.each([
    ["total litres of watering turns in 2024 minus 2023", "SELECT 30, 40, 10, 10.0 / 30"],
    ["difference between the number of watering turns in 2024 and in 2023", "SELECT 2, 2, 0, 0.0"],
  ])("of two years is none of the rows of one year that are not of the other: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });
});

describe("what restricts", () => {
  test.each([
    ["how many non-heavy clay plots are there?", "SELECT 4"],
    ["which renters have only one watering turn?", "SELECT 'Bo Wexler'"],
    ["renters whose total quantity of watering turns is above 3", "SELECT 'Asta Lind'"],
    ["highest amount of refunds with an amount below 40", "SELECT 30"],
    ["average amount of Town refunds", "SELECT 40.0"],
    ["number of refunds and their average amount", "SELECT 3, 30.0"],
    ["how many watering turns does the renter with the most watering turns have?", "SELECT 3"],
  ])("is kept with what it is of: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  test.each([
    ["what percentage of watering turns were in 2023?", "SELECT 50.0"],
    ["what share of watering turns were before 2024?", "SELECT 0.5"],
  ])("by a time alone is the part of all: %s", async (question, sql) => {
    await garden.expectRows(question, sql);
  });

  test("is the month of rows, where something is paid for a month", async () => {
    await garden.expectRows("which month had the most memberships?", "SELECT '2024-01'");
  });

  test("of an average becomes the maximum of the same rows", () => {
    const first = garden.ask("average size of plots by soil");
    if (first.kind !== "query") throw new Error(first.reason);
    const then = garden.ask("show the maximum instead", { earlier: [first.form] });
    expect(then.kind === "query" ? then.sql : then.reason).toMatch(/MAX\(/);
    expect(then.kind === "query" ? then.sql : then.reason).not.toMatch(/AVG|LIMIT/);
  });

  test("is kept where a question goes on with “for each”", async () => {
    const first = garden.ask("how many plots have soil loam?");
    expect(first.kind).toBe("query");
    if (first.kind !== "query") return;
    const then = garden.ask("for each renter", { earlier: [first.form] });
    expect(then.kind === "query" ? then.sql : then.reason).toContain("'loam'");
  });
});
