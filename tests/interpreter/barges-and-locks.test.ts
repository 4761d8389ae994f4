import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A canal: loads that were promised for a day, lock keepers some of whom were dismissed, barges that come at an hour, and bills paid when they are. */
const tables = `
CREATE TABLE loads (id INTEGER PRIMARY KEY, goods TEXT NOT NULL, ordered_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hired_on DATE NOT NULL, dismissed_on DATE);
CREATE TABLE barges (id INTEGER PRIMARY KEY, name TEXT NOT NULL, arrived_at TIMESTAMP NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, amount REAL NOT NULL, issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("barges-and-locks", tables, (database) => {
    database.exec(`INSERT INTO loads VALUES (1, 'Coal', '2024-04-02', '2024-04-10', '2024-04-12'), (2, 'Clay', '2024-04-05', '2024-04-09', '2024-04-09'),
      (3, 'Coal', '2024-05-02', '2024-05-10', '2024-05-16'), (4, 'Salt', '2024-06-02', '2024-06-20', NULL)`);
    database.exec(
      "INSERT INTO keepers VALUES (1, 'Ada Moor', '2020-01-01', '2020-01-11'), (2, 'Ben Oak', '2021-01-01', '2021-01-31'), (3, 'Cid Reed', '2022-01-01', NULL)",
    );
    database.exec(
      "INSERT INTO barges VALUES (1, 'Wren', '2024-05-01 06:10:00'), (2, 'Teal', '2024-05-02 06:40:00'), (3, 'Lark', '2024-05-03 17:05:00')",
    );
  });
});
afterAll(async () => {
  await house.datasource.close();
});

describe("two days of one row", () => {
  it.each([
    ["days from hired to dismissed", "SELECT 20.0"],
    ["how many days between hired and dismissed", "SELECT 20.0"],
    ["how long from hired to dismissed", "SELECT 20.0"],
    [
      "average days from ordered to delivered",
      "SELECT AVG(julianday(delivered_on) - julianday(ordered_on)) FROM loads",
    ],
  ])("are told by the time between them: %s", async (question, sql) => {
    await house.expectRows(question, sql);
  });
});

describe("how late, and how long", () => {
  it("months tell whether things have become slower", async () => {
    const { result } = await house.answer("are loads getting slower");
    expect(result.rows).toEqual([
      ["2024-04", 7],
      ["2024-05", 14],
      ["2024-06", null],
    ]);
  });

  it("is refused where more than one kind of rows could be late", () => {
    expect(house.ask("how late on average").kind).toBe("not_understood");
  });

  it("is told of the rows that are named", async () => {
    await house.expectRows("how late are loads on average in May", "SELECT 6.0");
  });
});

describe("the hour at which most come", () => {
  it.each([
    "at what hour do most barges arrive",
    "what time do most barges arrive",
    "at what time of day do most barges arrive",
  ])("is no moment of one of them: %s", async (question) => {
    await house.expectRows(question, "SELECT '06'");
  });
});
