import { createReadStream } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource, Schema } from "@parley/datasource/types";
import { hardness } from "./hardness.ts";
import type { Miss, Rows } from "./score.ts";
import { score } from "./score.ts";

/** One line of a question file. */
export interface EvaluationQuestion {
  /** Names `<db>.sqlite` in the databases' directory. */
  db: string;
  question: string;
  /** Reference query. */
  sql: string;
  class?: string;
}

/** A database under evaluation: opened and introspected once. */
export interface EvaluationDatabase {
  name: string;
  datasource: Datasource;
  schema: Schema;
}

export interface EvaluationOptions {
  /** A JSON Lines file of `EvaluationQuestion`. */
  questions: string;
  /** The directory of `<db>.sqlite` files. */
  databases: string;
  /** The rows that answer a question, or null when it declines to answer. Errors count as misses. */
  answer(question: string, database: EvaluationDatabase): Promise<Rows | null>;
  /** Only this many questions, from the first. */
  limit?: number;
  /** Where to write the whole report as JSON. */
  json?: string;
  signal?: AbortSignal;
  /** Called after each question. */
  progress?(done: number, total: number): void;
}

export interface ClassReport {
  questions: number;
  strict: number;
  lenient: number;
  answered: number;
  /** Shares of `questions`. */
  strict_accuracy: number;
  lenient_accuracy: number;
  coverage: number;
  /** Strictly right among the answered. */
  precision: number;
}

export interface EvaluationCase {
  db: string;
  question: string;
  class: string;
  strict: boolean;
  lenient: boolean;
  answered: boolean;
  miss: Miss | null;
  /** Why there was no answer, if that is known. */
  detail: string | null;
}

export interface EvaluationReport {
  total: ClassReport;
  classes: Record<string, ClassReport>;
  misses: Partial<Record<Miss, number>>;
  /** Questions whose reference query could not be run, and are left out. */
  skipped: number;
  seconds: number;
  cases: EvaluationCase[];
}

const EVALUATED_ROWS = 100_000;
const EVALUATION_TIMEOUT_MS = 20_000;

/**
 * Measures answers by their result: the rows of each answer are compared with those of the reference query.
 * Every database is opened and introspected once; questions are asked database by database.
 */
