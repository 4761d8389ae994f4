import type { Cell, QueryResult } from "@parley/datasource/types";
import { eventOf, isName, isOwnDoing, isOwnKey, labelWords, thing, things } from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { writerOf } from "./figures.ts";
import { groupWords, restricted, standing } from "./form-words.ts";
import { isMoment } from "./moments.ts";
import { sameExpression } from "../form/visit.ts";
import type { Expression, LogicalForm, Order } from "../form/logical-form.ts";
import { plural } from "../language/words.ts";

/** What a key's different values are called: "employees". */
export const counting = (key: Expression): string => plural(labelWords(key) ?? expressionWords(key));

/** Things: the one that was looked for, or how many there are with the first of them. */
export function listed(form: LogicalForm, result: QueryResult): string {
  const [order] = form.order;
  if (order && form.limit === 1 && !form.per) return foremost(form, order, rowTexts(form, result)[0] ?? "");
  if (order && (form.per || form.limit !== null) && !form.combine) return leading(form, order, result);
  if (result.row_count === 1) return onlyOne(form, result);
  const counted = `${limited(result)} ${listedThings(form)}`;
  const what = form.combine ? counted : restricted(counted, form, [...form.where, ...form.having]);
  return `${valuesOf(form)}${what}: ${named(form, result)}`;
}

/** The first rows, each in words. Whole rows are named by their first column; the table beside the sentence shows the rest. */
function rowTexts(form: LogicalForm, result: QueryResult): string[] {
  const writers = form.outputs.map((output, place) => writerOf(result, place, output));
  const rowText = (row: readonly Cell[]) =>
    form.all_columns
      ? String(row[0] ?? "unknown")
      : row
          .slice(0, 3)
          .map((cell, place) => writers[place]?.(cell) ?? String(cell))
          .join(", ");
  return result.rows.slice(0, 3).map(rowText);
}

/** The first rows, and how many more there are. */
function named(form: LogicalForm, result: QueryResult): string {
  const shown = rowTexts(form, result);
  return `${shown.join(form.outputs.length > 1 ? "; " : ", ")}${moreText(result, shown.length)}`;
}

/** The first ones of an order: "the 3 cities with the most customers". */
function leading(form: LogicalForm, order: Order, result: QueryResult): string {
  if (form.per) {
    const per = perShown(form);
    const each = per.length === 0 ? "" : ` for each ${groupWords(per)}`;
    return `${restricted(`${standing(order)}${each}`, form)}: ${named(form, result)}`;
  }
  const first = `the ${result.row_count} ${plural(listedThing(form))} with ${standing(order, form.offset)}`;
  return `${restricted(first, form, [...form.where, ...form.having])}: ${named(form, result)}`;
}

/** A list of one row. */
function onlyOne(form: LogicalForm, result: QueryResult): string {
  const [row = ""] = rowTexts(form, result);
  const conditions = [...form.where, ...form.having];
  if (form.combine || conditions.length === 0) return row;
  const [only, ...others] = form.outputs.map(({ expression }) => expression);
  if (only?.kind !== "column" || only.table !== form.subject || others.length > 0) return row;
  const event = isMoment(result.rows[0]?.[0]) ? eventOf(only) : null;
  if (event)
    return `${restricted(`the ${thing(form.subject)}`, form)} ${isOwnDoing(event) ? "" : "was "}${event} on ${row}`;
  if (!isName(only))
    return `the ${expressionWords(only)} of ${restricted(`the ${thing(form.subject)}`, form)} is ${row}`;
  const one = restricted(`1 ${thing(form.subject)}`, form, conditions);
  return `${one.replace(/\bthat are\b/, "that is")}: ${row}`;
}

/** What the rows of a list are called by their first column: "states", "customers". */
function listedThing(form: LogicalForm): string {
  const [key] = form.outputs;
  const isOwn = !key || form.all_columns || key.expression.kind === "query";
  return isOwn ? thing(form.subject) : (labelWords(key.expression) ?? thing(form.subject));
}

/** The one that was looked for: "the state with the most customers is Utah". */
function foremost(form: LogicalForm, order: Order, row: string): string {
  const [only] = form.outputs;
  // What is looked for is the figure itself.
  if (only && form.outputs.length === 1 && sameExpression(only.expression, order.by))
    return `${restricted(`${standing(order, form.offset)} of ${things(form.subject)}`, form)} is ${row}`;
  return `${restricted(`the ${listedThing(form)} with ${standing(order, form.offset)}`, form)} is ${row}`;
}

/** Groups of which each has its first rows, as far as the result shows them. */
export const perShown = ({ per = [], outputs }: LogicalForm): Expression[] =>
  per.filter((key) => outputs.some((output) => sameExpression(output.expression, key)));

/** How many rows there are beside those that were told. */
export function moreText({ row_count, truncated }: QueryResult, told: number): string {
  if (row_count <= told) return "";
  return ` and ${truncated ? "at least " : ""}${(row_count - told + (truncated ? 1 : 0)).toLocaleString("en-US")} more`;
}

/** "the clicks of", where a list is of one column that does not name its rows. */
function valuesOf(form: LogicalForm): string {
  if (form.all_columns) return "";
  const [only, ...others] = form.outputs.map(({ expression }) => expression);
  if (only?.kind !== "column" || others.length > 0 || form.distinct || form.combine) return "";
  return isName(only) || isOwnKey(only) ? "" : `the ${manyOf(expressionWords(only))} of `;
}

/** "dates joined", "total amounts". */
const manyOf = (words: string): string => (words.startsWith("date ") ? words.replace("date", "dates") : plural(words));

/** What the rows of a list are: things, or different values of one column. */
function listedThings(form: LogicalForm): string {
  const [only] = form.outputs;
  if (!form.distinct || form.outputs.length !== 1 || !only)
    return form.distinct ? "different rows" : things(form.subject);
  return `different ${counting(only.expression)}`;
}

export const limited = (result: QueryResult): string =>
  `${result.truncated ? "more than " : ""}${result.row_count.toLocaleString("en-US")}`;
