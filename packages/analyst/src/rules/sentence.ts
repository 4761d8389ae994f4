import type { Cell, QueryResult } from "@parley/datasource/types";
import { isAggregate, sameExpression } from "./form.ts";
import type { Condition, Expression, LogicalForm, Output } from "./types.ts";
import { capitalized, conditionWords, expressionWords, measureWords, plural, singular, spoken } from "./words.ts";

/** Labels of periods that stand without a preposition: "last year", "since March". */
const ADVERBIAL =
  /^(last|this|next|since|after|before|between|from|up to|until|past|year to date|today|yesterday|in |on |during )/i;
/** Places from the top, by the rows left out before them. */
const PLACES = ["", "second", "third", "fourth", "fifth"];
const MONTHS = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/gi;

/** A condition as it follows a noun: "in 2025", "over 1,000 in total amount", "with status “active”". */
function qualifier(condition: Condition): string {
  switch (condition.kind) {
    case "period": {
      const label = condition.label.replace(MONTHS, capitalized);
      const when = ADVERBIAL.test(label) ? label : `in ${label}`;
      return condition.negated ? `not ${when}` : when;
    }
    case "compare":
      return compared(condition);
    case "like":
      if (condition.place === "equals" && !condition.negated) return named(condition.left, `“${condition.text}”`);
      return `where ${conditionWords(condition)}`;
    case "related":
      if (condition.where.length > 0) return conditionWords(condition);
      return condition.negated ? `with no ${spoken(condition.table)}` : `with ${spoken(condition.table)}`;
    case "among":
    case "missing":
    case "within":
    case "either":
    case "every":
      return `where ${conditionWords(condition)}`;
    default:
      return condition satisfies never;
  }
}

const comparisons = {
  ">": "over",
  ">=": "of at least",
  "<": "under",
  "<=": "of at most",
  "=": "of",
  "!=": "other than",
};

function compared(condition: Extract<Condition, { kind: "compare" }>): string {
  const { left, operator, right } = condition;
  if (right.kind !== "literal") return `where ${conditionWords(condition)}`;
  if (typeof right.value === "number")
    return `with ${expressionWords(left)} ${comparisons[operator]} ${formatted(right.value)}`;
  return operator === "=" ? named(left, `“${right.value}”`) : `where ${conditionWords(condition)}`;
}

/** A value of a column: the name of a thing stands for the thing ("for region “North”"). */
function named(left: Expression, value: string): string {
  if (left.kind !== "column") return `where ${expressionWords(left)} is ${value}`;
  const isName =
    /^(name|title|label)$/i.test(left.column) ||
    left.column.toLowerCase() === `${singular(left.table.toLowerCase())}_name`;
  return isName ? `for ${singular(spoken(left.table))} ${value}` : `with ${spoken(left.column)} ${value}`;
}

const qualified = (text: string, conditions: readonly Condition[]): string =>
  [text, ...conditions.map(qualifier)].join(" ").replace(/ where (.*?) where /g, " where $1 and ");

/**
 * A readable sentence with the numbers in it, from what was asked and the actual result. It ends with a full stop and
 * says nothing that is not in the result.
 */
export function verbalize(form: LogicalForm, result: QueryResult): string {
  if (result.row_count === 0) return "There is nothing in the data that matches.";
  const text = form.combine || form.all_columns ? listed(form, result) : answered(form, result);
  return `${capitalized(text)}.`;
}

function answered(form: LogicalForm, result: QueryResult): string {
  const { outputs } = form;
  const aggregates = outputs.filter((output) => isAggregate(output.expression));
  if (result.row_count === 1 && aggregates.length === outputs.length) return totals(form, result);
  const measure = outputs.findIndex((output) => isAggregate(output.expression));
  if (measure >= 0 && outputs.length > 1) return ranked(form, result, measure);
  return listed(form, result);
}

/** One row of figures: "there are 840 customers", "revenue last year is 1,520,500.83". */
function totals(form: LogicalForm, result: QueryResult): string {
  const cells = result.rows[0] ?? [];
  const [only] = form.outputs;
  if (form.outputs.length === 1 && only) {
    const { expression } = only;
    const value = valueText(cells[0] ?? null, only);
    if (expression.kind === "aggregate" && expression.fn === "count" && expression.of === null) {
      const things = plural(spoken(expression.table));
      const noun = cells[0] === 1 ? singular(things) : things;
      return qualified(`there ${cells[0] === 1 ? "is" : "are"} ${value} ${noun}`, [
        ...form.where,
        ...(expression.where ?? []),
      ]);
    }
    return `${qualified(measureWords(only), form.where)} is ${value}`;
  }
  const parts = form.outputs.map(
    (output, place) => `${measureWords(output)} is ${valueText(cells[place] ?? null, output)}`,
  );
  // Figures that say themselves when they are of need not be told so again.
  const isTold = form.outputs.every(
    ({ expression }) => expression.kind === "aggregate" && expression.where !== undefined,
  );
  return qualified(
    parts.join(", "),
    isTold ? form.where.filter((condition) => condition.kind !== "either") : form.where,
  );
}

