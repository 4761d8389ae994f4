import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** An inn on a canal that also hires out boats, in a system with short names. */
const inn = `
CREATE TABLE lodgers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, birth_year INTEGER);
CREATE TABLE cabins (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, lodger_id INTEGER NOT NULL REFERENCES lodgers (id), cabin_id INTEGER NOT NULL REFERENCES cabins (id), booked_on DATE NOT NULL, check_in DATE NOT NULL, check_out DATE NOT NULL, adults INTEGER NOT NULL, children INTEGER NOT NULL, status TEXT NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings (id), amount NUMERIC NOT NULL, paid_on DATE NOT NULL);
CREATE TABLE TBL_BOAT (BOAT_ID INTEGER PRIMARY KEY, BOAT_NM TEXT NOT NULL, BOAT_STAT TEXT NOT NULL, PURCH_PRC REAL NOT NULL);
CREATE TABLE TBL_SVC (SVC_ID INTEGER PRIMARY KEY, BOAT_ID INTEGER NOT NULL REFERENCES TBL_BOAT (BOAT_ID), SVC_COST REAL NOT NULL);
CREATE TABLE TBL_DMG (DMG_ID INTEGER PRIMARY KEY, BOAT_ID INTEGER NOT NULL REFERENCES TBL_BOAT (BOAT_ID), DMG_TYP TEXT NOT NULL);
CREATE TABLE TBL_INV (INV_NO INTEGER PRIMARY KEY, BOAT_ID INTEGER NOT NULL REFERENCES TBL_BOAT (BOAT_ID), INV_DT DATE NOT NULL, INV_AMT REAL NOT NULL, PAID_AMT REAL NOT NULL, PAID_DT DATE);
CREATE VIEW monthly_stays AS SELECT substr(check_in, 1, 7) AS month, COUNT(*) AS stays FROM bookings GROUP BY 1;
`;

/** A yard that builds to order, and collects for its museum. */
const yard = `
CREATE TABLE jobs (id INTEGER PRIMARY KEY, job_no TEXT NOT NULL, planned_start DATE NOT NULL, due_date DATE NOT NULL, started_at TIMESTAMP, finished_at TIMESTAMP, status TEXT NOT NULL);
CREATE TABLE work_orders (id INTEGER PRIMARY KEY, order_no TEXT NOT NULL, due_date DATE NOT NULL, finished_at TIMESTAMP, status TEXT NOT NULL);
CREATE TABLE purchase_orders (id INTEGER PRIMARY KEY, ordered_on DATE NOT NULL, delivered_on DATE, total_cost NUMERIC NOT NULL);
CREATE TABLE appeals (id INTEGER PRIMARY KEY, title TEXT NOT NULL, goal_amount NUMERIC NOT NULL);
CREATE TABLE donors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE gifts (id INTEGER PRIMARY KEY, appeal_id INTEGER NOT NULL REFERENCES appeals (id), donor_id INTEGER NOT NULL REFERENCES donors (id), amount NUMERIC NOT NULL, given_on DATE NOT NULL, recurring BOOLEAN NOT NULL);
CREATE TABLE fairs (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE helpers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, active BOOLEAN NOT NULL);
CREATE TABLE shifts (id INTEGER PRIMARY KEY, helper_id INTEGER NOT NULL REFERENCES helpers (id), fair_id INTEGER NOT NULL REFERENCES fairs (id), showed_up BOOLEAN NOT NULL);
CREATE TABLE benches (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE batches (id INTEGER PRIMARY KEY, bench_id INTEGER NOT NULL REFERENCES benches (id), planned_qty INTEGER NOT NULL, produced_qty INTEGER);
CREATE TABLE stops (id INTEGER PRIMARY KEY, bench_id INTEGER NOT NULL REFERENCES benches (id), planned BOOLEAN NOT NULL);
CREATE TABLE scrap (id INTEGER PRIMARY KEY, batch_id INTEGER NOT NULL REFERENCES batches (id), cost NUMERIC NOT NULL);
`;

