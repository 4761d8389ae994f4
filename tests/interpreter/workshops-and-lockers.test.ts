import { afterAll, beforeAll, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A workshop that mends skis and lets lockers by the hour, whose repairs say whether they are paid by a 0 or a 1. */
const workshop = `
CREATE TABLE fitters (fitter_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job_title TEXT NOT NULL, hired_on TEXT NOT NULL, manager_id INTEGER REFERENCES fitters (fitter_id));
CREATE TABLE benches (bench_id INTEGER PRIMARY KEY, model TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE skiers (skier_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, discount_percent REAL NOT NULL, height_cm INTEGER NOT NULL, drive TEXT NOT NULL);
CREATE TABLE ski_repair (repair_id INTEGER PRIMARY KEY, skier_id INTEGER NOT NULL REFERENCES skiers (skier_id), bench_id INTEGER REFERENCES benches (bench_id), taken_by INTEGER NOT NULL REFERENCES fitters (fitter_id), repaired_by INTEGER NOT NULL REFERENCES fitters (fitter_id), ordered_on TEXT NOT NULL, delivered_on TEXT, price REAL NOT NULL, paid INTEGER NOT NULL);
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, name TEXT NOT NULL, lockers INTEGER NOT NULL, hourly_rate REAL NOT NULL, heated TEXT NOT NULL);
CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls (hall_id), skier_id INTEGER NOT NULL REFERENCES skiers (skier_id), entered_at TEXT NOT NULL, left_at TEXT, fee REAL);
CREATE TABLE fines (fine_id INTEGER PRIMARY KEY, skier_id INTEGER NOT NULL REFERENCES skiers (skier_id), issued_on TEXT NOT NULL, paid_on TEXT, amount REAL NOT NULL);
`;

let skis: Business;
beforeAll(async () => {
  skis = await openFixture("skis", workshop, (database) => {
    database.exec(
      "INSERT INTO fitters VALUES (1, 'Ada Holt', 'Workshop head', '2016-01-01', NULL), (2, 'Ben Frey', 'Fitter', '2014-05-01', 1), (3, 'Cam Ruiz', 'Fitter', '2020-01-01', 1)",
    );
    database.exec(
      "INSERT INTO benches VALUES (1, 'Edger 20', 'edge'), (2, 'Waxmate', 'wax'), (3, 'Stoneline', 'base')",
    );
    database.exec(
      "INSERT INTO skiers VALUES (1, 'Ida', 'Arlen', 0, 168, 'electric'), (2, 'Jon', 'Arlen', 10, 204, 'diesel'), (3, 'Kai', 'Bruck', 5, 181, 'diesel'), (4, 'Lia', 'Bruck', 0, 172, 'electric')",
    );
    database.exec(
      "INSERT INTO ski_repair VALUES (1, 1, 1, 2, 3, '2024-03-01', '2024-03-05', 50, 1), (2, 2, 1, 2, 2, '2024-04-01', '2024-04-03', 70, 0), (3, 2, 2, 3, 3, '2024-05-02', '2024-05-08', 30, 1), (4, 3, 2, 2, 3, '2023-05-02', '2023-05-06', 40, 0)",
    );
    database.exec(
      "INSERT INTO halls VALUES (1, 'North', 40, 3, 'Y'), (2, 'South', 60, 2, 'N'), (3, 'Top', 10, 5, 'Y')",
    );
    database.exec(
      "INSERT INTO stays VALUES (1, 1, 1, '2024-05-01 08:00', '2024-05-01 11:00', 9), (2, 1, 2, '2024-05-02 09:00', '2024-05-02 10:00', 3), (3, 2, 2, '2024-04-02 09:00', '2024-04-02 17:00', 16), (4, 3, 3, '2023-04-02 09:00', '2023-04-02 11:00', 10)",
    );
    database.exec(
      "INSERT INTO fines VALUES (1, 1, '2024-05-03', '2024-05-13', 20), (2, 3, '2024-05-09', NULL, 20), (3, 1, '2024-05-20', '2024-05-24', 5)",
    );
  });
});
afterAll(() => skis.datasource.close());

it.each([
  // "paid" of 0 and 1 is no money that came in.
  ["total price of repairs that are not paid", "SELECT 110.0"],
  ["top 2 skiers by revenue", "SELECT 'Jon', 100.0 UNION ALL SELECT 'Ida', 50.0"],
  // Machines are told by their model.
  ["number of repairs per bench", "SELECT 'Edger 20', 2 UNION ALL SELECT 'Waxmate', 2"],
  ["which benches have not been used at all", "SELECT 'Stoneline'"],
  // A number is compared in the unit that is said.
  ["skiers taller than 2 metres", "SELECT 'Jon'"],
  ["skiers with a height under 1.7 m", "SELECT 'Ida'"],
  // "with a discount" of a discount_percent, beside another condition
  ["skiers in Arlen with a discount", "SELECT 'Jon'"],
  // What holds only of some
  ["how many lockers do we have in total, heated only", "SELECT 50"],
  ["lockers in total, only heated", "SELECT 50"],
  // From the moment somebody came to the moment they left
  ["how long is the average stay", "SELECT AVG(julianday(left_at) - julianday(entered_at)) FROM stays"],
  [
    "average stay in hours by hall",
    "SELECT name, AVG((julianday(left_at) - julianday(entered_at)) * 24) FROM stays JOIN halls USING (hall_id) GROUP BY name",
  ],
  ["stays longer than 5 hours", "SELECT * FROM stays WHERE stay_id = 3"],
  ["average time until a fine is paid", "SELECT 7.0"],
  ["how many days does it take from order to delivery", "SELECT 4.0"],
  // A rate is what is asked for, rather than hours of the day.
  ["cheapest hall per hour", "SELECT 'South'"],
  ["price per hour for each hall", "SELECT name, hourly_rate FROM halls"],
  // The time belongs to what was done, and to no other rows.
  ["how many skiers entered the North hall this year", "SELECT 2"],
  // Two periods of a number that nothing sums up
  ["compare fees in April with May", "SELECT '2024-04', 16.0 UNION ALL SELECT '2024-05', 12.0"],
  // People by what they are to the rows, and by whom they report to
  ["repairs repaired by Ben Frey", "SELECT * FROM ski_repair WHERE repair_id = 2"],
  ["how many repairs were taken by Ben Frey", "SELECT 3"],
  ["who reports to the workshop head", "SELECT 'Ben Frey' UNION ALL SELECT 'Cam Ruiz'"],
  ["who has worked here the longest", "SELECT 'Ben Frey'"],
])("a workshop with lockers: %s", async (question, sql) => {
  const { result, reading } = await skis.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await skis.rows(sql)).map(String).toSorted());
});

it("a workshop with lockers: no kind of drive is meant by what running something costs", () => {
  expect(skis.ask("what do we pay for electricity").kind).toBe("not_understood");
});
