import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A house that lends instruments and makes some. */
const tables = `
CREATE TABLE makers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, shift TEXT NOT NULL, nationality TEXT NOT NULL);
CREATE TABLE instruments (id INTEGER PRIMARY KEY, title TEXT NOT NULL, maker_id INTEGER NOT NULL REFERENCES makers (id), audience TEXT NOT NULL);
CREATE TABLE borrowers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE loans (id INTEGER PRIMARY KEY, instrument_id INTEGER NOT NULL REFERENCES instruments (id), borrower_id INTEGER NOT NULL REFERENCES borrowers (id), loaned_on DATE NOT NULL, needed_by DATE NOT NULL, returned_on DATE, trouble TEXT);
CREATE TABLE orders (order_no TEXT PRIMARY KEY, buyer TEXT NOT NULL, product TEXT NOT NULL, ordered_on DATE NOT NULL, wanted_by DATE NOT NULL, shipped_on DATE, units INTEGER NOT NULL, unit_price NUMERIC NOT NULL);
CREATE TABLE batches (id INTEGER PRIMARY KEY, product TEXT NOT NULL, maker_id INTEGER NOT NULL REFERENCES makers (id), good_pieces INTEGER NOT NULL, begun_on DATE NOT NULL);
CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, opened_on DATE NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("instruments", tables, (database) => {
    database.exec("INSERT INTO makers VALUES (1, 'Ada Ness', 'late', 'Irish'), (2, 'Bo Lind', 'early', 'Polish')");
    database.exec(
      "INSERT INTO instruments VALUES (1, 'Violin', 1, 'children'), (2, 'Cello', 2, 'adults'), (3, 'Horn', 2, 'adults'), (4, 'Lute', 1, 'adults')",
    );
    database.exec(
      "INSERT INTO borrowers VALUES (1, 'Cy Moe', 'child'), (2, 'Di Rask', 'adult'), (3, 'Eli Torp', 'child')",
    );
    database.exec(`INSERT INTO loans VALUES (1, 1, 1, '2025-01-01', '2025-02-01', '2025-01-20', 'worn'), (2, 2, 2, '2025-02-01', '2025-03-01', NULL, 'worn'),
      (3, 3, 2, '2025-03-01', '2025-04-01', NULL, NULL), (4, 1, 3, '2025-04-01', '2025-05-01', '2025-05-20', 'lost')`);
    database.exec(`INSERT INTO orders VALUES ('O1', 'Freshmart', 'Flutes', '2025-01-02', '2025-02-01', '2025-01-20', 10, 4),
      ('O2', 'Freshmart', 'Drums', '2025-02-02', '2025-03-01', '2025-03-20', 5, 20), ('O3', 'Kiosk', 'Flutes', '2025-03-02', '2025-04-01', NULL, 40, 4)`);
    database.exec("INSERT INTO batches VALUES (1, 'Flutes', 1, 30, '2025-01-01'), (2, 'Drums', 2, 80, '2025-01-02')");
    database.exec("INSERT INTO shops VALUES (1, 'Central', '2001-01-01'), (2, 'Harbour', '2011-01-01')");
  });
});
afterAll(() => house.datasource.close());

const expectRows = (question: string, sql: string): Promise<void> => house.expectRows(question, sql);

describe("what is lent", () => {
  it.each([
    ["which instruments are out right now", "SELECT title FROM instruments WHERE id IN (2, 3)"],
    ["how many instruments are on loan", "SELECT 2"],
    ["instruments nobody has ever borrowed", "SELECT 'Lute'"],
    ["how many borrowers are children", "SELECT COUNT(*) FROM borrowers WHERE kind = 'child'"],
  ])("%s", expectRows);
});

describe("what is made and sold", () => {
  it.each([
    ["which maker produced the most good pieces", "SELECT 'Bo Lind'"],
    ["biggest order of Freshmart", "SELECT * FROM orders WHERE order_no = 'O2'"],
    ["how many orders did we ship late", "SELECT COUNT(*) FROM orders WHERE shipped_on > wanted_by"],
    ["did flutes sell better than drums in 2025?", "SELECT product, SUM(units) FROM orders GROUP BY 1"],
    ["main trouble of loans", "SELECT 'worn'"],
    [
      "Polish makers and their instruments",
      "SELECT full_name, title FROM instruments JOIN makers ON makers.id = maker_id WHERE nationality = 'Polish'",
    ],
  ])("%s", expectRows);
});

describe("what is not there", () => {
  it.each([
    ["opening hours of the Central shop", "opening hours"],
    ["how many units did we make in January 2025", "how many were made"],
  ])("%s is told so", (question, said) => {
    expect(house.ask(question)).toMatchObject({ kind: "not_understood", reason: expect.stringContaining(said) });
  });
});