let house: Business;
let works: Business;
beforeAll(async () => {
  house = await openFixture("asked_at_the_desk", inn, (database) => {
    database.exec(
      "INSERT INTO lodgers VALUES (1, 'Ada Ness', 'Norway', 1960), (2, 'Bo Lind', 'Sweden', 2000), (3, 'Cy Moe', 'Norway', NULL)",
    );
    database.exec("INSERT INTO cabins VALUES (1, 'Heron'), (2, 'Otter')");
    database.exec(`INSERT INTO bookings VALUES (1, 1, 1, '2024-05-02', '2024-06-15', '2024-06-18', 2, 1, 'confirmed'), (2, 2, 2, '2024-06-16', '2024-06-23', '2024-06-25', 1, 0, 'confirmed'),
      (3, 3, 1, '2023-03-01', '2023-04-01', '2023-04-03', 2, 2, 'checked_out'), (4, 1, 2, '2023-05-01', '2023-06-15', '2023-06-16', 1, 1, 'checked_in')`);
    database.exec("INSERT INTO payments VALUES (1, 3, 90, '2023-04-03'), (2, 4, 40, '2023-06-16')");
    database.exec(
      "INSERT INTO TBL_BOAT VALUES (1, 'Swan', 'AVAIL', 900), (2, 'Gull', 'SERVICE', 700), (3, 'Tern', 'RENTED', 500)",
    );
    database.exec("INSERT INTO TBL_SVC VALUES (1, 1, 80), (2, 3, 90)");
    database.exec("INSERT INTO TBL_DMG VALUES (1, 1, 'Hull'), (2, 1, 'Mast'), (3, 2, 'Hull')");
    database.exec(
      "INSERT INTO TBL_INV VALUES (1, 1, '2024-01-02', 100, 100, '2024-01-09'), (2, 2, '2024-01-03', 80, 30, '2024-02-01'), (3, 3, '2024-01-04', 60, 0, NULL)",
    );
  });
  works = await openFixture("asked_at_the_yard", yard, (database) => {
    database.exec(`INSERT INTO jobs VALUES (1, 'J1', '2024-01-01', '2024-01-10', '2024-01-03', '2024-01-09', 'finished'),
      (2, 'J2', '2024-01-01', '2024-01-10', '2024-01-01', '2024-01-12', 'finished'), (3, 'J3', '2024-01-01', '2024-01-10', NULL, NULL, 'cancelled'), (4, 'J4', '2024-06-01', '2024-07-10', NULL, NULL, 'planned')`);
    database.exec(
      "INSERT INTO work_orders VALUES (1, 'W1', '2024-01-10', '2024-01-09', 'finished'), (2, 'W2', '2024-01-10', NULL, 'cancelled'), (3, 'W3', '2024-07-10', NULL, 'planned')",
    );
    database.exec(
      "INSERT INTO purchase_orders VALUES (1, '2024-01-01', '2024-01-05', 90), (2, '2024-06-01', NULL, 40)",
    );
    database.exec("INSERT INTO donors VALUES (1, 'Ada Ness', 1), (2, 'Bo Lind', 0)");
    database.exec("INSERT INTO appeals VALUES (1, 'Old crane', 1000), (2, 'New roof', 500)");
    database.exec("INSERT INTO gifts VALUES (1, 1, 1, 300, '2024-01-01', 1), (2, 1, 1, 100, '2024-02-01', 0)");
    database.exec("INSERT INTO fairs VALUES (1, 'May fair'), (2, 'Boat day')");
    database.exec("INSERT INTO helpers VALUES (1, 'Kim Aas', 1), (2, 'Lee Berg', 0), (3, 'Mo Dahl', 1)");
    database.exec("INSERT INTO shifts VALUES (1, 1, 1, 1), (2, 1, 2, 0), (3, 2, 1, 1)");
    database.exec("INSERT INTO benches VALUES (1, 'North'), (2, 'South')");
    database.exec("INSERT INTO batches VALUES (1, 1, 10, 9), (2, 1, 10, 10), (3, 2, 5, NULL)");
    database.exec("INSERT INTO stops VALUES (1, 1, 1), (2, 2, 0)");
    database.exec("INSERT INTO scrap VALUES (1, 1, 12), (2, 2, 3)");
  });
});
afterAll(() => Promise.all([house.datasource.close(), works.datasource.close()]));

describe("who comes, stays and goes", () => {
  it.each([
    ["how many lodgers are checking in today?", "SELECT COUNT(*) FROM lodgers WHERE id = 1"],
    ["list arrivals for next week", "SELECT * FROM bookings WHERE id = 2"],
    ["how many departures next week", "SELECT 1"],
    ["how many lodgers from Norway stayed with us in 2023?", "SELECT 2"],
  ])("%s", (question, sql) => house.expectRows(question, sql));
});

