import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Bakeries by what they bake and where they are. */
const tables = `
CREATE TABLE bakeries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, speciality TEXT NOT NULL, town TEXT NOT NULL, rating REAL NOT NULL);
`;

let town: Business;
beforeAll(async () => {
  town = await openFixture("denied-alone", tables, (database) => {
    database.exec(`INSERT INTO bakeries VALUES (1, 'Crumb', 'Danish', 'Alder Bay', 4.1), (2, 'Oven', 'French', 'Alder Bay', 4.4), (3, 'Loaf', 'French', 'Fernhill', 3.9),
      (4, 'Rye', 'Danish', 'Fernhill', 4.8), (5, 'Kneading', 'Austrian', 'Alder Bay', 4.0), (6, 'Batch', 'Austrian', 'Moorgate', 3.2)`);
  });
});
afterAll(() => town.datasource.close());

describe("what is denied of one thing", () => {
  test.each([
    ["how many non-French bakeries are in Alder Bay", "SELECT 2"],
    ["how many bakeries that are not Danish are in Fernhill", "SELECT 1"],
    [
      "names of the bakeries that do not have French speciality in Alder Bay",
      "SELECT 'Crumb' UNION ALL SELECT 'Kneading'",
    ],
    ["how many bakeries are not in Alder Bay", "SELECT 3"],
    ["bakeries that are not French or Danish", "SELECT 'Kneading' UNION ALL SELECT 'Batch'"],
  ])("is not denied of where they are: %s", async (question, sql) => {
    await town.expectRows(question, sql);
  });
});

test.each(["top 0 bakeries by rating", "top -5 bakeries by rating"])("no rows are no list: %s", (question) => {
  expect(town.ask(question).kind).toBe("not_understood");
});
