import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Ferry lines: boats make trips to ports. */
const tables = `
CREATE TABLE ports (id INTEGER PRIMARY KEY, name TEXT NOT NULL, county TEXT NOT NULL, berths INTEGER NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, built_in INTEGER NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), port_id INTEGER NOT NULL REFERENCES ports (id), sailed_on DATE NOT NULL, passengers INTEGER NOT NULL, fare REAL NOT NULL);
`;

let ferries: Business;
beforeAll(async () => {
  ferries = await openFixture("readings-read-back", tables, (database) => {
    database.exec(
      "INSERT INTO ports VALUES (1, 'Aber', 'North', 3), (2, 'Brae', 'South', 5), (3, 'Crail', 'North', 1), (4, 'Dun', 'South', 2)",
    );
    database.exec(
      "INSERT INTO boats VALUES (1, 'Gull', 1990, 100), (2, 'Tern', 2005, 60), (3, 'Skua', 2015, 80), (4, 'Auk', 2020, 40)",
    );
    database.exec(`INSERT INTO trips VALUES (1, 1, 1, '2024-01-04', 90, 12.5), (2, 1, 2, '2024-02-05', 40, 9), (3, 2, 2, '2024-02-06', 55, 9),
      (4, 2, 2, '2025-01-10', 20, 9), (5, 3, 1, '2025-03-02', 75, 12.5), (6, 3, 4, '2025-03-09', 10, 15)`);
  });
});
afterAll(() => ferries.datasource.close());

/** A form as SQL, by a question. */
const sqlOf = (question: string): string => {
  const reading = ferries.ask(question);
  if (reading.kind !== "query") throw new Error(`${question}: ${reading.reason}`);
  return reading.sql;
};

describe("what a question was read as", () => {
  it.each([
    "how many trips were there in 2024",
    "average fare",
    "the 2 boats with the most seats",
    "top 3 ports by number of trips",
    "which boat carried the most passengers",
    "passengers by county",
    "number of trips per month",
    "boats built after 2000 with more than 50 seats",
    "ports without trips",
    "names and berths of ports in the north",
    "the three boats with the most seats",
    "number of trips by boat, fewest first",
    "share of trips to each port",
    "total passengers for each boat",
  ])("asks the same when it is asked: %s", (question) => {
    const reading = ferries.ask(question);
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(sqlOf(reading.interpretation)).toBe(reading.sql);
  });

  it("says how many are meant of those that are ranked", () => {
    expect(sqlOf("Name and berths of ports, the 3 with the fewest berths")).toBe(
      sqlOf("name and berths of the 3 ports with the fewest berths"),
    );
  });
});

describe("the most of something by what it is grouped by", () => {
  const byBoat = "FROM boats JOIN trips ON boat_id = boats.id GROUP BY boats.id";
  it.each([
    ["most trips by boat", `SELECT name, COUNT(*) ${byBoat}`],
    ["fewest trips per boat", `SELECT name, COUNT(*) ${byBoat}`],
    ["highest fare by boat", `SELECT name, MAX(fare) ${byBoat}`],
  ])("is told of each: %s", async (question, sql) => {
    await ferries.expectRows(question, sql);
  });

  it.each([
    ["cheapest trip by port", "cheapest trip per port"],
    ["port with the most berths by county", "port with the most berths per county"],
  ])("is the first of each: %s", (question, plainly) => {
    expect(sqlOf(question)).toBe(sqlOf(plainly));
  });

  it("is in the order of what each row has many of", () => {
    expect(sqlOf("top 2 boats by trips")).toMatch(/COUNT\(\*\)[^]*ORDER BY COUNT\(\*\) DESC\nLIMIT 2/);
  });

  it("begins with the fewest where they are asked for", async () => {
    const { result } = await ferries.answer("fewest trips by port");
    expect(result.rows[0]?.[0]).toBe("Dun");
  });
});

describe("what nothing here tells", () => {
  it.each([
    "boat with the highest comfort",
    "which port has the lowest rating",
    "the boat with the greatest comfort in 2024",
  ])("is not told by another figure: %s", (question) => {
    expect(ferries.ask(question).kind).not.toBe("query");
  });
});
