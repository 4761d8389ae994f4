import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

const tables = `
CREATE TABLE readers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, left_on DATE);
CREATE TABLE loans (id INTEGER PRIMARY KEY, reader_id INTEGER NOT NULL REFERENCES readers (id), lent_on DATE NOT NULL,
  fee NUMERIC NOT NULL, days INTEGER NOT NULL);
CREATE VIEW active_readers AS SELECT id AS reader_id, name, town FROM readers WHERE left_on IS NULL;
CREATE VIEW long_loans AS SELECT id AS loan_id, reader_id, fee, days FROM loans WHERE days > 20;
CREATE VIEW town_activity AS SELECT town, COUNT(*) AS borrowings FROM readers JOIN loans ON loans.reader_id = readers.id
  GROUP BY town;
`;

let library: Business;
beforeAll(async () => {
  library = await openFixture("library", tables, (database) => {
    database.exec(`INSERT INTO readers VALUES (1, 'Ruth Amsel', 'Brig', NULL), (2, 'Olaf Birk', 'Chur', '2024-02-01'),
      (3, 'Mia Clos', 'Brig', NULL), (4, 'Jan Dorn', 'Visp', NULL), (5, 'Eva Erlen', 'Chur', '2023-05-05')`);
    for (let id = 1; id <= 24; id++)
      database.exec(
        `INSERT INTO loans VALUES (${id}, ${(id % 5) + 1}, '2024-03-${10 + (id % 15)}', ${id % 4}, ${id * 2})`,
      );
  });
});
afterAll(() => library.datasource.close());

describe("views", () => {
  it.each([
    ["How many readers are there?", "SELECT COUNT(*) FROM readers"],
    ["Readers by town", "SELECT town, COUNT(*) FROM readers GROUP BY town"],
    ["Total fee of the loans", "SELECT SUM(fee) FROM loans"],
    ["Average days by town", "SELECT town, AVG(days) FROM readers r JOIN loans l ON l.reader_id = r.id GROUP BY town"],
    ["How many loans does Olaf Birk have?", "SELECT COUNT(*) FROM loans WHERE reader_id = 2"],
  ])("%s is answered from base tables", async (question, sql) => {
    const { result } = await library.answer(question);
    expect(new Set(result.rows.map(String))).toEqual(new Set((await library.rows(sql)).map(String)));
  });

  it.each([
    ["How many active readers are there?", "SELECT COUNT(*) FROM active_readers"],
    ["How many long loans are there?", "SELECT COUNT(*) FROM long_loans"],
    ["What is the average number of borrowings?", "SELECT AVG(borrowings) FROM town_activity"],
  ])("%s is answered from the view, which alone has the words", async (question, sql) => {
    const { result } = await library.answer(question);
    expect(new Set(result.rows.map(String))).toEqual(new Set((await library.rows(sql)).map(String)));
  });
});
