import type { AnswerSql, Chart, Table, ToolResult } from "@parley/client";
import type { ChatStep, ChatTurn } from "@parley/client/react";
import { holdsFractions } from "../parts/fractions.ts";
import { isNaming } from "../parts/table/columns.ts";

/** A statement as the sheet shows it, from the answer's metadata or from a step that has just ended. */
export type Statement = Pick<AnswerSql, "sql" | "row_count" | "truncated"> &
  Partial<Pick<AnswerSql, "dialect" | "integration_id" | "tables" | "duration_ms" | "saved_query_id">>;

/** A number that is the whole answer. */
export interface SingleNumber {
  value: number;
  /** The column's name, or the chart's title. */
  label: string;
  unit?: string | undefined;
  /** The value is a fraction of one, read in per cent. */
  isShare?: boolean;
}

/** The Vega-Lite specification of what a figure draws, where the service gave one. */
type Spec = Chart["vega_lite"];

/** One sheet of an answer: a chart with its table, a table alone, or statements that brought no rows. */
export interface Figure {
  key: string;
  chart: Chart | null;
  table: Table | null;
  number: SingleNumber | null;
  /** The numbers of a table of one row, where it has a few and no more than them: figures beside each other. */
  numbers: readonly SingleNumber[];
  /** For other libraries; absent where nothing is drawn, where it was too large to travel, and for a number without a chart. */
  spec?: Spec;
  statements: readonly Statement[];
}

/** What a step of SQL has returned, as far as the page needs it. */
type SqlResult = Pick<AnswerSql, "sql" | "row_count" | "truncated" | "dialect"> & {
  columns: readonly { name: string; type: string }[];
  saved_query_id: string | null;
};

/** The statement of a tool's result; undefined for other tools, and for results that were cut to fit. */
export function sqlResultOf(result: ToolResult | null): SqlResult | undefined {
  const value = result?.status === "success" ? result.result : null;
  const isSql = typeof value === "object" && value !== null && "sql" in value && "row_count" in value;
  return isSql && typeof value.sql === "string" ? (value as SqlResult) : undefined; // The contract's own shape.
}

/** The statements that steps have run, in their order. */
export const statementsOfSteps = (steps: readonly ChatStep[]): Statement[] =>
  steps.flatMap((step) => {
    const sql = step.type === "tool" ? sqlResultOf(step.result) : undefined;
    return sql ? [{ ...sql, duration_ms: (step as { result: ToolResult }).result.duration_ms }] : [];
  });

const statementsOf = ({ answer, steps }: ChatTurn): readonly Statement[] =>
  answer?.metadata?.sql ?? statementsOfSteps(steps);

const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** More than these are read in a table. */
const NUMBERS_AT_MOST = 4;

/** A table of one number is drawn as that number. */
export function singleNumber(table: Table): SingleNumber | null {
  return table.headers.length === 1 && table.rows.length === 1 ? numberAt(table, 0) : null;
}

/** A table of one row with a few numbers is drawn as them: revenue last year and this year, the difference, the growth. */
export function severalNumbers(table: Table): readonly SingleNumber[] {
  const { headers, rows } = table;
  if (headers.length < 2 || headers.length > NUMBERS_AT_MOST || rows.length !== 1) return [];
  const numbers = headers.flatMap((name, at) =>
    isNaming(name, [rows[0]?.[at] ?? ""]) ? [] : (numberAt(table, at) ?? []),
  );
  return numbers.length === headers.length ? numbers : [];
}

/** A cell of the first row as a number; null for what is none, or names something, and for more digits than a double has. */
function numberAt({ headers, rows, columns }: Table, at: number): SingleNumber | null {
  const label = headers[at] ?? "";
  const cell = rows[0]?.[at] ?? "";
  const value = NUMERIC.test(cell) ? Number(cell) : Number.NaN;
  // A number that a double cannot hold is shown as it is written, in a table.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return null;
  const { type, unit } = columns?.[at] ?? {};
  const isShare = holdsFractions(label, unit, [value]);
  return type === "text" ? null : { value, label, unit, isShare };
}

/** The only value of a chart that asks to be drawn as a figure (`display: kpi`). */
function numberOfChart({ display, title, data, formats }: Chart): SingleNumber | null {
  const [only, ...others] = data.values;
  if (display !== "kpi" || !only || others.length > 0) return null;
  const { kind, unit } = formats?.value ?? {};
  return { value: only.value, label: title ?? data.y_axis_label, unit, isShare: kind === "percent" };
}

/** A chart as a sheet shows it: drawn, or its only value as a figure. */
function drawn(chart: Chart | undefined): Pick<Figure, "chart" | "number" | "spec"> {
  const number = chart ? numberOfChart(chart) : null;
  return { chart: number ? null : (chart ?? null), number, spec: chart?.vega_lite };
}

/** The sheets of a turn, in the order in which they were made. Each table has the statement that it came from, where that is plain. */
export function figuresOf(turn: ChatTurn): Figure[] {
  const statements = statementsOf(turn);
  const tables = turn.visualizations.filter((each): each is Table => each.type === "table");
  const charts = turn.visualizations.filter((each): each is Chart => each.type === "chart");
  const placed = new Set<Chart | undefined>();
  const isOneToOne = statements.length === tables.length;
  const figures: Figure[] = tables.map((table, at) => {
    const own = statements[at];
    const chart = charts.find(({ table_id }) => table_id === table.id);
    placed.add(chart);
    const shown = drawn(chart);
    return {
      key: table.id,
      table,
      ...shown,
      number: shown.number ?? singleNumber(table),
      numbers: chart === undefined ? severalNumbers(table) : [],
      statements: isOneToOne && own ? [own] : statements,
    };
  });
  for (const chart of charts) {
    if (!placed.has(chart)) figures.push({ key: chart.id, table: null, ...drawn(chart), numbers: [], statements });
  }
  if (figures.length === 0 && statements.length > 0) {
    figures.push({ key: `${turn.key} sql`, chart: null, table: null, number: null, numbers: [], statements });
  }
  return figures;
}

/** A column's name as words: `total_amount` is “Total amount”. */
export function wordsOfColumn(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
