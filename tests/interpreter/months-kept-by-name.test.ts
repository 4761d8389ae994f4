import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A lighthouse that keeps the year and the month of what it sees apart, the month by its name. */
const tables = `
CREATE TABLE sighting (id INTEGER PRIMARY KEY, bird TEXT NOT NULL, year INTEGER NOT NULL, month TEXT NOT NULL);
CREATE TABLE arrivals (id INTEGER PRIMARY KEY, weekday TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE vintage (id INTEGER PRIMARY KEY, label TEXT NOT NULL, year INTEGER NOT NULL);
`;

let tower: Business;
beforeAll(async () => {
  tower = await openFixture("months-kept-by-name", tables, (database) => {
    database.exec(`INSERT INTO sighting VALUES (1, 'tern', 2022, 'November'), (2, 'gull', 2022, 'December'), (3, 'tern', 2023, 'January '), (4, 'gull', 2023, 'April'),
      (5, 'tern', 2023, 'April'), (6, 'auk', 2023, 'August'), (7, 'auk', 2024, 'April'), (8, 'gull', 2024, 'May')`);
    database.exec("INSERT INTO arrivals VALUES (1, 'Monday', 12), (2, 'Monday', 3), (3, 'Tuesday', 5)");
    database.exec("INSERT INTO vintage VALUES (1, 'Red', 2019), (2, 'White', 2020)");
  });
});
afterAll(() => tower.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await tower.expectRows(question, sql);
};

describe("months that are kept by their names beside the year", () => {
  it.each([
    ["how many sightings in April 2023", "SELECT 2"],
    ["how many sightings from November 2022 to January 2023", "SELECT 3"],
    ["how many sightings between April 2023 and August 2023", "SELECT 3"],
    ["how many sightings 2 months before January 2023", "SELECT 1"],
    ["how many sightings since April 2023", "SELECT 5"],
    ["how many sightings before December 2022", "SELECT 1"],
    ["how many sightings up to January 2023", "SELECT 3"],
    ["how many sightings after 2023", "SELECT 2"],
    ["how many sightings in the last 3 months", "SELECT 2"],
  ])("tell a time: %s", expectRows);

  it("are put in the order of the year", async () => {
    const { result } = await tower.answer("how many sightings in each month of 2023");
    expect(result.rows).toEqual([
      ["January ", 1],
      ["April", 2],
      ["August", 1],
    ]);
  });

  it("go with their years where there are several", async () => {
    const { result } = await tower.answer("sightings by month");
    expect(result.rows[0]).toEqual([2022, "November", 1]);
    expect(result.rows[2]).toEqual([2023, "January ", 1]);
    expect(result.rows).toHaveLength(7);
  });

  it("are asked for where only a year is kept: no month is made of it", () => {
    expect(tower.ask("number of vintages by month").kind).toBe("not_understood");
  });
});

describe("rows that hold a count", () => {
  it.each([
    ["how many arrivals on Monday", "SELECT 15"],
    ["number of arrivals by weekday", "SELECT 'Monday', 15 UNION ALL SELECT 'Tuesday', 5"],
  ])("are added up: %s", expectRows);
});