describe("a state that is stored in short, or called like other rows", () => {
  it.each([
    ["how many boats are available right now?", "SELECT 1"],
    ["available boats", "SELECT BOAT_NM FROM TBL_BOAT WHERE BOAT_ID = 1"],
    ["which boats are in service?", "SELECT BOAT_NM FROM TBL_BOAT WHERE BOAT_ID = 2"],
    ["damage by type", "SELECT DMG_TYP, COUNT(*) FROM TBL_DMG GROUP BY DMG_TYP"],
    ["which boats had more than one damage?", "SELECT BOAT_NM FROM TBL_BOAT WHERE BOAT_ID = 1"],
    ["average purchase price of boats", "SELECT AVG(PURCH_PRC) FROM TBL_BOAT"],
  ])("%s", (question, sql) => house.expectRows(question, sql));
});

describe("what is outstanding, where each row says how much of it was paid", () => {
  it.each([
    ["how much money is outstanding?", "SELECT 110"],
    ["unpaid invoices", "SELECT * FROM TBL_INV WHERE INV_NO IN (2, 3)"],
    ["which boats have unpaid invoices", "SELECT BOAT_NM FROM TBL_BOAT WHERE BOAT_ID = 3"],
  ])("%s", (question, sql) => house.expectRows(question, sql));
});

describe("the age of people of whom only the year of birth is known", () => {
  it("is counted in years", () =>
    house.expectRows("average age of lodgers", "SELECT AVG(2024 - birth_year) FROM lodgers"));
});

describe("open and late", () => {
  it.each([
    ["how many work orders are open?", "SELECT 1"],
    ["open purchase orders", "SELECT * FROM purchase_orders WHERE id = 2"],
    ["which jobs are late?", "SELECT job_no FROM jobs WHERE id = 2"],
    ["how many jobs started late?", "SELECT 1"],
  ])("%s", (question, sql) => works.expectRows(question, sql));

  it("are told with what they mean", () => {
    expect(works.ask("how many work orders are open?")).toMatchObject({
      interpretation: expect.stringContaining("cancelled") as string,
    });
  });
});

describe("what is missing to a goal", () => {
  it.each([
    ["how much is missing to the goal of Old crane?", "SELECT title, 600 FROM appeals WHERE id = 1"],
    ["how close is each appeal to its goal?", "SELECT title, CASE id WHEN 1 THEN 0.4 ELSE 0 END FROM appeals"],
  ])("%s", (question, sql) => works.expectRows(question, sql));
});

describe("averages", () => {
  it("of people per booking are of those it is for", () =>
    house.expectRows("average number of lodgers per booking", "SELECT AVG(adults + children) FROM bookings"));

  it("of things of which each booking has one are none", () => {
    expect(house.ask("average number of cabins per booking")).toMatchObject({ kind: "not_understood" });
  });

  it.each([
    ["average amount per day by appeal", "SELECT title, 200 FROM appeals WHERE id = 1"],
    [
      "average job length in months",
      "SELECT AVG(julianday(finished_at) - julianday(started_at)) / (2629746.0 / 86400) FROM jobs",
    ],
  ])("over a time or in one: %s", (question, sql) => works.expectRows(question, sql));
});

describe("rows without payments, and nights", () => {
  it.each([
    ["how many unpaid bookings are there", "SELECT 2"],
    ["how many nights were sold in April 2023?", "SELECT 2"],
  ])("%s", (question, sql) => house.expectRows(question, sql));
});

describe("people and how often they did something", () => {
  it.each([
    ["how many donors gave more than once?", "SELECT 1"],
    [
      "helpers and how many fairs they helped at",
      "SELECT full_name, COUNT(*) FROM shifts JOIN helpers ON helper_id = helpers.id GROUP BY helper_id",
    ],
    ["which helpers did not show up?", "SELECT full_name FROM helpers WHERE id = 1"],
    ["helpers who never showed up", "SELECT full_name FROM helpers WHERE id = 3"],
    ["active vs inactive helpers", "SELECT active, COUNT(*) FROM helpers GROUP BY active"],
    ["recurring vs one-off gifts", "SELECT recurring, COUNT(*) FROM gifts GROUP BY recurring"],
  ])("%s", (question, sql) => works.expectRows(question, sql));
});

describe("what things come to", () => {
  it.each([
    ["what does scrap cost us?", "SELECT 15"],
    [
      "planned vs produced quantity by bench",
      "SELECT name, SUM(planned_qty), SUM(produced_qty) FROM batches JOIN benches ON bench_id = benches.id GROUP BY name",
    ],
    ["which appeal earned the most?", "SELECT 'Old crane'"],
    ["total purchases this year", "SELECT 130"],
    ["how many purchases did we make in June", "SELECT 1"],
    ["which donors gave more than 300 in total", "SELECT full_name FROM donors WHERE id = 1"],
  ])("%s", (question, sql) => works.expectRows(question, sql));
});
