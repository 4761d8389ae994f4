import { cellText } from "@parley/core/visualization/cell-text";
import type { QueryResult, ResultColumn } from "@parley/datasource/types";
import { type ChartRequest, isNumber, MARKS, timeLike } from "./build-chart.ts";

const isTime = (column: ResultColumn | undefined) => column?.type === "date" || column?.type === "timestamp";
/** Figures of groups that do not add up to one of all. */
const notAdditive =
  /(^|_)(avg|average|mean|median|rate|ratio|share|growth|percent|percentage|pct|min|max|minimum|maximum)(_|$)/i;
/** Numbers that name rather than count. */
const identifier = /(^|_)(id|key|code|year|zip)$/i;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/** The measure that most of the title is about; the first if it is about none. */
function meantBy(title: string | undefined, measures: readonly number[], columns: readonly ResultColumn[]) {
  const spoken = new Set(wordsOf(title ?? ""));
  const hits = (at: number) =>
    wordsOf((columns[at]?.name ?? "").replaceAll("_", " ")).filter((word) => spoken.has(word));
  return measures.reduce<number | undefined>(
    (best, at) => (best === undefined || hits(at).length > hits(best).length ? at : best),
    undefined,
  );
}

export const numbersAt = ({ rows }: QueryResult, place: number): number[] =>
  rows.flatMap((row) => (typeof row[place] === "number" ? [row[place]] : []));

/** True if the rows are ordered by a column, the most first. */
export function isDescending(result: QueryResult, place: number): boolean {
  const numbers = numbersAt(result, place);
  return (
    numbers.length === result.rows.length &&
    (numbers[0] ?? 0) > (numbers.at(-1) ?? 0) &&
    numbers.every((number, at) => at === 0 || number <= (numbers[at - 1] ?? number))
  );
}

/** What the rows are ranked by is what they are about: the best products by revenue, beside the units sold. Else what is `meant`. */
function rankedBy(result: QueryResult, meant: number | undefined, measures: readonly number[]): number | undefined {
  if (meant === undefined || isDescending(result, meant)) return meant;
  return measures.find((at) => isDescending(result, at)) ?? meant;
}

/** The chart that suits the shape of a result, or null if none helps; `title` chooses among several measures. */
export function suggestChart(result: QueryResult, title?: string): ChartRequest | null {
  const { columns, rows } = result;
  if (rows.length < 2 || rows.length > MARKS || columns.length < 2 || columns.length > 4) return null;
  const cells = (at: number) => rows.map((row) => row[at] ?? null);
  const along = (at: number) => {
    const column = columns[at];
    return (
      column !== undefined &&
      (isTime(column) ||
        (/year|month|quarter|week|day|date/i.test(column.name) &&
          cells(at).every((cell) => timeLike.test(cellText(cell)))))
    );
  };
  const measures = columns.flatMap((column, at) =>
    isNumber(column.type) &&
    !identifier.test(column.name) &&
    !along(at) &&
    cells(at).some((cell) => typeof cell === "number")
      ? [at]
      : [],
  );
  const labels = columns.flatMap((_, at) => (measures.includes(at) ? [] : [at]));
  const meant = meantBy(title, measures, columns);
  const measure = labels.some(along) ? meant : rankedBy(result, meant, measures);
  const [first, second] = labels;
  if (measure === undefined || first === undefined || labels.length > 2) return null;
  const name = (at: number) => columns[at]?.name ?? "";
  const base = { value: name(measure), ...(title && { title }) };

  if (second !== undefined) {
    const [label, series] = along(second) && !along(first) ? [second, first] : [first, second];
    const kinds = new Set(cells(series).map(cellText)).size;
    const pairs = new Set(rows.map((row) => `${cellText(row[label] ?? null)}\u0000${cellText(row[series] ?? null)}`));
    if (kinds > 10 || pairs.size < rows.length) return null;
    const bars = notAdditive.test(base.value) ? "bar" : "stacked_bar";
    return { chart_type: along(label) ? "line" : bars, label: name(label), series: name(series), ...base };
  }
  if (new Set(cells(first).map(cellText)).size < rows.length) return null;
  if (along(first)) return { chart_type: "line", label: name(first), ...base };
  return rows.length <= 50 ? { chart_type: "bar", label: name(first), ...base } : null;
}
