import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** What a town gives out about its trees: tables called after the year of their export, codes beside what they mean, nothing declared. */
const tables = `
CREATE TABLE treedata18 (tree_pk INTEGER, state TEXT, planted INTEGER, harm_code INTEGER, harm_descr TEXT, girth INTEGER);
CREATE TABLE carevisits_2018 (tree_pk INTEGER, crew TEXT, minutes_spent INTEGER);
`;

let town: Business;
beforeAll(async () => {
  town = await openFixture("open-data", tables, (database) => {
    database.exec(`INSERT INTO treedata18 VALUES (101, 'Oregon', 1990, 7, 'Frost', 40), (102, 'Virginia', 1991, 7, 'Frost', 55), (103, 'Virginia', 1991, 9, 'Beetle', 61),
      (104, 'Indiana', 1994, 3, 'Drought', 101), (104, 'Indiana', 1994, 7, 'Frost', 103)`);
    database.exec("INSERT INTO carevisits_2018 VALUES (101, 'North', 30), (101, 'South', 20), (103, 'North', 45)");
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

describe("what cannot be told", () => {
  it.each([
    ["how many trees come from other states", "other states"],
    ["how much rain does tree 104 get", "how much"],
  ])("is refused: %s", (question, lost) => {
    const reading = town.ask(question);
    expect(reading.kind === "not_understood" ? reading.reason : "").toContain(lost);
  });
});
