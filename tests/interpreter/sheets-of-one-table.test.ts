import { verbalize } from "@parley/interpreter/explain/sentence";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** One table alone, as a spreadsheet is. */
const openSheet = (name: string, tables: string, rows: string) =>
  openFixture(name, tables, (database) => database.exec(rows));

describe("rows with one number alone", () => {
  let reserve: Business;
  beforeAll(async () => {
    reserve = await openSheet(
      "rainfall",
      "CREATE TABLE rainfall_lines (valley TEXT, gauge TEXT, month DATE, rainfall_mm INTEGER)",
      `INSERT INTO rainfall_lines VALUES ('Upper', 'Rock', '2024-01-01', 40), ('Upper', 'Mill', '2024-01-01', 20), ('Lower', 'Weir', '2024-01-01', 15),
        ('Upper', 'Rock', '2024-02-01', 70), ('Upper', 'Mill', '2024-02-01', 30), ('Lower', 'Weir', '2024-02-01', 5),
        ('Upper', 'Rock', '2024-03-01', 10), ('Upper', 'Mill', '2024-03-01', 12), ('Lower', 'Weir', '2024-03-01', 9)`,
    );
  });
  afterAll(() => reserve.datasource.close());

  it.each([
    ["total for March", "SELECT 31"],
    ["what is the total?", "SELECT 211"],
    ["total by valley", "SELECT 'Upper', 182 UNION ALL SELECT 'Lower', 29"],
    ["which month was the highest?", "SELECT '2024-02-01'"],
    ["which valley is the lowest in February", "SELECT 'Lower'"],
    ["which gauge has the highest total?", "SELECT 'Rock'"],
    ["how much for Mill in January", "SELECT 20"],
    ["how much for the Upper valley", "SELECT 182"],
    ["what share of the total is Lower?", "SELECT 29.0 / 211"],
  ])("are what a figure without a name means: %s", async (question, sql) => {
    await reserve.expectRows(question, sql);
  });

  it("keep the word that a unit follows", async () => {
    const { reading, result } = await reserve.answer("total for March");
    expect(verbalize(reading.form, result)).toBe("The total rainfall of rainfall lines in March 2024 was 31 mm.");
  });
});

describe("rows with the names of months and no year", () => {
  it.each([
    ["total for March", "SELECT 35"],
    ["how much for Tate in Feb", "SELECT 20"],
    ["visitors in February", "SELECT 22"],
    ["compare visitors in January and March", "SELECT 'January', 11 UNION ALL SELECT 'March', 35"],
  ])("are found by the month: %s", async (question, sql) => {
    const museums = await openSheet(
      "museums",
      "CREATE TABLE visitors_lines (museum TEXT, month TEXT, visitors INTEGER)",
      "INSERT INTO visitors_lines VALUES ('Tate', 'January', 10), ('Tate', 'February', 20), ('Tate', 'March', 30), ('Kelvin', 'January', 1), ('Kelvin', 'February', 2), ('Kelvin', 'March', 5)",
    );
    await museums.expectRows(question, sql);
    expect(museums.ask("total for March 2023").kind).toBe("not_understood");
    await museums.datasource.close();
  });
});

describe("rows with two numbers", () => {
  it("leave open which a figure without a name means", async () => {
    const farm = await openSheet(
      "two-numbers",
      "CREATE TABLE shearing (pen TEXT, sheep INTEGER, fleece_kg REAL)",
      "INSERT INTO shearing VALUES ('A', 4, 9.5), ('B', 3, 8)",
    );
    expect(farm.ask("total by pen").kind).toBe("not_understood");
    await farm.datasource.close();
  });
});

describe("rows that name others", () => {
  let kennel: Business;
  beforeAll(async () => {
    const rows = Array.from(
      { length: 24 },
      (_, at) =>
        `('2024-03-${10 + (at % 9)}', ${70 + (at % 5)}, '${["Ada", "Bo", "Cy", "Di", "Ed"][at % 5]}', 'Run ${at % 3}', ${at + 1}, ${at * 2 + 5.5})`,
    );
    kennel = await openSheet(
      "kennel",
      "CREATE TABLE sales (sold_on DATE, keeper_no INTEGER, keeper_name TEXT, run TEXT, quantity INTEGER, revenue_gbp REAL)",
      `INSERT INTO sales VALUES ${rows.join(", ")}`,
    );
  });
  afterAll(() => kennel.datasource.close());

  it.each([
    ["how many different keepers are there?", "SELECT 5"],
    ["how many keepers are there?", "SELECT 5"],
    ["top 2 keepers by revenue", "SELECT keeper_name FROM sales GROUP BY 1 ORDER BY SUM(revenue_gbp) DESC LIMIT 2"],
    ["list the keepers", "SELECT DISTINCT keeper_name FROM sales"],
  ])("tell them by their names, once each: %s", async (question, sql) => {
    await kennel.expectRows(question, sql);
  });

  it("are no salespeople", () => {
    expect(kennel.ask("which salesperson sold the most?").kind).toBe("not_understood");
  });
});

