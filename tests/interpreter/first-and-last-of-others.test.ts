import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A sale room: what is offered by whom, who bids for it, who works there. */
const tables = `
CREATE TABLE halls (id INTEGER PRIMARY KEY, hall_name TEXT NOT NULL, town TEXT NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE porters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hall_id INTEGER NOT NULL REFERENCES halls (id), hired_on DATE NOT NULL);
CREATE TABLE people (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE items (id INTEGER PRIMARY KEY, item_no TEXT NOT NULL UNIQUE, seller_id INTEGER NOT NULL REFERENCES people (id), buyer_id INTEGER REFERENCES people (id), price NUMERIC NOT NULL);
CREATE TABLE runs (id INTEGER PRIMARY KEY, porter_id INTEGER NOT NULL REFERENCES porters (id), hall_id INTEGER NOT NULL REFERENCES halls (id), left_at TIMESTAMP NOT NULL, urgent BOOLEAN NOT NULL);
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
    database.exec(`INSERT INTO runs VALUES (1, 1, 1, '2025-05-01 08:00:00', 0), (2, 2, 2, '2026-02-01 08:00:00', 0), (3, 3, 2, '2026-01-03 08:00:00', 0),
      (4, 4, 3, '2026-03-01 08:00:00', 1), (5, 1, 3, '2026-04-01 08:00:00', 0)`);
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

describe("those who sold", () => {
  it("are told by the key that says so, whatever else is done with the things", () =>
    room.expectRows("who sold the most items", "SELECT 'Eve Roe'"));
});
