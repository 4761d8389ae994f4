import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE bakeries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, manager_id INTEGER REFERENCES bakers (id));
CREATE TABLE bakers (id INTEGER PRIMARY KEY, bakery_id INTEGER NOT NULL REFERENCES bakeries (id), name TEXT NOT NULL, hourly_wage NUMERIC NOT NULL);
`;

let business: Business;
beforeAll(async () => {
  business = await openFixture("bakeries", tables, (database) => {
    database.exec("INSERT INTO bakeries VALUES (1, 'Quay', NULL), (2, 'Mill', NULL)");
    database.exec(
      "INSERT INTO bakers VALUES (1, 1, 'Ira', 20), (2, 1, 'Oda', 16), (3, 1, 'Uno', 15), (4, 2, 'Eli', 18)",
    );
    database.exec("UPDATE bakeries SET manager_id = CASE id WHEN 1 THEN 1 ELSE 4 END");
  });
});
afterAll(() => business.datasource.close());

describe("places whose manager is one of their people", () => {
  it.each([
    ["bakers by bakery", "SELECT 'Quay', 3 UNION ALL SELECT 'Mill', 1"],
    ["how many bakers does each bakery have", "SELECT 'Quay', 3 UNION ALL SELECT 'Mill', 1"],
    ["average hourly wage of bakers by bakery", "SELECT 'Quay', 17.0 UNION ALL SELECT 'Mill', 18.0"],
    ["how many bakers are there at Quay", "SELECT 3"],
  ])("have all of them: %s", async (question, sql) => {
    await business.expectRows(question, sql);
  });
});
