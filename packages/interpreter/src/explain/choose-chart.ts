import type { QueryResult } from "@parley/datasource/types";
import { ofPeriod, withoutTold } from "./changes.ts";
import { withoutChosen } from "./chosen-groups.ts";
import { isFirstName, isLastName, isName, isNaming, isOwnKey, labelWords } from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { partOf } from "./figure-kinds.ts";
import { isPercentage, unitOfOutput } from "./figures.ts";
import { asCalled } from "../form/called.ts";
import { figureBy, restricted } from "./form-words.ts";
import { changeWords, measureWords, ofOnePeriod } from "./measure-words.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import type { ChartType, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { capitalized, joined } from "../language/words.ts";

/** A chart of a result, by the names of its columns. */
export interface Chart {
  chart_type: ChartType;
  title: string;
  label_column: string;
  value_column: string;
  series_column?: string;
  /** Further figures along the same axis, each a series of its own. */
  more_value_columns?: readonly string[];
  x_axis_label: string;
  y_axis_label: string;
}

/**
 * The chart that was asked for where the result allows it, else the one that suits it; null for single values and lists,
 * and where the table alone was asked for.
 */
export function chooseChart(asked: LogicalForm, result: QueryResult): Chart | null {
  const form = asCalled(asked);
  if (form.chart === "table") return null;
  const suited = suitedChart(form, result);
  if (suited === null || form.chart === undefined || form.chart === suited.chart_type) return suited;
  // Two series do not fit into one pie, and nothing is stacked without them.
  const isPlain = suited.series_column === undefined;
  if (form.chart === "scatter" || (form.chart === "pie" && !isPlain) || (form.chart === "stacked_bar" && isPlain))
    return suited;
  return suited.chart_type === "scatter" ? suited : { ...suited, chart_type: form.chart };
}

/** Figures beside each other that one chart can show: more lines, or groups of more bars, are not told apart. */
const MOST_SERIES = 3;
/** How many times the highest of one figure that of another may be, so that both are seen along one axis. */
const LARGEST_RATIO_ON_AN_AXIS = 8;

/**
 * The charts of a result: that which suits it, with the figures beside its own that may stand along the same axis, and one
 * more of the next figure that may not: revenue and the number of orders have none in common. The first few of many are
 * ranked by one figure, which is drawn alone.
 */
export function chooseCharts(asked: LogicalForm, result: QueryResult): Chart[] {
  const form = asCalled(asked);
  const first = chooseChart(form, result);
  if (first === null) return [];
  const figures = describedBy(form, result).filter(
    ({ output, numeric }) => numeric && isAggregate(output.expression) && output.unit !== "growth",
  );
  const drawn = figures.find(({ name }) => name === first.value_column);
  const isPlain = (first.chart_type === "line" || first.chart_type === "bar") && first.series_column === undefined;
  if (!isPlain || drawn === undefined || form.limit !== null) return [first];
  const beside = figures.filter((one) => one !== drawn);
  const isAlike = (one: Described) =>
    scaleOf(one.output) === scaleOf(drawn.output) && areOfASize(highestOf(one, result), highestOf(drawn, result));
  const together = [drawn, ...beside.filter(isAlike).slice(0, MOST_SERIES - 1)];
  const other = beside.find((one) => !isAlike(one));
  return [
    together.length > 1 ? chartOfFigures(form, first, together) : first,
    ...(other === undefined ? [] : [chartOfFigures(form, first, [other])]),
  ];
}

/** The chart `like` another, of these figures of the same rows. */
function chartOfFigures(form: LogicalForm, like: Chart, figures: readonly Described[]): Chart {
  const words = joined(figures.map(({ output }) => measureWords(output)));
  const full = figureBy(words, like.x_axis_label, withoutChosen(withoutTold(form)));
  const [value_column = "", ...more_value_columns] = figures.map(({ name }) => name);
  return {
    ...like,
    title: capitalized(full.length > LONGEST_CHART_TITLE ? `${words} by ${like.x_axis_label}` : full),
    value_column,
    y_axis_label: words,
    ...(more_value_columns.length > 0 && { more_value_columns }),
  };
}

const highestOf = ({ name }: Described, { columns, rows }: QueryResult): number => {
  const at = columns.findIndex((column) => column.name === name);
  return Math.max(0, ...rows.map((row) => Math.abs(Number(row[at] ?? 0))));
};

