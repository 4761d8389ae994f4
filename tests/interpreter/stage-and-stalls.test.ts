import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A puppet theatre: plays of seasons called after two years, tickets that are rows of their own, a bar that sells by the glass. */
const tables = `
CREATE TABLE guests (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, town TEXT, created_at TEXT NOT NULL);
CREATE TABLE plays (id INTEGER PRIMARY KEY, title TEXT NOT NULL, season TEXT NOT NULL);
CREATE TABLE showings (id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays (id), starts_at TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (id), showing_id INTEGER NOT NULL REFERENCES showings (id), booked_at TEXT NOT NULL, channel TEXT NOT NULL);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings (id), zone TEXT NOT NULL, price REAL NOT NULL, scanned_at TEXT);
CREATE TABLE drinks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL, cost REAL NOT NULL);
CREATE TABLE bar_sales (id INTEGER PRIMARY KEY, showing_id INTEGER NOT NULL REFERENCES showings (id), drink_id INTEGER NOT NULL REFERENCES drinks (id), quantity INTEGER NOT NULL, total REAL NOT NULL, sold_at TEXT NOT NULL);
CREATE TABLE memberships (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), tier TEXT NOT NULL, annual_fee REAL NOT NULL, started_on TEXT NOT NULL, expires_on TEXT NOT NULL, cancelled_on TEXT);
CREATE TABLE donations (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), amount REAL NOT NULL, given_on TEXT NOT NULL);
`;

let theatre: Business;
beforeAll(async () => {
  theatre = await openFixture("puppet-theatre", tables, (database) => {
    database.exec(`INSERT INTO guests VALUES (1, 'Ann', 'Hale', 'Rye', '2022-01-01'), (2, 'Ben', 'Moss', 'Hove', '2023-01-01'), (3, 'Cy', 'Nye', 'Rye', '2024-01-01'),
      (4, 'Di', 'Orr', NULL, '2024-05-01')`);
    database.exec(
      "INSERT INTO plays VALUES (1, 'The Tin Fox', '2022/23'), (2, 'Paper Moon', '2023/24'), (3, 'Salt Crow', '2023/24'), (4, 'Last Kite', '2023/24')",
    );
    database.exec(`INSERT INTO showings VALUES (1, 1, '2023-03-01 19:00:00', 'played'), (2, 2, '2024-05-04 19:00:00', 'played'), (3, 3, '2024-05-20 19:00:00', 'cancelled'),
      (4, 2, '2024-06-25 19:00:00', 'planned'), (5, 1, '2023-03-02 19:00:00', 'cancelled')`);
    database.exec(`INSERT INTO bookings VALUES (1, 1, 1, '2023-02-01 10:00:00', 'web'), (2, 1, 2, '2024-05-01 10:00:00', 'web'), (3, 2, 2, '2024-04-11 10:00:00', 'phone'),
      (4, NULL, 3, '2024-05-05 10:00:00', 'web'), (5, 3, 4, '2024-06-02 10:00:00', 'phone')`);
    database.exec(`INSERT INTO tickets VALUES (1, 1, 'Stalls', 10, '2023-03-01 18:50:00'), (2, 1, 'Stalls', 10, '2023-03-01 18:50:00'), (3, 2, 'Circle', 8, '2024-05-04 18:40:00'),
      (4, 2, 'Circle', 6, NULL), (5, 2, 'Stalls', 12, NULL), (6, 3, 'Stalls', 14, '2024-05-04 18:40:00'), (7, 4, 'Circle', 7, NULL), (8, 5, 'Stalls', 12, NULL)`);
    database.exec("INSERT INTO drinks VALUES (1, 'Cider', 4, 1), (2, 'Tea', 2, 0.5), (3, 'Cocoa', 3, 1)");
    database.exec(
      "INSERT INTO bar_sales VALUES (1, 1, 1, 5, 20, '2023-03-01 18:30:00'), (2, 2, 2, 9, 18, '2024-05-04 18:30:00'), (3, 2, 1, 2, 8, '2024-05-04 18:30:00')",
    );
    database.exec(`INSERT INTO memberships VALUES (1, 1, 'Friend', 20, '2022-01-01', '2023-01-01', NULL), (2, 1, 'Friend', 20, '2024-01-01', '2025-01-01', NULL),
      (3, 2, 'Patron', 90, '2023-09-01', '2024-09-01', '2024-02-01'), (4, 3, 'Friend', 20, '2023-03-01', '2024-03-01', NULL), (5, 4, 'Patron', 90, '2024-05-01', '2025-05-01', NULL)`);
    database.exec(
      "INSERT INTO donations VALUES (1, 1, 50, '2024-02-01'), (2, 1, 20, '2023-02-01'), (3, 2, 60, '2024-03-01'), (4, 3, 500, '2022-03-01')",
    );
  });
});
afterAll(() => theatre.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => theatre.expectRows(question, sql);

describe("seasons that are called after two years", () => {
  it.each([
    ["cancelled showings this season", "SELECT * FROM showings WHERE id = 3"],
    ["how many plays did we have last season", "SELECT 1"],
    [
      "ticket income per play this season",
      "SELECT title, SUM(tickets.price) FROM tickets JOIN bookings ON bookings.id = booking_id JOIN showings ON showings.id = showing_id JOIN plays ON plays.id = play_id WHERE season = '2023/24' GROUP BY play_id",
    ],
  ])("are told from today: %s", expectRows);
});

describe("tickets that are rows of their own", () => {
  it.each([
    ["how many tickets did we sell for Paper Moon", "SELECT 5"],
    ["how many tickets were sold last month", "SELECT 4"],
    [
      "tickets sold per month this year",
      "SELECT substr(booked_at, 1, 7), COUNT(*) FROM tickets JOIN bookings ON bookings.id = booking_id WHERE booked_at >= '2024' GROUP BY 1",
    ],
    ["which play sold the most tickets", "SELECT 'Paper Moon'"],
    ["how many Cider were sold", "SELECT 7"],
    ["average ticket price by zone", "SELECT zone, AVG(price) FROM tickets GROUP BY 1"],
    ["how many tickets were scanned this year", "SELECT 2"],
  ])("are counted, on the day on which they were booked, and none of the drinks: %s", expectRows);
});

describe("a time right after an event", () => {
  it.each([
    ["how many bookings for showings last month", "SELECT 3"],
    ["how many bookings were made last month", "SELECT 2"],
  ])("is when that begins: %s", expectRows);
});

it("profit of what was sold is told by the sales, and not by a list of prices", async () => {
  await expectRows(
    "profit by drink",
    "SELECT drinks.name, SUM(total - quantity * cost) FROM bar_sales JOIN drinks ON drinks.id = drink_id GROUP BY drink_id",
  );
});

describe("members of whom only memberships are kept", () => {
  it.each([
    ["how many members do we have right now", "SELECT 2"],
    ["how many patrons do we have right now", "SELECT 1"],
    ["active memberships by tier", "SELECT 'Friend', 1 UNION ALL SELECT 'Patron', 1"],
    ["members by tier", "SELECT tier, COUNT(*) FROM memberships GROUP BY 1"],
  ])("are those whose membership has neither run out nor been cancelled: %s", expectRows);
});

it("a season of which no play is kept is not left out", async () => {
  const reading = theatre.ask("plays next season");
  const rows = reading.kind === "query" ? (await theatre.answer("plays next season")).result.rows : [];
  expect(rows).toEqual([]);
});
