import { cutText } from "@parley/contract/cut-text";
import type { AnswerSql } from "@parley/contract/message";
import { tablesRead } from "@parley/datasource/tokens/tables";
import type { Outcome, Session } from "./session.ts";

/** Statements of one answer, and characters of each: they are kept with the message. */
const MOST_STATEMENTS = 10;
const MOST_SQL_CHARACTERS = 8_000;

/**
 * The results behind what an answer shows, and those whose cells its text names, in the order in which they were fetched; of a
 * text alone, the last one.
 */
export const resultsShown = ({ results }: Session): Outcome[] =>
  results
    .filter(({ table_id, is_named }, at) => table_id !== null || is_named || at === results.length - 1)
    .slice(0, MOST_STATEMENTS);

/** The statements behind what an answer shows. */
export function answerSql(session: Session): AnswerSql[] {
  return resultsShown(session).map(({ sql, dialect, source, result, saved_query_id, table_id, check }) => ({
    sql: cutText(sql, MOST_SQL_CHARACTERS),
    dialect,
    integration_id: source === "integration" ? (session.question.integration?.id ?? null) : null,
    tables: tablesRead(sql, dialect),
    row_count: result.row_count,
    truncated: result.truncated,
    duration_ms: Math.round(result.duration_ms),
    saved_query_id,
    ...(table_id !== null && { visualization_id: table_id }),
    period: check.period,
  }));
}
