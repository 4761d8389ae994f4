import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A ferry line whose tables declare no keys at all: they are told by their names. */
const tables = `
CREATE TABLE port (pid INTEGER, port_code TEXT, port_name TEXT, town_name TEXT);
CREATE TABLE sailing (sailingid INTEGER, from_port TEXT, to_port TEXT, ferryid INTEGER, berths INTEGER, cabins INTEGER, wharf_open INTEGER);
CREATE TABLE ferry (ferryid INTEGER, ferryname TEXT);
CREATE TABLE sights (town_name TEXT, county TEXT);
CREATE TABLE crew (ferryid INTEGER, sailor_id INTEGER);
CREATE TABLE sailor (sailor_id INTEGER, name TEXT);
CREATE TABLE cabin_note (note_id INTEGER, ferryid INTEGER, deck_name TEXT);
CREATE TABLE report (report_id INTEGER, sailor_id INTEGER, ferryid INTEGER, year INTEGER, stars INTEGER);
`;

let line: Business;
beforeAll(async () => {
  line = await openFixture("undeclared-keys", tables, (database) => {
    database.exec(
      `INSERT INTO port VALUES (1, 'OBN', 'Oban pier', 'Oban'), (2, 'MAL', 'Mallaig pier', 'Mallaig'), (3, 'ULL', 'Ullapool pier', 'Ullapool'), (4, 'ARD', 'Ardrossan pier', 'Ardrossan')`,
    );
    database.exec(
      `INSERT INTO sailing VALUES (1, 'OBN', 'MAL', 1, 40, 20, 1), (2, 'MAL', 'OBN', 1, 40, 10, 1), (3, 'OBN', 'ULL', 2, 30, 10, 0), (4, 'OBN', 'MAL', 2, 30, 15, 1), (5, 'ULL', 'OBN', 3, 12, 4, 0)`,
    );
    database.exec("INSERT INTO ferry VALUES (1, 'Selkie'), (2, 'Gannet'), (3, 'Tern')");
    database.exec(
      "INSERT INTO sights VALUES ('Oban', 'Argyll'), ('Mallaig', 'Highland'), ('Ullapool', 'Highland'), ('Ardrossan', 'Ayrshire')",
    );
    database.exec("INSERT INTO crew VALUES (1, 1), (1, 2), (2, 1), (3, 3)");
    database.exec("INSERT INTO sailor VALUES (1, 'Ann Lea'), (2, 'Bo Kay'), (3, 'Cy Roe'), (4, 'Di Poe')");
    database.exec("INSERT INTO cabin_note VALUES (1, 1, 'Upper'), (2, 2, 'Upper'), (3, 3, 'Lower')");
    database.exec(
      `INSERT INTO report VALUES (1, 1, 1, 2023, 4), (2, 1, 2, 2023, 2), (3, 2, 1, 2023, 5), (4, 1, 3, 2022, 3), (5, 3, 3, 2022, 1)`,
    );
  });
});
afterAll(() => line.datasource.close());

const expectRows = async (question: string, sql: string) => {
  await line.expectRows(question, sql);
};

describe("tables that declare no keys are joined", () => {
  it.each([
    [
      "how many ports are there in each county",
      "SELECT county, COUNT(*) FROM port JOIN sights USING (town_name) GROUP BY 1",
    ],
    [
      "how many sailors have more than 1 ferry",
      "SELECT COUNT(*) FROM sailor WHERE sailor_id IN (SELECT sailor_id FROM crew GROUP BY 1 HAVING COUNT(*) > 1)",
    ],
    ["which sailors have no reports", "SELECT name FROM sailor WHERE sailor_id NOT IN (SELECT sailor_id FROM report)"],
  ])("by what their names tell: %s", expectRows);
});

describe("a way between two places", () => {
  it.each([
    ["how many sailings from OBN to MAL", "SELECT COUNT(*) FROM sailing WHERE from_port = 'OBN' AND to_port = 'MAL'"],
    [
      "which ferries have sailings from OBN",
      "SELECT ferryname FROM ferry WHERE ferryid IN (SELECT ferryid FROM sailing WHERE from_port = 'OBN')",
    ],
    ["how many sailings from Oban (OBN) to Mallaig (MAL)", "SELECT 2"],
    [
      "Which ferries have sailings from Oban (OBN), and how many berths do they have?",
      "SELECT ferryname, SUM(berths) FROM sailing JOIN ferry USING (ferryid) WHERE from_port = 'OBN' GROUP BY 1",
    ],
    [
      "which ferries have sailings to OBN",
      "SELECT ferryname FROM ferry WHERE ferryid IN (SELECT ferryid FROM sailing WHERE to_port = 'OBN')",
    ],
  ])("has two ends, which are not exchanged: %s", expectRows);
});