const areOfASize = (one: number, other: number): boolean =>
  Math.max(one, other) <= LARGEST_RATIO_ON_AN_AXIS * Math.min(one, other);

/** What figures have in common that may stand along one axis: they count, are money, have a unit, or are of the same column. */
function scaleOf(output: Output): string {
  const { expression, unit, name } = output;
  if (unit !== undefined) return unit;
  if (expression.kind === "aggregate" && expression.fn === "count") return "count";
  const of = expression.kind === "aggregate" && expression.of?.kind === "column" ? expression.of : null;
  return unitOfOutput(output) ?? (of === null ? name : `${of.table}.${of.column}`);
}

interface Described {
  output: Output;
  name: string;
  /** True where every cell is a number or empty. */
  numeric: boolean;
}

const describedBy = (form: LogicalForm, result: QueryResult): Described[] =>
  form.outputs.map((output, i) => ({
    output,
    name: result.columns[i]?.name ?? output.name,
    numeric: result.rows.every((row) => row[i] === null || typeof row[i] === "number"),
  }));

function suitedChart(form: LogicalForm, result: QueryResult): Chart | null {
  if (result.row_count < 2 || form.outputs.length < 2) return null;
  const described = describedBy(form, result);
  const labels = withoutAttributes(described.filter((one) => !isAggregate(one.output.expression)));
  const measure = drawnMeasure(described, result);
  const [label] = labels;
  if (measure === null) return null;
  if (measure === undefined) return pointsOf(described, form);
  if (label === undefined) return null;
  const time = labels.find(({ output }) => isAlongTime(output.expression));
  const series = labels.find((one) => one !== (time ?? label));
  const chart = (type: ChartType, along: Described) => chartOf({ form, type, label: along, value: measure });
  if (time !== undefined && series !== undefined) return overTime({ form, result, time, series, measure });
  if (time !== undefined) {
    const standsAlone = isRanking(form, measure) || isGrowth(measure) || result.row_count === 2;
    return chart(standsAlone ? "bar" : "line", time);
  }
  if (isNamePair(labels)) return chart("bar", labels[1] ?? label);
  if (series !== undefined && isInOneLabelEach(described.indexOf(series), form, result)) return null;
  if (series !== undefined)
    return chartOf({ form, type: addsUp(measure.output) ? "stacked_bar" : "bar", label, value: measure, series });
  return chart(isPartOfWhole(measure, result) ? "pie" : "bar", label);
}

/** "top 3 customers in each region": names that each stand in one group alone are read in a table; stacked, they would add up to nothing. */
const isInOneLabelEach = (place: number, { per = [] }: LogicalForm, { rows }: QueryResult): boolean =>
  per.length > 0 && new Set(rows.map((row) => row[place])).size === rows.length;

/** The labels, one for each thing whose key or name is among them: not the customer's number and country beside the name. */
function withoutAttributes(labels: readonly Described[]): readonly Described[] {
  if (isNamePair(labels)) return labels;
  const tableOf = ({ output: { expression } }: Described) =>
    expression.kind === "column" && expression.role === undefined ? expression.table : null;
  const isNamed = ({ output: { expression } }: Described) => expression.kind === "column" && isName(expression);
  const isKnown = (one: Described) => isNamed(one) || isOwnKey(one.output.expression);
  return labels.filter((one) => {
    const same = labels.filter((other) => tableOf(one) !== null && tableOf(other) === tableOf(one));
    return !same.some(isKnown) || one === (same.find(isNamed) ?? same.find(isKnown));
  });
}

/**
 * The figure that is drawn: growth where it was asked for and there is more than one, else the first. Null where figures of
 * several periods stand side by side, of which a chart of one column would show a part.
 */
function drawnMeasure(described: readonly Described[], result: QueryResult): Described | null | undefined {
  const measures = described.filter((one) => isAggregate(one.output.expression) && one.numeric);
  const growth = measures.find(isGrowth);
  if (growth === undefined)
    return measures.filter(({ output }) => ofPeriod(output.expression) !== null).length > 1 ? null : measures[0];
  const at = described.indexOf(growth);
  const told = result.rows.filter((row) => typeof row[at] === "number").length;
  return told > 1 || measures.length === 1 ? growth : measures.find((one) => one !== growth);
}

const isGrowth = ({ output }: Described): boolean => output.unit === "growth";

