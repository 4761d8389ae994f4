import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A sheet as people upload it: one table, codes as texts, a cost and a day. */
const tables = `
CREATE TABLE sheet (city TEXT NOT NULL, units INTEGER NOT NULL, cost REAL NOT NULL, code TEXT NOT NULL, day TEXT NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("one-sheet-of-sales", tables, (database) => {
    database.exec(
      "INSERT INTO sheet VALUES ('Ashby', 5, 10, '003', '2024-01-02'), ('Ashby', 5, 20, '004', '2024-02-03'), ('Ashby', 5, 30, '005', '2024-03-02'), ('Corrin', 10, 40, '006', '2024-04-02'), ('Corrin', 1, 50, '007', '2023-03-05')",
    );
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("the most of something sold", () => {
  it.each(["which city sold most units?", "which city sold the most units"])(
    "is by all that was sold, and not by one row: %s",
    async (question) => {
      const { result } = await house.answer(question);
      expect(result.rows.map(([city]) => city)).toEqual(["Ashby"]);
    },
  );
});

describe("a number that is stored as text", () => {
  it.each([
    ["city with code 003", "SELECT 'Ashby'"],
    ["city with code 7", "SELECT 'Corrin'"],
  ])("is found as it is stored: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("a cost from one month to another", () => {
  it.each([
    ["what was the total cost from January to March 2024?", "SELECT 60"],
    ["what was the cost from January to March 2024", "SELECT 60"],
    ["total cost from January to March 2024", "SELECT 60"],
  ])("is what it came to in that time: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});
