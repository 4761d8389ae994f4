import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cell } from "@parley/datasource/types";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openBusiness, openFixture } from "./business.ts";

const definition = `
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(id), paid_on DATE NOT NULL, amount NUMERIC NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(id), taken_on DATE NOT NULL, amount NUMERIC NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, price NUMERIC NOT NULL);
CREATE TABLE trips (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats(id), sailed_on DATE NOT NULL, distance_km NUMERIC NOT NULL, cargo_kg NUMERIC NOT NULL, fuel_cost NUMERIC NOT NULL);
CREATE TABLE repairs (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats(id), done_on DATE NOT NULL, repair_cost NUMERIC NOT NULL);
CREATE TABLE sailors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank TEXT NOT NULL, annual_salary NUMERIC NOT NULL, boat_id INTEGER REFERENCES boats(id));
`;

let business: Business;
let harbour: Business;
beforeAll(async () => {
  business = await openBusiness();
  harbour = await openFixture("harbour", definition, (database) => {
    database.exec(`
      INSERT INTO members VALUES (1, 'Kim Aldersea', 'Bergen'), (2, 'Lee Vantongeren', 'Oslo');
      INSERT INTO payments VALUES (1, 1, '2024-01-10', 30), (2, 1, '2024-05-02', 45), (3, 2, '2024-05-09', 20);
      INSERT INTO loans VALUES (1, 1, '2023-03-01', 900), (2, 2, '2024-02-01', 400), (3, 2, '2024-05-20', 250);
      INSERT INTO boats VALUES (1, 'Petrel', 'Ferry', 90000), (2, 'Gannet', 'Ferry', 80000), (3, 'Dunlin', 'Cutter', 30000);
      INSERT INTO trips VALUES (1, 1, '2024-05-01', 40, 900, 80), (2, 1, '2024-05-03', 60, 500, 120), (3, 2, '2024-05-03', 10, 200, 35), (4, 3, '2023-04-01', 90, 100, 60);
      INSERT INTO repairs VALUES (1, 1, '2024-02-01', 700), (2, 3, '2024-03-01', 150), (3, 3, '2023-03-01', 90);
      INSERT INTO sailors VALUES (1, 'Ira Stellan', 'Captain', 60000, 1), (2, 'Oda Marrick', 'Mate', 40000, 1), (3, 'Uno Brask', 'Mate', 42000, 2);
    `);
  });
});
afterAll(async () => {
  await business.datasource.close();
  await harbour.datasource.close();
});

/** Question and the query a person would write for it. */
const amounts: [string, string][] = [
  ["How much did Kim Aldersea pay?", "SELECT SUM(amount) FROM payments WHERE member_id = 1"],
  ["how much did members from Oslo pay in 2024", "SELECT SUM(amount) FROM payments WHERE member_id = 2"],
  ["How much did Lee Vantongeren borrow last month?", "SELECT 250"],
  ["how much have we lent in 2024", "SELECT 650"],
  ["What did repairs cost us this year?", "SELECT 850"],
  ["How much did repairs of the Dunlin cost?", "SELECT 240"],
  ["how much did the ferries carry in 2024, in kg", "SELECT 1600"],
  [
    "how much do we spend on salaries a year by rank",
    "SELECT rank, SUM(annual_salary) FROM sailors GROUP BY 1 ORDER BY 2 DESC",
  ],
  [
    "fuel cost per kilometre by boat kind",
    "SELECT kind, 1.0 * SUM(fuel_cost) / SUM(distance_km) FROM trips t JOIN boats b ON b.id = t.boat_id GROUP BY 1 ORDER BY 2 DESC",
  ],
  ["total kilometres in 2024", "SELECT 110"],
];

describe("how much somebody did is the sum of what they did", () => {
  it.each(amounts)("%s", async (question, sql) => {
    const { result } = await harbour.answer(question);
    expect(result.rows).toEqual(await harbour.rows(sql));
  });
});

const ordered = "SELECT SUM(total_amount) FROM orders o JOIN customers c ON c.id = o.customer_id";
const taken: [string, string][] = [
  [
    "How much did customers from Germany order in 2023?",
    `${ordered} WHERE country = 'Germany' AND ordered_at LIKE '2023%'`,
  ],
  ["how much has Ada Brandt spent with us", `${ordered} WHERE c.name = 'Ada Brandt'`],
  ["How much did Ada Brandt buy in 2023?", `${ordered} WHERE c.name = 'Ada Brandt' AND ordered_at LIKE '2023%'`],
  ["how much did we refund in 2023", "SELECT SUM(refund_amount) FROM returns WHERE returned_on LIKE '2023%'"],
  ["how much was refunded by reason", "SELECT reason, SUM(refund_amount) FROM returns GROUP BY 1"],
  ["what do we spend on salaries in each job title", "SELECT job_title, SUM(salary) FROM employees GROUP BY 1"],
];

describe("money that is taken is revenue where nothing else is called so", () => {
  it.each(taken)("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    const inOrder = (rows: readonly Cell[][]) => rows.toSorted((a, b) => String(a).localeCompare(String(b)));
    expect(inOrder(result.rows)).toEqual(inOrder(await business.rows(sql)));
  });
});

describe("the sum of nothing is 0", () => {
  it.each([
    "How much did Ada Brandt spend on 1 January 1999?",
    "how much did we refund in 1999",
    "total revenue in 1999",
  ])("%s", async (question) => {
    const { reading, result } = await business.answer(question);
    expect(result.rows).toEqual([[0]]);
    expect(verbalize(reading.form, result)).toMatch(/ was 0\.$/);
  });

  it("of all rows, nothing is said to be added", async () => {
    const { reading } = await business.answer("total revenue");
    expect(reading.sql).not.toContain("COALESCE");
  });
});
