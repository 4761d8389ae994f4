import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A boat hire: shortened words in names, flags of several words, a key and a day that are called after one deed. */
const tables = `
CREATE TABLE tbl_pier(pier_id INTEGER PRIMARY KEY, pier_nm TEXT NOT NULL);
CREATE TABLE tbl_skipper(skipper_id INTEGER PRIMARY KEY, skipper_nm TEXT NOT NULL, country TEXT NOT NULL, is_member INTEGER NOT NULL, birth_year INTEGER NOT NULL, joined_dt TEXT NOT NULL);
CREATE TABLE tbl_trip(trip_id INTEGER PRIMARY KEY, skipper_id INTEGER NOT NULL REFERENCES tbl_skipper(skipper_id), pickup_pier_id INTEGER NOT NULL REFERENCES tbl_pier(pier_id), return_pier_id INTEGER REFERENCES tbl_pier(pier_id), pickup_at TEXT NOT NULL, due_dt TEXT NOT NULL, returned_dt TEXT, boat_kind TEXT NOT NULL, hours INTEGER NOT NULL, wasted_litres INTEGER NOT NULL, litres INTEGER NOT NULL, amt_paid REAL NOT NULL, night_flg TEXT NOT NULL, billed_to_harbour TEXT NOT NULL);
`;

const dayOf = (month: number, day: number): string => new Date(Date.UTC(2024, month, day)).toISOString().slice(0, 10);

