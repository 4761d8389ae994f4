import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Balloon flights: planners book them for a day, from launch fields; baskets are filled with sand by the kilogram for each. */
const tables = `
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, most_riders INTEGER NOT NULL);
CREATE TABLE crew (id INTEGER PRIMARY KEY, name TEXT NOT NULL, job TEXT NOT NULL);
CREATE TABLE flights (id INTEGER PRIMARY KEY, field_id INTEGER NOT NULL REFERENCES fields (id), booked_on DATE NOT NULL, flown_on DATE NOT NULL,
  reason TEXT NOT NULL, riders INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE sands (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE purchases (id INTEGER PRIMARY KEY, sand_id INTEGER NOT NULL REFERENCES sands (id), bought_on DATE NOT NULL, weight_kg NUMERIC NOT NULL);
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, delivered_on DATE NOT NULL);
CREATE TABLE delivery_lines (id INTEGER PRIMARY KEY, delivery_id INTEGER NOT NULL REFERENCES deliveries (id), sand_id INTEGER NOT NULL REFERENCES sands (id),
  load_kg NUMERIC NOT NULL, price_cents_per_kg INTEGER NOT NULL);
`;

let flights: Business;
beforeAll(async () => {
  flights = await openFixture("balloons", tables, (database) => {
    database.exec("INSERT INTO fields VALUES (1, 'Low Moor', 8), (2, 'Kite Hill', 4)");
    database.exec("INSERT INTO crew VALUES (1, 'Ida Wold', 'planner'), (2, 'Per Hale', 'pilot')");
    database.exec(
      "INSERT INTO flights VALUES (1, 1, '2023-09-02', '2023-12-05', 'birthday', 4, 'done'), (2, 1, '2024-01-03', '2024-03-04', 'wedding', 2, 'done'), (3, 2, '2024-04-05', '2024-04-28', 'birthday', 3, 'called off'), (4, 1, '2024-05-06', '2024-12-07', 'wedding', 6, 'planned'), (5, 2, '2024-06-07', '2025-02-08', 'birthday', 2, 'planned')",
    );
    database.exec("INSERT INTO sands VALUES (1, 'Dune'), (2, 'River')");
    database.exec("INSERT INTO purchases VALUES (1, 1, '2024-02-01', 100), (2, 2, '2024-03-01', 900)");
    database.exec("INSERT INTO deliveries VALUES (1, '2024-02-10'), (2, '2024-04-10')");
    database.exec("INSERT INTO delivery_lines VALUES (1, 1, 1, 30, 20), (2, 2, 1, 10, 30), (3, 2, 2, 50, 10)");
  });
});
afterAll(() => flights.datasource.close());

const told = (...questions: string[]) => flights.told(...questions);

describe("the time for which something is booked", () => {
  test("is its own day, and not that of the booking", async () => {
    expect(await told("how many flights are booked for next year")).toEqual([[1]]);
    expect(await told("how many flights were booked for March 2024")).toEqual([[1]]);
    expect(await told("how many flights were booked in May 2024")).toEqual([[1]]);
  });

  test("is the next month of that name where it is asked what is ahead", async () => {
    expect(await told("how many flights are there in December")).toEqual([[1]]);
    expect((await told("how many flights were there in December")) as number[][]).toEqual([[1]]);
    const [ahead, over] = ["are", "were"].map((word) => flights.asked(`how many flights ${word} there in December`));
    expect(ahead).toMatchObject({ kind: "query", interpretation: expect.stringContaining("December 2024") });
    expect(over).toMatchObject({ kind: "query", interpretation: expect.stringContaining("December 2023") });
  });

  test("is that of what is added up, where what it is told by has none", async () => {
    expect(await told("riders per field this year")).toEqual([
      ["Low Moor", 8],
      ["Kite Hill", 3],
    ]);
  });
});

describe("words that restrict", () => {
  test("are no deed of the house where they are a state", async () => {
    expect(await told("how many flights did we do this year")).toEqual([[1]]);
    expect(await told("how many flights were done in 2023")).toEqual([[1]]);
  });

  test("are no birth where birthdays are an occasion", async () => {
    expect(await told("how many birthdays were there in 2024")).toEqual([[1]]);
    expect(await told("how many weddings are booked for next year", "and birthdays?")).toEqual([[1]]);
  });

  test("are no slip of whoever does it", () => {
    expect(JSON.stringify(flights.asked("how many birthdays were planned in 2024"))).not.toContain("planner");
  });
});

describe("an amount in a unit", () => {
  test("is of the rows to which that was done that is said", async () => {
    expect(await told("how many kg of Dune were delivered this year")).toEqual([[40]]);
    expect(await told("how many kg of Dune were bought this year")).toEqual([[100]]);
  });

  test("is no price of one", () => {
    expect(flights.asked("average price of each delivery line by sand")).not.toMatchObject({
      form: { outputs: [{}, { counted_in: "kg" }] },
    });
  });

  test("has a price of one that is said so", async () => {
    expect(await told("average price per kg by sand")).toEqual([
      ["Dune", 0.25],
      ["River", 0.1],
    ]);
  });
});

describe("what is said after an answer", () => {
  test("is another number that the first are ranked by", async () => {
    expect(await told("which field has the most flights", "top two by riders")).toEqual([
      ["Low Moor", 12],
      ["Kite Hill", 5],
    ]);
  });

  test("is a part of all rows of that kind", async () => {
    expect(await told("how many flights were called off", "as a percentage of all flights")).toEqual([[0.2]]);
    expect(flights.asked("how many flights were called off", "as a percentage of all fields")?.kind).toBe(
      "not_understood",
    );
  });
});
