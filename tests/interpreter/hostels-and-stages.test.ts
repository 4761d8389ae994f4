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

/** A library whose readers have cards, by which they visit branches. */
const libraryTables = `
CREATE TABLE readers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), term_code TEXT NOT NULL);
CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, card_id INTEGER NOT NULL REFERENCES cards (id), branch_id INTEGER NOT NULL REFERENCES branches (id));
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, publ_yr INTEGER NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), book_id INTEGER NOT NULL REFERENCES books (id), renewal_count INTEGER NOT NULL, term_code TEXT NOT NULL);
CREATE TABLE helpers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, left_on TEXT);
`;

let hostel: Business;
let library: Business;
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
  library = await openFixture("library-of-cards", libraryTables, (database) => {
    database.exec("INSERT INTO readers VALUES (1, 'Ann Ro'), (2, 'Cid Tam'), (3, 'Dov Ur')");
    database.exec("INSERT INTO cards VALUES (1, 1, 'T1'), (2, 2, 'T1'), (3, 3, 'T2')");
    database.exec("INSERT INTO branches VALUES (1, 'Quay'), (2, 'Mill')");
    database.exec("INSERT INTO visits VALUES (1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 1, 2), (5, 1, 1)");
    database.exec("INSERT INTO books VALUES (1, 'Maps', 1970), (2, 'Boats', 1999), (3, 'Nets', 2010)");
    database.exec(
      `INSERT INTO loans VALUES (1, 1, 1, 2, 'T1'), (2, 1, 2, 0, 'T1'), (3, 1, 3, 1, 'T2'), (4, 2, 1, 2, 'T2')`,
    );
    database.exec(`INSERT INTO helpers VALUES (1, 'Eve Vos', 'first helper', NULL), (2, 'Fay Wit', 'first helper', '2023-01-01'),
      (3, 'Ben Sol', 'porter', '2024-01-01'), (4, 'Gil Xan', 'porter', NULL)`);
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
  await library.datasource.close();
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

describe("an average over what belongs to both by rows of rows", () => {
  it("counts the nearest of these", async () => {
    await library.expectRows("average number of readers per branch", "SELECT 2.5");
  });
});

describe("what is done in a library", () => {
  it.each([
    ["loans renewed twice", "SELECT * FROM loans WHERE renewal_count = 2"],
    ["which readers borrowed the most books", "SELECT 'Ann Ro'"],
    ["who borrowed the most books", "SELECT 'Ann Ro'"],
    ["how many first helpers do we have", "SELECT 2"],
    ["first helper names", "SELECT full_name FROM helpers WHERE job = 'first helper'"],
    ["porters who left", "SELECT 'Ben Sol'"],
    ["books published before 1980", "SELECT 'Maps'"],
  ])("is told by its own numbers, days and kinds: %s", async (question, sql) => {
    await library.expectRows(question, sql);
  });

  it.each(["loans this term", "how many first year readers do we have"])(
    "is refused where nothing says it: %s",
    (question) => {
      expect(library.ask(question).kind).toBe("not_understood");
    },
  );
});
