import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, comparable, openFixture } from "./business.ts";

/** A hostel on a lake: guests with tiers, staff members, boats with seats, tickets, hours of trips that have a day, exams. */
const tables = `
CREATE TABLE staff_members (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, part_time INTEGER NOT NULL, annual_salary REAL NOT NULL, hired_on TEXT NOT NULL);
CREATE TABLE guests (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, tier TEXT, enrolled_on TEXT NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, seat_capacity INTEGER NOT NULL, state TEXT NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, code TEXT NOT NULL, boat_id INTEGER NOT NULL REFERENCES boats (id), sailed_on TEXT NOT NULL, problem TEXT);
CREATE TABLE staff_hours (id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips (id), staff_member_id INTEGER NOT NULL REFERENCES staff_members (id), hours REAL NOT NULL);
CREATE TABLE rides (id INTEGER PRIMARY KEY, trip_id INTEGER NOT NULL REFERENCES trips (id), guest_id INTEGER NOT NULL REFERENCES guests (id), seat TEXT NOT NULL, fare REAL NOT NULL);
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), class TEXT NOT NULL, enrolment_date TEXT NOT NULL, passed TEXT, fee REAL NOT NULL);
`;

/** A store whose shelves are a part of a larger system. */
const storeTables = `
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), billed_on TEXT NOT NULL, total REAL NOT NULL);
CREATE TABLE wh_crates (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), label TEXT NOT NULL UNIQUE);
CREATE TABLE wh_moves (id INTEGER PRIMARY KEY, crate_id INTEGER NOT NULL REFERENCES wh_crates (id), moved_on TEXT NOT NULL);
CREATE TABLE wh_fines (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), amount REAL NOT NULL, paid TEXT NOT NULL);
`;

let hostel: Business;
let store: Business;
beforeAll(async () => {
  hostel = await openFixture("hostel", tables, (database) => {
    database.exec(`INSERT INTO staff_members VALUES (1, 'Ann', 'Ro', 0, 30000, '2020-01-01'), (2, 'Ben', 'Sol', 1, 12000, '2021-01-01'),
      (3, 'Cid', 'Tam', 0, 45000, '2019-01-01')`);
    database.exec(`INSERT INTO guests VALUES (1, 'Dov', 'Ur', 'gold', '2024-03-01'), (2, 'Eve', 'Vos', 'silver', '2023-03-01'),
      (3, 'Fay', 'Wit', 'gold', '2022-03-01'), (4, 'Gil', 'Xan', NULL, '2024-04-01')`);
    database.exec(
      "INSERT INTO boats VALUES (1, 'Heron', 20, 'active'), (2, 'Swan', 30, 'active'), (3, 'Gull', 50, 'sold')",
    );
    database.exec(`INSERT INTO trips VALUES (1, 'T1', 1, '2024-05-03', 'fog'), (2, 'T2', 2, '2024-05-09', NULL), (3, 'T3', 1, '2024-04-02', 'fog'),
      (4, 'T4', 1, '2024-01-02', 'crew')`);
    database.exec("INSERT INTO staff_hours VALUES (1, 1, 1, 5), (2, 2, 2, 7), (3, 3, 1, 9), (4, 4, 3, 4)");
    database.exec(
      "INSERT INTO rides VALUES (1, 1, 1, '1A', 10), (2, 1, 2, '1B', 10), (3, 2, 1, '1A', 20), (4, 3, 4, '2A', 5)",
    );
    database.exec(`INSERT INTO enrolments VALUES (1, 1, 'rowing', '2024-05-01', 'Y', 5), (2, 2, 'rowing', '2024-05-02', 'N', 5),
      (3, 3, 'rowing', '2024-05-02', NULL, 5), (4, 2, 'diving', '2024-06-01', NULL, 9)`);
  });
  store = await openFixture("store-of-modules", storeTables, (database) => {
    database.exec("INSERT INTO clients VALUES (1, 'Ash'), (2, 'Birch')");
    database.exec("INSERT INTO bills VALUES (1, 1, '2024-05-02', 100), (2, 2, '2024-05-03', 50)");
    database.exec("INSERT INTO wh_crates VALUES (1, 1, 'C1'), (2, 2, 'C2'), (3, 2, 'C3')");
    database.exec("INSERT INTO wh_moves VALUES (1, 1, '2024-05-02'), (2, 1, '2024-05-03')");
    database.exec("INSERT INTO wh_fines VALUES (1, 1, 7, 'Y'), (2, 2, 3, 'N'), (3, 2, 4, 'N')");
  });
});
afterAll(async () => {
  await hostel.datasource.close();
  await store.datasource.close();
});

const expectRows = (question: string, sql: string): Promise<void> => hostel.expectRows(question, sql);

describe("customers and members, where only those who work here are called so in part", () => {
  it.each([
    ["how many customers do we have", "SELECT 4"],
    ["how many gold members do we have", "SELECT 2"],
    ["how many staff members do we have", "SELECT 3"],
  ])("are those that the house serves: %s", expectRows);
});

describe("what nothing in the data says", () => {
  it.each([
    ["how many trips did our competitors run"],
    ["staff members who have not performed since April"],
    ["which guests get the best feedback"],
  ])("is refused: %s", (question) => {
    expect(hostel.ask(question).kind).toBe("not_understood");
  });
});

describe("seats, of which each ride names one and each boat holds so many", () => {
  it.each([
    ["how many seats do we have", "SELECT 100"],
    ["how many seats do we have in total across active boats", "SELECT 50"],
  ])("are those of the boats: %s", expectRows);
});

describe("a time of hours that have no day of their own", () => {
  it.each([
    ["hours per staff member last month", "SELECT 'Ann', 'Ro', 5.0 UNION SELECT 'Ben', 'Sol', 7.0"],
    ["which staff member worked the most hours last month", "SELECT 'Ben', 'Sol'"],
  ])("is that of the trips, and not of when people were hired: %s", async (question, sql) => {
    const { result } = await hostel.answer(question);
    const expected = await hostel.rows(sql);
    const [width = 0] = expected.map((row) => row.length);
    expect(comparable(result.rows.map((row) => row.slice(0, width)))).toEqual(comparable(expected));
  });
});

describe("who was enrolled in a time", () => {
  it("is told by the day of the guests", async () => {
    await expectRows("how many guests enrolled this year", "SELECT 2");
  });
});

describe("a pass rate", () => {
  it("leaves out what has no result yet", async () => {
    await expectRows("pass rate", "SELECT 0.5");
  });
});

describe("everyday words of money and work", () => {
  it.each([
    ["who earns more than 20000", "SELECT first_name, last_name FROM staff_members WHERE annual_salary > 20000"],
    ["total salary bill", "SELECT 87000"],
    ["how many full-time staff members do we have", "SELECT 2"],
    ["number of trips due to fog", "SELECT 2"],
    ["ride revenue last month", "SELECT 40"],
  ])("are read: %s", expectRows);
});

describe("tables of a part of a system, which begin alike", () => {
  it.each([
    ["how many crates do we have", "SELECT 3"],
    ["crates per client", "SELECT name, COUNT(*) FROM wh_crates JOIN clients ON clients.id = client_id GROUP BY 1"],
    ["unpaid fines total", "SELECT 7"],
    ["fines total", "SELECT 14"],
  ])("are called without it: %s", async (question, sql) => {
    await store.expectRows(question, sql);
  });

  it("are not told by the money of others", () => {
    expect(store.ask("moves revenue").kind).toBe("not_understood");
  });
});
