import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A swimming club: tariffs known by a code, swimmers who came and left, what they paid and for what. */
const tables = `
CREATE TABLE tariff_kinds (tariff_code TEXT PRIMARY KEY, title TEXT NOT NULL, yearly_fee NUMERIC NOT NULL, entry_fee NUMERIC NOT NULL, least_months INTEGER NOT NULL);
CREATE TABLE swimmers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, tariff_code TEXT NOT NULL REFERENCES tariff_kinds (tariff_code), joined_on DATE NOT NULL, left_on DATE, status TEXT NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, swimmer_id INTEGER NOT NULL REFERENCES swimmers (id), paid_on DATE NOT NULL, purpose TEXT NOT NULL, amount NUMERIC NOT NULL);
`;

let club: Business;
beforeAll(async () => {
  club = await openFixture("own-and-others", tables, (database) => {
    database.exec(
      "INSERT INTO tariff_kinds VALUES ('STD', 'Standard', 100, 20, 12), ('FLX', 'Flex', 150, 0, 1), ('KID', 'Child', 50, 0, 6)",
    );
    database.exec(`INSERT INTO swimmers VALUES (1, 'Ada Moor', 'STD', '2023-01-10', NULL, 'active'), (2, 'Bo Reed', 'STD', '2024-01-05', '2024-03-01', 'left'),
      (3, 'Cy Lund', 'FLX', '2022-01-01', '2024-02-01', 'left'), (4, 'Di Fell', 'STD', '2024-02-01', NULL, 'active')`);
    database.exec(`INSERT INTO payments VALUES (1, 1, '2023-01-10', 'entry fee', 20), (2, 1, '2024-01-10', 'yearly fee', 100), (3, 2, '2024-01-05', 'entry fee', 20),
      (4, 3, '2022-01-01', 'yearly fee', 150), (5, 3, '2023-01-01', 'yearly fee', 150), (6, 4, '2024-02-01', 'yearly fee', 100)`);
  });
});
afterAll(async () => {
  await club.datasource.close();
});

describe("what rows have themselves", () => {
  it.each([
    ["tariffs without entry fee", "SELECT 'Flex' UNION SELECT 'Child'"],
    ["tariffs with an entry fee", "SELECT 'Standard'"],
    ["cheapest tariff without entry fee", "SELECT 'Child'"],
    ["how many tariffs have no entry fee", "SELECT 2"],
    ["payments for entry fee", "SELECT * FROM payments WHERE id IN (1, 3)"],
  ])("is not what others say: %s", async (question, sql) => {
    await club.expectRows(question, sql);
  });

  it("is told by its name where others know it by a code", async () => {
    await club.expectRows("which tariff is the most popular", "SELECT 'Standard'");
    await club.expectRows("how many tariffs are there", "SELECT 3");
  });
});

describe("what was done", () => {
  it.each([
    ["swimmers who joined and left in 2024", "SELECT 'Bo Reed'"],
    ["swimmers who left within 6 months of joining", "SELECT 'Bo Reed'"],
    ["how many swimmers left within three years of joining", "SELECT 2"],
    ["swimmers who paid more than 100", "SELECT 'Ada Moor' UNION SELECT 'Cy Lund'"],
    ["how many swimmers paid more than 90 in 2024", "SELECT 2"],
  ])("%s", async (question, sql) => {
    await club.expectRows(question, sql);
  });

  it("is not counted where two numbers may be meant", () => {
    expect(club.ask("how many swimmers joined and left in 2024").kind).not.toBe("query");
  });

  it("tells no price by a number of months", () => {
    const reading = club.ask("tariffs within 3 months");
    expect(reading.kind === "query" ? reading.sql : "").not.toContain("fee");
  });
});

describe("a column that several tables have", () => {
  let weather: Business;
  beforeAll(async () => {
    weather = await openFixture(
      "own-and-others-weather",
      `CREATE TABLE budgets (id INTEGER PRIMARY KEY, county TEXT NOT NULL, spent NUMERIC NOT NULL);
       CREATE TABLE rains (id INTEGER PRIMARY KEY, county TEXT NOT NULL, rainfall NUMERIC NOT NULL);`,
      (database) => {
        database.exec("INSERT INTO budgets VALUES (1, 'North', 5), (2, 'South', 9), (3, 'South', 8)");
        database.exec("INSERT INTO rains VALUES (1, 'North', 80), (2, 'South', 30), (3, 'East', 70), (4, 'East', 60)");
      },
    );
  });
  afterAll(async () => {
    await weather.datasource.close();
  });

  it.each([
    ["county with the highest average rainfall", "SELECT 'North'"],
    ["which county has the highest spent", "SELECT 'South'"],
  ])("is that of the rows with the figure: %s", async (question, sql) => {
    await weather.expectRows(question, sql);
  });
});
