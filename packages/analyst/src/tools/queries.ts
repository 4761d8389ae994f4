import { iso } from "@parley/core/environment/clock";
import type { Cell } from "@parley/datasource/types";
import type { Outcome, Session, Source } from "../answer-session.ts";
import { TURN_ROWS } from "../answer-session.ts";
import { rowsText } from "../row-counts.ts";
import { checkResult } from "../checks/check.ts";
import { sqlResultOf, resultText } from "../sql-result.ts";
import { ToolProblem, type ToolOutcome } from "./tool.ts";

const QUERY_ROWS = 1_000;
const QUERY_TIMEOUT_MS = 30_000;

/** How rows are fetched. */
interface Fetching {
  parameters?: readonly Cell[];
  saved_query_id?: string;
  /** True to fetch as many rows as a turn may, but for those of one more query. */
  all_rows?: boolean | undefined;
  /** Names of the results that stand beside the source's tables. */
  reads?: readonly string[];
  signal: AbortSignal;
}

/** Runs SQL on a source within the limits of a query and of the turn, and keeps the result. Throws `DatasourceError`. */
export async function fetchRows(session: Session, source: Source, sql: string, options: Fetching): Promise<Outcome> {
  const left = TURN_ROWS - session.rows;
  if (left <= 0)
    throw new ToolProblem(
      `${TURN_ROWS} rows have been fetched for this question, which is the limit: answer with what there is`,
    );
  const { clock, meter } = session.tools;
  const time = meter.left("sql_ms");
  if (time === 0) throw new ToolProblem("The time for queries of this question is used up: answer with what there is");
  const datasource = await source.open();
  const started = clock.now();
  const result = await datasource
    .run(sql, {
      parameters: options.parameters ?? [],
      row_limit: Math.min(options.all_rows ? Math.max(QUERY_ROWS, left - QUERY_ROWS) : QUERY_ROWS, left),
      timeout_ms: Math.min(QUERY_TIMEOUT_MS, time),
      signal: options.signal,
    })
    .finally(() => meter.add({ sql_ms: clock.now() - started }));
  session.rows += result.row_count;
  session.tools.meter.spent.rows = session.rows;
  const checked = { sql, dialect: datasource.dialect, result };
  const outcome: Outcome = {
    name: `r${session.results.length + 1}`,
    source: source.kind,
    sql,
    dialect: datasource.dialect,
    result,
    saved_query_id: options.saved_query_id ?? null,
    reads: options.reads ?? [],
    parameters: options.parameters ?? [],
    table_id: null,
    check: checkResult(checked, await schemaOf(source, options), iso(clock.now()).slice(0, 10)),
  };
  session.results.push(outcome);
  return outcome;
}

/** The schema that a result is checked against: models and the interpreter have read it, for a saved query it is not read. */
const schemaOf = async (source: Source, { saved_query_id, signal }: { saved_query_id?: string; signal: AbortSignal }) =>
  saved_query_id === undefined ? source.schema(signal) : null;

/** A fetched result as a tool's outcome. */
export function rowsFound(outcome: Outcome): ToolOutcome {
  const { row_count, truncated } = outcome.result;
  const rows = rowsText(row_count);
  return {
    summary: truncated ? `The first ${rows} (there are more)` : rows,
    result: sqlResultOf(outcome),
    text: resultText(outcome),
  };
}