describe("rows that say apart what came in and what went out", () => {
  const entries = `INSERT INTO cashbook VALUES ('2024-03-02', 'Rope', 'Gear', NULL, 40), ('2024-03-09', 'Lessons', 'Teaching', 90, NULL),
    ('2024-04-01', 'Chalk', 'Gear', NULL, 12.5), ('2024-04-20', 'Lessons', 'Teaching', 60, NULL), ('2024-05-03', 'Hall', 'Rent', NULL, 200)`;

  it.each([
    ["cash_in_eur REAL, cash_out_eur REAL"],
    ["credit REAL, debit REAL"],
    ["deposits_eur REAL, withdrawals_eur REAL"],
    ["income REAL, expenses REAL"],
  ])("answer with the one that is meant: %s", async (columns) => {
    const book = await openSheet(
      "cashbook",
      `CREATE TABLE cashbook (day DATE, what TEXT, kind TEXT, ${columns})`,
      entries,
    );
    const [came = "", went = ""] = columns.split(", ").map((column) => column.split(" ")[0]);
    for (const [question, sql] of [
      ["how much did we spend?", "SELECT 252.5"],
      ["how much did I spend on Gear", "SELECT 52.5"],
      ["how much did we earn in March", "SELECT 90"],
      ["how much was received in total?", "SELECT 150"],
      ["spending by kind", `SELECT kind, SUM(${went}) FROM cashbook GROUP BY kind`],
      [`total ${came.replace("_eur", "").replace("_", " ")} in April`, "SELECT 60"],
      [`total ${went.replace("_eur", "").replace("_", " ")} in April`, "SELECT 12.5"],
    ] as const)
      await book.expectRows(question, sql);
    await book.datasource.close();
  });
});

describe("rows that say yes or no to a deed", () => {
  let claims: Business;
  beforeAll(async () => {
    claims = await openSheet(
      "claims",
      "CREATE TABLE claims (filed DATE, ward TEXT, amount REAL, approved TEXT, visit_again TEXT, stay_minutes INTEGER)",
      `INSERT INTO claims VALUES ('2024-03-02', 'East', 40, 'yes', 'Yes', 20), ('2024-03-09', 'West', 90, 'no', 'No', 55), ('2024-04-01', 'East', 12.5, 'no', 'Yes', 10),
        ('2024-04-20', 'West', 60, 'yes', NULL, 65), ('2024-05-03', 'West', 200, 'no', 'Yes', NULL)`,
    );
  });
  afterAll(() => claims.datasource.close());

  it.each([
    ["how much has not been approved?", "SELECT 302.5"],
    ["how much was approved in March", "SELECT 40"],
    ["how much is still not approved by ward", "SELECT 'East', 12.5 UNION ALL SELECT 'West', 290"],
    ["how many would visit again?", "SELECT 3"],
    ["how many different visit agains are there", "SELECT 2"],
    ["how many visit again by ward", "SELECT 'East', 2 UNION ALL SELECT 'West', 1"],
    ["how many stayed more than 15 minutes", "SELECT 3"],
    ["how many minutes did they stay", "SELECT 150"],
  ])("are added up and counted by it: %s", async (question, sql) => {
    await claims.expectRows(question, sql);
  });

  it.each(["how many would not visit again?", "how many don't visit again"])(
    "are not counted as those that say yes: %s",
    (question) => {
      const reading = claims.ask(question);
      expect(reading.kind === "query" ? reading.sql : "").not.toContain("= 'Yes'");
    },
  );

  it.each([
    ["which ward has the longest stay on average?", "SELECT 'West'"],
    ["which ward has the longest stay in total?", "SELECT 'West'"],
  ])("are ranked by what each comes to: %s", async (question, sql) => {
    await claims.expectRows(question, sql);
    const reading = claims.ask(question);
    expect(reading.kind === "query" && reading.sql).toMatch(question.includes("average") ? /AVG/ : /SUM/);
  });
});
