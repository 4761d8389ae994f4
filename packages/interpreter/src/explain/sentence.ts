import type { Cell, QueryResult } from "@parley/datasource/types";
import { asCalled } from "../form/called.ts";
import { withoutTold } from "./changes.ts";
import { asPersons, labelWords, rowWords, thing } from "./column-words.ts";
import { comparedPeriods } from "./compared-periods.ts";
import { expressionWords } from "./expression-words.ts";
import { writerOf } from "./figures.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { extremeWord } from "./extremes.ts";
import { figureBy, groupWords, restricted, standing, tense } from "./form-words.ts";
import { changeWords, measureWords } from "./measure-words.ts";
import { counting, isMomentOfRows, limited, listed, moreText, nothingOf, perShown } from "./lists.ts";
import { totals } from "./totals.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { capitalized, joined } from "../language/words.ts";

/**
 * A readable sentence with the numbers in it, from what was asked and the actual result. It ends with a full stop and
 * says nothing that is not in the result.
 */
export function verbalize(asked: LogicalForm, result: QueryResult): string {
  const form = asCalled(asked);
  if (result.row_count === 0) return `${nothingOf(form)}.`;
  const text = form.combine || form.all_columns ? listed(form, result) : answered(form, result);
  // A cell that begins the sentence stays as it is in the table.
  const [cell] = result.rows[0] ?? [];
  return text.startsWith(String(cell)) ? `${text}.` : `${capitalized(text)}.`;
}

function answered(asked: LogicalForm, result: QueryResult): string {
  const form = withoutTold(asked);
  const { outputs } = form;
  const aggregates = outputs.filter((output) => isAggregate(output.expression));
  if (result.row_count === 1 && aggregates.length === outputs.length) return totals(form, result);
  const ofFirst = toldOfFirst(form, result);
  if (ofFirst !== null) return ofFirst;
  const compared = comparedPeriods(form, result);
  if (compared !== null) return compared;
  const growth = outputs.findIndex(({ unit }) => unit === "growth");
  const measure = figureTold(form);
  const isFirstByOther = form.limit === 1 && measure >= 0 && measure !== growth;
  if (growth >= 0 && !isFirstByOther) return grown(form, result, growth);
  if (growth >= 0) return `${ranked(form, result, measure)}${growthBeside(form, result, growth)}`;
  if (measure >= 0 && outputs.length > 1) return `${ranked(form, result, measure)}${besides(form, result, measure)}`;
  return listed(form, result);
}

/** "Scale: there are 6 accounts of the plan with the highest price": who is first, and then the figures. */
function toldOfFirst(form: LogicalForm, result: QueryResult): string | null {
  const isOfFirst = isOfFirstGroup(form);
  const places = form.outputs.flatMap(({ expression }, place) =>
    expression.kind === "query" || (isOfFirst && !isAggregate(expression)) ? [place] : [],
  );
  const [row, ...more] = result.rows;
  if (row === undefined || more.length > 0 || places.length === 0 || places.length === form.outputs.length) return null;
  const where = isOfFirst ? form.where.filter((one) => !isOneOfGroups(one)) : form.where;
  const isFigure = <T>(_: T, place: number) => !places.includes(place);
  const figures = {
    ...result,
    columns: result.columns.filter(isFigure),
    rows: [row.filter(isFigure)],
  };
  const name = places.map((place) => String(row[place] ?? "")).join(" ");
  return `${name}: ${totals({ ...form, where, groups: [], outputs: form.outputs.filter(isFigure) }, figures)}`;
}

const isOneOfGroups = (one: Condition): boolean => one.kind === "within" && !one.negated && one.form.limit === 1;

/** "how many of them were cancelled", of the one that came first: it alone is told by its name, whatever made it the first. */
const isOfFirstGroup = ({ groups, where, having, limit, per }: LogicalForm): boolean =>
  groups.length > 0 && having.length === 0 && limit === null && per === undefined && where.some(isOneOfGroups);

