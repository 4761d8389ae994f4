import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatasource } from "@parley/datasource/open";
import * as v from "valibot";
import { expect } from "vitest";
import { halvesOf } from "./halves.ts";

const marked = { class: v.string(), half: v.picklist(["tune", "held"]) };
const common = { db: v.string(), question: v.string() };
const Sql = v.union([v.string(), v.pipe(v.array(v.string()), v.minLength(2))]);
const Line = v.union([
  v.strictObject({ ...common, sql: Sql, choices: v.optional(v.tuple([])), ...marked }),
  v.strictObject({ ...common, unanswerable: v.literal(true), ...marked }),
  v.strictObject({ ...common, source: v.literal("documents"), contains: v.array(v.string()), ...marked }),
  v.strictObject({
    ...common,
    source: v.literal("saved_query"),
    saved_query: v.string(),
    sql: v.optional(Sql),
    ...marked,
  }),
]);
type Line = v.InferOutput<typeof Line>;

/** A set of questions in two halves, each in its file. */
export type QuestionSet = Readonly<Record<"tune" | "held", readonly Line[]>>;

/** Reads `tune.jsonl` and `held.jsonl` of a directory. */
export function readQuestionSet(directory: URL): QuestionSet {
  const linesOf = (half: string) =>
    readFileSync(new URL(`${half}.jsonl`, directory), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => v.parse(Line, JSON.parse(line)));
  return { tune: linesOf("tune"), held: linesOf("held") };
}

/** Expects every question once, in the half its words' hash deals it to. */
export function expectDealt(set: QuestionSet): void {
  const questions = [...set.tune, ...set.held];
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  const halves = halvesOf(questions);
  for (const [half, lines] of Object.entries(set))
    for (const { question, half: written } of lines) expect([written, halves.get(question)]).toEqual([half, half]);
  expect(Math.abs(set.tune.length - set.held.length)).toBeLessThanOrEqual(1);
}

/** Runs the references of a database's questions on `<db>.sqlite`, and expects rows with something in them. */
export async function expectReferencesToRun(set: QuestionSet, directory: string, db: string): Promise<void> {
  const references = [...set.tune, ...set.held].flatMap((line) =>
    line.db === db && "sql" in line ? [line.sql ?? []].flat().map((sql) => ({ question: line.question, sql })) : [],
  );
  const datasource = openDatasource({ engine: "sqlite", file: join(directory, `${db}.sqlite`) });
  const options = { row_limit: 10_000, timeout_ms: 10_000, signal: AbortSignal.timeout(60_000) };
  try {
    for (const { question, sql } of references) {
      const { rows } = await datasource.run(sql, options);
      expect([question, rows.length > 0, rows.flat().some((cell) => cell !== null)]).toEqual([question, true, true]);
    }
  } finally {
    await datasource.close();
  }
}
