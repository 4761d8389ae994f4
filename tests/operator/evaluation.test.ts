import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { progressOn } from "@parley/operator/evaluation/progress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeShopFolder, type ShopFolder, shopQuestions } from "../analyst/evaluation/shop-folder.ts";
import { createTenant } from "../support/tenant.ts";
import { type CommandLine, program, runHere, startCommandLine } from "./command-line.ts";

let shop: ShopFolder;
beforeAll(() => {
  shop = makeShopFolder();
});
afterAll(() => shop.remove());

const nowhere = () => Promise.reject(new Error("no deployment is needed for a folder"));
const usual = ["--model", "rules", "--now", "2024-06-15"];

/** Evaluates the usual questions, or others, in the shop's folder. */
function run(args: readonly string[] = [], lines: readonly unknown[] = shopQuestions) {
  const questions = ["--questions", shop.questions(lines), "--databases", shop.directory];
  return runHere(nowhere, ["eval", ...questions, ...usual, ...args]);
}

describe("operator eval", () => {
  it("prints the figures as tables, and names what was skipped", async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^class +n +strict +lenient +coverage +precision\ncount +2 +50\.0 % +50\.0 % +100\.0 % +50\.0 %\n/,
    );
    expect(stdout).toMatch(/^all +3 +66\.7 %/m);
    for (const said of [
      "Surest half: ",
      "Expected calibration error: ",
      "False answers: 0 of 1 unanswerable question",
      "Misses\n  single cell: 1",
      "Milliseconds to read a question: median ",
      "1 question was skipped:\n  shop, line 4, “How many countries?”: ",
    ])
      expect(stdout).toContain(said);
  });

  it("shows the misses where they are asked for", async () => {
    const { stdout } = await run(["--misses"]);
    expect(stdout).toContain("shop, line 2, count: single cell, confidence ");
    expect(stdout).toContain("  expected  SELECT 7\n            7\n            7\n  given     SELECT COUNT(*)");
    expect(stdout).toContain("  reading   ");
  });

  it("prints and writes the report as JSON", async () => {
    const [output, cases] = [shop.path("report.json"), shop.path("cases.jsonl")];
    const { json } = await run(["--json", "--misses", "--output", output, "--cases", cases]);
    expect(json).toMatchObject({
      model: "rules",
      now: "2024-06-15T12:00:00.000Z",
      through: "interpreter",
      total: { questions: 3, strict: 2 },
      skipped: 1,
      missed: [{ line: 2, miss: "single_cell" }],
    });
    expect(json).not.toHaveProperty("cases");
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ cases: [{ line: 1 }, { line: 2 }, { line: 3 }] });
    expect(readFileSync(cases, "utf8").trimEnd().split("\n")).toHaveLength(3);
  });

  it("asks the whole analyst, with the folder's documents and saved queries", async () => {
    const lines = [
      {
        db: "shop",
        question: "How many days may goods be returned within?",
        source: "documents",
        contains: ["30 days"],
      },
      { db: "shop", question: "Best customers of all", source: "saved_query", saved_query: "Best customers of all" },
    ];
    const { json } = await run(["--json", "--through", "analyst"], lines);
    expect(json).toMatchObject({ through: "analyst", total: { questions: 2, strict: 2 }, skipped: 0 });
  });

  it("asks only some classes and databases", async () => {
    const totalOf = async (...args: string[]) => (await run(["--json", ...args])).json.total.questions;
    expect(await totalOf("--class", "count")).toBe(2);
    expect(await totalOf("--class", "unanswerable, count", "--limit", "1")).toBe(1);
    expect(await run(["--db", "clinic"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "There are no questions about clinic. Classes: count, easy, unanswerable. Databases: shop.\n",
    });
  });

  it("fails where no question was asked: an empty file, or none that can be", async () => {
    const empty = await run(["--json"], []);
    expect(empty).toMatchObject({ code: 1, stdout: "", error: { code: "QUESTIONS_UNUSABLE" } });
    const missing = await run([], [{ db: "gone", question: "How many?", sql: "SELECT 1" }]);
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining("No question was asked.") });
    expect(missing.stdout).toContain("Database gone was left out with 1 question: ");
  });

  it("says which line of the file is broken", async () => {
    const { code, stderr } = await run([], [...shopQuestions, { db: "shop" }]);
    expect(code).toBe(1);
    expect(stderr).toContain("questions.jsonl, line 5: question is not as it should be");
  });

  it.each([
    [["--now", "yesterday"], "--now takes a date such as 2026-06-30"],
    [["--now", "2024-13-45"], "--now takes a date"],
    [["--through", "analyts"], '--through is interpreter or analyst, not "analyts". Did you mean analyst?'],
    [["--model", "gpt"], "There is no model gpt here."],
    [["--organization", "x"], "with --databases, or with --organization"],
  ])("explains %j", async (args, said) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe("operator eval that is interrupted", { timeout: 60_000 }, () => {
  it("has written what is done, and reports it", async () => {
    // More than it will come to.
    const lines = Array.from({ length: 20_000 }, () => shopQuestions[0]);
    const cases = shop.path("interrupted.jsonl");
    const kept = () => readFileSync(cases, "utf8").split("\n").slice(0, -1);
    writeFileSync(cases, "");
    const written = watch(cases);
    const args = ["--questions", shop.questions(lines), "--databases", shop.directory, ...usual, "--cases", cases];
    const child = spawn(process.execPath, [program, "eval", ...args], { stdio: ["ignore", "pipe", "ignore"] });
    const stdout = child.stdout.setEncoding("utf8").toArray();
    const ended = once(child, "close");
    while (kept().length === 0) await once(written, "change");
    written.close();
    // What a process that is killed now would leave behind.
    expect(JSON.parse(kept()[0] ?? "")).toMatchObject({ line: 1, strict: true });
    child.kill("SIGINT");
    const [code] = await ended;
    expect(code).toBe(1);
    expect(kept().length).toBeLessThan(20_000);
    const told = (await stdout).join("");
    expect(told).toMatch(/^Stopped before the end: these are the questions until then\./);
    expect(told).toMatch(new RegExp(`^all +${kept().length} +100\\.0 %`, "m"));
  });
});

describe("operator eval on an organization", () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await startCommandLine();
  });
  afterAll(() => line.stop());

  it("asks its databases with its documents, saved queries and rules", async () => {
    const { id } = await createTenant(line.deployment);
    const make = async (...args: string[]) => {
      const made = await line.run([...args, "--organization", id, "--json"]);
      expect(made.code, made.stderr).toBe(0);
      return made.json;
    };
    await make("integration", "create", "--name", "Shop", "--engine", "sqlite", "--file", shop.path("shop.sqlite"));
    const project = await make("project", "create", "--name", "Handbook");
    const file = join(shop.path("shop.documents"), "returns.md");
    await make("document", "upload", "--project", project.id, "--file", file);
    await make("query", "create", "--title", "Spenders", "--prompt", "Who spent most?", "--sql", "SELECT 1 AS one");
    const lines = [
      shopQuestions[0],
      {
        db: "SHOP",
        question: "Returned within how many days may goods be?",
        source: "documents",
        contains: ["30 days"],
      },
      { db: "shop", question: "Who spent most?", source: "saved_query", saved_query: "spenders", sql: "SELECT 1" },
      { db: "clinic", question: "How many patients?", sql: "SELECT 1" },
    ];
    const where = ["--questions", shop.questions(lines), "--organization", id, "--through", "analyst"];
    const { code, json } = await line.run(["eval", ...where, ...usual, "--json", "--misses"]);
    expect(json).toMatchObject({ total: { questions: 3, strict: 3 }, missed: [] });
    expect(json.databases_left_out).toEqual([
      { db: "clinic", questions: 1, reason: "the organization has no database of this name; it has Shop" },
    ]);
    expect(code).toBe(0);
  });
});

describe("the progress of an evaluation", () => {
  const told = (isTTY: boolean, moments: readonly number[]) => {
    const written: string[] = [];
    let now = 0;
    const tell = progressOn({ isTTY, write: (text) => written.push(text) }, () => now);
    for (const [at, moment] of moments.entries()) {
      now = moment;
      tell(at + 1, moments.length);
    }
    return written;
  };

  it("is one line that changes on a terminal", () => {
    expect(told(true, [1, 300, 310, 600, 610])).toEqual([
      "\r2 of 5 questions, 0 s",
      "\r4 of 5 questions, 1 s",
      "\r5 of 5 questions, 1 s\n",
    ]);
  });

  it("is a line every ten seconds anywhere else, and nothing where it is quick", () => {
    expect(told(false, [10, 20, 30])).toEqual([]);
    expect(told(false, [4_000, 10_000, 12_000, 20_000, 21_000])).toEqual([
      "2 of 5 questions, 10 s\n",
      "4 of 5 questions, 20 s\n",
    ]);
  });
});
