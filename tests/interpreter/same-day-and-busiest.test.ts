import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE piers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, hull TEXT NOT NULL, pier_id INTEGER NOT NULL REFERENCES piers (id));
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE charters (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), customer_id INTEGER NOT NULL REFERENCES customers (id),
  started_at TIMESTAMP NOT NULL, returned_at TIMESTAMP, status TEXT NOT NULL);
CREATE TABLE overhauls (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), assignee_id INTEGER NOT NULL REFERENCES employees (id),
  reported_on DATE NOT NULL, finished_on DATE);
CREATE TABLE charts (id INTEGER PRIMARY KEY, version TEXT NOT NULL, printed_on DATE NOT NULL);
CREATE TABLE misprints (id INTEGER PRIMARY KEY, chart_id INTEGER NOT NULL REFERENCES charts (id));
`;

let marina: Business;
beforeAll(async () => {
  marina = await openFixture("marina", tables, (database) => {
    database.exec("INSERT INTO piers VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO boats VALUES (1, 'H1', 1), (2, 'H2', 2)");
    database.exec("INSERT INTO customers VALUES (1, 'Ada', '2024-01-05'), (2, 'Bo', '2024-02-01')");
    database.exec("INSERT INTO employees VALUES (1, 'Cy Moor', '2020-01-05'), (2, 'Di Wold', '2021-02-01')");
    database.exec(`INSERT INTO charters VALUES (1, 1, 1, '2024-05-01 09:00:00', '2024-05-01 17:00:00', 'returned'),
      (2, 1, 2, '2024-05-01 10:00:00', '2024-05-03 12:00:00', 'returned'), (3, 2, 2, '2024-06-02 08:00:00', NULL, 'open')`);
    database.exec(`INSERT INTO overhauls VALUES (1, 1, 1, '2024-03-01', '2024-03-01'), (2, 2, 2, '2024-03-02', '2024-03-09'),
      (3, 2, 2, '2024-04-02', NULL), (4, 1, 1, '2024-04-05', NULL), (5, 1, 1, '2024-04-07', '2024-04-07')`);
    database.exec("INSERT INTO charts VALUES (1, '1.5', '2024-01-01'), (2, '2.5', '2024-02-01')");
    database.exec("INSERT INTO misprints VALUES (1, 2), (2, 2), (3, 1)");
  });
});
afterAll(() => marina.datasource.close());

describe("two days of a row that are one", () => {
  it.each([
    ["overhauls finished on the day they were reported", "SELECT * FROM overhauls WHERE finished_on = reported_on"],
    ["overhauls reported and finished on the same day", "SELECT * FROM overhauls WHERE finished_on = reported_on"],
    // At whatever hour, and though "returned" is a status, too.
    ["how many charters were returned on the same day they started", "SELECT 1"],
  ])("are compared: %s", async (question, sql) => {
    await marina.expectRows(question, sql);
  });

  it("are told as what was done on the other", async () => {
    const { reading } = await marina.answer("overhauls finished on the day they were reported");
    expect(reading.interpretation).toMatch(/overhauls finished on the date reported/);
  });

  it("are not those of other rows", () => {
    expect(marina.ask("how many customers came on the day they started").kind).toBe("not_understood");
  });
});

describe("the busiest", () => {
  it.each([
    ["which day was our busiest in 2024?", "SELECT '2024-05-01'"],
    ["our busiest pier", "SELECT 'North'"],
  ])("is by what customers have rather than by what is done to things: %s", async (question, sql) => {
    await marina.expectRows(question, sql);
  });
});

describe("what rows are called", () => {
  it("is their version where they have no name", async () => {
    await marina.expectRows("which chart has the most misprints", "SELECT '2.5'");
    await marina.expectRows("how many misprints in chart 2.5", "SELECT 2");
  });
});

describe("whom rows are assigned to", () => {
  it("is told after them, rather than the rows again", async () => {
    expect(await marina.told("overhauls not finished", "who are they assigned to?")).toEqual([
      ["Cy Moor"],
      ["Di Wold"],
    ]);
  });
});