/** The place of the figure that is told first: that by which rows are ordered, else the first one. */
function figureTold({ outputs, order: [first] }: LogicalForm): number {
  const isOrdered = (expression: Expression) => first !== undefined && sameExpression(expression, first.by);
  const ordered = outputs.findIndex(({ expression }) => isAggregate(expression) && isOrdered(expression));
  return ordered >= 0 ? ordered : outputs.findIndex(({ expression }) => isAggregate(expression));
}

/** The columns that are not figures, as the label of a row. */
function labelsOf(form: LogicalForm, result: QueryResult) {
  const keys = form.outputs.filter((each) => !isAggregate(each.expression));
  const writers = keys.map((key) => {
    const place = form.outputs.indexOf(key);
    const write = writerOf(result, place, key);
    const prefix = keyPrefix(key.expression) || (place > 0 && keys.length > 1 ? figurePrefix(key.expression) : "");
    return (row: readonly Cell[]) => {
      const cell = row[place] ?? null;
      return typeof cell === "number" ? `${prefix}${write(cell)}` : write(cell);
    };
  });
  const [only, ...more] = asPersons(keys.map(({ expression }) => expression));
  const by = groupWords(
    keys.map(({ expression }) => expression),
    form,
  );
  return {
    by,
    isTime: keys.some((key) => key.expression.kind === "bucket"),
    label: (row: readonly Cell[]) =>
      rowWords(
        keys.map(({ expression }) => expression),
        writers.map((write) => write(row)),
      ),
    /** "20 employees": what the rows are. */
    counted: `${limited(result)} ${more.length === 0 && only ? counting(only) : `${more.length === 1 ? "pairs" : "combinations"} of ${by}`}`,
  };
}

/** "capacity " before a number of what is told with its name: no number stands beside a name by itself. */
const figurePrefix = (expression: Expression): string =>
  expression.kind === "column" ? `${expressionWords(expression)} ` : "";

/** "customer " before a customer's number. */
const keyPrefix = (expression: Expression): string =>
  expression.kind === "column" && /id$/i.test(expression.column) ? `${labelWords(expression) ?? ""} ` : "";

/** How a measure grew from one span of time to the next: the latest, and the most and the least. */
function grown(form: LogicalForm, result: QueryResult, growth: number): string {
  const output = form.outputs[growth];
  const { by, label, isTime, counted } = labelsOf(form, result);
  const measure = form.outputs.find((each) => isAggregate(each.expression) && each !== output);
  const between = output === undefined ? null : changeWords(output, measure);
  const what = restricted(`${between ?? `growth of ${measure ? measureWords(measure) : "it"}`} by ${by}`, form);
  const write = writerOf(result, growth, output);
  const rows = result.rows.filter((row) => typeof row[growth] === "number");
  const ordered = rows.toSorted((left, right) => Number(right[growth]) - Number(left[growth]));
  const [latest, highest, lowest] = [rows.at(-1), ordered[0], ordered.at(-1)];
  if (!latest || !highest || !lowest) return `${what}: there is nothing before to compare with`;
  const told = (row: readonly Cell[]) => `${write(row[growth] ?? null)} (${label(row)})`;
  if (rows.length === 1)
    return firstByGrowth(form, result, growth, { label: label(latest), what }) ?? `${what}: ${told(latest)}`;
  const ends = `the highest is ${told(highest)}, the lowest ${told(lowest)}`;
  // Of years by region the last row is that of one region alone.
  const isSeries = isTime && form.groups.filter(({ kind }) => kind === "bucket").length === form.groups.length;
  if (!isSeries || result.truncated) return `${what}: ${amongShown(result, counted)}${ends}`;
  return `${what}: the latest is ${told(latest)}, the highest ${told(highest)}, the lowest ${told(lowest)}`;
}

/** " (growth +12 %)", of the one that comes first by another figure. */
function growthBeside({ outputs }: LogicalForm, { rows: [row], ...result }: QueryResult, growth: number): string {
  const cell = row?.[growth];
  if (row === undefined || typeof cell !== "number") return "";
  return ` (growth ${writerOf({ ...result, rows: [row] }, growth, outputs[growth])(cell)})`;
}

