import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, openFixture } from "./business.ts";

/** A boat house: boats that are hired out, whether they are insured and have a sail, and when they were promised and brought back. */
const tables = `
CREATE TABLE docks (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, dock_id INTEGER NOT NULL REFERENCES docks (id), kind TEXT NOT NULL, insured BOOLEAN NOT NULL, has_sail BOOLEAN NOT NULL, launched_on DATE NOT NULL, oars_in_stock INTEGER NOT NULL, oars_needed INTEGER NOT NULL, budget NUMERIC NOT NULL);
CREATE TABLE hires (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats (id), hired_on DATE NOT NULL, promised_on DATE NOT NULL, returned_on DATE, status TEXT NOT NULL, paid_on DATE, fee NUMERIC NOT NULL, clicks INTEGER NOT NULL, impressions INTEGER NOT NULL);
`;

let house: Business;
beforeAll(async () => {
  house = await openFixture("words-of-answers", tables, (database) => {
    database.exec("INSERT INTO docks VALUES (1, 'North'), (2, 'South'), (3, 'Mill')");
    const boat = database.prepare("INSERT INTO boats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const names = ["Ada", "Bo", "Cleo", "Dot", "Eve", "Finn", "Gus", "Hal"];
    for (const [i, name] of names.entries())
      boat.run(
        i + 1,
        name,
        1 + (i % 3),
        ["rowing", "sailing"][i % 2] ?? "",
        i < 5 ? 1 : 0,
        i % 2,
        `201${i}-05-01`,
        i,
        4,
        50 + i,
      );
    const hire = database.prepare("INSERT INTO hires VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (let i = 1; i <= 40; i++)
      hire.run(
        i,
        1 + (i % 8),
        `2024-0${1 + (i % 5)}-02`,
        `2024-0${1 + (i % 5)}-05`,
        i % 10 === 0 ? null : `2024-0${1 + (i % 5)}-0${i % 4 === 0 ? 7 : 4}`,
        ["done", "open", "void"][i % 3] ?? "",
        i % 5 === 0 ? null : "2024-06-01",
        20 + (i % 7),
        17 + (i % 2),
        1000,
      );
  });
});
afterAll(() => house.datasource.close());

const told = async (question: string) => {
  const { reading, result } = await house.answer(question);
  return { sentence: verbalize(reading.form, result), reading: reading.interpretation };
};

describe("an answer in words", () => {
  it.each([
    // Two that are held against each other are told, and no ranking is made of them.
    [
      "average fee of open vs void hires",
      /^Average fee( of hires)? by status: 2\d\.\d\d for \w+ and 2\d\.\d\d for \w+; number of hires: 14 for open and 13 for void\.$/,
    ],
    ["number of boats by kind", /^Number of boats by kind: 4 for both rowing and sailing\.$/],
    ["number of hires by status", /^Number of hires by status: 14 for open, 13 for \w+ and 13 for \w+\.$/],
    // Yes and no are told by what they say.
    ["number of boats by insured", /^Number of boats: 3 not insured and 5 insured\.$/],
    ["how many boats are insured", /^There are 5 insured boats\.$/],
    ["how many boats are not insured", /^There are 3 boats that are not insured\.$/],
    ["boats with a sail", /^4 boats with a sail: Bo, Dot, Finn and 1 more\.$/],
    [
      "how many boats by sail",
      /^Number of boats: 4 without a sail and 4 with a sail\.$|^Number of boats: 4 each, without a sail and with a sail\.$/,
    ],
    // What is small is not rounded until it is the same.
    ["clicks per impression by kind", /0\.018 for (rowing|sailing) and 0\.017 for|about 0\.018/],
    // Days and figures of a row by others of its own.
    ["how many hires were returned late", /^There are \d+ hires returned later than promised\.$/],
    ["boats whose oars in stock are less than oars needed", /^4 boats with oars in stock below the oars needed: /],
    ["how many hires are unpaid", /^There are 8 unpaid hires\.$/],
    // The commonest of values that are nobody's names.
    ["most common status of hires", /^The most common status of hires is open: 14\.$/],
    // Who is first by a day, and rows that have no name.
    ["which boat was launched first", /^The boat that was launched first is Ada(: 1 May 2010)?\.$/],
    ["hire with the highest fee", /^Hire \d+ has the highest fee: 26\.$/],
  ])("%s", async (question, words) => {
    expect((await told(question)).sentence).toMatch(words);
  });

  it.each([
    ["average fee of open vs void hires", /for each status \(“open” and “void”\)\.$/],
    ["number of boats by insured", /^Number of boats by whether they are insured\.$/],
    ["how many boats by sail", /^Number of boats by whether they have a sail\.$/],
  ])("is read as: %s", async (question, words) => {
    expect((await told(question)).reading).toMatch(words);
  });
});
