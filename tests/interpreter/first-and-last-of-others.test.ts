import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A sale room: what is offered by whom, who bids for it, who works there. */
const tables = `
CREATE TABLE halls (id INTEGER PRIMARY KEY, hall_name TEXT NOT NULL, town TEXT NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE porters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hall_id INTEGER NOT NULL REFERENCES halls (id), hired_on DATE NOT NULL);
CREATE TABLE people (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE items (id INTEGER PRIMARY KEY, item_no TEXT NOT NULL UNIQUE, seller_id INTEGER NOT NULL REFERENCES people (id), buyer_id INTEGER REFERENCES people (id), price NUMERIC NOT NULL);
CREATE TABLE bills (id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL REFERENCES items (id), billed_on DATE NOT NULL, buyer_fee NUMERIC NOT NULL);
CREATE VIEW seller_totals AS SELECT full_name AS seller, COUNT(*) AS items FROM items JOIN people ON people.id = seller_id WHERE price > 9 GROUP BY full_name;
CREATE TABLE runs (id INTEGER PRIMARY KEY, porter_id INTEGER NOT NULL REFERENCES porters (id), hall_id INTEGER NOT NULL REFERENCES halls (id), left_at TIMESTAMP NOT NULL, kind TEXT NOT NULL);
`;

let room: Business;
beforeAll(async () => {
  room = await openFixture("first-and-last-of-others", tables, (database) => {
    database.exec(
      "INSERT INTO halls VALUES (1, 'North hall', 'Fenwick', '2001-01-01'), (2, 'South hall', 'Saltby', '2010-01-01'), (3, 'Old hall', 'Saltby', '2005-01-01')",
    );
    database.exec(
      `INSERT INTO porters VALUES (1, 'Ada Ness', 1, '2019-01-01'), (2, 'Bo Lind', 1, '2021-01-01'), (3, 'Cy Moe', 2, '2018-01-01'), (4, 'Di Holt', 3, '2020-01-01')`,
    );
    database.exec(
      `INSERT INTO people VALUES (1, 'Eve Roe', 'Fenwick', '2020-03-01'), (2, 'Flo Hart', 'Saltby', '2021-03-01'), (3, 'Gus Lake', 'Saltby', '2019-03-01')`,
    );
    database.exec(
      "INSERT INTO items VALUES (1, 'I-1', 1, 3, 10), (2, 'I-2', 1, 2, 20), (3, 'I-3', 2, 1, 30), (4, 'I-4', 1, 3, 5), (5, 'I-5', 2, 3, 5)",
    );
    database.exec("INSERT INTO bills VALUES (1, 1, '2026-01-01', 2), (2, 3, '2026-01-01', 6)");
    database.exec(`INSERT INTO runs VALUES (1, 1, 1, '2025-05-01 08:00:00', 'urgent'), (2, 2, 2, '2026-02-01 08:00:00', 'ordinary'), (3, 3, 2, '2026-01-03 08:00:00', 'urgent'),
      (4, 4, 3, '2026-03-01 08:00:00', 'urgent'), (6, 1, 3, '2026-03-02 08:00:00', 'urgent'), (7, 3, 1, '2025-04-01 08:00:00', 'ordinary'), (5, 1, 3, '2026-04-01 08:00:00', 'ordinary')`);
  });
});
afterAll(() => room.datasource.close());

const expectRows = (question: string, sql: string) => room.expectRows(question, sql);

describe("the first or the last one", () => {
  it.each([
    ["who made the first run of 2026", "SELECT 'Cy Moe'"],
    ["porters of the newest hall in Saltby", "SELECT 'Cy Moe'"],
    ["porters of the oldest hall in Saltby", "SELECT 'Di Holt'"],
  ])("%s: is the first of those that are spoken of", expectRows);

  it.each([
    ["which person joined first in Saltby", "SELECT 'Gus Lake'"],
    ["who was hired last at North hall", "SELECT 'Bo Lind'"],
  ])("%s: among those of a place", expectRows);

  it.each(["last porter hired at each hall", "the most recently hired porter at each hall"])(
    "%s: is named for each",
    (question) =>
      expectRows(
        question,
        "SELECT 'North hall', 'Bo Lind' UNION ALL SELECT 'South hall', 'Cy Moe' UNION ALL SELECT 'Old hall', 'Di Holt'",
      ),
  );
});

describe("those who have a part in things", () => {
  it.each([
    ["how many buyers do we have", "SELECT 3"],
    ["how many sellers do we have", "SELECT 2"],
  ])("%s: whom a key leads to, and no number or view that is called after them", expectRows);
});

describe("both of two kinds", () => {
  it("are of the time that is said", () =>
    expectRows("porters with both urgent and ordinary runs in 2026", "SELECT 'Ada Ness'"));
});

describe("those who sold", () => {
  it("are told by the key that says so, whatever else is done with the things", () =>
    room.expectRows("who sold the most items", "SELECT 'Eve Roe'"));
});
