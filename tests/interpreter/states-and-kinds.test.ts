import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A nursery: bills that say by a state alone whether they are paid, visits of gardeners that were late or not, plants of kinds. */
const tables = `
CREATE TABLE families (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE plants (id INTEGER PRIMARY KEY, family_id INTEGER NOT NULL REFERENCES families (id), name TEXT NOT NULL, price_cents INTEGER NOT NULL, height_range TEXT NOT NULL);
CREATE TABLE gardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens (id), fee_basis TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), garden_id INTEGER NOT NULL REFERENCES gardens (id), visit_day DATE NOT NULL, hours_worked REAL NOT NULL, was_late INTEGER NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, bill_number TEXT NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens (id), billed_on DATE NOT NULL, due_on DATE NOT NULL, total_amount NUMERIC NOT NULL, discount_cents INTEGER NOT NULL, guests INTEGER NOT NULL, bill_status TEXT NOT NULL);
CREATE TABLE parcels (id INTEGER PRIMARY KEY, garden_id INTEGER NOT NULL REFERENCES gardens (id), promised_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE work_logs (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), bill_id INTEGER REFERENCES bills (id), logged_on DATE NOT NULL, hours REAL NOT NULL, is_billable INTEGER NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, bill_id INTEGER NOT NULL REFERENCES bills (id), paid_on DATE NOT NULL, amount NUMERIC NOT NULL, method TEXT NOT NULL);
CREATE TABLE trials (id INTEGER PRIMARY KEY, plant_id INTEGER NOT NULL REFERENCES plants (id), grafting_kind TEXT NOT NULL, grafting_status TEXT NOT NULL, started_on DATE NOT NULL, ended_on DATE);
CREATE TABLE supplies (id INTEGER PRIMARY KEY, garden_id INTEGER NOT NULL REFERENCES gardens (id), family_id INTEGER NOT NULL REFERENCES families (id), supplied_on DATE NOT NULL, cost NUMERIC NOT NULL);
CREATE VIEW log_totals AS SELECT employee_id, strftime('%Y-%m', logged_on) AS log_month, SUM(CASE WHEN is_billable THEN hours END) AS billable_hours FROM work_logs GROUP BY 1, 2;
CREATE VIEW low_plants AS SELECT p.id AS plant_id, s.name AS family FROM plants p JOIN families s ON s.id = p.family_id WHERE p.height_range = 'low';
CREATE VIEW employee_totals AS SELECT employee_id, SUM(hours_worked) AS total_hours FROM visits GROUP BY 1;
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("states-and-kinds", tables, (database) => {
    database.exec(`
      INSERT INTO families VALUES (1, 'roses'), (2, 'ferns');
      INSERT INTO plants VALUES (1, 1, 'Fairy', 900, 'low'), (2, 1, 'Gloire', 700, 'high'), (3, 2, 'Lady', 300, 'low'), (4, 2, 'Hart', 500, 'low');
      INSERT INTO gardens VALUES (1, 'Mill Garden', 'Saltby'), (2, 'Hill Garden', 'Fenwick');
      INSERT INTO employees VALUES (1, 'Mira Holt', 'digger', 1, 'hourly'), (2, 'Jon Tarn', 'digger', 2, 'fixed'), (3, 'Una Reed', 'mower', 1, 'hourly');
      INSERT INTO visits VALUES (1, 1, 1, '2024-05-01', 4, 1, 'won'), (2, 1, 2, '2024-05-02', 3, 1, 'lost'), (3, 2, 1, '2024-05-03', 5, 0, 'won'), (4, 3, 1, '2024-06-01', 2, 1, 'lost'), (5, 3, 2, '2024-06-02', 6, 0, 'won');
      INSERT INTO bills VALUES (1, 'B-1', 1, '2024-04-01', '2024-05-01', 100, 500, 2, 'paid'), (2, 'B-2', 1, '2024-05-01', '2024-06-01', 60, 0, 1, 'sent'), (3, 'B-3', 2, '2024-06-01', '2024-07-01', 40, 300, 4, 'sent'), (4, 'B-4', 2, '2024-03-01', '2024-04-01', 30, 0, 3, 'written off'), (5, 'B-5', 2, '2024-04-02', '2024-05-02', 20, 0, 2, 'part paid');
      INSERT INTO parcels VALUES (1, 1, '2024-05-01', '2024-05-03'), (2, 1, '2024-05-02', '2024-05-02'), (3, 2, '2024-06-01', NULL);
      INSERT INTO work_logs VALUES (1, 1, 1, '2024-05-02', 3, 1), (2, 1, NULL, '2024-05-03', 2, 0), (3, 2, NULL, '2024-05-09', 4, 1), (4, 3, NULL, '2024-06-03', 1, 1);
      INSERT INTO payments VALUES (1, 1, '2024-05-04', 100, 'cash'), (2, 5, '2024-06-01', 10, 'card');
      INSERT INTO trials VALUES (1, 1, 'whip', 'done', '2024-05-01', '2024-05-11'), (2, 2, 'cleft', 'done', '2024-05-01', '2024-05-05'), (3, 3, 'whip', 'stopped', '2024-06-01', NULL);
      INSERT INTO supplies VALUES (1, 1, 1, '2024-05-01', 70), (2, 2, 1, '2024-05-09', 20), (3, 1, 2, '2024-05-10', 5)`);
  });
});
afterAll(() => nursery.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => nursery.expectRows(question, sql);
const expectRefusal = (question: string): void => expect(nursery.ask(question).kind).not.toBe("query");

describe("what is left to be done, where no more than a state says it", () => {
  it.each([
    ["unpaid bills", "SELECT 'B-2' UNION ALL SELECT 'B-3' UNION ALL SELECT 'B-5'"],
    ["how many open bills", "SELECT 3"],
    ["which bills are overdue", "SELECT 'B-2' UNION ALL SELECT 'B-5'"],
    ["total of overdue bills", "SELECT 80"],
  ])("%s", expectRows);
});

describe("lateness of the rows that are named, whatever else may be late", () => {
  it.each([
    ["late parcels per garden", "SELECT 'Mill Garden', 1"],
    ["late visits in May", "SELECT * FROM visits WHERE was_late = 1 AND visit_day < '2024-06-01'"],
    ["who was late more than once", "SELECT 'Mira Holt'"],
    ["diggers who were late more than once in May", "SELECT 'Mira Holt'"],
  ])("%s", expectRows);
});

describe("a rate in some place is one of what is there", () => {
  it.each([
    ["win rate in Saltby", "SELECT 2.0 / 3"],
    ["share of lost visits in Fenwick", "SELECT 0.5"],
  ])("%s", expectRows);
});

describe("kinds whose things are ranked", () => {
  it.each([
    ["cheapest fern", "SELECT 'Lady'"],
    ["most expensive roses", "SELECT 'Fairy'"],
  ])("%s", expectRows);
});

describe("figures that nothing says how to take", () => {
  it.each([
    ["hours worked at Mill Garden", "SELECT 11"],
    ["discounts in April", "SELECT 5"],
    ["average spend per guest", "SELECT 250.0 / 12"],
    ["total billed per garden", "SELECT 'Mill Garden', 160 UNION ALL SELECT 'Hill Garden', 90"],
    ["how many people work at Mill Garden", "SELECT 2"],
  ])("%s", expectRows);
});

describe("what is kept of rows that hold or do not, beside views that sum them up", () => {
  it.each([
    ["billable hours in May", "SELECT 7"],
    ["who has the most billable hours in May", "SELECT 'Jon Tarn'"],
    ["unbilled hours", "SELECT 7"],
    ["number of plants by family", "SELECT 'roses', 2 UNION ALL SELECT 'ferns', 2"],
  ])("%s", expectRows);
});

describe("money and time by what is done with them", () => {
  it.each([
    ["cash received in June", "SELECT 10"],
    ["how much did we spend on roses in May", "SELECT 90"],
    ["how long does a whip take on average", "SELECT 10"],
    ["how many graftings were done in May", "SELECT 2"],
    ["bills paid vs sent", "SELECT 'paid', 1 UNION ALL SELECT 'sent', 2"],
    ["share of payments in cash", "SELECT 0.5"],
  ])("%s", expectRows);
});

describe("words that no column keeps", () => {
  it.each([
    "top 3 employees by fees",
    "which plants contain poison",
    "which diggers are behind this year",
    "which bills are likely to be paid",
    "bills not paid this month",
    "what did the pruning of Mill Garden cost",
    "what is the diggers' average commute",
  ])("%s is refused", expectRefusal);
});
