import { readFileSync, writeFileSync } from "node:fs";
import type { EvaluationCase } from "@parley/analyst/evaluation/case";
import { evaluate, type EvaluationOptions } from "@parley/analyst/evaluation/evaluate";
import { openInFolder } from "@parley/analyst/evaluation/folder";
import { type Ask, nothingSaid, type Reply } from "@parley/analyst/evaluation/reply";
import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import { throughInterpreter } from "@parley/analyst/evaluation/through-interpreter";
import type { Workplace } from "@parley/analyst/evaluation/workplace";
import { systemClock } from "@parley/core/environment/clock";
import { createIds } from "@parley/core/environment/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolsOf } from "../support.ts";
import { makeShopFolder, type ShopFolder, shopQuestions } from "./shop-folder.ts";

const now = new Date("2024-06-15T12:00:00Z");

let shop: ShopFolder;
/** The shop, opened once for all that look at something else than opening. */
let place: Workplace;
beforeAll(async () => {
  shop = makeShopFolder();
  place = await openFrom(shop)("shop", AbortSignal.timeout(20_000));
});
afterAll(async () => {
  await place.close();
  shop.remove();
});

const openFrom =
  ({ directory }: ShopFolder): EvaluationOptions["open"] =>
  (db, signal) =>
    openInFolder({ directory, ids: createIds(systemClock) }, db, signal);

/** Evaluates questions of the shop, by the interpreter where nothing else is said. */
function run(lines: readonly unknown[], options: Partial<EvaluationOptions> = {}) {
  return evaluate({
    questions: shop.questions(lines),
    open: async () => ({ ...place, close: async () => undefined }),
    through: "interpreter",
    ask: throughInterpreter(now),
    ...options,
  });
}

const analyst = () => ({
  through: "analyst" as const,
  ask: throughAnalyst({ ...toolsOf(), model: "rules", now }),
});

/** Always the same reply. */
const replying =
  (reply: Partial<Reply>): Ask =>
  async () => ({ ...nothingSaid, milliseconds: 1, ...reply });

const count = { db: "shop", question: "How many customers are there?", sql: "SELECT COUNT(*) FROM customers" };
const verdicts = (cases: readonly EvaluationCase[]) => cases.map(({ strict, miss }) => miss ?? strict);

