import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Garages that people hold by permits with a planned end, what repairing them cost, and whether they passed a test. */
const garages = `
CREATE TABLE yards (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE garages (id INTEGER PRIMARY KEY, yard_id INTEGER NOT NULL REFERENCES yards (id), garage_number TEXT NOT NULL, doors INTEGER NOT NULL, monthly_rent REAL NOT NULL);
CREATE TABLE drivers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE permits (id INTEGER PRIMARY KEY, garage_id INTEGER NOT NULL REFERENCES garages (id), driver_id INTEGER NOT NULL REFERENCES drivers (id), start_date TEXT NOT NULL, end_date TEXT);
CREATE TABLE rent_bills (id INTEGER PRIMARY KEY, permit_id INTEGER NOT NULL REFERENCES permits (id), bill_month TEXT NOT NULL, amount_due REAL NOT NULL, paid_on TEXT, amount_paid REAL NOT NULL);
CREATE TABLE builders (id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, trade TEXT NOT NULL, contract_ends_on TEXT);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, garage_id INTEGER NOT NULL REFERENCES garages (id), builder_id INTEGER NOT NULL REFERENCES builders (id), trade TEXT NOT NULL, reported_on TEXT NOT NULL, cost REAL NOT NULL);
CREATE TABLE tests (id INTEGER PRIMARY KEY, garage_id INTEGER NOT NULL REFERENCES garages (id), tester TEXT NOT NULL, tested_on TEXT NOT NULL, passed INTEGER NOT NULL);
CREATE VIEW arrears AS SELECT d.id AS driver_id, d.name, 40.0 * d.id AS balance_owed FROM drivers d;
`;

let leased: Business;
beforeAll(async () => {
  leased = await openFixture("garages", garages, (database) => {
    database.exec("INSERT INTO yards VALUES (1, 'Elm Yard'), (2, 'Dock Yard')");
    for (let id = 1; id <= 24; id++)
      database.exec(
        `INSERT INTO garages VALUES (${id}, ${1 + (id % 2)}, '${100 + (id % 4)}', ${1 + (id % 2)}, ${30 + id})`,
      );
    database.exec("INSERT INTO drivers VALUES (1, 'Ida'), (2, 'Jon')");
    for (let id = 1; id <= 21; id++)
      database.exec(
        `INSERT INTO permits VALUES (${id}, ${id}, ${1 + (id % 2)}, '2023-01-01', ${id === 1 ? "NULL" : id === 2 ? "'2024-01-31'" : "'2024-12-31'"})`,
      );
    database.exec(
      "INSERT INTO rent_bills VALUES (1, 1, '2024-01', 31, '2024-01-05', 31), (2, 1, '2024-02', 31, '2024-05-02', 22), (3, 2, '2024-01', 32, NULL, 0)",
    );
    database.exec("INSERT INTO builders VALUES (1, 'Ashby', 'roofing', '2024-08-01'), (2, 'Brick', 'painting', NULL)");
    database.exec(
      "INSERT INTO repairs VALUES (1, 1, 1, 'roofing', '2023-03-02', 900), (2, 5, 2, 'painting', '2024-03-04', 80), (3, 5, 2, 'painting', '2024-03-09', 20), (4, 9, 1, 'roofing', '2024-05-01', 60)",
    );
    database.exec(
      "INSERT INTO tests VALUES (1, 1, 'Moe', '2024-02-01', 1), (2, 2, 'Moe', '2024-02-02', 0), (3, 3, 'Nan', '2024-02-03', 1)",
    );
  });
});
afterAll(() => leased.datasource.close());

const empty = "FROM garages WHERE id IN (2, 22, 23, 24)";

it.each([
  // Who holds a permit until a day to come holds it now.
  ["which garages are empty right now", `SELECT garage_number ${empty}`],
  ["how many vacant garages are there", "SELECT 4"],
  ["garages without a current permit", `SELECT garage_number ${empty}`],
  ["how many current permits are there", "SELECT 20"],
  // What is owed and what is cost is ranked by; the year is that of the repairs, and of no contract.
  ["who owes us the most money", "SELECT 'Jon'"],
  ["which builder cost us the most in 2024", "SELECT 'Brick'"],
  ["which yard costs us the most", "SELECT 'Dock Yard'"],
  // What was collected of rents is what was paid of the bills, and no list of rents.
  ["rent collected last month", "SELECT 22.0"],
  ["total arrears", "SELECT 120.0"],
  ["what did we spend on painting this year", "SELECT 100.0"],
  // The month of a bill is none of repairs.
  ["which month had the most repairs in 2024", "SELECT '2024-03'"],
  ["which month had the most rent bills", "SELECT '2024-01'"],
  // Each yard has a garage 101.
  ["top 2 garages by repair cost", "SELECT '101', 900.0 UNION ALL SELECT '101', 100.0"],
  // A number that is told exactly has no limit as well.
  ["2 door garages under 35", "SELECT garage_number FROM garages WHERE doors = 2 AND monthly_rent < 35"],
  ["test pass rate by tester", "SELECT 'Moe', 0.5 UNION ALL SELECT 'Nan', 1.0"],
  ["how many tests failed this year", "SELECT 1"],
])("garages that are let: %s", async (question, sql) => {
  const { result, reading } = await leased.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await leased.rows(sql)).map(String).toSorted());
});

it("garages that are let: what came out otherwise is not left out", () => {
  expect(leased.ask("how many garages failed a test").kind).toBe("not_understood");
});
