import type { Cell, QueryResult } from "@parley/datasource/types";
import { choiceOfPeriods, type Period } from "./changes.ts";
import { writerOf } from "./figures.ts";
import { restricted, tense } from "./form-words.ts";
import { measureWords, withArticle } from "./measure-words.ts";
import { isOver, whenText } from "./moments.ts";
import { isAggregate } from "../form/visit.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** True if a bucket of time ("2025-10", "2025-Q4") is the one that a period begins. */
function begins(bucket: Cell, { from }: Period): boolean {
  const [, year = "", quarter = ""] = /^(\d{4})-Q(\d)$/.exec(String(bucket)) ?? [];
  const start = quarter === "" ? String(bucket) : `${year}-${String(Number(quarter) * 3 - 2).padStart(2, "0")}`;
  return from?.startsWith(start) ?? false;
}

/** When a period is, and that it goes on: "last month", "in October 2025", "this year so far". */
export const when = (period: Period): string => `${whenText(period.label)}${isOver(period) ? "" : " so far"}`;

/** The same as a noun: "2024", "1 January to 20 November 2024", "this year so far". */
export const span = (period: Period): string =>
  when(period)
    .replace(/^(?:in|on|from) /, "")
    .replace(/ ((?:19|20)\d\d) to (.+ \1)$/, " to $2");

/** How one figure stands to an earlier one that is told after it. */
function comparison(before: Cell, after: Cell): string {
  if (typeof before !== "number" || typeof after !== "number") return "after";
  if (before === after) return "the same as";
  return after > before ? "more than" : "less than";
}

/**
 * A figure in each of two periods: "revenue was 120 this month so far, more than the 90 last month". It says no number that is not in the
 * result; how much more is asked for as growth. Null for anything else.
 */
export function comparedPeriods(form: LogicalForm, result: QueryResult): string | null {
  const [bucket, output, ...more] = form.outputs;
  if (bucket?.expression.kind !== "bucket" || output === undefined || !isAggregate(output.expression)) return null;
  const choice = form.where.find((condition) => choiceOfPeriods(condition) !== null);
  const [before, after, ...others] = (choice && choiceOfPeriods(choice)) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0 || form.limit !== null)
    return null;
  const figureIn = (period: Period) => result.rows.find(([cell = null]) => begins(cell, period))?.[1] ?? null;
  const [first, second] = [figureIn(before), figureIn(after)];
  const found = [first, second].filter((cell) => cell !== null);
  if (found.length === 0 || found.length < result.row_count) return null;
  const write = writerOf(result, 1, output);
  const asked = { ...form, where: form.where.filter((condition) => condition !== choice) };
  const text = `${restricted(withArticle(measureWords(output)), asked)} ${tense([before, after])}`;
  if (first === null) return `${text} ${write(second)} ${when(after)}; there is nothing ${whenText(before.label)}`;
  if (second === null) return `${text} ${write(first)} ${when(before)}; there is nothing ${whenText(after.label)}`;
  return `${text} ${write(second)} ${when(after)}, ${comparison(first, second)} the ${write(first)} ${when(before)}`;
}
