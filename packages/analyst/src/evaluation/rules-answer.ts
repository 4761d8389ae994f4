import { interpret } from "@parley/interpreter/interpret";
import type { EvaluationDatabase } from "./evaluate.ts";
import { runSql } from "./evaluate.ts";
import type { Rows } from "./score.ts";

/** The rules model as an answerer for `evaluate`: interprets, runs, returns the rows. */
export async function answerByRules(
  question: string,
  database: EvaluationDatabase,
  now: Date,
  signal: AbortSignal,
): Promise<Rows | null> {
  const answer = interpret({ text: question, schema: database.schema, now, earlier: [], guidance: [] });
  return answer.kind === "query" ? runSql(database, answer.sql, signal) : null;
}
