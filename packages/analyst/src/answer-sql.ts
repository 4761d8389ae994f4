import { cutText } from "@parley/contract/cut-text";
import type { AnswerSql } from "@parley/contract/message";
import { tablesRead } from "@parley/datasource/tokens/tables";
import type { Outcome, Session } from "./answer-session.ts";

/** Statements of one answer, and characters of each: they are kept with the message. */
const MOST_STATEMENTS = 10;
const MOST_SQL_CHARACTERS = 8_000;

/**
 * The results behind what an answer shows, and those whose cells its text names, in the order in which they were fetched; of a
 * text alone, the last one. A result that was joined with a file brings those that it was joined with.
 */
export function resultsShown({ results }: Session): Outcome[] {
  const shown = new Set(
    results.filter(({ table_id, is_named }, at) => table_id !== null || is_named || at === results.length - 1),
  );
  // A result is made of earlier ones alone.
  for (const outcome of results.toReversed())
    if (shown.has(outcome)) for (const read of results) if (outcome.reads.includes(read.name)) shown.add(read);
  return results.filter((outcome) => shown.has(outcome)).slice(0, MOST_STATEMENTS);
}

/** A statement that reads results, below words that say which statements these are of. */
function told({ sql, reads }: Outcome, shown: readonly Outcome[]): string {
  const named = reads.flatMap((name) => {
    const at = shown.findIndex((outcome) => outcome.name === name);
    return at < 0 ? [] : [`-- ${name}: the rows of statement ${at + 1}\n`];
  });
  return `${named.join("")}${sql}`;
}

/** The statements behind what an answer shows. */
export function answerSql(session: Session): AnswerSql[] {
  const shown = resultsShown(session);
  return shown.map((outcome) => ({
    sql: cutText(told(outcome, shown), MOST_SQL_CHARACTERS),
    ...statementOf(session, outcome),
  }));
}

function statementOf(
  { question }: Session,
  { sql, dialect, source, result, saved_query_id, table_id, check }: Outcome,
): Omit<AnswerSql, "sql"> {
  return {
    dialect,
    integration_id: source === "integration" ? (question.integration?.id ?? null) : null,
    tables: tablesRead(sql, dialect),
    row_count: result.row_count,
    truncated: result.truncated,
    duration_ms: Math.round(result.duration_ms),
    saved_query_id,
    ...(table_id !== null && { visualization_id: table_id }),
    period: check.period,
  };
}
