import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** Two years' lists of a choir, and, apart, what visitors of a pool answered to a form. */
const lists = `
CREATE TABLE members_spring (singer TEXT NOT NULL, voice TEXT NOT NULL, fee REAL NOT NULL);
CREATE TABLE members_autumn (singer TEXT NOT NULL, voice TEXT NOT NULL, fee REAL NOT NULL);
`;
const answers = `CREATE TABLE pool_survey (visited_on DATE NOT NULL, activities TEXT, stars INTEGER, recommend_us TEXT, sponsor TEXT)`;

const cashBook = `CREATE TABLE cash_book (booked_on DATE NOT NULL, what TEXT NOT NULL, cash_in REAL, cash_out REAL)`;

const herd = `CREATE TABLE milk_list (cow_no INTEGER NOT NULL, barn TEXT NOT NULL, liters REAL NOT NULL)`;

let choir: Business;
let pool: Business;
let till: Business;
let barns: Business;
beforeAll(async () => {
  choir = await openFixture("lists", lists, (database) => {
    database.exec("INSERT INTO members_spring VALUES ('Ana', 'alto', 10), ('Bea', 'alto', 10), ('Cid', 'bass', 12)");
    database.exec("INSERT INTO members_autumn VALUES ('Bea', 'alto', 11), ('Cid', 'bass', 12), ('Dov', 'tenor', 12)");
  });
  pool = await openFixture("answers", answers, (database) => {
    database.exec(`INSERT INTO pool_survey VALUES ('2025-05-01', 'Swimming, Sauna', 5, 'Yes', 'Kern'), ('2025-05-01', 'Swimming', 4, 'No', 'none'),
      ('2025-05-02', 'Sauna', 3, 'Maybe', 'n/a'), ('2025-05-03', 'Diving, Swimming', 2, 'Yes', NULL), ('2025-05-03', 'Diving', 4, 'No', 'Voss')`);
  });
  till = await openFixture("till", cashBook, (database) => {
    database.exec(
      "INSERT INTO cash_book VALUES ('2025-02-01', 'Flour', NULL, 40), ('2025-02-02', 'Cakes', 90, NULL), ('2025-02-03', 'Rent', NULL, 75)",
    );
  });
});
beforeAll(async () => {
  barns = await openFixture("herd", herd, (database) => {
    database.exec("INSERT INTO milk_list VALUES (811, 'Old', 20), (812, 'Old', 24), (813, 'New', 31)");
  });
});
afterAll(async () => {
  await barns.datasource.close();
  await till.datasource.close();
  await choir.datasource.close();
  await pool.datasource.close();
});

describe("two lists of the same things", () => {
  it.each([
    ["which singers are in the autumn list but not in the spring list?", [["Dov"]]],
    ["who is in spring but not in autumn?", [["Ana"]]],
    ["which singers of spring are not in autumn?", [["Ana"]]],
    ["who is in both lists?", [["Bea"], ["Cid"]]],
    ["which singers are in both spring and autumn?", [["Bea"], ["Cid"]]],
  ])("are compared by %s", async (question, rows) => {
    const { result } = await choir.answer(question);
    expect(result.rows).toEqual(expect.arrayContaining(rows));
    expect(result.rows).toHaveLength(rows.length);
  });

  it("say by what they are compared, and how many there are", async () => {
    const { reading, result } = await choir.answer("who is in both lists?");
    expect(reading.assumptions).toEqual(["The lists are compared by singer."]);
    expect(verbalize(reading.form, result)).toBe("2 different singers: Bea, Cid.");
  });

  it("are not compared by what they do not both have", () => {
    expect(choir.ask("which conductors are in spring but not in autumn?").kind).not.toBe("query");
  });
});

describe("answers to a form", () => {
  it.each([
    ["how many would recommend us?", "SELECT COUNT(*) FROM pool_survey WHERE recommend_us = 'Yes'"],
    ["how many would not recommend us?", "SELECT COUNT(*) FROM pool_survey WHERE recommend_us = 'No'"],
    ["how many responses on 3 May 2025", "SELECT COUNT(*) FROM pool_survey WHERE visited_on = '2025-05-03'"],
    [
      "how many entries have activities Swimming",
      "SELECT COUNT(*) FROM pool_survey WHERE activities LIKE '%Swimming%'",
    ],
  ])("are read from %s", async (question, sql) => {
    await pool.expectRows(question, sql);
  });

  it("with several choices in a cell are told to be so where they are counted by it", async () => {
    const { reading } = await pool.answer("number of entries by activities");
    expect(reading.assumptions.join(" ")).toContain("Cells of activities hold several values");
  });
});

describe("the most frequent of several choices in a cell", () => {
  it("is not told by the cells", () => {
    const reading = pool.ask("which activities have the most entries?");
    expect(reading).toMatchObject({ kind: "not_understood" });
    expect(reading.kind === "not_understood" && reading.reason).toContain("cells hold several of them");
  });
});

describe("rows that say that there is nothing", () => {
  it.each([
    [
      "how many entries have no sponsor?",
      "SELECT COUNT(*) FROM pool_survey WHERE sponsor IS NULL OR sponsor IN ('none', 'n/a')",
    ],
    ["how many entries have a sponsor?", "SELECT COUNT(*) FROM pool_survey WHERE sponsor NOT IN ('none', 'n/a')"],
    [
      "how many sponsors are there?",
      "SELECT COUNT(DISTINCT sponsor) FROM pool_survey WHERE sponsor NOT IN ('none', 'n/a')",
    ],
  ])("are those of %s", async (question, sql) => {
    await pool.expectRows(question, sql);
  });
});

describe("a cash book", () => {
  it.each([
    ["how much money came in?", "SELECT SUM(cash_in) FROM cash_book"],
    ["how much money went out?", "SELECT SUM(cash_out) FROM cash_book"],
    ["what was the largest payment?", "SELECT MAX(cash_out) FROM cash_book"],
  ])("says what came in and went out: %s", async (question, sql) => {
    await till.expectRows(question, sql);
  });
});

describe("a number that tells which one", () => {
  it.each([
    ["how many cows are there?", "SELECT COUNT(DISTINCT cow_no) FROM milk_list"],
    ["how many cows in each barn?", "SELECT barn, COUNT(DISTINCT cow_no) FROM milk_list GROUP BY barn"],
  ])("is counted rather than added up: %s", async (question, sql) => {
    await barns.expectRows(question, sql);
  });
});
