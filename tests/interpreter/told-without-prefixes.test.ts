import { chooseCharts } from "@parley/interpreter/explain/choose-chart";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { suggestQuestions } from "@parley/interpreter/explain/suggestions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A stable yard in which everything begins with "ry_", and what is in a table with its short form once more. */
const tables = `
CREATE TABLE ry_owners (ry_own_id INTEGER PRIMARY KEY, ry_own_name TEXT NOT NULL, ry_own_town TEXT NOT NULL);
CREATE TABLE ry_grooms (ry_grm_id INTEGER PRIMARY KEY, ry_grm_name TEXT NOT NULL, ry_grm_mgr_id INTEGER REFERENCES ry_grooms (ry_grm_id));
CREATE TABLE ry_bills (ry_bl_id INTEGER PRIMARY KEY, ry_bl_owner_id INTEGER NOT NULL REFERENCES ry_owners (ry_own_id), ry_bl_amount REAL NOT NULL, ry_bl_kind TEXT NOT NULL, ry_bl_date DATE NOT NULL, ry_bl_memo TEXT, memo TEXT);
`;

let yard: Business;
beforeAll(async () => {
  yard = await openFixture("told-without-prefixes", tables, (database) => {
    database.exec(
      "INSERT INTO ry_owners VALUES (1, 'Ada Ness', 'Fenwick'), (2, 'Bo Lind', 'Saltby'), (3, 'Cy Moe', 'Fenwick')",
    );
    database.exec("INSERT INTO ry_grooms VALUES (1, 'Di Orr', NULL), (2, 'Ed Pim', 1), (3, 'Flo Quist', 1)");
    database.exec(`INSERT INTO ry_bills VALUES (1, 1, 100, 'livery', '2024-05-02', 'A1', 'x'), (2, 1, 50, 'feed', '2024-05-09', 'A2', 'y'),
      (3, 2, 70, 'livery', '2024-04-09', 'A3', 'z')`);
  });
});
afterAll(() => yard.datasource.close());

describe("a prefix that the tables of a system share, and the short form of a table before its columns", () => {
  it.each([
    ["total amount of bills", "The total amount of bills is 220."],
    ["average amount by kind", "Average amount of bills by kind: 85 for livery and 50 for feed."],
    ["how many owners are in Fenwick", "There are 2 owners with town “Fenwick”."],
    ["who reports to Di Orr", "2 grooms with manager “Di Orr”: Ed Pim, Flo Quist."],
    ["owners without bills", "1 owner without bills: Cy Moe."],
  ])("are not told: %s", async (question, sentence) => {
    const { reading, result } = await yard.answer(question);
    expect(verbalize(reading.form, result)).toBe(sentence);
    expect(reading.interpretation).not.toMatch(/\b(?:ry|bl|grm|own)\b/i);
  });

  it("do not stand above the columns of a table", async () => {
    const { result } = await yard.answer("total amount by kind");
    expect(result.columns.map(({ name }) => name)).toEqual(["kind", "total_amount"]);
  });

  it("do not stand in the titles of a chart", async () => {
    const { reading, result } = await yard.answer("number of bills by kind");
    expect(chooseCharts(reading.form, result).map(({ title }) => title)).toEqual(["Number of bills by kind"]);
  });

  it("stand in no question that is suggested", () => {
    expect(suggestQuestions(yard.schema).join(" ")).not.toMatch(/\b(?:ry|bl|grm|own)\b/i);
  });

  it("stay where two columns would be called the same without them", async () => {
    const { reading } = await yard.answer("bills with their ry_bl_memo");
    expect(reading.sql).toMatch(/\bry_bl_memo\b/);
    expect(reading.sql).not.toMatch(/ry_bl_memo AS/);
  });
});
