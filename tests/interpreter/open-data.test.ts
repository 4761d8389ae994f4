import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** What a town gives out about its trees: tables called after the year of their export, codes beside what they mean, nothing declared. */
const tables = `
CREATE TABLE treedata18 (tree_pk INTEGER, state TEXT, planted INTEGER, harm_code INTEGER, harm_descr TEXT, girth INTEGER);
CREATE TABLE carevisits_2018 (tree_pk INTEGER, crew TEXT, minutes_spent INTEGER);
CREATE TABLE soil_samples (soil_sample_pk INTEGER PRIMARY KEY, year INTEGER, month INTEGER, day INTEGER, salt_kind TEXT, concentration REAL, drying TEXT, drying_place TEXT, north_reading REAL, south_reading REAL, avg_grain REAL);
CREATE TABLE wards (ward_code INTEGER PRIMARY KEY, ward TEXT);
CREATE TABLE meadows (meadow_no INTEGER PRIMARY KEY, ward_code INTEGER REFERENCES wards (ward_code), sown_year INTEGER, mown_by TEXT, grant_tot_rev INTEGER, meadow_size REAL);
`;

let town: Business;
beforeAll(async () => {
  town = await openFixture("open-data", tables, (database) => {
    database.exec(`INSERT INTO treedata18 VALUES (101, 'Oregon', 1990, 7, 'Frost', 40), (102, 'Virginia', 1991, 7, 'Frost', 55), (103, 'Virginia', 1991, 9, 'Beetle', 61),
      (104, 'Indiana', 1994, 3, 'Drought', 101), (104, 'Indiana', 1994, 7, 'Frost', 103)`);
    database.exec("INSERT INTO carevisits_2018 VALUES (101, 'North', 30), (101, 'South', 20), (103, 'North', 45)");
    database.exec(`INSERT INTO soil_samples VALUES (1, 2018, 4, 2, 'nitrate', 0.5, 'oven', 'shed', 1, 9, 0.2), (2, 2018, 4, 3, 'nitrate', 0.7, 'oven', 'yard', 2, 8, 0.9),
      (3, 2018, 5, 9, 'chloride', 0.2, 'air', 'yard', 3, 7, 0.4)`);
    database.exec("INSERT INTO wards VALUES (1, 'Ashby'), (2, 'Brook'), (3, 'Cross')");
    database.exec(`INSERT INTO meadows VALUES (1, 1, 1994, 'Fell', 300, 2.5), (2, 1, 1999, 'Fell', 200, 12), (3, 2, 2003, 'Moss', 900, 3), (4, 2, 2003, 'Fell', 50, 4), (5, 2, 2009, 'Moss', 70, 30),
      (6, 3, 2012, 'Moss', 10, 1)`);
  });
});
afterAll(async () => {
  await town.datasource.close();
});

const expectRows = async (question: string, sql: string) => {
  await town.expectRows(question, sql);
};

describe("a table called after a year or after “data”", () => {
  it.each([
    ["how many trees are there", "SELECT COUNT(*) FROM treedata18"],
    ["how many care visits were there", "SELECT COUNT(*) FROM carevisits_2018"],
  ])("has what it has rows of: %s", expectRows);

  it("is told so", async () => {
    const { reading } = await town.answer("how many trees are in Virginia");
    expect(reading.interpretation).toBe("Number of trees in Virginia.");
  });
});

describe("a row by its number", () => {
  it.each([
    ["what is the girth of tree 103", "SELECT girth FROM treedata18 WHERE tree_pk = 103"],
    ["girth of tree 104", "SELECT girth FROM treedata18 WHERE tree_pk = 104"],
  ])("is found by a key that nothing declares: %s", expectRows);
});

describe("a code beside what it means", () => {
  it.each([
    ["what is the most common harm", "SELECT 'Frost'"],
    ["what is the most common harm code", "SELECT 7"],
    ["number of trees by harm", "SELECT harm_descr, COUNT(*) FROM treedata18 GROUP BY harm_descr"],
  ])("is asked for only where it is said: %s", expectRows);
});

describe("a state in two letters", () => {
  it.each([
    ["how many trees are in VA", "SELECT 2"],
    ["average girth of trees in OR", "SELECT 40.0"],
  ])("is the one kept by its name: %s", expectRows);
});

describe("a key beside rows that say what it is called", () => {
  it.each([
    ["which ward gets the highest revenue", "SELECT 'Brook'"],
    [
      "total revenue by ward",
      "SELECT ward, SUM(grant_tot_rev) FROM meadows JOIN wards USING (ward_code) GROUP BY ward",
    ],
    ["number of meadows by ward code", "SELECT ward_code, COUNT(*) FROM meadows GROUP BY ward_code"],
  ])("is told by its name: %s", expectRows);
});

describe("a unit that no name says", () => {
  it.each([
    ["how many meadows are over 10 acres", "SELECT 2"],
    ["how many acres are in Brook", "SELECT 37"],
    ["total acres by ward", "SELECT ward, SUM(meadow_size) FROM meadows JOIN wards USING (ward_code) GROUP BY ward"],
  ])("is that of the only size: %s", expectRows);

  it("is said to be taken so", () => {
    const reading = town.ask("how many meadows are over 10 acres");
    expect(reading.kind === "query" ? reading.assumptions : []).toContain("I take the meadow size to be in acres.");
  });
});

describe("years", () => {
  it.each([
    ["how many meadows were sown in the 1990s", "SELECT 2"],
    ["how many meadows were sown from 1999~2003", "SELECT 3"],
    ["how many meadows were sown in the decade between 2000-2010", "SELECT 3"],
  ])("are those of a decade or a span: %s", expectRows);
});

describe("the first few", () => {
  it.each([
    ["top 2 sown years by meadow size", "SELECT 2009 UNION ALL SELECT 1999"],
    ["top 2 wards in terms of revenue", "SELECT 'Brook', 1020 UNION ALL SELECT 'Ashby', 500"],
  ])("are ranked by what is said: %s", expectRows);

  it("are refused where nothing is known of what is said", () => {
    expect(town.ask("top 2 wards in terms of rainfall").kind).toBe("not_understood");
  });
});

describe("a noun of several words", () => {
  it.each([
    ["most common drying method", "SELECT 'oven'"],
    ["how many frost-related trees are there", "SELECT 3"],
    ["the reading in the south of soil sample 2", "SELECT 8"],
    ["which drying has the highest average grain", "SELECT 'oven'"],
    ["when was soil sample 3 taken", "SELECT 2018, 5, 9"],
  ])("is read for what it is: %s", expectRows);
});

describe("what cannot be told", () => {
  it.each([
    ["how many trees come from other states", "other states"],
    ["how much rain does tree 104 get", "how much"],
    ["which state grows the most plums", "plums"],
  ])("is refused: %s", (question, lost) => {
    const reading = town.ask(question);
    expect(reading.kind === "not_understood" ? reading.reason : "").toContain(lost);
  });
});
