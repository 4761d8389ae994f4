import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Provinces that border one another, what is in them, and reviewers of their inns. */
const tables = `
CREATE TABLE provinces (name TEXT PRIMARY KEY, capital TEXT NOT NULL, population INTEGER NOT NULL, area INTEGER NOT NULL);
CREATE TABLE borders (province_name TEXT NOT NULL REFERENCES provinces(name), neighbour TEXT NOT NULL REFERENCES provinces(name), PRIMARY KEY (province_name, neighbour));
CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, population INTEGER NOT NULL, chartered_year INTEGER NOT NULL, province TEXT NOT NULL REFERENCES provinces(name));
CREATE TABLE summits (id INTEGER PRIMARY KEY, name TEXT NOT NULL, height INTEGER NOT NULL, province TEXT NOT NULL REFERENCES provinces(name));
CREATE TABLE styles (style_code TEXT PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE inns (id INTEGER PRIMARY KEY, inn_name TEXT NOT NULL, stars INTEGER NOT NULL, beds INTEGER NOT NULL, visitors INTEGER NOT NULL, keeper TEXT NOT NULL, style_code TEXT NOT NULL REFERENCES styles(style_code), town_id INTEGER NOT NULL REFERENCES towns(id));
CREATE TABLE visits (id INTEGER PRIMARY KEY, inn_id INTEGER NOT NULL REFERENCES inns(id), nights INTEGER NOT NULL);
`;

const rows: Record<string, (string | number)[][]> = {
  provinces: [
    ["Varn", "Kell", 1200, 54],
    ["Tarn", "Tarnby", 800, 31],
    ["Sand", "Port Sand", 2100, 62],
    ["Grey", "Greyhaven", 310, 29],
  ],
  borders: [
    ["Varn", "Tarn"],
    ["Tarn", "Varn"],
    ["Tarn", "Sand"],
    ["Sand", "Tarn"],
    ["Tarn", "Grey"],
    ["Grey", "Tarn"],
  ],
  towns: [
    [1, "Kell", 300, 1990, "Varn"],
    [2, "Tarnby", 210, 2005, "Tarn"],
    [3, "Port Sand", 650, 2012, "Sand"],
    [4, "Millbrook", 151, 2001, "Sand"],
    [5, "Ashby", 48, 1985, "Varn"],
  ],
  summits: [
    [1, "Old Tom", 2310, "Varn"],
    [2, "Cold Fell", 990, "Sand"],
    [3, "Twin Peak", 1800, "Sand"],
  ],
  styles: [
    ["RU", "Rustic"],
    ["MO", "Modern"],
  ],
  inns: [
    [1, "Swan", 3, 20, 400, "Holt", "RU", 1],
    [2, "Anchor", 4, 35, 900, "Brandt", "RU", 3],
    [3, "Crown", 5, 50, 700, "Vinge", "MO", 3],
    [4, "Bell", 2, 12, 150, "Kjell", "RU", 5],
  ],
  visits: [
    [1, 1, 2],
    [2, 2, 3],
    [3, 2, 1],
    [4, 3, 5],
  ],
};

let business: Business;
beforeAll(async () => {
  business = await openFixture("provinces", tables, (database) => {
    for (const [table, lines] of Object.entries(rows))
      for (const line of lines)
        database.prepare(`INSERT INTO ${table} VALUES (${line.map(() => "?").join(",")})`).run(...line);
  });
});
afterAll(() => business.datasource.close());

const expectRows = async (question: string, sql: string) => {
  const { result, reading } = await business.answer(question);
  expect(result.rows.map(String).toSorted(), reading.sql).toEqual((await business.rows(sql)).map(String).toSorted());
};

