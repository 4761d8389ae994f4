import type { Cell, QueryResult } from "@parley/datasource/types";
import { changeOf, withoutTold } from "./changes.ts";
import { isName, labelWords, things } from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { writerOf } from "./figures.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { extremeWord, groupWords, orderWords, placeWords, restricted, tense } from "./form-words.ts";
import { measureWords } from "./measure-words.ts";
import { totals } from "./totals.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { capitalized, joined, plural, singular } from "../language/words.ts";

/**
 * A readable sentence with the numbers in it, from what was asked and the actual result. It ends with a full stop and
 * says nothing that is not in the result.
 */
export function verbalize(form: LogicalForm, result: QueryResult): string {
  if (result.row_count === 0) return "There is nothing in the data that matches.";
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
  const growth = outputs.findIndex(({ unit }) => unit === "growth");
  if (growth >= 0) return grown(form, result, growth);
  const measure = outputs.findIndex((output) => isAggregate(output.expression));
  if (measure >= 0 && outputs.length > 1) return ranked(form, result, measure);
  return listed(form, result);
}

/** The columns that are not figures, as the label of a row. */
function labelsOf(form: LogicalForm, result: QueryResult) {
  const keys = form.outputs.filter((each) => !isAggregate(each.expression));
  const writers = keys.map((key) => {
    const place = form.outputs.indexOf(key);
    const write = writerOf(result, place, key);
    return (row: readonly Cell[]) => write(row[place] ?? null);
  });
  return {
    by: groupWords(keys.map(({ expression }) => expression)),
    isTime: keys.some((key) => key.expression.kind === "bucket"),
    label: (row: readonly Cell[]) => writers.map((write) => write(row)).join(", "),
    /** "20 employees": what the rows are. */
    counted: `${limited(result)} ${keys.length === 1 && keys[0] ? counting(keys[0].expression) : "combinations"}`,
  };
}

const counting = (key: Expression): string => plural(labelWords(key) ?? expressionWords(key));

/** How a measure grew from one span of time to the next: the latest, and the most and the least. */
function grown(form: LogicalForm, result: QueryResult, growth: number): string {
  const output = form.outputs[growth];
  const { by, label, isTime } = labelsOf(form, result);
  const measure = form.outputs.find((each) => isAggregate(each.expression) && each !== output);
  const between =
    output === undefined || changeOf(output.expression) === null ? null : expressionWords(output.expression);
  const what = restricted(`${between ?? `growth of ${measure ? measureWords(measure) : "it"}`} by ${by}`, form);
  const write = writerOf(result, growth, output);
  const rows = result.rows.filter((row) => typeof row[growth] === "number");
  const ordered = rows.toSorted((left, right) => Number(right[growth]) - Number(left[growth]));
  const [latest, highest, lowest] = [rows.at(-1), ordered[0], ordered.at(-1)];
  if (!latest || !highest || !lowest) return `${what}: there is nothing before to compare with`;
  const told = (row: readonly Cell[]) => `${write(row[growth] ?? null)} (${label(row)})`;
  if (rows.length === 1) return `${what}: ${told(latest)}`;
  if (!isTime) return `${what}: the highest is ${told(highest)}, the lowest ${told(lowest)}`;
  return `${what}: the latest is ${told(latest)}, the highest ${told(highest)}, the lowest ${told(lowest)}`;
}

