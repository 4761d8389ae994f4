import { afterAll, beforeAll, describe, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Wines, their makers, styles and grapes, and the years of the fairs at which they were shown. */
const tables = `
CREATE TABLE winery (winery_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE winemaker (winemaker_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, winery_id INTEGER REFERENCES winery (winery_id));
CREATE TABLE style (style_id INTEGER PRIMARY KEY, style_name TEXT NOT NULL);
CREATE TABLE grape (grape_id INTEGER PRIMARY KEY, grape_name TEXT NOT NULL);
CREATE TABLE wine (wine_id INTEGER PRIMARY KEY, wine_name TEXT NOT NULL, winery_id INTEGER NOT NULL REFERENCES winery (winery_id), launch_year INTEGER, strength REAL);
CREATE TABLE makes (winemaker_id INTEGER REFERENCES winemaker (winemaker_id), wine_id INTEGER REFERENCES wine (wine_id));
CREATE TABLE wine_style (wine_id INTEGER REFERENCES wine (wine_id), style_id INTEGER REFERENCES style (style_id));
CREATE TABLE wine_grape (wine_id INTEGER REFERENCES wine (wine_id), grape_id INTEGER REFERENCES grape (grape_id), percent INTEGER);
CREATE TABLE fair (fair_id INTEGER PRIMARY KEY, fair_name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE edition (edition_id INTEGER PRIMARY KEY, fair_id INTEGER NOT NULL REFERENCES fair (fair_id), year INTEGER NOT NULL);
CREATE TABLE entry (entry_id INTEGER PRIMARY KEY, edition_id INTEGER NOT NULL REFERENCES edition (edition_id), wine_id INTEGER NOT NULL REFERENCES wine (wine_id));
CREATE TABLE tavern (tavern_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, kitchen TEXT NOT NULL);
CREATE TABLE taster (taster_id INTEGER PRIMARY KEY, taster_name TEXT NOT NULL);
CREATE TABLE tasting (tasting_id INTEGER PRIMARY KEY, taster_id INTEGER NOT NULL REFERENCES taster (taster_id), wine_id INTEGER NOT NULL REFERENCES wine (wine_id), stars INTEGER NOT NULL, tasted_year INTEGER);
CREATE TABLE purchase (purchase_id INTEGER PRIMARY KEY, taster_id INTEGER NOT NULL REFERENCES taster (taster_id), wine_id INTEGER NOT NULL REFERENCES wine (wine_id), bought_year INTEGER);
`;

let cellar: Business;
beforeAll(async () => {
  cellar = await openFixture("wines-and-fairs", tables, (database) => {
    database.exec("INSERT INTO winery VALUES (1, 'Old Slope', 'Arnville'), (2, 'Stone Hill', 'Bex')");
    database.exec("INSERT INTO winemaker VALUES (1, 'Ada Moe', 1), (2, 'Bo Lind', 1), (3, 'Cy Orr', 2)");
    database.exec("INSERT INTO style VALUES (1, 'Rosé'), (2, 'Port'), (3, 'Claret'), (4, 'Cuvée')");
    database.exec("INSERT INTO grape VALUES (1, 'Merlot'), (2, 'Gamay'), (3, 'Syrah')");
    database.exec(`INSERT INTO wine VALUES (1, 'Silver Otter', 1, 2018, 12.5), (2, 'Lazy Monk', 1, 2020, 13.5), (3, 'Golden Tide', 2, 2021, 20),
      (4, 'Midnight Fox', 2, 2012, 14)`);
    database.exec("INSERT INTO makes VALUES (1, 1), (2, 2), (3, 3), (3, 4), (2, 4)");
    database.exec("INSERT INTO wine_style VALUES (1, 3), (2, 3), (3, 2), (4, 2), (4, 3)");
    database.exec("INSERT INTO wine_grape VALUES (1, 1, 100), (2, 2, 60), (2, 1, 40), (3, 3, 100), (4, 2, 100)");
    database.exec("INSERT INTO fair VALUES (1, 'Harvest Days', 'Bex'), (2, 'Spring Market', 'Arnville')");
    database.exec("INSERT INTO edition VALUES (1, 1, 2020), (2, 1, 2021), (3, 2, 2020)");
    database.exec("INSERT INTO entry VALUES (1, 1, 1), (2, 1, 4), (3, 2, 3), (4, 3, 2)");
    database.exec(
      "INSERT INTO tavern VALUES (1, 'Blue Door', 'Bex', 'greek'), (2, 'Red Oak', 'Bex', 'thai'), (3, 'Fig Tree', 'Arnville', 'greek'), (4, 'Willow Cuisine', 'Bex', 'thai')",
    );
    database.exec("INSERT INTO taster VALUES (1, 'Flo Quist'), (2, 'Gil Rusk')");
    database.exec("INSERT INTO purchase VALUES (1, 2, 1, 2020), (2, 1, 1, 2022)");
    database.exec("INSERT INTO tasting VALUES (1, 1, 1, 4, 2020), (2, 1, 3, 5, 2021), (3, 2, 1, 3, 2021)");
  });
});
afterAll(async () => {
  await cellar.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await cellar.expectRows(question, sql);
};

const wines = (...ids: readonly number[]) => `SELECT wine_name FROM wine WHERE wine_id IN (${ids.join(", ")})`;

describe("things of a kind that a table of links gives them", () => {
  it.each([
    ["clarets", wines(1, 2, 4)],
    ["how many clarets are there", "SELECT 3"],
    ["clarets launched after 2015", wines(1, 2)],
    ["how many clarets were launched after 2015", "SELECT 2"],
    ["clarets from Bex", wines(4)],
    ["winemakers who never made a claret", "SELECT full_name FROM winemaker WHERE winemaker_id NOT IN (1, 2, 3)"],
  ])("are those things: %s", expectRows);
});

describe("what is made of a thing by somebody", () => {
  it.each([
    ["grapes used by Ada Moe", "SELECT 'Merlot'"],
    ["styles of wines by Ada Moe", "SELECT 'Claret'"],
    ["styles of wines by Bo Lind", "SELECT style_name FROM style WHERE style_id IN (2, 3)"],
  ])("is told by who made it, rather than by all who work at the same place: %s", expectRows);
});

describe("a name that begins like a table of links", () => {
  it.each([
    ["wines at harvest days", wines(1, 3, 4)],
    ["which winemaker has the most wines at Harvest Days", "SELECT 'Cy Orr'"],
  ])("is that name: %s", expectRows);
});

describe("a year after the name of an event", () => {
  it.each([
    ["wines at Harvest Days in 2020", wines(1, 4)],
    ["how many wines entered Harvest Days in 2020", "SELECT 2"],
    ["Harvest Days 2020 wines", wines(1, 4)],
    ["wines tasted by Flo Quist in 2021", wines(3)],
    ["wines by Bo Lind in 2020", wines(2)],
    ["tasters with purchases of Silver Otter in 2020", "SELECT 'Gil Rusk'"],
    ["tasters with tastings of Silver Otter in 2020", "SELECT 'Flo Quist'"],
    ["how many entries did Harvest Days have in 2020", "SELECT 2"],
  ])("is that of the event, where it has one: %s", expectRows);
});

describe("a year of what was done", () => {
  it.each([
    ["what year was Silver Otter launched", "SELECT 2018"],
    ["in which year was Silver Otter launched", "SELECT 2018"],
  ])("is that of the deed, whatever else has a year: %s", expectRows);
});

describe("strength", () => {
  it.each([
    ["the strongest wine of Old Slope", "SELECT 'Lazy Monk'"],
    ["wines stronger than 13", wines(2, 3, 4)],
    ["winemakers of the strongest wine of Old Slope", "SELECT 'Bo Lind'"],
  ])("is compared by a word for it: %s", expectRows);
});

describe("what contains something that is a row of its own", () => {
  it.each([
    ["wines that contain Merlot", wines(1, 2)],
    ["how many wines contain Merlot", "SELECT 2"],
    ["wines containing Gamay or Syrah", wines(2, 3, 4)],
    ["wines that do not contain Merlot", wines(3, 4)],
    ["wines containing Otter", wines(1)],
  ])("has that for a part, and any other text in its name: %s", expectRows);
});

describe("rows that are called entries", () => {
  it.each([
    [
      "number of entries per fair",
      "SELECT fair_name, COUNT(*) FROM fair JOIN edition USING (fair_id) JOIN entry USING (edition_id) GROUP BY fair_id",
    ],
  ])("are those rows: %s", expectRows);
});

describe("where rows are", () => {
  it.each([
    ["where is Old Slope", "SELECT 'Arnville'"],
    ["where is a winery in Bex", "SELECT 'Stone Hill'"],
    ["where can we find a winery in Arnville", "SELECT 'Old Slope'"],
    ["where can I eat greek in Bex", "SELECT 'Blue Door'"],
  ])("is the place, or which of them there are where it is said already: %s", expectRows);
});

describe("a word of a name", () => {
  it.each([
    ["where is willow cuisine", "SELECT 'Bex'"],
    ["how many willow cuisine are there in Bex", "SELECT 1"],
  ])("is no other word for something else: %s", expectRows);
});
