import { access } from "node:fs/promises";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource } from "@parley/datasource/types";
import { verbalize } from "@parley/interpreter/explain/sentence";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { interpret } from "@parley/interpreter/interpret";
import { withNearest } from "@parley/interpreter/nearest";
import type { Reading } from "@parley/interpreter/question";
import { type Step, traceText } from "@parley/interpreter/trace";
import { CommandError, type Given } from "./command.ts";
import { momentOf } from "./evaluation/run.ts";

/** Rows that are fetched for the answer's sentence, and how long (ms) this may take. */
const ANSWERED_ROWS = 200;
const ANSWER_TIMEOUT_MS = 20_000;

/** Reads a question against an SQLite file, with the questions that were asked before it, and answers it. */
export async function readQuestion(given: Given): Promise<unknown> {
  const file = given.text("database");
  await access(file).catch(() => {
    throw new CommandError("NO_DATABASE", `There is no file ${file} that can be read.`);
  });
  const datasource = openDatasource({ engine: "sqlite", file });
  try {
    const { signal } = new AbortController();
    const schema = await datasource.introspect(signal);
    const now = momentOf(given);
    const earlier: LogicalForm[] = [];
    const read = (text: string, trace?: (step: Step) => void): Reading =>
      interpret({ text, schema, now, earlier: [...earlier], guidance: given.all("rule") }, trace);
    for (const text of given.all("after")) {
      const before = read(text);
      if (before.kind === "query") earlier.push(before.form);
    }
    const steps: Step[] = [];
    const first = read(given.words, (step) => void steps.push(step));
    const reading =
      first.kind === "query" ? first : await withNearest(given.words, first, (text) => Promise.resolve(read(text)));
    const answer = reading.kind === "query" ? await answered(datasource, reading, signal) : null;
    if (given.json) return { ...reading, answer, ...(given.flag("trace") && { trace: steps.map(told) }) };
    const trace = given.flag("trace") ? steps.map((step) => `${step.stage}\n${indented(traceText(step))}`) : [];
    return [...trace, ...wordsOf(reading), ...(answer === null ? [] : [answer])].join("\n\n");
  } finally {
    await datasource.close();
  }
}

async function answered(
  datasource: Datasource,
  { form, sql }: Extract<Reading, { kind: "query" }>,
  signal: AbortSignal,
): Promise<string> {
  return verbalize(
    form,
    await datasource.run(sql, { row_limit: ANSWERED_ROWS, timeout_ms: ANSWER_TIMEOUT_MS, signal }),
  );
}

const told = (step: Step) => ({ stage: step.stage, made: traceText(step) });

const indented = (text: string): string => text.replace(/^/gm, "  ");

/** A reading as it is read: what was understood, how surely, and the SQL; or why nothing was. */
function wordsOf(reading: Reading): string[] {
  if (reading.kind === "not_understood") {
    const choices = reading.choices.map(({ message }) => `Did you mean: ${message}`);
    return [reading.reason, ...choices, ...reading.suggestions.map((question) => `You could ask: ${question}`)];
  }
  const { interpretation, assumptions, left_out, confidence, sql } = reading;
  return [
    `${interpretation} (confidence ${confidence})`,
    ...(left_out.length > 0 ? [`Left out: ${left_out.join(", ")}`] : []),
    ...(assumptions.length > 0 ? [assumptions.map((each) => `- ${each}`).join("\n")] : []),
    sql,
  ];
}
