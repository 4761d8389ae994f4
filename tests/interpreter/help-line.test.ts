import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A help line: customers with people who call, their tickets, and those who answer. */
const tables = `
CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE agents (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team_id INTEGER NOT NULL REFERENCES teams (id));
CREATE TABLE customers (id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, created_at DATETIME NOT NULL);
CREATE TABLE contacts (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), full_name TEXT NOT NULL);
CREATE TABLE contracts (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), start_date DATE NOT NULL, end_date DATE NOT NULL);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, subject TEXT NOT NULL, contact_id INTEGER NOT NULL REFERENCES contacts (id), team_id INTEGER NOT NULL REFERENCES teams (id), assignee_id INTEGER REFERENCES agents (id), status TEXT NOT NULL, created_at DATETIME NOT NULL, resolved_at DATETIME, sla_breached INTEGER NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, contact_id INTEGER NOT NULL REFERENCES contacts (id), agent_id INTEGER REFERENCES agents (id), started_at DATETIME NOT NULL, wait_seconds INTEGER NOT NULL, talk_seconds INTEGER, outcome TEXT NOT NULL);
`;

let line: Business;
beforeAll(async () => {
  line = await openFixture("help-line", tables, (database) => {
    database.exec("INSERT INTO teams VALUES (1, 'Network'), (2, 'Billing')");
    database.exec("INSERT INTO agents VALUES (1, 'Ida Brandt', 1), (2, 'Jon Castle', 2)");
    database.exec(
      `INSERT INTO customers VALUES (1, 'Bluepeak', '2022-01-01 09:00:00'), (2, 'Alder', '2024-06-02 09:00:00'), (3, 'Sable', '2023-05-05 09:00:00')`,
    );
    database.exec(
      "INSERT INTO contacts VALUES (1, 1, 'Kit Low'), (2, 1, 'Lea Moss'), (3, 2, 'Max Orr'), (4, 3, 'Nia Poe')",
    );
    database.exec(`INSERT INTO tickets VALUES (1, 'No dial tone', 1, 1, 1, 'resolved', '2024-05-02 09:00:00', '2024-05-03 09:00:00', 0),
      (2, 'Wrong bill', 3, 2, 2, 'resolved', '2024-05-20 09:00:00', '2024-05-28 09:00:00', 1), (3, 'Slow line', 1, 1, NULL, 'open', '2024-06-01 09:00:00', NULL, 1),
      (4, 'Line drops', 2, 1, 1, 'resolved', '2023-05-20 09:00:00', '2023-05-21 09:00:00', 0), (5, 'Refund', 4, 2, NULL, 'open', '2024-06-14 09:00:00', NULL, 0)`);
    database.exec(`INSERT INTO calls VALUES (1, 1, 1, '2024-05-02 09:00:00', 12, 100, 'answered'), (2, 2, 1, '2024-05-09 09:00:00', 20, 300, 'answered'),
      (3, 3, 2, '2024-06-03 09:00:00', 45, 200, 'answered'), (4, 3, NULL, '2023-06-03 09:00:00', 90, NULL, 'abandoned'), (5, 4, 2, '2023-06-04 09:00:00', 8, 400, 'answered')`);
  });
});
afterAll(() => line.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => line.expectRows(question, sql);

describe("customers who called", () => {
  it.each([
    ["how many different customers called us this year?", "SELECT 2"],
    ["how many customers called in May", "SELECT 1"],
    ["contacts who called last month", "SELECT 'Kit Low' UNION SELECT 'Lea Moss'"],
  ])("are those with calls, and bear no name: %s", expectRows);
});

describe("a number of units within which something was done", () => {
  it.each([
    ["percentage of calls answered within 20 seconds", "SELECT 75"],
    ["calls answered within 20 seconds", "SELECT * FROM calls WHERE id IN (1, 2, 5)"],
  ])("is the most there may be: %s", expectRows);
});

describe("more in one time than in another", () => {
  it.each([
    [
      "did we get more tickets in May this year than in May last year?",
      "SELECT '2024-05', 2 UNION SELECT '2023-05', 1",
    ],
    ["did we have more tickets in Q1 or in Q2", "SELECT '2024-Q2', 4"],
    ["are we getting more tickets this month than last month", "SELECT '2024-05', 2 UNION SELECT '2024-06', 2"],
  ])("is told by the figures of both: %s", expectRows);
});

describe("a column of yes and no", () => {
  it.each([
    ["share of tickets that breached their SLA in 2024", "SELECT 0.5"],
    ["SLA breach rate per team", "SELECT 'Network', 1.0 / 3 UNION SELECT 'Billing', 0.5"],
    ["SLA breaches per team", "SELECT 'Network', 1 UNION SELECT 'Billing', 1"],
  ])("is told of rows in whatever words: %s", expectRows);
});

describe("tickets and what became of them", () => {
  it.each([
    ["tickets solved in May", "SELECT * FROM tickets WHERE id IN (1, 2)"],
    ["tickets nobody has picked up yet", "SELECT * FROM tickets WHERE assignee_id IS NULL"],
  ])("are told by their days and keys: %s", expectRows);

  it("are of a time by the day on which they came, where they are in several states", async () => {
    await expectRows("open vs resolved tickets this year", "SELECT 'open', 2 UNION SELECT 'resolved', 2");
  });
});

describe("time that calls take", () => {
  it.each([
    ["average wait time", "SELECT 35"],
    ["how long do customers wait on average", "SELECT 35"],
    ["how long did customers wait last month", "SELECT 16"],
  ])("is told by the number that is called so: %s", expectRows);

  it("is asked back about where there are several", () => {
    expect(line.ask("how long does a call take on average")).toMatchObject({
      reason: "There are several: wait seconds or talk seconds?",
      choices: [{ message: "average wait seconds of calls" }, { message: "average talk seconds of calls" }],
    });
  });
});
