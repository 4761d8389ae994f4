import { verbalize } from "@parley/interpreter/explain/sentence";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, openFixture } from "./business.ts";

/** A nursery for plants: kinds of plants, buyers, sales of plants and what came back. */
const tables = `
CREATE TABLE plant_kinds (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, plant_kind_id INTEGER NOT NULL REFERENCES plant_kinds (id));
CREATE TABLE buyers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE sales (id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES buyers (id), sold_on DATE NOT NULL);
CREATE TABLE sale_lines (id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sales (id), plant_id INTEGER NOT NULL REFERENCES plants (id), quantity INTEGER NOT NULL, line_total NUMERIC NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, sale_line_id INTEGER NOT NULL REFERENCES sale_lines (id), returned_on DATE NOT NULL, reason TEXT NOT NULL);
`;

let nursery: Business;
beforeAll(async () => {
  nursery = await openFixture("grown-the-most", tables, (database) => {
    const fill = (table: string, rows: readonly string[]) =>
      database.exec(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
    fill("plant_kinds", ["1, 'Ferns'", "2, 'Roses'", "3, 'Herbs'"]);
    fill("plants", ["1, 'Sword fern', 1", "2, 'Old rose', 2", "3, 'Thyme', 3", "4, 'Sage', 3"]);
    fill("buyers", ["1, 'Ida Lund', 'Vik'", "2, 'Per Nes', 'Vik'", "3, 'Tor Aas', 'Moss'"]);
    fill("sales", [
      "1, 1, '2022-03-01'",
      "2, 1, '2023-03-01'",
      "3, 2, '2023-11-01'",
      "4, 3, '2024-03-01'",
      "5, 2, '2024-05-10'",
      "6, 1, '2024-04-10'",
    ]);
    fill("sale_lines", [
      "1, 1, 1, 1, 100",
      "2, 1, 2, 1, 50",
      "3, 2, 1, 2, 100",
      "4, 2, 2, 4, 200",
      "5, 2, 3, 5, 50",
      "6, 3, 3, 9, 900",
      "7, 4, 1, 3, 120",
      "8, 4, 2, 2, 100",
      "9, 5, 3, 8, 150",
      "10, 6, 4, 1, 10",
    ]);
    fill("returns", [
      "1, 7, '2024-03-05', 'wilted'",
      "2, 3, '2023-03-05', 'too small'",
      "3, 9, '2024-05-20', 'wilted'",
    ]);
  });
});
afterAll(() => nursery.datasource.close());

const rowsOf = async (question: string, earlier: readonly LogicalForm[] = []) => {
  const reading = nursery.ask(question, { earlier: [...earlier] });
  if (reading.kind !== "query") expect.fail(`${question}: ${reading.reason}`);
  return nursery.rows(reading.sql);
};
const firstOf = async (question: string, earlier: readonly LogicalForm[] = []) =>
  (await rowsOf(question, earlier)).map(([name]) => name);

describe("things that grew or shrank the most", () => {
  // Until 15 June: ferns 100 → 120, roses 200 → 100, herbs 50 → 160.
  it.each([
    "which plant kind grew the most this year?",
    "which plant kind has grown the fastest",
    "which plant kind had the biggest increase in revenue this year",
    "what is our fastest growing plant kind",
    "which plant kind grew the most compared to last year",
    "plant kind with the highest revenue growth",
  ])("are ranked by the change in percent against as much of the year before: %s", async (question) => {
    const rows = await rowsOf(question);
    expect(rows).toEqual([["Herbs", 50, 160, 110, 2.2]]);
  });

  it.each([
    ["which plant kind shrank the most this year", "Roses"],
    ["which plant kind's sales dropped the most", "Roses"],
    ["biggest drop in revenue by plant kind", "Roses"],
    // 2022: ferns 100, roses 50; 2023: ferns 100, roses 200, herbs 950.
    ["which plant kind grew the most last year", "Roses"],
    ["which plant kind grew the most from 2022 to 2023", "Roses"],
    // Thyme 5 → 8, the others fewer.
    ["which plant grew the most in quantity this year", "Thyme"],
  ])("are told for other periods, figures and the other end: %s", async (question, name) => {
    expect(await firstOf(question)).toEqual([name]);
  });

  it("are several where several are asked for", async () => {
    expect(await firstOf("fastest-growing plant kinds")).toEqual(["Herbs", "Ferns", "Roses"]);
    expect(await firstOf("top 2 plant kinds by revenue growth this year vs last year")).toEqual(["Herbs", "Ferns"]);
  });

  it("are told with both figures", async () => {
    const { reading, result } = await nursery.answer("which plant kind grew the most this year?");
    const text = verbalize(reading.form, result);
    expect(text).toContain("Herbs has the highest growth of revenue");
    expect(text).toContain("+220 %, from 50 (1 January to 15 June 2023) to 160 (this year so far)");
  });
});

describe("the best of one period beside another", () => {
  it("are ranked by the first, with the figures of both", async () => {
    expect(await rowsOf("who are our two best buyers this year compared with last year")).toEqual([
      ["Tor Aas", 220, 0],
      ["Per Nes", 150, 900],
    ]);
  });
});

describe("the one that was told", () => {
  const after = (...questions: string[]): LogicalForm[] => {
    const forms: LogicalForm[] = [];
    for (const question of questions) {
      const reading = nursery.ask(question, { earlier: [...forms] });
      if (reading.kind !== "query") expect.fail(`${question}: ${reading.reason}`);
      forms.push(reading.form);
    }
    return forms;
  };

  it("is what came back when it is asked why, and by whom it was bought", async () => {
    const before = after("which plant comes back most often");
    expect(await rowsOf("why do people return it", before)).toEqual([
      ["too small", 1],
      ["wilted", 1],
    ]);
    expect(await rowsOf("which buyers bought it", before)).toEqual([["Ida Lund"], ["Tor Aas"]]);
    expect(await rowsOf("how many buyers bought it", before)).toEqual([[2]]);
  });

  it("is meant after an answer about it, too", async () => {
    const before = after("which plant comes back most often", "why is it returned");
    expect(await rowsOf("how much revenue did it make this year", before)).toEqual([[120]]);
  });

  it("has what “it” was of, and “which one” is one of those that were told", async () => {
    const before = after("which plant comes back most often");
    expect(await rowsOf("which kind is it of", before)).toEqual([["Sword fern", "Ferns"]]);
    // Of all that was sold of those that came back: 6 ferns and 22 thyme.
    expect(await firstOf("which one sold the most", after("which plants were returned"))).toEqual(["Thyme"]);
  });

  it.each(["which buyer is it from", "how much revenue does it bring in"])(
    "is asked back for where nothing was told: %s",
    (question) => {
      expect(nursery.ask(question)).toMatchObject({ kind: "not_understood" });
    },
  );

  it("is one of those that were told, and no kind of things by itself: which one dropped the most", async () => {
    const ofEach = await rowsOf("which plant kind dropped the most");
    const before = after("revenue by plant kind this year");
    expect((await firstOf("which one dropped the most", before)).slice(0, 1)).toEqual(
      ofEach.slice(0, 1).map(([name]) => name),
    );
    const one = after("how many sales were there");
    expect(nursery.ask("which one dropped the most", { earlier: one })).toMatchObject({ kind: "not_understood" });
  });

  it("is not counted", () => {
    const before = after("which plant comes back most often");
    expect(nursery.ask("how many plants of them", { earlier: before })).toMatchObject({ kind: "not_understood" });
  });
});