describe("things of which each row says one", () => {
  it.each([
    [
      "how many ferries are there for each deck name",
      "SELECT deck_name, COUNT(*) FROM cabin_note JOIN ferry USING (ferryid) GROUP BY 1",
    ],
    ["which deck has the most ferries", "SELECT 'Upper'"],
  ])("are counted by the name that rows share: %s", expectRows);
});

describe("what is done for there to be a row at all", () => {
  it.each([
    ["how many reports were written in the year 2023", "SELECT 3"],
    ["how many reports were submitted by sailors for the ferry Tern", "SELECT 2"],
  ])("says no more of it: %s", expectRows);
});

describe("a count asked beside those it is of", () => {
  it.each([
    ["Which sailor wrote the most reports in 2023, and how many reports did they write?", "SELECT 'Ann Lea', 2"],
    [
      "Which sailors have reports in 2023, and how many reports do they have?",
      "SELECT name, COUNT(*) FROM report JOIN sailor USING (sailor_id) WHERE year = 2023 GROUP BY 1",
    ],
  ])("is one of each: %s", expectRows);
});

describe("a list in the order of what is highest", () => {
  it("has all of them, with the figure", async () => {
    const { result } = await line.answer(
      "Which sailors wrote the most reports, ordered by the number of reports in descending order?",
    );
    expect(result.rows.map(([, count]) => count)).toEqual([3, 1, 1]);
  });

  it("is put in order by a figure that is said to be first", async () => {
    const { result } = await line.answer(
      "List the ferry names and their average stars ordered by the lowest average stars first",
    );
    expect(result.rows.at(-1)).toEqual(["Selkie", 4.5]);
    expect(result.rows).toHaveLength(3);
  });

  it("names the one that is asked for beside the number it is asked by", async () => {
    await line.expectRows("Which report has the highest stars, and what are the stars?", "SELECT 3, 5");
  });
});

describe("the ratio of one figure to another", () => {
  it.each([
    ["What is the ratio of reports with more than 3 stars to reports with less than 3 stars?", "SELECT 1.0 * 2 / 2"],
    ["what is the ratio of sailings from OBN to sailings to OBN", "SELECT 1.0 * 3 / 2"],
    [
      "What is the ratio of berths to cabins for each ferry?",
      "SELECT ferryname, 1.0 * SUM(berths) / SUM(cabins) FROM sailing JOIN ferry USING (ferryid) GROUP BY 1",
    ],
    [
      "How does the ratio of berths to cabins differ across ferries, ordered by ratio descending?",
      "SELECT ferryname, 1.0 * SUM(berths) / SUM(cabins) AS r FROM sailing JOIN ferry USING (ferryid) GROUP BY 1 ORDER BY 2 DESC",
    ],
    ["What is the average ratio of berths to cabins?", "SELECT AVG(1.0 * berths / cabins) FROM sailing"],
    ["the ratio of sailors to ferries", "SELECT 1.0 * 4 / 3"],
    [
      "ratio of reports to sailings by ferry",
      "SELECT ferryname, 1.0 * (SELECT COUNT(*) FROM report r WHERE r.ferryid = f.ferryid) / (SELECT COUNT(*) FROM sailing s WHERE s.ferryid = f.ferryid) FROM ferry f",
    ],
    ["What is the ratio of sailors with 2 or more reports to sailors with exactly 1 report?", "SELECT 1.0 * 1 / 2"],
    ["the ratio of reports with 5 stars out of all reports in 2023", "SELECT 1.0 * 1 / 3"],
  ])("is made of both: %s", expectRows);

  it("is refused where one of them means nothing here", () => {
    const reading = line.ask("What is the ratio of sailings with a brass band to sailings without one?");
    expect(reading.kind).toBe("not_understood");
  });

  it("is no ratio where the second is only a place: a share goes on as it was", () => {
    const reading = line.ask("what is the proportion of sailings to Mallaig pier");
    expect(reading.kind === "query" ? reading.interpretation : "").not.toContain("divided by");
  });
});
