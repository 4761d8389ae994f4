import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL, budget_amount REAL NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES departments (id), gender TEXT NOT NULL,
  hired_on DATE NOT NULL, left_on DATE, leaving_reason TEXT);
CREATE TABLE salaries (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), valid_from DATE NOT NULL, valid_until DATE, base_amount REAL NOT NULL);
CREATE TABLE leave_kinds (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE absences (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), kind_id INTEGER NOT NULL REFERENCES leave_kinds (id),
  start_day DATE NOT NULL, end_day DATE NOT NULL, days INTEGER NOT NULL, state TEXT NOT NULL, approver_id INTEGER REFERENCES employees (id));
CREATE TABLE reviews (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), reviewer_id INTEGER NOT NULL REFERENCES employees (id), rating INTEGER NOT NULL);
CREATE TABLE openings (id INTEGER PRIMARY KEY, headline TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES departments (id), status TEXT NOT NULL);
CREATE TABLE applicants (id INTEGER PRIMARY KEY, opening_id INTEGER NOT NULL REFERENCES openings (id), referrer_id INTEGER REFERENCES employees (id), outcome TEXT NOT NULL, offer_amount REAL);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, topic TEXT NOT NULL, assignee_id INTEGER REFERENCES employees (id), opened_on DATE NOT NULL, cancelled_on DATE);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, seats INTEGER NOT NULL, start_date DATE NOT NULL, end_date DATE, mrr REAL NOT NULL);
CREATE VIEW open_tasks AS SELECT id AS task_id, topic FROM tasks WHERE cancelled_on IS NULL;
CREATE VIEW headcount_by_month AS SELECT '2024-05' AS month, 'Sales' AS department, 2 AS headcount UNION ALL SELECT '2024-05', 'Workshop', 1 UNION ALL SELECT '2024-04', 'Sales', 3;
CREATE VIEW current_salaries AS SELECT employee_id, base_amount FROM salaries WHERE valid_until IS NULL;
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("people_of_the_house", tables, (database) => {
    database.exec("INSERT INTO departments VALUES (1, 'Sales', 900), (2, 'Workshop', 400)");
    database.exec(`INSERT INTO employees VALUES (1, 'Ada Ness', 1, 'F', '2020-01-05', NULL, NULL), (2, 'Bo Lind', 1, 'M', '2024-02-01', NULL, NULL),
      (3, 'Cy Moor', 2, 'M', '2021-03-01', '2024-03-31', 'retired'), (4, 'Di Wold', 2, 'F', '2024-04-01', NULL, NULL), (5, 'Ed Tarn', 2, 'M', '2019-01-01', '2023-05-01', 'resigned')`);
    database.exec(`INSERT INTO salaries VALUES (1, 1, '2020-01-05', '2023-12-31', 30), (2, 1, '2024-01-01', NULL, 50), (3, 2, '2024-02-01', NULL, 40),
      (4, 3, '2021-03-01', '2024-03-31', 90), (5, 4, '2024-04-01', NULL, 60)`);
    database.exec("INSERT INTO leave_kinds VALUES (1, 'Annual leave'), (2, 'Sick leave'), (3, 'Study leave')");
    database.exec(`INSERT INTO absences VALUES (1, 1, 1, '2024-06-10', '2024-06-20', 9, 'approved', 2), (2, 2, 2, '2024-06-15', '2024-06-15', 1, 'approved', 1),
      (3, 4, 1, '2024-06-12', '2024-06-18', 5, 'rejected', 1), (4, 4, 2, '2024-05-02', '2024-05-05', 4, 'approved', 1), (5, 2, 3, '2024-07-01', '2024-07-05', 5, 'pending', NULL)`);
    database.exec("INSERT INTO reviews VALUES (1, 2, 1, 4), (2, 4, 1, 2), (3, 1, 4, 5)");
    database.exec(
      "INSERT INTO openings VALUES (1, 'Joiner', 2, 'open'), (2, 'Clerk', 1, 'filled'), (3, 'Clerk', 1, 'open'), (4, 'Painter', 2, 'open')",
    );
    database.exec(`INSERT INTO tasks VALUES (1, 'Roof', 1, '2024-05-01', '2024-05-20'), (2, 'Door', NULL, '2024-05-02', NULL), (3, 'Wall', 2, '2024-04-02', '2024-04-09'),
      (4, 'Gate', NULL, '2024-06-01', '2024-06-02')`);
    database.exec(
      "INSERT INTO subscriptions VALUES (1, 3, '2024-01-01', NULL, 30), (2, 1, '2024-05-01', NULL, 20), (3, 9, '2023-05-01', '2024-02-01', 90)",
    );
    database.exec("INSERT INTO applicants VALUES (1, 2, 1, 'hired', 40), (2, 1, NULL, 'rejected', NULL)");
  });
});
afterAll(() => house.datasource.close());

