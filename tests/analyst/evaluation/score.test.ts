import { hardness } from "@parley/analyst/evaluation/hardness";
import { score } from "@parley/analyst/evaluation/score";
import { describe, expect, it } from "vitest";

const rows = (columns: string[], ...cells: (string | number | null)[][]) => ({ columns, rows: cells });

describe("score", () => {
  const reference = rows(["city", "n"], ["Oslo", 2], ["Rome", 1.00049]);

  it("takes columns in any order, rows in any order, numbers to three decimals, text in any case", () => {
    expect(score(reference, rows(["x", "y"], [1.0004, "rome"], [2, "OSLO"]), false)).toEqual({
      strict: true,
      lenient: true,
      miss: null,
    });
  });

  it("wants the order where the reference orders", () => {
    expect(score(reference, rows(["x", "y"], ["Rome", 1], ["Oslo", 2]), true)).toEqual({
      strict: false,
      lenient: true,
      miss: "order",
    });
  });

  it("wants no extra columns and no duplicates, unless lenient", () => {
    expect(score(reference, rows(["x", "y", "z"], ["Rome", 1, 9], ["Oslo", 2, 9]), false)).toEqual({
      strict: false,
      lenient: true,
      miss: "extra_columns",
    });
    expect(score(rows(["x"], ["a"]), rows(["x"], ["a"], ["a"]), false)).toMatchObject({ strict: false, lenient: true });
  });

  it("does not pair cells across rows", () => {
    expect(score(rows(["x", "y"], ["a", 1], ["b", 2]), rows(["x", "y"], ["a", 2], ["b", 1]), false).strict).toBe(false);
  });

  it.each([
    [rows(["x"]), "empty"],
    [rows(["x"], ["Oslo"], ["Rome"]), "missing_columns"],
    [rows(["x", "y"], ["Oslo", 2]), "missing_rows"],
  ])("says why: %#", (answer, miss) => {
    expect(score(reference, answer, false).miss).toBe(miss);
  });

  it("calls a wrong number a single cell", () => {
    expect(score(rows(["n"], [3]), rows(["n"], [4]), false).miss).toBe("single_cell");
  });
});

describe("hardness", () => {
  it.each([
    ["SELECT count(*) FROM head WHERE age > 56", "easy"],
    ["SELECT name, age FROM head ORDER BY age", "medium"],
    ["SELECT name FROM a WHERE id NOT IN (SELECT id FROM b)", "hard"],
    [
      "SELECT a.name, count(*) FROM a JOIN b ON a.id = b.id WHERE b.x = 1 AND b.y = 2 GROUP BY a.id ORDER BY count(*) DESC LIMIT 1",
      "extra",
    ],
  ])("%s: %s", (sql, expected) => {
    expect(hardness(sql)).toBe(expected);
  });
});