/** "Kitchen has the highest growth of revenue from 2023 to 2024: +30 %, from 57 to 74"; null where nothing was ranked by it. */
function firstByGrowth(
  form: LogicalForm,
  result: QueryResult,
  growth: number,
  { label, what }: { label: string; what: string },
): string | null {
  const [order] = form.order;
  const [row] = result.rows;
  const by = form.outputs[growth]?.expression;
  if (form.limit !== 1 || !row || !order || !by || !sameExpression(order.by, by)) return null;
  const at = form.outputs.findIndex(({ expression }) => isAggregate(expression));
  const figure = (place: number) => writerOf(result, place, form.outputs[place])(row[place] ?? null);
  const which = order.direction === "descending" ? "highest" : "lowest";
  const between = at + 1 === growth ? `to ${figure(at)}` : `from ${figure(at)} to ${figure(at + 1)}`;
  return `${label} has the ${which} ${what.replace(/ by .*$/, "")}: ${figure(growth)}, ${between}`;
}

/** A measure over groups, as its sentence needs it. */
interface Ranking {
  form: LogicalForm;
  result: QueryResult;
  /** The rows that have a figure, in their order. */
  rows: readonly (readonly Cell[])[];
  /** "Revenue of products by category in 2024". */
  what: string;
  label: (row: readonly Cell[]) => string;
  figure: (row: readonly Cell[]) => string;
  /** ", 20 employees in all", or "shown" where there may be more: empty where the sentence names all of them. */
  all: string;
}

/** Days of groups: the latest and the earliest. */
function inTime({ result, what, label, figure }: Ranking, measure: number, counted: string): string {
  const rows = result.rows.filter((row) => /^\d{4}-\d\d-\d\d/.test(String(row[measure])));
  if (rows.length < 2) return `${what}: ${label(result.rows[0] ?? [])} with ${figure(result.rows[0] ?? [])}`;
  const all = result.row_count > 2 ? `, ${counted} in all` : "";
  const ordered = rows.toSorted((left, right) => (String(left[measure]) < String(right[measure]) ? 1 : -1));
  const [latest, earliest] = [ordered[0] ?? [], ordered.at(-1) ?? []];
  const shown = amongShown(result, counted);
  const ends = `the latest is ${figure(latest)} (${label(latest)}), the earliest ${figure(earliest)} (${label(earliest)})`;
  return `${what}: ${shown}${ends}${shown === "" ? all : ""}`;
}

/** "when did the guest with the most bookings join": what is told of the first, where it is not what the groups are called by. */
function askedOfFirst(form: LogicalForm): ColumnExpression | null {
  const [only, ...more] = form.outputs.flatMap(({ expression }) => (isAggregate(expression) ? [] : [expression]));
  return only !== undefined && more.length === 0 && isMomentOfRows(only, form) ? only : null;
}

/** A measure over groups: who leads, or the highest and the lowest. */
function ranked(form: LogicalForm, result: QueryResult, measure: number): string {
  const output = form.outputs[measure];
  if (!output) return listed(form, result);
  const { by, isTime, label, counted } = labelsOf(form, result);
  const write = writerOf(result, measure, output);
  const figure = (row: readonly Cell[]) => write(row[measure] ?? null);
  const conditions = [...form.where, ...form.having];
  const what = figureBy(measureWords(output), by, form);
  const rows = result.rows.filter((row) => typeof row[measure] === "number");
  const [first] = rows;
  const [order] = form.order;
  if (form.limit === 1 && !form.per && order && first && sameExpression(order.by, output.expression)) {
    const ahead = restricted(standing(order, form.offset, measureWords(output)), form, conditions);
    const asked = askedOfFirst(form);
    if (asked !== null)
      return `the ${expressionWords(asked)} of the ${thing(asked.table)} with ${ahead} (${figure(first)}) is ${label(first)}`;
    return `${label(first)} ${tense(form.where) === "was" ? "had" : "has"} ${ahead}: ${figure(first)}`;
  }
  const isPart = form.limit !== null && result.row_count >= form.limit;
  const all = result.row_count > 3 ? `, ${counted} ${isPart ? "shown" : "in all"}` : "";
  const ranking = { form, result, rows, what, label, figure, all };
  if (!first) return inTime(ranking, measure, counted);
  if (rows.length < 2) return `${what}: ${label(result.rows[0] ?? [])} with ${figure(result.rows[0] ?? [])}`;
  if (form.per) return firstOfEach(ranking);
  return form.order.length > 0 && !isTime ? inOrder(ranking) : betweenEnds(ranking, measure, counted);
}