export async function evaluate(options: EvaluationOptions): Promise<EvaluationReport> {
  const started = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const questions = await readQuestions(options.questions, options.limit);
  const byDatabase = Map.groupBy(questions, (question) => question.db);
  const cases: EvaluationCase[] = [];
  let skipped = 0;
  let done = 0;
  for (const [name, group] of byDatabase) {
    const database = await open(options.databases, name, signal);
    try {
      for (const question of group) {
        signal.throwIfAborted();
        const outcome = await evaluateOne(question, database, options, signal);
        if (outcome === null) skipped++;
        else cases.push(outcome);
        options.progress?.(++done, questions.length);
      }
    } finally {
      await database.datasource.close();
    }
  }
  const report = summarise(cases, skipped, (performance.now() - started) / 1000);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

async function readQuestions(file: string, limit: number | undefined): Promise<EvaluationQuestion[]> {
  const questions: EvaluationQuestion[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    if (limit !== undefined && questions.length >= limit) break;
    questions.push(parseQuestion(line, questions.length + 1));
  }
  return questions;
}

function parseQuestion(line: string, number: number): EvaluationQuestion {
  const value: unknown = JSON.parse(line);
  if (typeof value === "object" && value !== null && "db" in value && "question" in value && "sql" in value) {
    const { db, question, sql } = value;
    if (typeof db === "string" && typeof question === "string" && typeof sql === "string") {
      return {
        db,
        question,
        sql,
        ...("class" in value && typeof value.class === "string" ? { class: value.class } : {}),
      };
    }
  }
  throw new Error(`Question ${number} lacks db, question or sql`);
}

async function open(directory: string, name: string, signal: AbortSignal): Promise<EvaluationDatabase> {
  const file = join(directory, `${name}.sqlite`);
  await access(file);
  const datasource = openDatasource({ engine: "sqlite", file });
  return { name, datasource, schema: await datasource.introspect(signal) };
}

async function evaluateOne(
  question: EvaluationQuestion,
  database: EvaluationDatabase,
  options: EvaluationOptions,
  signal: AbortSignal,
): Promise<EvaluationCase | null> {
  const base = { db: question.db, question: question.question, class: question.class ?? hardness(question.sql) };
  const reference = await runSql(database, question.sql, signal).catch(() => null);
  if (reference === null) return null;
  let given: Rows | null;
  try {
    given = await options.answer(question.question, database);
  } catch (error) {
    signal.throwIfAborted();
    return {
      ...base,
      strict: false,
      lenient: false,
      answered: true,
      miss: "error",
      detail: error instanceof Error ? error.message : "error",
    };
  }
  if (given === null)
    return { ...base, strict: false, lenient: false, answered: false, miss: "not_answered", detail: null };
  const result = score(reference, given, isOrdered(question.sql));
  return { ...base, strict: result.strict, lenient: result.lenient, answered: true, miss: result.miss, detail: null };
}

/** Runs a query on an evaluated database and returns plain rows. */
export async function runSql(database: EvaluationDatabase, sql: string, signal: AbortSignal): Promise<Rows> {
  const result = await database.datasource.run(sql.replace(/;\s*$/, ""), {
    row_limit: EVALUATED_ROWS,
    timeout_ms: EVALUATION_TIMEOUT_MS,
    signal,
  });
  return { columns: result.columns.map((column) => column.name), rows: result.rows };
}

/** True when the outermost query orders its rows. */
function isOrdered(sql: string): boolean {
  let depth = 0;
  let ordered = false;
  for (const match of sql.matchAll(/[()]|\border\s+by\b|\b(?:union|intersect|except)\b/gi)) {
    const word = match[0].toLowerCase();
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0) ordered = word.startsWith("order");
  }
  return ordered;
}

function summarise(cases: EvaluationCase[], skipped: number, seconds: number): EvaluationReport {
  const classes: Record<string, ClassReport> = Object.create(null);
  for (const [name, group] of Map.groupBy(cases, (one) => one.class)) classes[name] = classReport(group);
  const misses: Partial<Record<Miss, number>> = Object.create(null);
  for (const { miss } of cases) if (miss !== null) misses[miss] = (misses[miss] ?? 0) + 1;
  return { total: classReport(cases), classes, misses, skipped, seconds: Number(seconds.toFixed(1)), cases };
}

function classReport(cases: EvaluationCase[]): ClassReport {
  const strict = cases.filter((one) => one.strict).length;
  const lenient = cases.filter((one) => one.lenient).length;
  const answered = cases.filter((one) => one.answered).length;
  const share = (part: number, whole: number) => (whole === 0 ? 0 : Number((part / whole).toFixed(4)));
  return {
    questions: cases.length,
    strict,
    lenient,
    answered,
    strict_accuracy: share(strict, cases.length),
    lenient_accuracy: share(lenient, cases.length),
    coverage: share(answered, cases.length),
    precision: share(strict, answered),
  };
}

/** The report as a table to read in a terminal. */
export function formatReport(report: EvaluationReport): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(9);
  const row = (name: string, one: ClassReport) =>
    `${name.padEnd(14)}${String(one.questions).padStart(7)}${percent(one.strict_accuracy)}${percent(one.lenient_accuracy)}${percent(one.coverage)}${percent(one.precision)}`;
  const head = `${"class".padEnd(14)}${"n".padStart(7)}${"strict".padStart(9)}${"lenient".padStart(9)}${"coverage".padStart(9)}${"precision".padStart(10)}`;
  const misses = Object.entries(report.misses)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${name.replaceAll("_", " ")}: ${count}`);
  return [
    head,
    ...Object.entries(report.classes).map(([name, one]) => row(name, one)),
    row("all", report.total),
    "",
    "Misses",
    ...misses,
    "",
    `${report.skipped} references could not be run; ${report.seconds} s`,
  ].join("\n");
}