/** A measure over groups: who leads, or the highest and the lowest. */
function ranked(form: LogicalForm, result: QueryResult, measure: number): string {
  const output = form.outputs[measure];
  if (!output) return listed(form, result);
  const { by, isTime, label, counted } = labelsOf(form, result);
  const write = writerOf(result, measure, output);
  const figure = (row: readonly Cell[]) => write(row[measure] ?? null);
  const what = restricted(`${measureWords(output)} by ${by}`, form, [...form.where, ...form.having]);
  const rows = result.rows.filter((row) => typeof row[measure] === "number");
  const [first] = rows;
  if (!first || rows.length < 2) return `${what}: ${label(result.rows[0] ?? [])} with ${figure(result.rows[0] ?? [])}`;
  if (form.per) {
    const best = rows.slice(0, 3).map((row) => `${label(row)} (${figure(row)})`);
    const [top] = form.order;
    const end = `the ${top ? extremeWord(top) : "first"}${(form.limit ?? 1) > 1 ? ` ${form.limit}` : ""} for each ${groupWords(perShown(form))}`;
    return `${what}, ${end}: ${best.join("; ")}${moreText(result, 3)}`;
  }
  const all = result.row_count > 3 ? `, ${counted} in all` : "";
  if (form.order.length > 0 && !isTime) {
    const rest = rows.slice(1, 3).map((row) => `${label(row)} (${figure(row)})`);
    return `${what}: ${label(first)} comes first with ${figure(first)}, then ${joined(rest)}${all}`;
  }
  const ordered = rows.toSorted((left, right) => Number(right[measure]) - Number(left[measure]));
  const highest = ordered[0] ?? first;
  const lowest = ordered.at(-1) ?? first;
  const verb = tense(form.where);
  if (figure(highest) === figure(lowest)) return `${what}: ${figure(highest)} for each of ${counted}`;
  return `${what}: the highest ${verb} ${figure(highest)} (${label(highest)}), the lowest ${figure(lowest)} (${label(lowest)})${all}`;
}

/** Things: the one that was looked for, or how many there are with the first of them. */
function listed(form: LogicalForm, result: QueryResult): string {
  const writers = form.outputs.map((output, place) => writerOf(result, place, output));
  // Whole rows are named by their first column; the table beside the sentence shows the rest.
  const rowText = (row: readonly Cell[]) =>
    form.all_columns
      ? String(row[0] ?? "unknown")
      : row
          .slice(0, 3)
          .map((cell, place) => writers[place]?.(cell) ?? String(cell))
          .join(", ");
  const [first = []] = result.rows;
  const [order] = form.order;
  const shown = result.rows.slice(0, 3).map(rowText);
  const more = moreText(result, shown.length);
  if (order && form.per) {
    const per = perShown(form);
    const each = per.length === 0 ? "" : ` for each ${groupWords(per)}`;
    return `${restricted(`the ${extremeWord(order)} ${orderWords(order)}${each}`, form)}: ${shown.join("; ")}${more}`;
  }
  if (order && form.limit === 1) {
    const [key] = form.outputs;
    const thing = key?.expression.kind === "bucket" ? expressionWords(key.expression) : singular(things(form.subject));
    const end = `${placeWords(form.offset)}${extremeWord(order)} ${orderWords(order)}`;
    return `${restricted(`the ${thing} with the ${end}`, form)} is ${rowText(first)}`;
  }
  if (result.row_count === 1) {
    const conditions = [...form.where, ...form.having];
    if (form.combine || conditions.length === 0) return rowText(first);
    const [only, ...others] = form.outputs.map(({ expression }) => expression);
    const isOwn = only?.kind === "column" && only.table === form.subject && others.length === 0;
    if (!isOwn) return rowText(first);
    if (!isName(only))
      return `the ${expressionWords(only)} of ${restricted(`the ${singular(things(form.subject))}`, form)} is ${rowText(first)}`;
    const one = restricted(`1 ${singular(things(form.subject))}`, form, conditions);
    return `${one.replace(/\bthat are\b/, "that is")}: ${rowText(first)}`;
  }
  const places = shown.join(form.outputs.length > 1 ? "; " : ", ");
  const counted = `${limited(result)} ${listedThings(form)}`;
  return `${form.combine ? counted : restricted(counted, form, [...form.where, ...form.having])}: ${places}${more}`;
}

/** Groups of which each has its first rows, as far as the result shows them. */
const perShown = ({ per = [], outputs }: LogicalForm): Expression[] =>
  per.filter((key) => outputs.some((output) => sameExpression(output.expression, key)));

/** How many rows there are beside those that were told. */
function moreText({ row_count, truncated }: QueryResult, told: number): string {
  if (row_count <= told) return "";
  return ` and ${truncated ? "at least " : ""}${(row_count - told + (truncated ? 1 : 0)).toLocaleString("en-US")} more`;
}

/** What the rows of a list are: things, or different values of one column. */
function listedThings(form: LogicalForm): string {
  const [only] = form.outputs;
  if (!form.distinct || form.outputs.length !== 1 || !only)
    return form.distinct ? "different rows" : things(form.subject);
  return `different ${counting(only.expression)}`;
}

const limited = (result: QueryResult): string =>
  `${result.truncated ? "more than " : ""}${result.row_count.toLocaleString("en-US")}`;
