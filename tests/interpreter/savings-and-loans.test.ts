import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A savings bank: what goes in and out, loans and their instalments, and views of both. */
const tables = `
CREATE TABLE savers (saver_id INTEGER PRIMARY KEY, name TEXT NOT NULL, joined_on TEXT NOT NULL);
CREATE TABLE movements (movement_id INTEGER PRIMARY KEY, saver_id INTEGER NOT NULL REFERENCES savers (saver_id), kind TEXT NOT NULL, counter TEXT NOT NULL, amount REAL NOT NULL, moved_on TEXT NOT NULL);
CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, saver_id INTEGER NOT NULL REFERENCES savers (saver_id), purpose TEXT NOT NULL, principal REAL NOT NULL, applied_on TEXT NOT NULL, approved_on TEXT);
CREATE TABLE instalments (instalment_id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES loans (loan_id), due_on TEXT NOT NULL, amount_due REAL NOT NULL, paid_on TEXT, amount_paid REAL);
CREATE TABLE grievances (grievance_id INTEGER PRIMARY KEY, saver_id INTEGER NOT NULL REFERENCES savers (saver_id), raised_on TEXT NOT NULL, resolved_on TEXT);
CREATE VIEW deposits_by_month AS SELECT substr(moved_on, 1, 7) AS month, SUM(amount) AS deposits FROM movements WHERE kind = 'deposit' GROUP BY 1;
CREATE VIEW late_loans AS SELECT loan_id, SUM(amount_due) AS amount_overdue, MIN(due_on) AS overdue_since FROM instalments WHERE paid_on IS NULL AND due_on < '2024-06-15' GROUP BY 1;
`;

let bank: Business;
beforeAll(async () => {
  bank = await openFixture("savings-bank", tables, (database) => {
    database.exec(
      "INSERT INTO savers VALUES (1, 'Ana', '2023-02-01'), (2, 'Bo', '2023-05-01'), (3, 'Cy', '2024-01-07'), (4, 'Di', '2023-11-02')",
    );
    for (let id = 1; id <= 12; id++)
      database.exec(
        `INSERT INTO movements VALUES (${id}, ${1 + (id % 4)}, '${id % 3 === 0 ? "withdrawal" : "deposit"}', '${id % 2 === 0 ? "town hall" : "market"}', ${id * 10}, '2024-0${1 + (id % 5)}-1${id % 9}')`,
      );
    database.exec(`INSERT INTO loans VALUES (1, 1, 'boat', 1000, '2023-03-01', '2023-04-01'), (2, 2, 'roof', 3000, '2023-12-01', '2024-01-03'), (3, 3, 'boat', 500, '2024-02-01', '2024-02-03'),
      (4, 4, 'roof', 700, '2024-05-01', NULL)`);
    database.exec(`INSERT INTO instalments VALUES (1, 1, '2024-04-01', 100, '2024-04-01', 100), (2, 1, '2024-05-01', 100, NULL, NULL), (3, 2, '2024-05-03', 300, '2024-05-09', 150),
      (4, 2, '2024-06-03', 300, NULL, NULL), (5, 2, '2024-07-03', 300, NULL, NULL)`);
    database.exec(
      "INSERT INTO grievances VALUES (1, 1, '2024-06-05', NULL), (2, 2, '2024-06-10', NULL), (3, 3, '2023-06-10', '2023-07-10')",
    );
  });
});
afterAll(() => bank.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => bank.expectRows(question, sql);

describe("a kind of rows of which a view tells the sums by month", () => {
  it.each([
    [
      "which counter is used most for deposits",
      "SELECT counter FROM movements WHERE kind = 'deposit' GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
    ],
    ["total deposits by counter", "SELECT counter, SUM(amount) FROM movements WHERE kind = 'deposit' GROUP BY 1"],
    ["deposits vs withdrawals", "SELECT kind, SUM(amount) FROM movements GROUP BY 1"],
    ["average deposit", "SELECT AVG(amount) FROM movements WHERE kind = 'deposit'"],
    ["how many deposits were there", "SELECT 8"],
    [
      "average withdrawal by counter",
      "SELECT counter, AVG(amount) FROM movements WHERE kind = 'withdrawal' GROUP BY 1",
    ],
    ["deposits by month", "SELECT month, deposits FROM deposits_by_month"],
  ])("is told of the rows, and the view by months alone: %s", expectRows);
});

describe("more than before", () => {
  it.each([
    ["did more savers join this year than last year", "SELECT '2023', 3 UNION ALL SELECT '2024', 1"],
    ["did we approve more loans this year than last year?", "SELECT '2023', 1 UNION ALL SELECT '2024', 2"],
    ["were there fewer grievances in 2024 than in 2023", "SELECT '2023', 1 UNION ALL SELECT '2024', 2"],
  ])("is how many then, and how many before: %s", expectRows);
});

describe("what is not paid", () => {
  it.each([
    ["total unpaid instalments", "SELECT 700"],
    ["how much money is overdue on loans in total", "SELECT 400"],
    ["overdue instalments", "SELECT * FROM instalments WHERE instalment_id IN (2, 4)"],
    ["how much did we get paid in May 2024", "SELECT 150"],
  ])("is what is due: %s", expectRows);
});

describe("what a loan comes to", () => {
  it.each([
    ["average loan size by year", "SELECT '2023', 2000.0 UNION ALL SELECT '2024', 600.0"],
    ["average loan size", "SELECT 1300.0"],
  ])("is its principal: %s", expectRows);
});

describe("how old what is open is", () => {
  it("is told in days, of all that is counted", async () => {
    const { result } = await bank.answer("how many grievances are still open and how old is the oldest one");
    expect(result.rows).toEqual([[2, 10]]);
  });
});
