import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boat hire: campaigns with a first and a last day, clients and bills, boats and their tours, helpers by crew, and sailing lessons. */
const tables = `
CREATE TABLE campaigns (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, started_on DATE NOT NULL, ended_on DATE NOT NULL);
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, segment TEXT NOT NULL, joined_on DATE NOT NULL, last_login_on DATE);
CREATE TABLE bills (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients (id), issued_on DATE NOT NULL, paid_on DATE, net_amount NUMERIC NOT NULL, tax_amount NUMERIC NOT NULL);
CREATE TABLE tours (id INTEGER PRIMARY KEY, ticket_no TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, departed_at TIMESTAMP NOT NULL, arrived_at TIMESTAMP NOT NULL, distance_km NUMERIC NOT NULL, guests INTEGER NOT NULL);
CREATE TABLE crew_members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, crew TEXT NOT NULL, salary NUMERIC NOT NULL);
CREATE TABLE trainers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, craft TEXT NOT NULL);
CREATE TABLE jetties (id INTEGER PRIMARY KEY, name TEXT NOT NULL, has_dinghy BOOLEAN NOT NULL);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, trainer_id INTEGER NOT NULL REFERENCES trainers (id));
CREATE TABLE lessons (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses (id), jetty_id INTEGER NOT NULL REFERENCES jetties (id), trainer_id INTEGER NOT NULL REFERENCES trainers (id), held_on DATE NOT NULL);
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses (id), client_id INTEGER NOT NULL REFERENCES clients (id), enrolled_on DATE NOT NULL);
`;

/** 15 June 2024 is today. */
let hire: Business;
beforeAll(async () => {
  hire = await openFixture("hire-and-lessons", tables, (database) => {
    database.exec(
      "INSERT INTO campaigns VALUES (1, 'Spring', '2024-03-01', '2024-05-31'), (2, 'Summer', '2024-06-01', '2024-08-31')",
    );
    database.exec(`INSERT INTO clients VALUES (1, 'Ash', 'club', '2023-01-01', '2024-06-01'), (2, 'Birch', 'club', '2024-02-01', '2024-01-01'),
      (3, 'Cedar', 'firm', '2024-03-01', NULL)`);
    database.exec(`INSERT INTO bills VALUES (1, 1, '2024-01-01', '2024-01-10', 500, 50), (2, 1, '2024-05-01', NULL, 40, 4), (3, 2, '2024-05-01', NULL, 90, 9),
      (4, 3, '2024-05-01', '2024-05-02', 60, 6)`);
    database.exec(`INSERT INTO tours VALUES (1, 'OT-1', 'sail', '2024-06-01 08:00', '2024-06-01 13:30', 30, 4), (2, 'OT-2', 'row', '2024-06-02 08:00', '2024-06-02 09:00', 3, 2),
      (3, 'OT-3', 'sail', '2024-06-03 08:00', '2024-06-03 10:00', 12, 6)`);
    database.exec(
      "INSERT INTO crew_members VALUES (1, 'Ada', 'deck', 20), (2, 'Bo', 'deck', 40), (3, 'Cy', 'galley', 50)",
    );
    database.exec("INSERT INTO trainers VALUES (1, 'Di', 'Dinghy'), (2, 'Ed', 'Canoe')");
    database.exec("INSERT INTO jetties VALUES (1, 'North', 1), (2, 'South', 0)");
    database.exec("INSERT INTO courses VALUES (1, 'First sails', 1), (2, 'Paddles', 2)");
    database.exec(
      "INSERT INTO lessons VALUES (1, 1, 1, 1, '2024-05-01'), (2, 1, 1, 2, '2024-05-02'), (3, 1, 2, 1, '2024-05-03'), (4, 2, 1, 2, '2024-05-04')",
    );
    database.exec(
      "INSERT INTO enrolments VALUES (1, 2, 1, '2024-04-01'), (2, 2, 2, '2024-04-02'), (3, 1, 3, '2024-04-03')",
    );
  });
});
afterAll(async () => {
  await hire.datasource.close();
});

describe("what goes on, and what is left", () => {
  it.each([
    ["current campaigns", "SELECT 'Summer'"],
    ["campaigns still running", "SELECT 'Summer'"],
    ["how many running campaigns are there", "SELECT 1"],
    ["which client owes us the most", "SELECT 'Birch'"],
    ["top 2 clients by outstanding amount", "SELECT 'Birch', 90 UNION SELECT 'Ash', 40"],
    ["client with the largest unpaid amount", "SELECT 'Birch'"],
    ["clients who haven't logged in for 90 days", "SELECT 'Birch' UNION SELECT 'Cedar'"],
    ["new clients this year by segment", "SELECT 'club', 1 UNION SELECT 'firm', 1"],
  ])("%s", async (question, sql) => {
    await hire.expectRows(question, sql);
  });

  it.each(["return on sales by client", "new clients by segment", "tours from Brae to Aber"])(
    "is not told where it is not known: %s",
    (question) => {
      expect(hire.ask(question).kind).not.toBe("query");
    },
  );
});

describe("times and figures of rows", () => {
  it.each([
    ["tours longer than 4 hours", "SELECT ticket_no FROM tours WHERE id = 1"],
    ["tours shorter than 3 hours", "SELECT ticket_no FROM tours WHERE id IN (2, 3)"],
    ["tours longer than 20 km", "SELECT ticket_no FROM tours WHERE id = 1"],
    ["average guests per tour by kind", "SELECT 'sail', 5.0 UNION SELECT 'row', 2.0"],
    ["salary by crew", "SELECT 'deck', 30.0 UNION SELECT 'galley', 50.0"],
  ])("%s", async (question, sql) => {
    await hire.expectRows(question, sql);
  });
});

describe("lessons", () => {
  it.each([
    ["who teaches dinghy", "SELECT 'Di'"],
    ["trainers of dinghy", "SELECT 'Di'"],
    ["which course is the most popular", "SELECT 'Paddles'"],
  ])("%s", async (question, sql) => {
    await hire.expectRows(question, sql);
  });
});