describe("pairs of rows of one table", () => {
  it.each([
    ["What is the neighbour of Varn?", "SELECT neighbour FROM borders WHERE province_name = 'Varn'"],
    ["Which provinces are neighbours of Sand?", "SELECT neighbour FROM borders WHERE province_name = 'Sand'"],
    ["How many neighbours does Tarn have?", "SELECT COUNT(*) FROM borders WHERE province_name = 'Tarn'"],
    [
      "towns in provinces that are neighbours of Tarn",
      "SELECT name FROM towns WHERE province IN (SELECT neighbour FROM borders WHERE province_name = 'Tarn')",
    ],
  ])("%s", (question, sql) => expectRows(question, sql));

  it("two steps are not answered with one", () => {
    expect(business.ask("Who are the neighbours of neighbours of Varn?").kind).toBe("not_understood");
  });
});

describe("rankings in conditions", () => {
  it.each([
    [
      "What is the biggest town in the province with the highest summit?",
      "SELECT name FROM towns WHERE province = 'Varn' ORDER BY population DESC LIMIT 1",
    ],
    ["names of inns with the most common style", "SELECT inn_name FROM inns WHERE style_code = 'RU'"],
    ["What is the population of Port Sand?", "SELECT population FROM towns WHERE name = 'Port Sand'"],
  ])("%s", (question, sql) => expectRows(question, sql));
});

describe("numbers and their columns", () => {
  it.each([
    ["inns that have 3 or 4 stars", "SELECT inn_name FROM inns WHERE stars IN (3, 4)"],
    ["inns that have between 3 and 4 stars", "SELECT inn_name FROM inns WHERE stars BETWEEN 3 AND 4"],
    ["inns whose beds are in the range of 15 to 40", "SELECT inn_name FROM inns WHERE beds BETWEEN 15 AND 40"],
    ["inns with more than one visit", "SELECT inn_name FROM inns WHERE id = 2"],
    [
      "towns chartered before the year 1990 or after the year 2004",
      "SELECT name FROM towns WHERE chartered_year < 1990 OR chartered_year > 2004",
    ],
    ["Which inn has the largest number of visitors?", "SELECT inn_name FROM inns WHERE id = 2"],
    ["the maximum and total number of visitors of all inns", "SELECT MAX(visitors), SUM(visitors) FROM inns"],
    ["How many keepers are there?", "SELECT COUNT(DISTINCT keeper) FROM inns"],
  ])("%s", (question, sql) => expectRows(question, sql));

  it.each([
    "inns that have more stars than",
    "inns of which the beds are more than those of the",
    "names of inns that contain the letter",
  ])("a comparison with nothing is no answer: %s", (question) => {
    expect(business.ask(question).kind).toBe("not_understood");
  });
});

describe("lists of what is asked for", () => {
  it.each([
    ["Show all keepers and styles of inns", "SELECT keeper, style_code FROM inns"],
    [
      "How many visits does each inn have? List the number and the inn name.",
      "SELECT COUNT(*), inn_name FROM visits JOIN inns ON inns.id = inn_id GROUP BY inns.id",
    ],
  ])("%s", async (question, sql) => {
    const { result } = await business.answer(question);
    const cells = (lines: readonly (readonly unknown[])[]) => lines.map((line) => line.map(String).toSorted().join());
    expect(cells(result.rows).toSorted()).toEqual(cells(await business.rows(sql)).toSorted());
  });

  it.each([
    ["names of towns ordered by the year they were chartered", "SELECT name FROM towns ORDER BY chartered_year"],
    ["names of inns by ascending number of beds", "SELECT inn_name FROM inns ORDER BY beds"],
    ["names of inns sorted by style code, then by stars", "SELECT inn_name FROM inns ORDER BY style_code, stars"],
  ])("%s", async (question, sql) => {
    const { result, reading } = await business.answer(question);
    expect(result.rows.map(String), reading.sql).toEqual((await business.rows(sql)).map(String));
  });

  it("what has the names must be known", () => {
    expect(business.ask("What are the names of the schools that have more than 20 beds?").kind).toBe("not_understood");
  });
});
