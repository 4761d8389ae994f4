import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Boats of a kind each, that are hired out, come back and are mended; and a pump that sells fuel. */
const tables = `
CREATE TABLE boat_types (type_code TEXT PRIMARY KEY, description TEXT NOT NULL, day_rate REAL NOT NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT NOT NULL, type_code TEXT NOT NULL REFERENCES boat_types (type_code));
CREATE TABLE hirers (hirer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE rentals (rental_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (boat_id), hirer_id INTEGER NOT NULL REFERENCES hirers (hirer_id), start_date TEXT NOT NULL, end_date TEXT NOT NULL, returned_date TEXT, rental_status TEXT NOT NULL);
CREATE TABLE repair_jobs (job_id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (boat_id), opened_on TEXT NOT NULL, closed_on TEXT, job_kind TEXT NOT NULL);
CREATE TABLE fuel_sales (sale_id INTEGER PRIMARY KEY, sold_on TEXT NOT NULL, fuel TEXT NOT NULL, amount REAL NOT NULL);
`;

let hire: Business;
beforeAll(async () => {
  hire = await openFixture("boat-hire", tables, (database) => {
    database.exec("INSERT INTO boat_types VALUES ('SY', 'sailing yacht', 220), ('KY', 'kayak', 25)");
    database.exec("INSERT INTO boats VALUES (1, 'Heron', 'SY'), (2, 'Swift', 'KY'), (3, 'Tern', 'SY')");
    database.exec("INSERT INTO hirers VALUES (1, 'Ann', 'Hale'), (2, 'Ben', 'Frost')");
    database.exec(
      `INSERT INTO rentals VALUES (1, 1, 1, '2025-04-02', '2025-04-04', '2025-04-05', 'returned'), (2, 2, 1, '2025-05-02', '2025-05-03', NULL, 'cancelled'), (3, 3, 2, '2025-05-18', '2025-05-21', NULL, 'out')`,
    );
    database.exec(
      "INSERT INTO repair_jobs VALUES (1, 1, '2025-04-06', NULL, 'engine'), (2, 1, '2025-04-07', '2025-04-09', 'engine'), (3, 2, '2025-05-01', NULL, 'hull')",
    );
    database.exec("INSERT INTO fuel_sales VALUES (1, '2025-05-01', 'diesel', 90), (2, '2025-05-02', 'petrol', 40)");
  });
});
afterAll(() => hire.datasource.close());

it.each([
  // Of each type there is one row: the boats are counted.
  ["how many sailing yachts do we have", "SELECT 2"],
  ["how many boat types are there", "SELECT 2"],
  // The cancelled one has no day of return, either.
  ["which boats are out right now", "SELECT 'Tern'"],
  // What is brought back is due at the end of its time.
  ["how many rentals were returned late", "SELECT 1"],
  // No repair is common, but its kind.
  ["what is the most common repair job", "SELECT 'engine'"],
  ["how many open engine jobs are there", "SELECT 1"],
])("boats for hire: %s", async (question, sql) => {
  const { result, reading } = await hire.answer(question);
  expect(result.rows.map(String), reading.sql).toEqual((await hire.rows(sql)).map(String));
});

it("boats for hire: who spent the most is nobody where no money is anybody's", () => {
  expect(hire.ask("who spent the most").kind).toBe("not_understood");
});