/** Time that goes on: years, months, days. Weekdays and hours of a day come again: they are categories. */
const isAlongTime = (expression: Expression): boolean =>
  expression.kind === "bucket" && !/^(weekday|part_of_week|month_of_year|hour_of_day)/.test(expression.unit);

/** True for rows that are in the order of the figure: "the best months". */
const isRanking = (form: LogicalForm, { output }: Described): boolean =>
  form.order[0] !== undefined && sameExpression(form.order[0].by, output.expression);

/** True for figures whose sum means something: counts and totals, but no averages, rates or different things. */
function addsUp({ expression, unit }: Output): boolean {
  if (unit === "share" || unit === "growth") return false;
  if (expression.kind === "arithmetic" && expression.operator === "/") return expression.right.kind === "literal";
  return (
    expression.kind !== "aggregate" || expression.fn === "sum" || (expression.fn === "count" && !expression.distinct)
  );
}

/** True for the shares of one whole, all of them there; rates of different things do not add up. */
function isPartOfWhole({ output, name }: Described, result: QueryResult): boolean {
  if (output.unit !== "share" && !isPercentage(output)) return false;
  if (partOf(output.expression) !== null || result.row_count > 6) return false;
  const at = result.columns.findIndex((column) => column.name === name);
  const sum = result.rows.reduce((total, row) => total + Number(row[at] ?? 0), 0);
  return Math.abs(sum - (output.unit === "share" ? 1 : 100)) <= (output.unit === "share" ? 0.005 : 0.5);
}

/** A measure along time for each of several things; two or three moments stand side by side instead. */
function overTime({
  form,
  result,
  time,
  series,
  measure,
}: {
  form: LogicalForm;
  result: QueryResult;
  time: Described;
  series: Described;
  measure: Described;
}): Chart {
  const at = result.columns.findIndex((column) => column.name === time.name);
  const moments = new Set(result.rows.map((row) => row[at])).size;
  return moments > 3
    ? chartOf({ form, type: "line", label: time, value: measure, series })
    : chartOf({ form, type: "bar", label: series, value: measure, series: time });
}

/** Two figures of the same rows as points; a name and the figure that ranks it as bars. */
function pointsOf(described: readonly Described[], form: LogicalForm): Chart | null {
  const [first, second, ...others] = described;
  if (first === undefined || second === undefined || others.length > 0) return null;
  if (first.numeric && second.numeric) {
    const isFigure = ({ output }: Described) => output.expression.kind === "column" && !isKeyLike(output.expression);
    return isFigure(first) && isFigure(second) ? chartOf({ form, type: "scatter", label: first, value: second }) : null;
  }
  const [label, value] = first.numeric ? [second, first] : [first, second];
  const isNamed = label.output.expression.kind === "column" && isName(label.output.expression);
  return isNamed && value.numeric && isRanking(form, value) ? chartOf({ form, type: "bar", label, value }) : null;
}

const isKeyLike = (expression: Expression): boolean =>
  isNaming(expression) || (expression.kind === "column" && /id$/i.test(expression.column));

/** First and last name are one label, not two dimensions. */
function isNamePair(labels: readonly Described[]): boolean {
  const names = labels.filter(({ output: { expression } }) => isFirstName(expression) || isLastName(expression));
  return labels.length === 2 && names.length === 2;
}

/** Titles longer than this leave out what restricts them. */
const LONGEST_CHART_TITLE = 100;

function chartOf({
  form,
  type,
  label,
  value,
  series,
}: {
  form: LogicalForm;
  type: ChartType;
  label: Described;
  value: Described;
  /** What tells the lines or the parts of the bars apart. */
  series?: Described;
}): Chart {
  const x = wordsOf(label);
  const compared = form.outputs.find((output) => ofOnePeriod(output) !== null);
  const y = changeWords(value.output, compared) ?? measureWords(value.output);
  const by = series === undefined ? x : `${x} and ${wordsOf(series)}`;
  const short = type === "scatter" ? `${y} and ${x}` : `${y} by ${by}`;
  const full = type === "scatter" ? restricted(short, form) : figureBy(y, by, withoutChosen(withoutTold(form)));
  return {
    chart_type: type,
    title: capitalized(full.length > LONGEST_CHART_TITLE ? short : full),
    label_column: label.name,
    value_column: value.name,
    ...(series !== undefined && { series_column: series.name }),
    x_axis_label: x,
    y_axis_label: y,
  };
}

const wordsOf = ({ output: { expression } }: Described): string =>
  labelWords(expression) ?? expressionWords(expression);
