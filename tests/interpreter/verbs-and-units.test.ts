import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A quarry that hires out lorries, sends loads to clients who pay a price, and prints a newsletter in series. */
const quarry = `
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clerks (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job_title TEXT NOT NULL);
CREATE TABLE lorries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bought_on DATE NOT NULL);
CREATE TABLE saws (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bought_on DATE NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, saw_id INTEGER NOT NULL REFERENCES saws (id), reported_on DATE NOT NULL, cost NUMERIC NOT NULL);
CREATE TABLE loads (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), lorry_id INTEGER NOT NULL REFERENCES lorries (id), booked_by_id INTEGER NOT NULL REFERENCES clerks (id),
  shipped_on DATE NOT NULL, due_on DATE NOT NULL, arrived_on DATE, weight_kg NUMERIC NOT NULL, price NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE series (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE news (id INTEGER PRIMARY KEY, headline TEXT NOT NULL, series_id INTEGER NOT NULL REFERENCES series (id));
`;

let dug: Business;
beforeAll(async () => {
  dug = await openFixture("quarry", quarry, (database) => {
    database.exec("INSERT INTO clients VALUES (1, 'Ashby'), (2, 'Brook')");
    database.exec("INSERT INTO clerks VALUES (1, 'Ida', 'clerk'), (2, 'Jon', 'clerk')");
    database.exec("INSERT INTO lorries VALUES (1, 'Big', '2023-01-01'), (2, 'Small', '2023-02-01')");
    database.exec("INSERT INTO saws VALUES (1, 'Long', '2023-01-01'), (2, 'Short', '2023-02-01')");
    database.exec("INSERT INTO repairs VALUES (1, 1, '2024-05-01', 90)");
    database.exec(`INSERT INTO loads VALUES
      (1, 1, 1, 1, '2024-01-05', '2024-01-10', '2024-01-09', 8000, 100, 'arrived'),
      (2, 1, 1, 1, '2024-02-05', '2024-02-10', '2024-02-20', 7000, 100, 'arrived'),
      (3, 2, 2, 1, '2024-02-06', '2024-02-11', NULL, 900, 20000, 'cancelled'),
      (4, 2, 1, 2, '2024-05-06', '2024-05-11', '2024-05-12', 800, 20000, 'arrived'),
      (5, 2, 1, 2, '2024-05-07', '2024-05-11', NULL, 800, 20000, 'booked')`);
    database.exec("INSERT INTO series VALUES (1, 'Stone'), (2, 'Sand')");
    database.exec("INSERT INTO news VALUES (1, 'A', 1), (2, 'B', 1), (3, 'C', 2)");
  });
});
afterAll(() => dug.datasource.close());

it.each([
  // Tonnes are of a weight, and of no money.
  ["clients who shipped over 10 tonnes", "SELECT 'Ashby'"],
  // What is cancelled is not waited for.
  ["how many loads are overdue", "SELECT 1"],
  // What clerks booked has come to other states since.
  ["which clerks booked the most loads", "SELECT 'Ida'"],
  // Since a day is a time like any other: that of the loads, and not of the day on which a lorry was bought.
  ["lorries not used since May", "SELECT 'Small'"],
  ["news per series", "SELECT 'Stone', 2 UNION ALL SELECT 'Sand', 1"],
])("verbs and units: %s", async (question, sql) => {
  const { result, reading } = await dug.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await dug.rows(sql)).map(String).toSorted());
});

it.each([
  // Nothing is kept in litres, repairs are no use, and what clients pay is none of our costs.
  "clients who shipped over 10 litres",
  "saws not used since May",
  "what did we spend on loads",
])("verbs and units: refuses “%s”", (question) => {
  expect(dug.ask(question).kind).toBe("not_understood");
});

it("verbs and units: one of a series is no sery", async () => {
  const { reading } = await dug.answer("news per series");
  expect(reading.interpretation).toContain("for each series");
});
