import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE riders (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT NOT NULL, places INTEGER NOT NULL);
CREATE TABLE saddles (id INTEGER PRIMARY KEY, maker TEXT NOT NULL, purchase_cost NUMERIC NOT NULL);
CREATE TABLE saddlings (ride_id INTEGER NOT NULL REFERENCES rides (id), saddle_id INTEGER NOT NULL REFERENCES saddles (id), PRIMARY KEY (ride_id, saddle_id));
CREATE TABLE rides (id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders (id), booked_on DATE NOT NULL);
`;

let stable: Business;
beforeAll(async () => {
  stable = await openFixture("stable", tables, (database) => {
    database.exec("INSERT INTO riders VALUES (1, 'Ira Stellan'), (2, 'Oda Marrick'), (3, 'Uno Brask')");
    database.exec("INSERT INTO lessons VALUES (1, 'First steps', 4), (2, 'Jumping', 6)");
    database.exec("INSERT INTO rides VALUES (1, 1, '2024-06-01'), (2, 2, '2024-01-20'), (3, 3, '2023-05-01')");
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

describe("what something costs", () => {
  it("is not told by things of which it needs several", () => {
    expect(stable.ask("average cost of a ride")).toMatchObject({ kind: "not_understood" });
    expect(stable.ask("average purchase cost of saddles")).toMatchObject({ kind: "query" });
  });
});
