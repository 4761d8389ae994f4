import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A grain exchange: deals of two sides, and dealers with a licence, of which each kind has its own dues. */
const tables = `
CREATE TABLE licence_kind (code TEXT PRIMARY KEY, kind_name TEXT NOT NULL, yearly_price NUMERIC NOT NULL);
CREATE TABLE dealers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, licence_code TEXT NOT NULL REFERENCES licence_kind (code));
CREATE TABLE deals (id INTEGER PRIMARY KEY, dealer_id INTEGER NOT NULL REFERENCES dealers (id), side TEXT NOT NULL, grain TEXT NOT NULL, volume INTEGER NOT NULL, dealt_on DATE NOT NULL);
`;

let exchange: Business;
beforeAll(async () => {
  exchange = await openFixture("words-of-trade", tables, (database) => {
    database.exec("INSERT INTO licence_kind VALUES ('F', 'Full', 900), ('G', 'Guest', 100)");
    database.exec("INSERT INTO dealers VALUES (1, 'Ada', 'F'), (2, 'Bo', 'G')");
    database.exec(`INSERT INTO deals VALUES (1, 1, 'buy', 'oats', 10, '2024-01-02'), (2, 1, 'sell', 'oats', 5, '2024-01-05'),
      (3, 2, 'buy', 'rye', 7, '2024-02-01'), (4, 2, 'sell', 'rye', 9, '2024-02-03')`);
  });
});
afterAll(async () => {
  await exchange.datasource.close();
});

describe("a word of trade that is stored as a value", () => {
  it.each([
    ["total buy volume", "SELECT 17"],
    ["sell volume by grain", "SELECT grain, SUM(volume) FROM deals WHERE side = 'sell' GROUP BY grain"],
    ["buy vs sell volume by month", "SELECT side, strftime('%Y-%m', dealt_on), SUM(volume) FROM deals GROUP BY 1, 2"],
  ])("says which rows before a number of them: %s", async (question, sql) => {
    await exchange.expectRows(question, sql);
  });
});

describe("a key's noun that is ranked", () => {
  it.each(["cheapest licence", "what is the cheapest licence"])("is the rows it refers to: %s", async (question) => {
    const { result } = await exchange.answer(question);
    expect(result.rows[0]?.[0]).toBe("Guest");
  });
});
