import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE riders (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL, places INTEGER NOT NULL);
CREATE TABLE rides (id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders (id), booked_on DATE NOT NULL, fee NUMERIC NOT NULL);
`;

let stable: Business;
beforeAll(async () => {
  stable = await openFixture("stable", tables, (database) => {
    database.exec("INSERT INTO riders VALUES (1, 'Ira Stellan'), (2, 'Oda Marrick'), (3, 'Uno Brask')");
    database.exec("INSERT INTO lessons VALUES (1, 'First steps', 4), (2, 'Jumping', 6)");
    database.exec(
      "INSERT INTO rides VALUES (1, 1, '2024-06-01', 20), (2, 2, '2024-01-20', 20), (3, 3, '2023-05-01', 20)",
    );
  });
});
afterAll(() => stable.datasource.close());

describe("what was not done for a while", () => {
  it.each([
    ["riders who have not booked a ride in 3 months", "SELECT 'Oda Marrick' UNION ALL SELECT 'Uno Brask'"],
    ["riders who haven't booked a ride for over 6 months", "SELECT 'Uno Brask'"],
    ["riders who have not booked a ride in a year", "SELECT 'Uno Brask'"],
  ])("is told of the time up to today: %s", async (question, sql) => {
    await stable.expectRows(question, sql);
  });
});

describe("a state of which nothing is kept", () => {
  it("is not dropped, whatever else is called so in part", () => {
    expect(stable.ask("lessons that are full")).toMatchObject({ kind: "not_understood" });
  });
});
