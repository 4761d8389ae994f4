import type { QueryResult } from "@parley/datasource/types";
import { labelWords } from "./column-words.ts";
import { isAggregate } from "../form/visit.ts";
import type { ChartType, LogicalForm } from "../form/logical-form.ts";
import { expressionWords } from "./expression-words.ts";

/** A chart of a result, by the names of its columns. */
export interface Chart {
  chart_type: ChartType;
  title: string;
  label_column: string;
  value_column: string;
  series_column?: string;
  x_axis_label: string;
  y_axis_label: string;
}

/**
 * The chart that was asked for where the result allows it, else the one that suits it; null for single values and lists,
 * and where the table alone was asked for.
 */
export function chooseChart(form: LogicalForm, result: QueryResult): Chart | null {
  if (form.chart === "table") return null;
  const suited = suitedChart(form, result);
  if (suited === null || form.chart === undefined || form.chart === suited.chart_type) return suited;
  // Two series do not fit into one pie, and nothing is stacked without them.
  const isPlain = suited.series_column === undefined;
  if (form.chart === "scatter" || (form.chart === "pie" && !isPlain) || (form.chart === "stacked_bar" && isPlain))
    return suited;
  return suited.chart_type === "scatter" ? suited : { ...suited, chart_type: form.chart };
}

function suitedChart(form: LogicalForm, result: QueryResult): Chart | null {
  if (result.row_count < 2 || form.outputs.length < 2) return null;
  const described = form.outputs.map((output, i) => ({
    output,
    name: result.columns[i]?.name ?? output.name,
    numeric: result.rows.every((row) => row[i] === null || typeof row[i] === "number"),
  }));
  const labels = described.filter((one) => !isAggregate(one.output.expression));
  const measure = described.find((one) => isAggregate(one.output.expression) && one.numeric);
  const label = labels[0];
  const plain = described.filter((one) => one.numeric && one.output.expression.kind === "column");
  if (measure === undefined && plain.length === 2 && form.outputs.length === 2) {
    const [x, y] = plain;
    if (x === undefined || y === undefined) return null;
    return chart("scatter", x, y);
  }
  if (measure === undefined || label === undefined) return null;
  const time = labels.find((one) => one.output.expression.kind === "bucket");
  const series = labels.find((one) => one !== (time ?? label));
  if (time !== undefined)
    return { ...chart("line", time, measure), ...(series === undefined ? {} : { series_column: series.name }) };
  if (isNamePair(form, labels.length)) return chart("bar", labels[1] ?? label, measure);
  if (series !== undefined) return { ...chart("stacked_bar", label, measure), series_column: series.name };
  if (measure.output.unit === "share" && result.row_count <= 6) return chart("pie", label, measure);
  return chart("bar", label, measure);
}

interface Described {
  output: LogicalForm["outputs"][number];
  name: string;
}

/** First and last name are one label, not two dimensions. */
function isNamePair(form: LogicalForm, labels: number): boolean {
  const names = form.outputs.filter(
    (output) => output.expression.kind === "column" && /name/i.test(output.expression.column),
  );
  return labels === 2 && names.length === 2;
}

function chart(type: Chart["chart_type"], label: Described, value: Described): Chart {
  const x = labelWords(label.output.expression) ?? expressionWords(label.output.expression);
  const y = expressionWords(value.output.expression);
  const title = `${y} by ${x}`;
  return {
    chart_type: type,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    label_column: label.name,
    value_column: value.name,
    x_axis_label: x,
    y_axis_label: y,
  };
}
