import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate, formatReport } from "@parley/analyst/evaluation/evaluate";
import { hardness } from "@parley/analyst/evaluation/hardness";
import { answerByRules } from "@parley/analyst/evaluation/rules-answer";
import { score } from "@parley/analyst/evaluation/score";

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

describe("evaluate", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "evaluation-"));
    const database = new DatabaseSync(join(directory, "shop.sqlite"));
    database.exec(
      "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT); INSERT INTO customers VALUES (1, 'Ada', 'Norway'), (2, 'Ben', 'Spain'), (3, 'Cleo', 'Spain')",
    );
    database.close();
    const questions = [
      { db: "shop", question: "How many customers are there?", sql: "SELECT COUNT(*) FROM customers", class: "count" },
      {
        db: "shop",
        question: "Customers in Spain",
        sql: "SELECT name FROM customers WHERE country = 'Spain'",
        class: "filter",
      },
      { db: "shop", question: "What is the weather like?", sql: "SELECT 1", class: "other" },
      { db: "shop", question: "How many countries?", sql: "SELECT nothing FROM nowhere" },
    ];
    await writeFile(
      join(directory, "questions.jsonl"),
      `${questions.map((question) => JSON.stringify(question)).join("\n")}\n`,
    );
  });

  it("reports accuracy, coverage and precision by class, and writes them as JSON", async () => {
    const progress: number[] = [];
    const signal = new AbortController().signal;
    const report = await evaluate({
      questions: join(directory, "questions.jsonl"),
      databases: directory,
      json: join(directory, "report.json"),
      progress: (done) => progress.push(done),
      answer: (question, database) => answerByRules(question, database, new Date("2024-06-15"), signal),
    });
    expect(report.total).toMatchObject({ questions: 3, strict: 2, answered: 2, precision: 1, coverage: 0.6667 });
    expect(report.classes["count"]?.strict_accuracy).toBe(1);
    expect(report.misses).toEqual({ not_answered: 1 });
    expect(report.skipped).toBe(1);
    expect(progress).toEqual([1, 2, 3, 4]);
    expect(JSON.parse(await readFile(join(directory, "report.json"), "utf8"))).toMatchObject({ skipped: 1 });
    expect(formatReport(report)).toContain("not answered: 1");
  });

  it("counts an answer that fails as a miss", async () => {
    const report = await evaluate({
      questions: join(directory, "questions.jsonl"),
      databases: directory,
      limit: 1,
      answer: () => Promise.reject(new Error("broken")),
    });
    expect(report.misses).toEqual({ error: 1 });
  });
});