/** The highest and the lowest of the rows. */
function betweenEnds(ranking: Ranking, measure: number, counted: string): string {
  const { form, result, rows, what, label, figure, all } = ranking;
  const ordered = rows.toSorted((left, right) => Number(right[measure]) - Number(left[measure]));
  const [highest, lowest] = [ordered[0] ?? [], ordered.at(-1) ?? []];
  const shown = amongShown(result, counted);
  if (figure(highest) === figure(lowest))
    return `${what}: ${shown}${figure(highest)} for each${shown === "" ? ` of ${counted}` : ""}`;
  const ends = `the highest ${tense(form.where)} ${figure(highest)} (${label(highest)}), the lowest ${figure(lowest)} (${label(lowest)})`;
  return `${what}: ${shown}${ends}${shown === "" ? all : ""}`;
}

/** Of rows that were cut off nothing is known: what is highest and lowest is so among those that are there. */
const amongShown = ({ truncated, row_count }: QueryResult, counted: string): string =>
  truncated ? `among the first ${row_count.toLocaleString("en-US")} of ${counted}, ` : "";

/** What the next figure is where it is highest and lowest, of those beside the one that was told. */
function besides(form: LogicalForm, result: QueryResult, told: number): string {
  const next = form.outputs.findIndex(({ expression }, place) => place !== told && isAggregate(expression));
  const output = form.outputs[next];
  if (output === undefined || form.per !== undefined || form.limit === 1 || result.truncated) return "";
  const { label } = labelsOf(form, result);
  const write = writerOf(result, next, output);
  const rows = result.rows
    .filter((row) => typeof row[next] === "number")
    .toSorted((left, right) => Number(right[next]) - Number(left[next]));
  const [highest, lowest] = [rows[0], rows.at(-1)];
  if (highest === undefined || lowest === undefined) return "";
  // Of one group alone, the figure as it is.
  if (rows.length < 2) return result.row_count > 1 ? "" : `; ${measureWords(output)}: ${write(highest[next] ?? null)}`;
  const figure = (row: readonly Cell[]) => `${write(row[next] ?? null)} (${label(row)})`;
  if (highest[next] === lowest[next]) return `; ${measureWords(output)}: ${write(highest[next] ?? null)} each`;
  return `; ${measureWords(output)}: the highest ${tense(form.where)} ${figure(highest)}, the lowest ${figure(lowest)}`;
}

/** The first rows of each group. */
function firstOfEach({ form, result, rows, what, label, figure }: Ranking): string {
  const best = rows.slice(0, 3).map((row) => `${label(row)} (${figure(row)})`);
  const [top] = form.order;
  const end = `the ${top ? extremeWord(top) : "first"}${(form.limit ?? 1) > 1 ? ` ${form.limit}` : ""} for each ${groupWords(perShown(form), form)}`;
  return `${what}, ${end}: ${best.join("; ")}${moreText(result, 3)}`;
}

/** Who comes first, alone or with others, and who comes then. */
function inOrder({ rows, what, label, figure, all }: Ranking): string {
  const [first = []] = rows;
  const told = rows.slice(0, 3);
  const equal = told.filter((row) => figure(row) === figure(first));
  const others = told.slice(equal.length).map((row) => `${label(row)} (${figure(row)})`);
  const then = others.length === 0 ? "" : `, then ${joined(others)}`;
  if (equal.length === 1) return `${what}: ${label(first)} comes first with ${figure(first)}${then}${all}`;
  if (rows.every((row) => figure(row) === figure(first)) && rows.length > 3)
    return `${what}: ${joined(told.map(label))} and ${rows.length - 3} more have ${figure(first)} each`;
  return `${what}: ${joined(equal.map(label))} come first with ${figure(first)} each${then}${all}`;
}
