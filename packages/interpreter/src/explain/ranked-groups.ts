/**
 * A figure over groups: who leads, or the highest and the lowest.
 *
 * "Revenue by category: the highest is 90 (Tea), the lowest 12 (Cups), 5 categories in all."
 */
import type { Cell, QueryResult } from "@parley/datasource/types";
import { thing } from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { extremeWord } from "./extremes.ts";
import { writerOf } from "./figures.ts";
import { figureBy, groupWords, restricted, standing, tense } from "./form-words.ts";
import { labelsOf } from "./group-labels.ts";
import { isMomentOfRows, listed, moreText, perShown } from "./lists.ts";
import { measureWords } from "./measure-words.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import type { ColumnExpression, LogicalForm } from "../form/logical-form.ts";
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

/** A measure over groups: who leads, or the highest and the lowest. */
export function ranked(form: LogicalForm, result: QueryResult, measure: number): string {
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
export const amongShown = ({ truncated, row_count }: QueryResult, counted: string): string =>
  truncated ? `among the first ${row_count.toLocaleString("en-US")} of ${counted}, ` : "";

/** What the next figure is where it is highest and lowest, of those beside the one that was told. */
export function besides(form: LogicalForm, result: QueryResult, told: number): string {
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
