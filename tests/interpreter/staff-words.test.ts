import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A help line: employees with a job, some of them agents, and calls that they took. */
const tables = `
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), rating INTEGER NOT NULL, began_on DATE NOT NULL);
`;

let line: Business;
beforeAll(async () => {
  line = await openFixture("staff-words", tables, (database) => {
    database.exec(
      "INSERT INTO employees VALUES (1, 'Ada Ness', 'Help Agent', '2020-01-01'), (2, 'Bo Lind', 'Help Agent', '2021-01-01'), (3, 'Cleo Marsh', 'Director', '2019-01-01')",
    );
    database.exec(
      "INSERT INTO calls VALUES (1, 1, 5, '2024-05-01'), (2, 1, 4, '2024-05-02'), (3, 2, 2, '2024-05-03'), (4, 2, 3, '2024-05-04'), (5, 2, 1, '2024-05-05')",
    );
  });
});
afterAll(() => line.datasource.close());

describe("words for those who work here", () => {
  it.each([
    ["workers with more than 2 calls", "SELECT 'Bo Lind'"],
    ["Agents with an average rating under 3", "SELECT 'Bo Lind'"],
    ["how many workers do we have", "SELECT 3"],
    ["list all colleagues", "SELECT full_name FROM employees"],
    ["calls by agent", "SELECT 'Ada Ness', 2 UNION ALL SELECT 'Bo Lind', 3"],
  ])("name their table: %s", (question, sql) => line.expectRows(question, sql));

  it("name no more of them than have the job that is called so", () =>
    expect(JSON.stringify(line.ask("how many agents do we have"))).not.toContain(
      '"SELECT COUNT(*) AS employee_count\\nFROM employees"',
    ));
});
