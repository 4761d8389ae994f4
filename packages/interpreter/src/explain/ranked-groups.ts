/**
 * A figure over groups: who leads, or the highest and the lowest.
 *
 * "Revenue by category: the highest is 90 (Tea), the lowest 12 (Cups), 5 categories in all."
 */
import type { Cell, QueryResult } from "@parley/datasource/types";
import { isName, isNaming, isPlace, thing, things } from "./column-words.ts";
import { expressionWords, qualified } from "./expression-words.ts";
import { extremeWord, isLength } from "./extremes.ts";
import { writerOf } from "./figures.ts";
import { figureBy, groupKeys, groupWords, isFlag, restricted, splitByGroup, standing, tense } from "./form-words.ts";
import { aboutRows } from "./leads.ts";
import { labelsOf } from "./group-labels.ts";
import { withoutChosen } from "./chosen-groups.ts";
import { areFew, beforeLabel, eachTold, equalWords } from "./few-groups.ts";
import { isMomentOfRows, listed, moreText, perShown } from "./lists.ts";
import { measureWords } from "./measure-words.ts";
import { isAggregate, sameExpression, tablesOfCondition } from "../form/visit.ts";
import type { ColumnExpression, LogicalForm, Order, Output } from "../form/logical-form.ts";
import { joined } from "../language/words.ts";

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

/** "Revenue by category in 2024"; groups of yes and no say by themselves what they are by. */
function figureOfGroups(form: LogicalForm, result: QueryResult, { words, by }: { words: string; by: string }): string {
  const told = withoutChosen(form);
  return beforeLabel(form) === "" && areFew({ form, result })
    ? restricted(words, told, [...told.where, ...told.having])
    : figureBy(words, by, told);
}

/** A value of the rows that are counted, which is theirs alone: the reason of a return, and not its customer. */
function valueCounted(form: LogicalForm, { expression }: Output): ColumnExpression | null {
  const [only, ...more] = groupKeys(form);
  if (only?.kind !== "column" || more.length > 0 || expression.kind !== "aggregate" || expression.of !== null)
    return null;
  const isOwn = only.role === undefined && only.table === expression.table && expression.where === undefined;
  return isOwn && !isName(only) && !isNaming(only) && !isPlace(only) && !isFlag(only, form) ? only : null;
}

/** Who comes first: "Ada has the most returns: 12", "the most common reason of returns is Damaged: 20". */
function leader(
  form: LogicalForm,
  order: Order,
  output: Output,
  { label, figure }: { label: string; figure: string },
): string {
  const { mine, groups } = splitByGroup(form, groupKeys(form));
  const value = form.offset === undefined ? valueCounted(form, output) : null;
  if (value !== null) {
    const most = order.direction === "descending" ? "most" : "least";
    const rows = restricted(things(value.table), form, [...form.where, ...form.having]);
    return `the ${most} common ${expressionWords(value)} of ${rows} ${tense(form.where)} ${label}: ${figure}`;
  }
  const ahead = restricted(standing(order, form.offset, measureWords(output)), form, [...mine, ...form.having]);
  const asked = askedOfFirst(form);
  const [of] = groups.flatMap(tablesOfCondition);
  const among = of === undefined ? "" : ` of the ${qualified(things(of), groups, aboutRows(of))}`;
  if (asked !== null)
    return `the ${expressionWords(asked)} of the ${thing(asked.table)} with ${ahead}${among} (${figure}) is ${label}`;
  return `${label} ${tense(form.where) === "was" ? "had" : "has"} ${ahead}${among}: ${figure}`;
}

/** A measure over groups: who leads, or the highest and the lowest. */
export function ranked(form: LogicalForm, result: QueryResult, measure: number): string {
  const output = form.outputs[measure];
  if (!output) return listed(form, result);
  const { by, isTime, label, counted } = labelsOf(form, result);
  const write = writerOf(result, measure, output);
  const figure = (row: readonly Cell[]) => write(row[measure] ?? null);
  const what = figureOfGroups(form, result, { words: measureWords(output), by });
  const rows = result.rows.filter((row) => typeof row[measure] === "number");
  const [first] = rows;
  const [order] = form.order;
  if (form.limit === 1 && !form.per && order && first && sameExpression(order.by, output.expression))
    return leader(form, order, output, { label: label(first), figure: figure(first) });
  const isPart = form.limit !== null && result.row_count >= form.limit;
  const all = result.row_count > 3 ? `, ${counted} ${isPart ? "shown" : "in all"}` : "";
  const ranking = { form, result, rows, what, label, figure, all };
  if (!first) return inTime(ranking, measure, counted);
  if (areFew({ form, result }) && (form.order.length === 0 || isTime || result.row_count < 2))
    return `${what}: ${eachTold({ form, result, place: measure, label, write })}`;
  if (rows.length < 2) return `${what}: ${figure(first)} ${beforeLabel(form)} ${label(first)}`;
  if (form.per) return firstOfEach(ranking);
  return form.order.length > 0 && !isTime ? inOrder(ranking) : betweenEnds(ranking, measure, counted);
}

/** The highest and the lowest of the rows. */
function betweenEnds(ranking: Ranking, measure: number, counted: string): string {
  const { form, result, rows, what, label, figure, all } = ranking;
  const ordered = rows.toSorted((left, right) => Number(right[measure]) - Number(left[measure]));
  const [highest, lowest] = [ordered[0] ?? [], ordered.at(-1) ?? []];
  const shown = amongShown(result, counted);
  if (figure(highest) === figure(lowest)) {
    const equal = equalWords([highest[measure] ?? null, lowest[measure] ?? null], figure(highest));
    return `${what}: ${shown}${equal} for each${shown === "" ? ` of ${counted}` : ""}`;
  }
  const isLong = form.outputs[measure] !== undefined && isLength(form.outputs[measure].expression);
  const [most, least] = isLong ? ["longest", "shortest"] : ["highest", "lowest"];
  const ends = `the ${most} ${tense(form.where)} ${figure(highest)} (${label(highest)}), the ${least} ${figure(lowest)} (${label(lowest)})`;
  return `${what}: ${shown}${ends}${shown === "" ? all : ""}`;
}

/** Of rows that were cut off nothing is known: what is highest and lowest is so among those that are there. */
export const amongShown = ({ truncated, row_count }: QueryResult, counted: string): string =>
  truncated ? `among the first ${row_count.toLocaleString("en-US")} of ${counted}, ` : "";

/** What the next figure is where it is highest and lowest, of those beside the one that was told. */
export function besides(form: LogicalForm, result: QueryResult, told: number): string {
  const next = form.outputs.findIndex(({ expression }, place) => place !== told && isAggregate(expression));
  const output = form.outputs[next];
  if (output === undefined || form.per !== undefined || form.limit === 1 || result.truncated) return "";
  const { label } = labelsOf(form, result);
  const write = writerOf(result, next, output);
  if (areFew({ form, result }) && result.row_count > 1)
    return `; ${measureWords(output)}: ${eachTold({ form, result, place: next, label, write })}`;
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
