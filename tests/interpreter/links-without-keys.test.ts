import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A pattern library that declares no keys: who drew what, and in which style, stands in tables of nothing but links. */
const tables = `
CREATE TABLE weaver (wid INTEGER NOT NULL, name TEXT, village TEXT);
CREATE TABLE pattern (pid INTEGER NOT NULL, title TEXT, copy_num INTEGER, has_border BOOLEAN, remark TEXT);
CREATE TABLE draws (wid INTEGER NOT NULL, pid INTEGER NOT NULL);
CREATE TABLE style (sid INTEGER NOT NULL, name TEXT);
CREATE TABLE style_weaver (wid INTEGER NOT NULL, sid INTEGER NOT NULL);
`;
/** A yarn exchange whose names all begin with the part of the system they are of. */
const exchange = `
CREATE TABLE yxMember (yxMemId TEXT PRIMARY KEY, yxMemName TEXT NOT NULL, yxMemJoinDate DATE NOT NULL);
CREATE TABLE yxFibre (yxFibreId TEXT PRIMARY KEY, yxFibreName TEXT NOT NULL);
CREATE TABLE yxWeeklyQuote (yxWqFibreId TEXT NOT NULL REFERENCES yxFibre(yxFibreId), yxWqDate DATE NOT NULL, yxWqLow NUMERIC NOT NULL);
CREATE TABLE yxDeal (yxDlId TEXT PRIMARY KEY, yxDlMemId TEXT NOT NULL REFERENCES yxMember(yxMemId), yxDlFibreId TEXT NOT NULL REFERENCES yxFibre(yxFibreId), yxDlDay DATE NOT NULL, yxDlPrice NUMERIC NOT NULL);
`;

let [library, yarns]: Business[] = [];
const of = (business: Business | undefined) => async (question: string, sql: string) => {
  await business?.expectRows(question, sql);
};
const fill =
  (database: { prepare(sql: string): { run(...row: (string | number | null)[]): unknown } }) =>
  (table: string, rows: (string | number | null)[][]) => {
    for (const row of rows)
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => "?").join(",")})`).run(...row);
  };

beforeAll(async () => {
  library = await openFixture("links-without-keys", tables, (database) => {
    const into = fill(database);
    into("weaver", [
      [1, "Ann Lea", "Saltby"],
      [2, "Bo Kay", "Fenwick"],
      [3, "Cy Roe", "Saltby"],
    ]);
    into("pattern", [
      [1, "Wave", 5, 1, null],
      [2, "Star", 3, 0, "worn"],
      [3, "Reed", 2, 1, null],
      [4, "Knot", 9, 1, "torn"],
    ]);
    into("draws", [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 3],
      [3, 4],
    ]);
    into("style", [
      [1, "Old Fen"],
      [2, "High Coast"],
      [3, "Plain"],
    ]);
    into("style_weaver", [
      [1, 1],
      [1, 2],
      [2, 1],
      [3, 2],
    ]);
  });
  yarns = await openFixture("yarn-exchange", exchange, (database) => {
    const into = fill(database);
    into("yxMember", [
      ["M1", "Ann Lea", "2024-03-04"],
      ["M2", "Bo Kay", "2025-11-02"],
      ["M3", "Cy Roe", "2025-11-10"],
    ]);
    into("yxFibre", [
      ["F1", "Wool"],
      ["F2", "Flax"],
      ["F3", "Hemp"],
    ]);
    into("yxWeeklyQuote", [
      ["F1", "2025-10-06", 4],
      ["F1", "2025-10-13", 5],
      ["F2", "2025-03-03", 7],
    ]);
    into("yxDeal", [
      ["D1", "M1", "F1", "2025-10-07", 5],
      ["D2", "M2", "F1", "2025-11-12", 6],
      ["D3", "M3", "F2", "2025-11-12", 8],
      ["D4", "M3", "F1", "2025-11-13", 8],
    ]);
  });
});
afterAll(() => Promise.all([library?.datasource.close(), yarns?.datasource.close()]));

describe("tables of nothing but links, where no key is declared", () => {
  it.each([
    [
      "total number of copies for each weaver",
      "SELECT name, SUM(copy_num) FROM weaver JOIN draws USING (wid) JOIN pattern USING (pid) GROUP BY wid",
    ],
    [
      "which weavers are in both the style Old Fen and the style High Coast",
      "SELECT name FROM weaver WHERE wid IN (SELECT wid FROM style_weaver WHERE sid = 1) AND wid IN (SELECT wid FROM style_weaver WHERE sid = 2)",
    ],
  ])("belong to both their sides: %s", (question, sql) => of(library)(question, sql));
});

describe("those that have something and those that have not", () => {
  it.each([
    [
      "how many patterns have a border and how many do not?",
      "SELECT SUM(has_border = 1), SUM(has_border <> 1) FROM pattern",
    ],
    [
      "how many patterns have a remark and how many don't have one",
      "SELECT COUNT(remark), COUNT(*) - COUNT(remark) FROM pattern",
    ],
  ])("are counted beside each other: %s", (question, sql) => of(library)(question, sql));
});

describe("names of several words that all begin alike", () => {
  it.each([
    [
      "which fibres do not have any weekly quotes",
      "SELECT yxFibreName FROM yxFibre WHERE yxFibreId NOT IN (SELECT yxWqFibreId FROM yxWeeklyQuote)",
    ],
    [
      "fibres that have weekly quotes since 1 October 2025",
      "SELECT yxFibreName FROM yxFibre WHERE yxFibreId IN (SELECT yxWqFibreId FROM yxWeeklyQuote WHERE yxWqDate >= '2025-10-01')",
    ],
  ])("mean the table, whatever time they speak of: %s", (question, sql) => of(yarns)(question, sql));
});

describe("rows by people of whom more is said", () => {
  it("are one number", async () => {
    expect.hasAssertions();
    await of(yarns)(
      "number of deals by members who joined in November 2025",
      "SELECT COUNT(*) FROM yxDeal JOIN yxMember ON yxDlMemId = yxMemId WHERE yxMemJoinDate >= '2025-11-01' AND yxMemJoinDate < '2025-12-01'",
    );
  });
});
