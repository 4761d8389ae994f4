import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readQuestions } from "@parley/analyst/evaluation/question-file";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "parley-questions-"));
const file = join(folder, "questions.jsonl");
afterAll(() => rmSync(folder, { recursive: true }));

const read = (lines: readonly unknown[], filter = {}) => {
  writeFileSync(file, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return readQuestions(file, filter);
};
const count = { db: "shop", question: "How many?", sql: "SELECT COUNT(*) FROM orders" };

describe("a question file", () => {
  it("has one accepted query, or several", async () => {
    const [one, several] = await read([count, "", { ...count, sql: ["SELECT 1", "SELECT 2"], class: "count" }]);
    expect(one).toEqual({
      line: 1,
      db: "shop",
      question: "How many?",
      after: [],
      class: "easy",
      expected: { kind: "rows", sql: ["SELECT COUNT(*) FROM orders"] },
      choices: null,
    });
    expect(several).toMatchObject({ line: 3, class: "count", expected: { sql: ["SELECT 1", "SELECT 2"] } });
  });

  it("has questions that cannot be answered, and those of documents and saved queries", async () => {
    const base = { db: "shop", question: "What?" };
    const found = await read([
      { ...base, unanswerable: true },
      { ...base, source: "documents", contains: ["30 days"] },
      { ...base, source: "saved_query", saved_query: "Best sellers", class: "saved" },
      { ...count, choices: ["How many orders?"], after: "Orders of May" },
    ]);
    expect(found.map(({ class: name, expected }) => [name, expected])).toEqual([
      ["unanswerable", { kind: "refusal" }],
      ["documents", { kind: "documents", contains: ["30 days"] }],
      ["saved", { kind: "saved_query", saved_query: "Best sellers", sql: [] }],
      ["easy", { kind: "rows", sql: [count.sql] }],
    ]);
    expect(found[3]).toMatchObject({ choices: ["How many orders?"], after: ["Orders of May"] });
  });

  it.each([
    ["{broken", /^questions\.jsonl, line 2 is not valid JSON: .+\.$/],
    [{ db: "shop", question: "How many?" }, /^questions\.jsonl, line 2 lacks sql, or unanswerable, or source\.$/],
    [{ ...count, question: " " }, /^questions\.jsonl, line 2: question is not as it should be: /],
    [{ ...count, sql: [] }, /^questions\.jsonl, line 2: sql is not as it should be: /],
    [{ ...count, unanswerable: true }, /^questions\.jsonl, line 2 is unanswerable and has sql/],
    [{ ...count, source: "documents" }, /^questions\.jsonl, line 2 lacks contains/],
    [{ ...count, source: "saved_query" }, /^questions\.jsonl, line 2 lacks saved_query/],
    ["7", /^questions\.jsonl, line 2: the line is not as it should be: /],
  ])("says which line is wrong, and how: %j", async (line, message) => {
    await expect(read([count, line])).rejects.toThrow(message);
  });

  it("says which line is wrong although it is not asked for", async () => {
    await expect(read([count, "", "}"], { limit: 1 })).rejects.toThrow(/line 3 is not valid JSON/);
  });

  it("is asked by class and database, and then only the first", async () => {
    const lines = [count, { ...count, db: "clinic" }, { ...count, class: "ratio" }, { ...count, class: "ratio" }];
    const lineOf = async (filter: object) => (await read(lines, filter)).map(({ line }) => line);
    expect(await lineOf({ databases: ["clinic"] })).toEqual([2]);
    expect(await lineOf({ classes: ["ratio"] })).toEqual([3, 4]);
    expect(await lineOf({ classes: ["ratio"], limit: 1 })).toEqual([3]);
    expect(await lineOf({ classes: ["ratio", "easy"], databases: ["shop"] })).toEqual([1, 3, 4]);
    await expect(lineOf({ classes: ["rates"], databases: ["shop"] })).rejects.toThrow(
      "There are no questions of class rates about shop. Classes: easy, ratio. Databases: clinic, shop.",
    );
  });

  it("that is empty or missing is told", async () => {
    await expect(read(["", " "])).rejects.toThrow("questions.jsonl has no questions.");
    await expect(readQuestions(join(folder, "none.jsonl"))).rejects.toThrow(/none\.jsonl cannot be read: ENOENT/);
  });
});