describe("an evaluation of the interpreter", () => {
  it("keeps each case with queries, rows, reading, confidence and time, and the figures", async () => {
    const progress: string[] = [];
    const files = { json: shop.path("report.json"), cases: shop.path("cases.jsonl") };
    const report = await run(shopQuestions, { ...files, progress: (done, total) => progress.push(`${done}/${total}`) });
    expect(verdicts(report.cases)).toEqual([true, "single_cell", true]);
    expect(report.total).toMatchObject({ questions: 3, strict: 2, answered: 2, precision: 0.5, coverage: 1 });
    expect(progress).toEqual(["1/4", "2/4", "3/4", "4/4"]);
    expect(report.cases[1]).toMatchObject({
      line: 2,
      expected: { sql: "SELECT 7", result: { rows: [[7]], row_count: 1 } },
      given: {
        source: "database",
        sql: expect.stringContaining("FROM orders"),
        result: { rows: [[4]], row_count: 1 },
        text: "There are 4 orders.",
      },
      reading: expect.stringContaining("orders"),
      assumptions: [],
      left_out: [],
      confidence: expect.closeTo(0.9, 0),
    });
    expect(report.cases[1]?.milliseconds).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(files.json, "utf8"))).toEqual(report);
    const lines = readFileSync(files.cases, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(report.cases);
  });

  it("names the references that could not be run, and asks where another one can", async () => {
    const report = await run([
      { ...count, sql: ["SELECT x FROM nowhere", count.sql] },
      { ...count, sql: "SELECT nothing FROM nowhere" },
    ]);
    expect(verdicts(report.cases)).toEqual([true]);
    expect(report.skipped).toBe(1);
    expect(report.skips).toEqual([
      expect.objectContaining({ line: 1, what: "reference", reason: expect.stringContaining("nowhere") }),
      expect.objectContaining({ line: 2, what: "question", sql: "SELECT nothing FROM nowhere" }),
    ]);
  });

  it("accepts any of several queries, in the order that each of them asks for", async () => {
    const names = { db: "shop", question: "List the names of customers" };
    const report = await run([
      { ...names, sql: ["SELECT 1", "SELECT name FROM customers"] },
      { ...names, sql: ["SELECT name FROM customers ORDER BY name DESC", "SELECT name, id FROM customers"] },
    ]);
    expect(verdicts(report.cases)).toEqual([true, "order"]);
  });

  it("goes on where a database is missing or broken", async () => {
    writeFileSync(shop.path("broken.sqlite"), "no database");
    const others = ["gone", "gone", "broken"].map((db) => ({ ...count, db }));
    const report = await run([...others, count], { open: openFrom(shop) });
    expect(verdicts(report.cases)).toEqual([true]);
    expect(report.databases_left_out).toEqual([
      { db: "gone", questions: 2, reason: expect.stringContaining("gone.sqlite is not there") },
      { db: "broken", questions: 1, reason: expect.any(String) },
    ]);
  });

  it("asks a follow-up after what was asked before it", async () => {
    const spain = { sql: "SELECT COUNT(*) FROM customers WHERE country = 'Spain'", after: [count.question] };
    const report = await run([{ ...count, question: "And in Spain?", ...spain }]);
    expect(verdicts(report.cases)).toEqual([true]);
  });

  it("counts relative dates from the day it is given", async () => {
    const sql = "SELECT COUNT(*) FROM orders WHERE ordered_on LIKE '2024-05-%'";
    const may = { db: "shop", question: "How many orders were there last month?", sql };
    expect(verdicts((await run([may])).cases)).toEqual([true]);
    const later = throughInterpreter(new Date("2025-01-15"));
    expect(verdicts((await run([may], { ask: later })).cases)).toEqual(["single_cell"]);
  });

  it("leaves out what only the whole analyst can answer, and asks the rest of the database", async () => {
    const report = await run([
      { db: "shop", question: "Returns?", source: "documents", contains: ["30 days"] },
      { db: "shop", question: "Best customers of all", source: "saved_query", saved_query: "q1" },
      { ...count, source: "saved_query", saved_query: "Customers" },
    ]);
    expect(report.skips.map(({ line, reason }) => [line, reason])).toEqual([
      [1, "only the whole analyst can answer it"],
      [2, "only the whole analyst can answer it"],
    ]);
    expect(verdicts(report.cases)).toEqual([true]);
  });

  it("that is stopped reports what is done", async () => {
    const stop = new AbortController();
    const cases = shop.path("stopped.jsonl");
    const report = await run([count, count, count], {
      cases,
      signal: stop.signal,
      progress: (done) => done === 2 && stop.abort(),
    });
    expect(report).toMatchObject({ stopped: true, total: { questions: 2 } });
    expect(readFileSync(cases, "utf8").trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("an evaluation of the analyst", () => {
  it("asks saved queries, documents, the database and follow-ups", async () => {
    const report = await run(
      [
        ...shopQuestions.slice(0, 3),
        { db: "shop", question: "Best customers of all", source: "saved_query", saved_query: "best customers of all" },
        { db: "shop", question: "Best customers of all", source: "saved_query", saved_query: "q1", sql: "SELECT 1" },
        {
          db: "shop",
          question: "How many days may goods be returned within?",
          source: "documents",
          contains: ["30 DAYS of"],
        },
        { ...count, question: "And in Spain?", sql: "SELECT 2", after: count.question },
        { db: "shop", question: "Orders of March 2020", sql: "SELECT * FROM orders WHERE 0", class: "empty" },
      ],
      analyst(),
    );
    expect(verdicts(report.cases)).toEqual([true, "single_cell", true, true, "extra_rows", true, true, true]);
    expect(report.cases[0]).toMatchObject({
      given: {
        source: "database",
        sql: expect.stringContaining("FROM customers"),
        text: expect.stringContaining("There are 3"),
      },
      reading: expect.stringContaining("customers"),
    });
    expect(report.cases[3]?.given).toMatchObject({ source: "saved_query", saved_query: "Best customers of all" });
    expect(report.cases[5]?.given).toMatchObject({ source: "documents", text: expect.stringContaining("“returns”") });
  });

  it("calls an answer from elsewhere wrong, and a text that lacks something", async () => {
    const documents = { db: "shop", question: "How many days may goods be returned within?", source: "documents" };
    const report = await run(
      [
        { ...documents, contains: ["30 days", "60 days"] },
        { ...documents, question: count.question, contains: ["3"] },
        { ...count, source: "saved_query", saved_query: "Customers of a country" },
        { ...documents, source: "database", sql: "SELECT 30" },
      ],
      analyst(),
    );
    expect(report.cases.map(({ miss, detail }) => [miss, detail])).toEqual([
      ["text_lacks", "60 days"],
      ["other_source", "answered by database"],
      ["other_source", "answered by database"],
      ["other_source", "answered by documents"],
    ]);
  });

  it("says which file of saved queries cannot be read", async () => {
    const other = makeShopFolder();
    writeFileSync(other.path("shop.saved-queries.json"), '[{"titel": "x"}]');
    const report = await run([count], { open: openFrom(other) });
    expect(report.databases_left_out[0]?.reason).toMatch(/shop\.saved-queries\.json has no saved queries/);
    other.remove();
  });
});

describe("a reply", () => {
  const result = { columns: ["n"], rows: [[3]] };

  it("with a number that its rows do not have is wrong, however right the rows are", async () => {
    const said = (text: string) => replying({ answered: true, source: "database", rows: result, text });
    const right = await run([count], { ask: said("There are 3 customers.") });
    expect(verdicts(right.cases)).toEqual([true]);
    const wrong = await run([count], { ask: said("There are 4 customers, about 25 % more.") });
    expect(wrong.cases[0]).toMatchObject({
      miss: "number_in_text",
      lenient: false,
      detail: "not in the result: 4, 25 %",
    });
  });

  it("that fails is a miss with its reason", async () => {
    const report = await run([count], { ask: () => Promise.reject(new Error("broken.")) });
    expect(report.cases[0]).toMatchObject({ miss: "error", detail: "broken", answered: true });
  });

  it("that answers what cannot be answered is wrong, and one that refuses or fails is right", async () => {
    const none = { db: "shop", question: "Why?", unanswerable: true };
    const outcome = async (reply: Partial<Reply>) => verdicts((await run([none], { ask: replying(reply) })).cases);
    expect(await outcome({ answered: true, source: "database", rows: result })).toEqual(["false_answer"]);
    expect(await outcome({ answered: true, source: "documents" })).toEqual(["false_answer"]);
    expect(await outcome({ choices: ["What?"] })).toEqual([true]);
    expect(await outcome({ answered: true, failure: "no such table" })).toEqual([true]);
  });

  it("that asks back is right where it offers an accepted choice, or one whose answer is right", async () => {
    const vague = { ...count, question: "How many?", choices: ["How many customers are there?"] };
    const offering = (choices: string[]): Ask => {
      const interpreter = throughInterpreter(now);
      return (asked, ...rest) =>
        asked.question === vague.question ? replying({ choices })(asked, ...rest) : interpreter(asked, ...rest);
    };
    const outcome = async (choices: string[], question: object = vague) =>
      (await run([question], { ask: offering(choices) })).cases[0];
    expect(await outcome(["How many customers are there"])).toMatchObject({ strict: true, answered: false });
    const another = await outcome(["How many orders are there?", "Number of customers"]);
    expect(another).toMatchObject({ strict: true, detail: "asked back: Number of customers" });
    expect(await outcome(["How many orders are there?"])).toMatchObject({ miss: "not_answered" });
    const strictly = { ...vague, choices: undefined };
    expect(await outcome(["How many customers are there?"], strictly)).toMatchObject({ miss: "not_answered" });
  });
});
