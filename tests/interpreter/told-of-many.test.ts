import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A repair café: clubs and their members, branches with visits that are rated, claims by insurer, parts with a price and a cost, fairs that cost something every day. */
const tables = `
CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE guests (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branches (id), guest_id INTEGER NOT NULL REFERENCES guests (id), visited_on DATE NOT NULL, status TEXT NOT NULL, satisfaction INTEGER);
CREATE TABLE requests (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests (id), opened_at DATE NOT NULL, resolved_on DATE);
CREATE TABLE claims (id INTEGER PRIMARY KEY, visit_id INTEGER NOT NULL REFERENCES visits (id), insurer TEXT NOT NULL, status TEXT NOT NULL, claimed_amount REAL NOT NULL);
CREATE TABLE clubs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, opened_on DATE NOT NULL);
CREATE TABLE members (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, club_id INTEGER NOT NULL REFERENCES clubs (id), born_on DATE NOT NULL);
CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit_price REAL NOT NULL, unit_cost REAL NOT NULL);
CREATE TABLE fairs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, started_on DATE NOT NULL);
CREATE TABLE fair_days (id INTEGER PRIMARY KEY, fair_id INTEGER NOT NULL REFERENCES fairs (id), day DATE NOT NULL, amount_spent REAL NOT NULL);
`;

let cafe: Business;
beforeAll(async () => {
  cafe = await openFixture("told-of-many", tables, (database) => {
    database.exec("INSERT INTO branches VALUES (1, 'Hill End'), (2, 'Mill Yard')");
    database.exec("INSERT INTO guests VALUES (1, 'Ada Ness', 'ada@example.com'), (2, 'Bo Lind', 'bo@example.com')");
    // Hill End has the worst single visit, Mill Yard the worse average.
    database.exec(
      "INSERT INTO visits VALUES (1, 1, 1, '2024-05-01', 'done', 1), (2, 1, 1, '2024-05-02', 'done', 5), (3, 1, 2, '2024-05-03', 'no-show', 5), (4, 1, 2, '2024-05-04', 'done', 5), (5, 2, 1, '2024-05-05', 'no-show', 2), (6, 2, 2, '2024-05-06', 'done', 3)",
    );
    database.exec(
      "INSERT INTO requests VALUES (1, 1, '2024-02-01', NULL), (2, 1, '2024-03-01', NULL), (3, 2, '2024-03-01', NULL), (4, 2, '2023-03-01', NULL), (5, 2, '2023-04-01', NULL)",
    );
    database.exec(
      "INSERT INTO claims VALUES (1, 1, 'Anchor', 'rejected', 10), (2, 2, 'Anchor', 'rejected', 20), (3, 4, 'Petsure', 'rejected', 900), (4, 6, 'Petsure', 'approved', 30), (5, 3, 'Petsure', 'approved', 30)",
    );
    database.exec("INSERT INTO clubs VALUES (1, 'North', '2010-01-01'), (2, 'South', '2012-01-01')");
    database.exec(
      "INSERT INTO members VALUES (1, 'Cy Holt', 1, '1984-06-15'), (2, 'Dee Marsh', 1, '2004-06-15'), (3, 'Eva Thorn', 2, '1974-06-15')",
    );
    database.exec("INSERT INTO parts VALUES (1, 'Belt', 30, 25), (2, 'Motor', 90, 15), (3, 'Fuse', 2, 1)");
    database.exec("INSERT INTO fairs VALUES (1, 'Spring', '2024-03-01'), (2, 'Autumn', '2024-09-01')");
    database.exec(
      "INSERT INTO fair_days VALUES (1, 1, '2024-03-01', 10), (2, 1, '2024-03-02', 1), (3, 1, '2024-03-03', 1), (4, 2, '2024-09-01', 5), (5, 2, '2024-09-02', 4)",
    );
  });
});
afterAll(() => cafe.datasource.close());

describe("what many rows say of one", () => {
  it.each([
    ["which branch has the lowest satisfaction", "SELECT 'Mill Yard'"],
    ["which insurer rejects the most claims", "SELECT 'Anchor'"],
    ["which insurer has the most claims", "SELECT 'Petsure'"],
    ["which guest opened the most requests this year", "SELECT 'Ada Ness'"],
    ["which branch has the highest no-show rate", "SELECT 'Mill Yard'"],
  ])("is told of all of them, and not of one: %s", async (question, sql) => {
    const { result } = await cafe.answer(question);
    expect(result.rows.map(([name]) => [name])).toEqual(await cafe.rows(sql));
  });

  it("is the age of the people of each, where those are no people", async () => {
    const { result } = await cafe.answer("average age per club");
    expect(result.rows.map(([name, age]) => [name, Math.round(Number(age))])).toEqual([
      ["South", 50],
      ["North", 30],
    ]);
  });

  it("is what was claimed, rather than how often", () =>
    cafe.expectRows("total claimed by insurer", "SELECT insurer, SUM(claimed_amount) FROM claims GROUP BY insurer"));

  it("puts those in order of which each is listed once", async () => {
    const { result } = await cafe.answer("fairs ordered by amount spent");
    expect(result.rows).toEqual([["Autumn"], ["Spring"]]);
  });
});

describe("what something costs to make", () => {
  it.each([
    ["which parts cost more than 20 to make", "SELECT 'Belt'"],
    ["parts that cost more than 20", "SELECT 'Belt' UNION ALL SELECT 'Motor'"],
  ])("is no price: %s", (question, sql) => cafe.expectRows(question, sql));
});

describe("where rows came from", () => {
  it("is no column of other rows", () => {
    expect(cafe.ask("how many visits came from email last month").kind).toBe("not_understood");
  });
});