describe("who works here, who left, who is away", () => {
  it.each([
    ["how many people work here", "SELECT 3"],
    ["how many employees do we have", "SELECT 3"],
    ["headcount per department", "SELECT 'Sales', 2 UNION ALL SELECT 'Workshop', 1"],
    ["current employees by department", "SELECT 'Sales', 2 UNION ALL SELECT 'Workshop', 1"],
    ["how many people work in sales", "SELECT 2"],
    ["how many leavers did we have this year", "SELECT 1"],
    ["leavers by leaving reason", "SELECT 'retired', 1 UNION ALL SELECT 'resigned', 1"],
    // The day on which employees were hired, whatever applicants have for a state.
    ["hires per month in 2024", "SELECT '2024-02', 1 UNION ALL SELECT '2024-04', 1"],
    ["who is on leave today", "SELECT 'Ada Ness' UNION ALL SELECT 'Bo Lind'"],
    ["how many people are on leave this week", "SELECT 2"],
    ["sick days this year", "SELECT 5"],
    ["cancellations per month", "SELECT '2024-04', 1 UNION ALL SELECT '2024-05', 1 UNION ALL SELECT '2024-06', 1"],
  ])("%s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it("a headcount of months is that of a view that has it, and no sum over time", async () => {
    await house.expectRows("headcount by month", "SELECT '2024-05', 3 UNION ALL SELECT '2024-04', 3");
    await house.expectRows("headcount in May", "SELECT 3");
    expect(house.ask("headcount per quarter").kind).toBe("not_understood");
  });

  it("what recurs is no sum of what began in each month", async () => {
    await house.expectRows("what is our current MRR", "SELECT 50");
    expect(house.ask("MRR by month").kind).toBe("not_understood");
  });

  it("nobody is assigned to what has no assignee, and a view of some of the rows tells nothing of it", async () => {
    await house.expectRows("how many tasks are not assigned to anyone", "SELECT 2");
    const { reading } = await house.answer("tasks nobody is assigned to");
    expect(reading.sql).toContain("assignee_id IS NULL");
  });

  it("rows of a kind whose own name means nothing are refused", () => {
    expect(house.ask("pending leave requests").kind).toBe("not_understood");
  });
});

describe("what holds now, whose review, share of whom", () => {
  it.each([
    ["average salary by department", "SELECT 'Sales', 45.0 UNION ALL SELECT 'Workshop', 60.0"],
    ["best paid employee in sales", "SELECT 'Ada Ness'"],
    ["average rating by department", "SELECT 'Sales', 4.5 UNION ALL SELECT 'Workshop', 2.0"],
    [
      "average rating and number of reviews per department",
      "SELECT 'Sales', 4.5, 2 UNION ALL SELECT 'Workshop', 2.0, 1",
    ],
    ["share of women per department", "SELECT 'Sales', 0.5 UNION ALL SELECT 'Workshop', 1.0 / 3"],
    ["open positions by department", "SELECT 'Sales', 1 UNION ALL SELECT 'Workshop', 2"],
  ])("%s", async (question, sql) => {
    await house.expectRows(question, sql);
  });

  it("all that was ever paid is told where a history is asked for", async () => {
    const { reading } = await house.answer("highest salary ever");
    expect(reading.sql).not.toContain("valid_until");
  });

  it("a figure with a name of its own is not another figure", () => {
    expect(house.ask("employee satisfaction rating by department").kind).toBe("not_understood");
  });

  it("an amount of which the groups themselves have one is asked back about", () => {
    const reading = house.ask("total amount by department");
    expect("choices" in reading && reading.choices.length).toBeGreaterThan(1);
  });
});
