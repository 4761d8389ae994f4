import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Accounts with subscriptions, invoices and tickets: their names in camel case, states beside days and keys called like deeds. */
const tables = `
CREATE TABLE agents (agentId INTEGER PRIMARY KEY, agentName TEXT NOT NULL, team TEXT NOT NULL);
CREATE TABLE accounts (accountId INTEGER PRIMARY KEY, companyName TEXT NOT NULL, createdAt DATE NOT NULL, signupSource TEXT NOT NULL);
CREATE TABLE users (userId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES accounts (accountId), fullName TEXT NOT NULL);
CREATE TABLE plans (planId INTEGER PRIMARY KEY, planName TEXT NOT NULL, price NUMERIC NOT NULL);
CREATE TABLE subscriptions (subscriptionId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES accounts (accountId), planId INTEGER NOT NULL REFERENCES plans (planId), mrr NUMERIC NOT NULL, status TEXT NOT NULL, startedAt DATE NOT NULL, renewsAt DATE, canceledAt DATE);
CREATE TABLE invoices (invoiceId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES accounts (accountId), issuedAt DATE NOT NULL, dueAt DATE NOT NULL, amountDue NUMERIC NOT NULL, amountPaid NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE payments (paymentId INTEGER PRIMARY KEY, invoiceId INTEGER NOT NULL REFERENCES invoices (invoiceId), paidAt DATE NOT NULL, amount NUMERIC NOT NULL, method TEXT NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE tickets (ticketId INTEGER PRIMARY KEY, accountId INTEGER NOT NULL REFERENCES accounts (accountId), openedBy INTEGER REFERENCES users (userId), assigneeId INTEGER REFERENCES agents (agentId), priority TEXT NOT NULL, state TEXT NOT NULL, openedAt DATE NOT NULL, firstReplyAt DATE, resolvedAt DATE);
CREATE VIEW mrr_by_month AS SELECT '2023-12' AS month, 90 AS mrr UNION ALL SELECT '2024-01', 120 UNION ALL SELECT '2024-02', 150;
CREATE VIEW ticket_times AS SELECT ticketId, priority, julianday(firstReplyAt) - julianday(openedAt) AS daysToReply FROM tickets;
`;

let desk: Business;
beforeAll(async () => {
  desk = await openFixture("desk", tables, (database) => {
    database.exec("INSERT INTO agents VALUES (1, 'Ada Ness', 'north'), (2, 'Bo Lind', 'south')");
    database.exec(
      `INSERT INTO accounts VALUES (1, 'Acorn', '2023-11-05', 'fair'), (2, 'Beacon', '2024-01-15', 'fair'), (3, 'Cobalt', '2024-05-02', 'friend')`,
    );
    database.exec("INSERT INTO users VALUES (1, 1, 'Cy Moe'), (2, 2, 'Dag Rue')");
    database.exec("INSERT INTO plans VALUES (1, 'Solo', 10), (2, 'Team', 30)");
    database.exec(`INSERT INTO subscriptions VALUES (1, 1, 1, 10, 'canceled', '2023-11-06', NULL, '2024-05-10'), (2, 1, 2, 30, 'active', '2024-05-11', '2024-07-11', NULL),
      (3, 2, 2, 30, 'active', '2024-01-20', '2024-08-20', NULL)`);
    database.exec(`INSERT INTO invoices VALUES (1, 1, '2024-05-01', '2024-05-31', 100, 40, 'open'), (2, 2, '2024-06-10', '2024-07-10', 70, 0, 'open'),
      (3, 2, '2024-04-01', '2024-05-01', 50, 50, 'paid'), (4, 1, '2024-03-01', '2024-04-01', 20, 0, 'void')`);
    database.exec(
      `INSERT INTO payments VALUES (1, 1, '2024-05-03', 40, 'card', 'succeeded'), (2, 1, '2024-05-02', 100, 'card', 'failed'), (3, 3, '2024-04-03', 50, 'transfer', 'succeeded')`,
    );
    database.exec(`INSERT INTO tickets VALUES (1, 1, 1, 1, 'high', 'open', '2024-05-01', NULL, NULL), (2, 1, 1, NULL, 'low', 'open', '2024-05-02', '2024-05-04', NULL),
      (3, 2, NULL, 2, 'low', 'closed', '2024-05-05', '2024-05-06', '2024-05-09'), (4, 2, 2, 1, 'high', 'closed', '2024-05-07', '2024-05-10', '2024-05-11')`);
  });
});
afterAll(() => desk.datasource.close());

const expectRows = async (question: string, sql: string): Promise<void> => {
  const { result } = await desk.answer(question);
  expect(result.rows).toEqual(await desk.rows(sql));
};

describe("states beside days and keys that are called like deeds", () => {
  it.each([
    ["how many open tickets", "SELECT 2"],
    ["open tickets per agent", "SELECT 'Ada Ness', 1"],
    ["how many tickets nobody is assigned to", "SELECT 1"],
    ["how many unassigned tickets", "SELECT 1"],
    ["failed payment rate by method", "SELECT 'card', 0.5 UNION ALL SELECT 'transfer', 0"],
    ["average first reply time by priority", "SELECT 'high', 3 UNION ALL SELECT 'low', 1.5"],
    ["how many subscriptions churned this year", "SELECT 1"],
    ["how many customers churned this year", "SELECT 1"],
  ])("%s", expectRows);

  it("rows that are told by a verb of theirs are more than its day", async () => {
    const { result } = await desk.answer("which subscriptions renew next month");
    expect(result.rows).toEqual(await desk.rows("SELECT * FROM subscriptions WHERE subscriptionId = 2"));
  });

  it("who pays is not how often it was paid", () => {
    expect(desk.ask("how many paying customers do we have").kind).not.toBe("query");
  });
});

describe("rows by other words", () => {
  it.each([
    ["how many signups did we have this year", "SELECT 2"],
    ["signups per source", "SELECT 'fair', 2 UNION ALL SELECT 'friend', 1"],
    ["top 1 customers by mrr", "SELECT 'Acorn', 40"],
    // Which plan, whatever teams there are.
    ["how many subscriptions are on the team plan", "SELECT 2"],
    ["how much did we invoice in May", "SELECT 100"],
    ["how much is overdue", "SELECT 60"],
    ["total overdue amount", "SELECT 60"],
    ["how much is outstanding", "SELECT 130"],
  ])("%s", expectRows);
});

describe("a view that is called after a figure and its months", () => {
  it.each([
    ["mrr per month", "SELECT month, mrr FROM mrr_by_month"],
    ["mrr by month this year", "SELECT month, mrr FROM mrr_by_month WHERE month >= '2024'"],
  ])("%s", expectRows);

  it("tells nothing of a part, nor do the subscriptions that began in a month", () => {
    expect(desk.ask("mrr by month for the team plan").kind).toBe("not_understood");
  });
});
