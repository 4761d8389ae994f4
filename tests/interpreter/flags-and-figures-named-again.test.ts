import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Cottages to let, with what each of them has. */
const tables = `
CREATE TABLE cottages (id INTEGER PRIMARY KEY, name TEXT NOT NULL, valley TEXT NOT NULL, wall_height REAL NOT NULL, fence_height REAL NOT NULL, has_boat_house BOOLEAN NOT NULL, has_wood_stove BOOLEAN NOT NULL, is_open BOOLEAN NOT NULL);
`;

let lets: Business;
beforeAll(async () => {
  lets = await openFixture("flags-and-figures-named-again", tables, (database) => {
    database.exec(
      `INSERT INTO cottages VALUES (1, 'Alder', 'North', 3, 1, 1, 1, 1), (2, 'Birch', 'North', 4, 2, 1, 0, 0), (3, 'Cedar', 'South', 2, 5, 0, 1, 1), (4, 'Dogwood', 'South', 2, 6, 0, 0, 0)`,
    );
  });
});
afterAll(() => lets.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await lets.expectRows(question, sql);
};

describe("two things that rows have or have not", () => {
  it.each([
    ["Which cottages have a boat house and a wood stove?", "SELECT 'Alder'"],
    ["Which cottages have a boat house or a wood stove?", "SELECT name FROM cottages WHERE id < 4"],
    ["how many cottages with a boat house and a wood stove", "SELECT 1"],
  ])("are both read: %s", expectRows);
});

describe("the opposite of what a column says", () => {
  it.each([
    ["how many cottages are closed", "SELECT 2"],
    ["closed cottages in the South", "SELECT 'Dogwood'"],
    ["What is the ratio of open cottages to closed cottages in the North?", "SELECT 1.0"],
  ])("denies it: %s", expectRows);
});

describe("an order by the figure that is shown", () => {
  it("takes that figure, where its name has all that is said of it", async () => {
    await lets.expectRows(
      "average fence height for each valley, sorted in descending order by average height",
      "SELECT valley, AVG(fence_height) FROM cottages GROUP BY 1 ORDER BY 2 DESC",
    );
  });
});
