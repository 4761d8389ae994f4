import { shortText } from "@parley/contract/cut-text";
import type { SqlResult } from "@parley/contract/event";
import { limits } from "@parley/contract/limits";
import type { Cell, ColumnType } from "@parley/datasource/types";
import { findingText } from "./checks/finding-words.ts";
import type { Outcome } from "./answer-session.ts";

const RESULT_CELL_CHARACTERS = 400;
const RESULT_COLUMNS = 200;
/** Room for the rest of a tool result beside its `result` (D31). */
const MARGIN = 4 * 1024;

const short = (cell: Cell): Cell => (typeof cell === "string" ? shortText(cell, RESULT_CELL_CHARACTERS) : cell);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** A result as `tool_result` carries it: at most 20 rows, and fewer where they would pass 32 KB (D31). */
export function sqlResultOf(outcome: Outcome): SqlResult {
  const result: SqlResult = {
    sql: outcome.sql,
    dialect: outcome.dialect,
    columns: outcome.result.columns
      .slice(0, RESULT_COLUMNS)
      .map(({ name, type }) => ({ name: String(short(name)), type })),
    preview_rows: outcome.result.rows
      .slice(0, limits.preview_rows)
      .map((row) => row.slice(0, RESULT_COLUMNS).map(short)),
    row_count: outcome.result.row_count,
    truncated: outcome.result.truncated,
    saved_query_id: outcome.saved_query_id,
  };
  while (result.preview_rows.length > 0 && bytesOf(result) > limits.tool_result_bytes - MARGIN)
    result.preview_rows.pop();
  if (bytesOf(result) > limits.tool_result_bytes - MARGIN) result.columns = result.columns.slice(0, 20);
  return result;
}

interface Statistics {
  column: string;
  type: ColumnType;
  nulls: number;
  distinct: number;
  min?: Cell;
  max?: Cell;
  sum?: number;
}

/** What the rows hold, column by column, so that a model need not see them all. */
function statisticsOf({ result }: Outcome): Statistics[] {
  return result.columns.slice(0, 30).map(({ name, type }, at) => {
    const cells = result.rows.map((row) => row[at] ?? null);
    const filled = cells.filter((cell) => cell !== null);
    const numbers = filled.filter((cell) => typeof cell === "number");
    const base = { column: name, type, nulls: cells.length - filled.length, distinct: new Set(filled).size };
    if (numbers.length > 0) {
      const min = numbers.reduce((a, b) => Math.min(a, b));
      const max = numbers.reduce((a, b) => Math.max(a, b));
      return { ...base, min, max, sum: Number(numbers.reduce((a, b) => a + b, 0).toPrecision(12)) };
    }
    const texts = filled.filter((cell) => typeof cell === "string").toSorted();
    return type === "date" || type === "timestamp"
      ? { ...base, min: texts[0] ?? null, max: texts.at(-1) ?? null }
      : base;
  });
}

/** A result as the model reads it: its name, a preview, and figures over all rows fetched. */
export function resultText(outcome: Outcome): string {
  const { columns, preview_rows, row_count, truncated } = sqlResultOf(outcome);
  return JSON.stringify({
    result: outcome.name,
    row_count,
    ...(truncated && {
      truncated: `the database has more rows: only the first ${row_count} were fetched; say so in the answer`,
    }),
    columns: columns.map(({ name, type }) => `${name} ${type}`),
    rows: preview_rows,
    ...(outcome.check.findings.length > 0 && {
      warnings: outcome.check.findings.map((finding) => findingText(finding, "en")),
    }),
    ...(row_count > preview_rows.length && {
      shown: preview_rows.length,
      statistics_over_all_fetched_rows: statisticsOf(outcome),
    }),
  });
}

/** SQL as an answer's text shows it: a block of code. */
export const sqlBlock = (sql: string): string => `\`\`\`sql\n${sql}\n\`\`\``;
