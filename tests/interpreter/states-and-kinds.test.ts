import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A nursery: bills that say by a state alone whether they are paid, visits of gardeners that were late or not, plants of kinds. */
const tables = `
CREATE TABLE sorts (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE plants (id INTEGER PRIMARY KEY, sort_id INTEGER NOT NULL REFERENCES sorts (id), name TEXT NOT NULL, price_cents INTEGER NOT NULL, height_range TEXT NOT NULL);
CREATE TABLE gardens (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens (id), fee_basis TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), garden_id INTEGER NOT NULL REFERENCES gardens (id), visit_day DATE NOT NULL, hours_worked REAL NOT NULL, was_late INTEGER NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, bill_number TEXT NOT NULL, garden_id INTEGER NOT NULL REFERENCES gardens (id), billed_on DATE NOT NULL, due_on DATE NOT NULL, total_amount NUMERIC NOT NULL, discount_cents INTEGER NOT NULL, guests INTEGER NOT NULL, bill_status TEXT NOT NULL);
CREATE TABLE parcels (id INTEGER PRIMARY KEY, garden_id INTEGER NOT NULL REFERENCES gardens (id), promised_on DATE NOT NULL, delivered_on DATE);
CREATE VIEW employee_totals AS SELECT employee_id, SUM(hours_worked) AS total_hours FROM visits GROUP BY 1;
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("states-and-kinds", tables, (database) => {
    database.exec(`
      INSERT INTO sorts VALUES (1, 'roses'), (2, 'ferns');
      INSERT INTO plants VALUES (1, 1, 'Fairy', 900, 'low'), (2, 1, 'Gloire', 700, 'high'), (3, 2, 'Lady', 300, 'low'), (4, 2, 'Hart', 500, 'low');
      INSERT INTO gardens VALUES (1, 'Mill Garden', 'Saltby'), (2, 'Hill Garden', 'Fenwick');
      INSERT INTO employees VALUES (1, 'Mira Holt', 'digger', 1, 'hourly'), (2, 'Jon Tarn', 'digger', 2, 'fixed'), (3, 'Una Reed', 'mower', 1, 'hourly');
      INSERT INTO visits VALUES (1, 1, 1, '2024-05-01', 4, 1, 'won'), (2, 1, 2, '2024-05-02', 3, 1, 'lost'), (3, 2, 1, '2024-05-03', 5, 0, 'won'), (4, 3, 1, '2024-06-01', 2, 1, 'lost'), (5, 3, 2, '2024-06-02', 6, 0, 'won');
      INSERT INTO bills VALUES (1, 'B-1', 1, '2024-04-01', '2024-05-01', 100, 500, 2, 'paid'), (2, 'B-2', 1, '2024-05-01', '2024-06-01', 60, 0, 1, 'sent'), (3, 'B-3', 2, '2024-06-01', '2024-07-01', 40, 300, 4, 'sent'), (4, 'B-4', 2, '2024-03-01', '2024-04-01', 30, 0, 3, 'written off'), (5, 'B-5', 2, '2024-04-02', '2024-05-02', 20, 0, 2, 'part paid');
      INSERT INTO parcels VALUES (1, 1, '2024-05-01', '2024-05-03'), (2, 1, '2024-05-02', '2024-05-02'), (3, 2, '2024-06-01', NULL)`);
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

describe("words that no column keeps", () => {
  it.each(["top 3 employees by fees", "which plants contain poison", "which diggers are behind this year"])(
    "%s is refused",
    expectRefusal,
  );
});