/** A measure over groups: who leads, or the highest and the lowest. */
function ranked(form: LogicalForm, result: QueryResult, measure: number): string {
  const output = form.outputs[measure];
  const keys = form.outputs.filter((each) => !isAggregate(each.expression));
  if (!output) return listed(form, result);
  const label = (row: readonly Cell[]) =>
    keys.map((key) => valueText(row[form.outputs.indexOf(key)] ?? null, key)).join(", ");
  const figure = (row: readonly Cell[]) => valueText(row[measure] ?? null, output);
  const by = keys
    .map((key) =>
      key.expression.kind === "column" && /^(name|title)$/i.test(key.expression.column)
        ? singular(spoken(key.expression.table))
        : expressionWords(key.expression),
    )
    .join(" and ");
  const what = qualified(`${measureWords(output)} by ${by}`, form.where);
  const rows = result.rows.filter((row) => typeof row[measure] === "number");
  const [first] = rows;
  if (!first || rows.length < 2) return `${what}: ${label(result.rows[0] ?? [])} with ${figure(result.rows[0] ?? [])}`;
  const isTime = keys.some((key) => key.expression.kind === "bucket");
  if (form.order.length > 0 && !isTime) {
    const rest = rows.slice(1, 3).map((row) => `${label(row)} (${figure(row)})`);
    const total = result.row_count > 3 ? `, ${countText(result)} in all` : "";
    return `${what}: ${label(first)} comes first with ${figure(first)}, then ${rest.join(" and ")}${total}`;
  }
  const ordered = rows.toSorted((left, right) => Number(right[measure]) - Number(left[measure]));
  const highest = ordered[0] ?? first;
  const lowest = ordered.at(-1) ?? first;
  const over = isTime ? ` of ${limited(result)}` : `, ${countText(result)} in all`;
  return `${what}: the highest is ${figure(highest)} (${label(highest)}), the lowest ${figure(lowest)} (${label(lowest)})${over}`;
}

/** Things: the one that was looked for, or how many there are with the first of them. */
function listed(form: LogicalForm, result: QueryResult): string {
  const things = plural(spoken(form.subject));
  // Whole rows are named by their first column; the table beside the sentence shows the rest.
  const rowText = (row: readonly Cell[]) =>
    form.all_columns
      ? String(row[0] ?? "unknown")
      : row
          .slice(0, 3)
          .map((cell, place) => valueText(cell, form.outputs[place]))
          .join(", ");
  const [first = []] = result.rows;
  const [order] = form.order;
  const extreme = order?.direction === "descending" ? "highest" : "lowest";
  if (order && form.per) {
    const shown = result.rows.slice(0, 3).map(rowText).join("; ");
    const more = result.row_count > 3 ? ` and ${(result.row_count - 3).toLocaleString("en-US")} more` : "";
    const per = form.per.filter((key) => form.outputs.some((output) => sameExpression(output.expression, key)));
    const each = per.map(expressionWords).join(" and ");
    return `${qualified(`the ${extreme} ${expressionWords(order.by)} for each ${each}`, form.where)}: ${shown}${more}`;
  }
  if (order && form.limit === 1) {
    const [key] = form.outputs;
    const thing = key?.expression.kind === "bucket" ? expressionWords(key.expression) : singular(things);
    const rank = form.offset === undefined ? "" : `${PLACES[form.offset] ?? `number ${form.offset + 1}`} `;
    return `${qualified(`the ${thing} with the ${rank}${extreme} ${expressionWords(order.by)}`, form.where)} is ${rowText(first)}`;
  }
  const shown = result.rows.slice(0, 3).map(rowText);
  if (result.row_count === 1) return qualified(rowText(first), []);
  const places = form.outputs.length > 1 ? shown.join("; ") : shown.join(", ");
  const more =
    result.row_count > shown.length ? ` and ${(result.row_count - shown.length).toLocaleString("en-US")} more` : "";
  const counted = form.combine
    ? countText(result)
    : `${limited(result)} ${form.distinct ? "different values" : things}`;
  return `${qualified(counted, form.combine ? [] : form.where)}: ${places}${more}`;
}

const limited = (result: QueryResult): string =>
  `${result.truncated ? "more than " : ""}${result.row_count.toLocaleString("en-US")}`;
const countText = (result: QueryResult): string => `${limited(result)} rows`;

const formatted = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

const monthNames = "January,February,March,April,May,June,July,August,September,October,November,December".split(",");

/** A bucket of time as it is said: "2025-12" is December 2025, "2026-Q3" the third quarter. */
function momentText(value: string): string {
  const [, year = "", month = ""] = /^(\d{4})-(\d{2})$/.exec(value) ?? [];
  const [, of = "", quarter = ""] = /^(\d{4})-(Q\d)$/.exec(value) ?? [];
  if (quarter !== "") return `${quarter} ${of}`;
  return month === "" ? value : `${monthNames[Number(month) - 1] ?? month} ${year}`;
}

/** A value as a sentence shows it. Years and other plain codes have no thousands separators. */
function valueText(value: Cell, output: Output | undefined): string {
  if (value === null) return "unknown";
  if (typeof value !== "number")
    return output?.expression.kind === "bucket" ? momentText(String(value)) : String(value);
  if (output?.unit === "share") return `${(value * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
  const isPlain = output !== undefined && !isAggregate(output.expression) && Number.isInteger(value);
  const spanned = output?.expression.kind === "aggregate" ? output.expression.of : output?.expression;
  if (spanned?.kind === "elapsed") return `${formatted(value)} ${spanned.unit}s`;
  return isPlain ? String(value) : formatted(value);
}
