import { askerLanguage } from "@parley/core/answer/asker-language";
import { fail } from "@parley/core/failure/failure";
import type { AnswerEvent, QuestionQuery } from "@parley/core/answer/answer";
import { inAuthorsWords } from "@parley/datasource/placeholders/authors-words";
import { missingParameters } from "@parley/datasource/placeholders/missing-parameters";
import { bindPlaceholders } from "@parley/datasource/placeholders/placeholders";
import { DatasourceError } from "@parley/datasource/types";
import * as v from "valibot";
import { isPossible } from "./charts/build-chart.ts";
import { suggestChart } from "./charts/suggest-chart.ts";
import { savedQueryText } from "./saved-query-text.ts";
import { drain, type Outcome, type Session, showTable } from "./answer-session.ts";
import { showChart } from "./tools/make-chart.ts";
import { fetchRows, rowsFound } from "./tools/queries.ts";
import { analystTool, runTool, ToolProblem } from "./tools/tool.ts";

/** A saved query with SQL and the values for its placeholders. */
export type RunnableQuery = QuestionQuery & { sql: string; values: Record<string, string> };

/** How a saved query's run is reported as a tool: the arguments it was called with. */
export interface SavedQueryRun {
  call_id: string;
  args: Record<string, unknown>;
  outcome: Outcome;
}

/**
 * Runs a saved query's SQL with its values bound as parameters, and reports it as a `run_sql` call. Throws
 * `MISSING_QUERY_PARAMETER`, `INTEGRATION_REQUIRED` and `DatasourceError`.
 */
export async function* runSavedQuery(
  session: Session,
  query: RunnableQuery,
): AsyncGenerator<AnswerEvent, SavedQueryRun> {
  const { integration, question, tools } = session;
  if (!integration || !question.integration) fail("INTEGRATION_REQUIRED");
  const missing = missingParameters(query.parameters, query.values);
  if (missing.length > 0) fail("MISSING_QUERY_PARAMETER", { missing });
  session.saved.set(query.id, query.sql);
  const bound = bindPlaceholders(query.sql, question.integration.engine, query.values);

  const call_id = `saved_${tools.ids.next()}`;
  const args = {
    sql: query.sql,
    saved_query_id: query.id,
    ...(query.parameters.length > 0 && { parameters: query.values }),
  };
  yield { type: "tool_call", call: { tool_call_id: call_id, tool: "run_sql", args } };
  yield { type: "progress", status: "analyzing" };
  const tool = analystTool({
    name: "run_sql",
    description: "",
    input: v.unknown(),
    run: async (_, __, signal) => {
      const { sql, parameters } = bound;
      try {
        return rowsFound(await fetchRows(session, integration, sql, { parameters, saved_query_id: query.id, signal }));
      } catch (error) {
        throw error instanceof DatasourceError ? inAuthorsWords(error, bound.origins, query.parameters) : error;
      }
    },
  });
  const report = await runTool(tool, { id: call_id, args }, session);
  yield { type: "tool_result", result: report.event };
  tools.signal.throwIfAborted();
  const outcome = session.results.at(-1);
  if (!outcome) throw session.fatal?.error ?? session.failure ?? new ToolProblem(report.text);
  return { call_id, args, outcome };
}

/** The whole answer of a saved query that runs directly (D28): a table, a chart if the shape suits one, one sentence and the SQL. */
export async function* answerDirectly(
  session: Session,
  query: RunnableQuery,
): AsyncGenerator<AnswerEvent, { content: string }> {
  const { outcome } = yield* runSavedQuery(session, query);
  yield { type: "progress", status: "processing" };
  showTable(session, outcome);
  if (outcome.result.rows.length > 0) {
    const chart = suggestChart(outcome.result, query.title);
    if (chart && isPossible(outcome.result, chart)) showChart(session, outcome, chart);
  }
  yield* drain(session);
  const content = savedQueryText(query, outcome.result, askerLanguage(session.question));
  for (const piece of content.match(/\S+\s*/g) ?? []) yield { type: "text_delta", content: piece };
  return { content };
}
