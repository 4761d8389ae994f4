import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A choir: its singers with their birthdays, who brought them and who supervises them, halls with keepers, and goats that are kept by singers. */
const tables = `
CREATE TABLE halls (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rooms INTEGER NOT NULL, yearly_rent NUMERIC NOT NULL);
CREATE TABLE singers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, voice TEXT NOT NULL, birth_date DATE NOT NULL, joined_on DATE NOT NULL, hall_id INTEGER NOT NULL REFERENCES halls (id), part_time BOOLEAN NOT NULL, supervisor_id INTEGER REFERENCES singers (id));
CREATE TABLE patrons (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, recruiter_id INTEGER REFERENCES patrons (id));
CREATE TABLE goats (id INTEGER PRIMARY KEY, name TEXT NOT NULL, breed TEXT NOT NULL, colour TEXT NOT NULL, born_on DATE NOT NULL, keeper_id INTEGER NOT NULL REFERENCES singers (id));
CREATE TABLE walks (id INTEGER PRIMARY KEY, goat_id INTEGER NOT NULL REFERENCES goats (id), walked_on DATE NOT NULL);
`;

/** 15 June 2024 is today. */
let choir: Business;
beforeAll(async () => {
  choir = await openFixture("birthdays-and-bosses", tables, (database) => {
    database.exec("INSERT INTO halls VALUES (1, 'Old Mill', 4, 800), (2, 'Red Barn', 2, 600)");
    database.exec(`INSERT INTO singers VALUES (1, 'Ada Moor', 'alto', '1980-06-20', '2010-06-01', 1, 0, NULL),
      (2, 'Bo Reed', 'bass', '1990-06-15', '2012-01-01', 1, 1, 1), (3, 'Cy Lund', 'alto', '1970-12-28', '2015-06-30', 1, 1, 1),
      (4, 'Di Fell', 'bass', '1985-01-03', '2020-03-01', 2, 0, 1), (5, 'Ed Vale', 'alto', '1990-05-01', '2022-05-01', 2, 0, 3)`);
    database.exec(
      "INSERT INTO patrons VALUES (1, 'Gil Ash', NULL), (2, 'Hal Oak', 1), (3, 'Ivy Elm', 1), (4, 'Jo Fir', 2)",
    );
    database.exec(`INSERT INTO goats VALUES (1, 'Nan', 'Saanen', 'white', '2020-01-01', 1), (2, 'Nan', 'Saanen', 'brown', '2021-01-01', 2),
      (3, 'Pip', 'Saanen', 'white', '2019-01-01', 1), (4, 'Pip', 'Boer', 'brown', '2019-02-01', 3), (5, 'Nan', 'Boer', 'brown', '2022-02-01', 3)`);
    database.exec(
      "INSERT INTO walks VALUES (1, 1, '2024-01-01'), (2, 1, '2024-02-01'), (3, 2, '2024-03-01'), (4, 3, '2024-01-05')",
    );
  });
});
afterAll(async () => {
  await choir.datasource.close();
});

describe("a birthday", () => {
  const born = (where: string) => `SELECT full_name, birth_date FROM singers WHERE ${where}`;
  it.each([
    ["singers whose birthday is this month", born("id IN (1, 2)")],
    ["birthdays this month", born("id IN (1, 2)")],
    ["whose birthday is today", born("id = 2")],
    ["who has a birthday next week", born("id = 1")],
    ["singers with a birthday in December", born("id = 3")],
    ["singers born in June", born("id IN (1, 2)")],
    ["singers with a birthday in the next 7 days", born("id IN (1, 2)")],
    ["singers born in 1990", "SELECT 'Bo Reed' UNION SELECT 'Ed Vale'"],
    ["how many singers have their birthday this month", "SELECT 2"],
    ["singers with an anniversary this month", "SELECT 'Ada Moor' UNION SELECT 'Cy Lund'"],
  ])("is of any year: %s", async (question, sql) => {
    await choir.expectRows(question, sql);
  });

  it("is of the year that is said", async () => {
    await choir.expectRows("singers born in June 1980", "SELECT 'Ada Moor'");
  });

  it("is told as a birthday, in the order of the year", async () => {
    const { reading, result } = await choir.answer("birthdays this month");
    expect(reading.interpretation).toBe("Full name and birth date of singers with birthday this month.");
    expect(verbalize(reading.form, result)).toBe(
      "2 singers with birthday this month: Bo Reed, 15 June 1990; Ada Moor, 20 June 1980.",
    );
  });
});

describe("people above and beside others", () => {
  it.each([
    ["how many people does Ada Moor supervise", "SELECT 3"],
    ["who does Ada Moor supervise", "SELECT 'Bo Reed' UNION SELECT 'Cy Lund' UNION SELECT 'Di Fell'"],
    ["who is supervised by Ada Moor", "SELECT 'Bo Reed' UNION SELECT 'Cy Lund' UNION SELECT 'Di Fell'"],
    ["who supervises the most people", "SELECT 'Ada Moor'"],
    ["halls with more than 2 people", "SELECT 'Old Mill'"],
    ["which hall has the most people", "SELECT 'Old Mill'"],
    ["patrons recruited by other patrons", "SELECT 'Hal Oak' UNION SELECT 'Ivy Elm' UNION SELECT 'Jo Fir'"],
    ["how many patrons were recruited", "SELECT 3"],
    ["which patron recruited the most other patrons", "SELECT 'Gil Ash'"],
    ["how many part-timers per hall", "SELECT 'Old Mill', 2"],
  ])("%s", async (question, sql) => {
    await choir.expectRows(question, sql);
  });

  it.each(["halls with more than 3 organs", "halls with more than 3 unicorns"])(
    "is no number of what is not there: %s",
    (question) => {
      expect(choir.ask(question).kind).not.toBe("query");
    },
  );

  it("says that nobody recruited somebody who is there", async () => {
    const { reading, result } = await choir.answer("who recruited Gil Ash");
    expect(verbalize(reading.form, result)).toBe("There are no recruiters of patrons named “Gil Ash”.");
  });
});

describe("who was born", () => {
  it.each([
    ["number of walks per goat", "SELECT 'Nan', 2 UNION ALL SELECT 'Nan', 1 UNION ALL SELECT 'Pip', 1"],
    ["white vs brown", "SELECT 'white', 2 UNION ALL SELECT 'brown', 3"],
    ["most common colour by breed", "SELECT 'Saanen', 'white' UNION ALL SELECT 'Boer', 'brown'"],
  ])("is counted one by one: %s", async (question, sql) => {
    await choir.expectRows(question, sql);
  });

  it("divides a number by another where one of them is meant", async () => {
    await choir.expectRows("rent per room", "SELECT 1400.0 / 6");
  });
});
