import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boatyard: boats of kinds, and surveys of them, of which a boat may have several. */
const tables = `
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, is_insured INTEGER NOT NULL);
CREATE TABLE surveys (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), surveyor TEXT NOT NULL, held_on DATE NOT NULL);
CREATE TABLE moorings (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), billing TEXT NOT NULL, started_on DATE NOT NULL);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("kinds-counted", tables, (database) => {
    database.exec(
      "INSERT INTO boats VALUES (1, 'Tern', 'Sloop', 1), (2, 'Wren', 'Sloop', 0), (3, 'Kite', 'Ketch', 1), (4, 'Lark', 'Sloop', 0), (5, 'Heron', 'Ketch', 0)",
    );
    database.exec(
      "INSERT INTO moorings VALUES (1, 1, 'monthly', '2024-01-01'), (2, 2, 'yearly', '2024-02-01'), (3, 3, 'monthly', '2024-03-01')",
    );
    database.exec(
      "INSERT INTO surveys VALUES (1, 1, 'Ada Ness', '2024-05-02'), (2, 1, 'Bo Lind', '2024-05-20'), (3, 2, 'Ada Ness', '2023-05-02'), (4, 3, 'Bo Lind', '2024-05-05')",
    );
  });
});
afterAll(() => yard.datasource.close());

describe("things that are counted by their kind alone", () => {
  it.each([
    ["how many sloops have surveys", 2],
    ["how many sloops had a survey last month", 1],
    ["how many ketches had surveys this year", 1],
    ["how many sloops have never had a survey", 1],
    ["how many sloops are insured", 1],
    ["how many sloops", 3],
  ])("are counted, whatever else they have: %s", async (question, count) => {
    const { reading, result } = await yard.answer(question);
    expect(result.rows, reading.sql).toEqual([[count]]);
  });
});

describe("how often something is billed", () => {
  it.each([
    "yearly vs monthly billing: number of moorings",
    "moorings billed yearly vs monthly",
    "number of moorings with monthly and yearly billing",
  ])("is a value where such a column is named, and no span of time: %s", (question) =>
    yard.expectRows(question, "SELECT billing, COUNT(*) FROM moorings GROUP BY 1"),
  );

  it("is a span of time elsewhere", () =>
    yard.expectRows(
      "monthly number of moorings",
      "SELECT strftime('%Y-%m', started_on), COUNT(*) FROM moorings GROUP BY 1",
    ));
});