function fill(database: DatabaseSync): void {
  const add = (table: string, ...cells: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(", ")})`).run(...cells);
  add("tbl_pier", 1, "West");
  add("tbl_pier", 2, "East");
  for (let id = 1; id <= 12; id++)
    add(
      "tbl_skipper",
      id,
      `Skipper ${id}`,
      id % 2 === 0 ? "Spain" : "Malta",
      id % 3 === 0 ? 1 : 0,
      1940 + 5 * id,
      "2023-03-01",
    );
  for (let id = 1; id <= 90; id++)
    add(
      "tbl_trip",
      id,
      1 + (id % 11),
      1 + (id % 2),
      id % 3 === 0 ? 2 : 1,
      `${dayOf(5, 14 - 5 * id)} 09:00:00`,
      dayOf(5, 16 - 5 * id),
      id % 9 === 0 ? null : dayOf(5, 15 + (id % 4) - 5 * id),
      ["sail", "motor", "paddle"][id % 3] ?? "",
      1 + (id % 7),
      id % 5,
      20 + id,
      30 + id,
      id % 4 === 0 ? "Y" : "N",
      id % 6 === 0 ? "Y" : "N",
    );
}

let boats: Business;
beforeAll(async () => {
  boats = await openFixture("boats", tables, fill);
});
afterAll(() => boats.datasource.close());

const rounded = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toFixed(4) : String(cell))).join(" | "));

async function expectRows(question: string, sql: string): Promise<void> {
  const { result, reading } = await boats.answer(question);
  expect(rounded(result.rows).toSorted(), reading.sql).toEqual(rounded(await boats.rows(sql)).toSorted());
}

const months = "strftime('%Y-%m', pickup_at)";
const skippers = "tbl_trip JOIN tbl_skipper USING (skipper_id)";
const within = (from: string, to: string) => `pickup_at >= '${from}' AND pickup_at < '${to}'`;

describe("figures that are named side by side are all shown", () => {
  it.each([
    ["revenue and trips by month", `SELECT ${months}, SUM(amt_paid), COUNT(*) FROM tbl_trip GROUP BY 1`],
    [
      "trips, revenue and average hours per country",
      `SELECT country, COUNT(*), SUM(amt_paid), AVG(hours) FROM ${skippers} GROUP BY 1`,
    ],
    [
      "revenue and skippers by country",
      `SELECT country, COALESCE(SUM(amt_paid), 0), COUNT(DISTINCT s.skipper_id)
       FROM tbl_skipper s LEFT JOIN tbl_trip t ON t.skipper_id = s.skipper_id GROUP BY 1`,
    ],
    ["trips and hours by boat kind", "SELECT boat_kind, COUNT(*), SUM(hours) FROM tbl_trip GROUP BY 1"],
  ])("%s", expectRows);

  it("or it is said whom a count leaves out", async () => {
    const { reading } = await boats.answer("revenue and skippers by country last year");
    expect(reading.assumptions).toContain("Only skippers with trips are counted.");
  });

  it("go by their own dates where their tables have different ones", () =>
    expectRows(
      "revenue and new skippers by month",
      `WITH months AS (SELECT strftime('%Y-%m', pickup_at) AS month FROM tbl_trip UNION SELECT strftime('%Y-%m', joined_dt) FROM tbl_skipper)
      SELECT month, (SELECT COALESCE(SUM(amt_paid), 0) FROM tbl_trip WHERE strftime('%Y-%m', pickup_at) = month),
        (SELECT COUNT(*) FROM tbl_skipper WHERE strftime('%Y-%m', joined_dt) = month) FROM months`,
    ));
});

describe("two groups, or two times, are both shown", () => {
  it.each([
    ["do members spend more than guests?", `SELECT is_member, SUM(amt_paid) FROM ${skippers} GROUP BY 1`],
    ["average hours of members vs non-members", `SELECT is_member, AVG(hours) FROM ${skippers} GROUP BY 1`],
    [
      "do sail boats bring in more than motor ones?",
      "SELECT boat_kind, SUM(amt_paid) FROM tbl_trip WHERE boat_kind IN ('sail', 'motor') GROUP BY 1",
    ],
    [
      "revenue last month vs the month before",
      `SELECT ${months}, SUM(amt_paid) FROM tbl_trip WHERE ${within("2024-04-01", "2024-06-01")} GROUP BY 1`,
    ],
    [
      "trips in march compared to april by boat kind",
      `SELECT boat_kind, SUM(${months} = '2024-03'), SUM(${months} = '2024-04') FROM tbl_trip WHERE ${within("2024-03-01", "2024-05-01")} GROUP BY 1`,
    ],
  ])("%s", expectRows);
});

describe("names that are said otherwise than they are written", () => {
  it.each([
    [
      "revenue by pickup pier",
      "SELECT pier_nm, SUM(amt_paid) FROM tbl_trip JOIN tbl_pier ON pier_id = pickup_pier_id GROUP BY pier_id",
    ],
    ["how many trips were billed to the harbour", "SELECT COUNT(*) FROM tbl_trip WHERE billed_to_harbour = 'Y'"],
    ["night hours by boat kind", "SELECT boat_kind, SUM(hours) FROM tbl_trip WHERE night_flg = 'Y' GROUP BY 1"],
    [
      "percentage of litres wasted by boat kind",
      "SELECT boat_kind, 100.0 * SUM(wasted_litres) / SUM(litres) FROM tbl_trip GROUP BY 1",
    ],
    ["skippers older than 60", "SELECT skipper_nm FROM tbl_skipper WHERE birth_year < 1964"],
    [
      "skippers who returned late more than twice",
      `SELECT skipper_nm FROM ${skippers} WHERE returned_dt > due_dt GROUP BY skipper_id HAVING COUNT(*) > 2`,
    ],
    [
      "which boat kind wastes the most litres",
      "SELECT boat_kind FROM tbl_trip GROUP BY 1 ORDER BY SUM(wasted_litres) DESC LIMIT 1",
    ],
  ])("%s", expectRows);
});

describe("a month without a year", () => {
  it("is the one next to that which was spoken of", () => {
    const before = boats.ask("revenue in november 2023");
    if (before.kind !== "query") throw new Error("not read");
    const after = boats.ask("and in december?", { earlier: [before.form] });
    expect(after.kind === "query" && after.interpretation).toContain("December 2023");
  });
});

describe("what nobody can know", () => {
  it.each(["what will a trip cost next year", "which pier do skippers like best"])(
    "is not answered: %s",
    (question) => {
      expect(boats.ask(question).kind).toBe("not_understood");
    },
  );
});
