import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A theatre's holidays: requests that are approved, refused or not decided, people without a team, and posts that may be vacant. */
const tables = `
CREATE TABLE employees (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT, on_site BOOLEAN);
CREATE TABLE requests (id INTEGER PRIMARY KEY, employee_id INTEGER NOT NULL REFERENCES employees (id), kind TEXT NOT NULL, days INTEGER NOT NULL, approved BOOLEAN, status TEXT);
`;

let theatre: Business;
beforeAll(async () => {
  theatre = await openFixture("denied-of-empty-cells", tables, (database) => {
    database.exec(
      "INSERT INTO employees VALUES (1, 'Ada Ness', 'Light', 1), (2, 'Bo Lind', 'Light', 0), (3, 'Cy Moe', NULL, NULL), (4, 'Di Holt', 'Sound', 1)",
    );
    database.exec(`INSERT INTO requests VALUES (1, 1, 'holiday', 5, 1, 'closed'), (2, 2, 'sick', 2, NULL, NULL), (3, 2, 'holiday', 3, 0, 'open'),
      (4, 3, 'holiday', 3, NULL, 'open'), (5, 4, 'sick', 1, 1, NULL), (6, 4, 'sick', 1, 1, 'cancelled')`);
  });
});
afterAll(() => theatre.datasource.close());

const expectRows = (question: string, sql: string) => theatre.expectRows(question, sql);

describe("what is denied of rows", () => {
  it.each([
    ["how many requests are not approved yet", "SELECT 3"],
    ["how many requests are waiting for approval", "SELECT 3"],
    ["how many requests are not cancelled", "SELECT 5"],
    ["employees not in Light", "SELECT 'Cy Moe' UNION ALL SELECT 'Di Holt'"],
    ["employees who are not on site", "SELECT 'Bo Lind' UNION ALL SELECT 'Cy Moe'"],
    ["how many requests are neither open nor cancelled", "SELECT 3"],
  ])("holds of those that say nothing as well: %s", expectRows);

  it("is compared alone where each row has a value", async () => {
    const { reading } = await theatre.answer("how many requests are not sick");
    expect(reading.sql).not.toContain("IS NULL");
  });

  it("is what is left of all, with what is said", async () => {
    const count = async (question: string) => Number((await theatre.answer(question)).result.rows[0]?.[0]);
    const all = await count("how many requests are there");
    expect((await count("how many requests are open")) + (await count("how many requests are not open"))).toBe(all);
  });
});
