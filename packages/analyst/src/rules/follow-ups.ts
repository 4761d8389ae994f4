import type { Schema } from "@parley/datasource/types";
import { catalogOf } from "./catalog.ts";
import { isAggregate } from "./form.ts";
import { measuresOf } from "./measures.ts";
import { dateColumn } from "./date-columns.ts";
import type { LogicalForm } from "./types.ts";
import { plural, spoken } from "./words.ts";

/** Questions that this schema can answer, the most telling first. */
export function suggestQuestions(schema: Schema): string[] {
  const catalog = catalogOf(schema);
  const choices: string[] = [];
  const money = measuresOf(catalog).money[0];
  if (money !== undefined && money.score > 1)
    choices.push(dateColumn(money.table) === null ? "What is the total revenue?" : "Show revenue by month");
  const tables = catalog.tables
    .filter((table) => !table.isBridge && table.source.row_count > 0)
    .toSorted((a, b) => b.source.row_count - a.source.row_count);
  for (const table of tables) {
    const category = table.columns.find(
      (column) =>
        column.isText &&
        !column.isKey &&
        !table.label.includes(column) &&
        column.source.values_complete &&
        column.source.values.length >= 2 &&
        column.source.values.length <= 20,
    );
    if (category !== undefined)
      choices.push(`How many ${plural(spoken(table.name))} are there for each ${category.words.join(" ")}?`);
    else choices.push(`How many ${plural(spoken(table.name))} are there?`);
    if (choices.length >= 3) break;
  }
  return choices.slice(0, 3);
}

/** Up to three questions that go on from an answer. */
export function suggestFollowUps(form: LogicalForm, schema: Schema): string[] {
  const catalog = catalogOf(schema);
  const subject = catalog.byName.get(form.subject);
  if (subject === undefined) return suggestQuestions(schema);
  const name = plural(spoken(subject.name));
  const choices: string[] = [];
  const aggregated = form.outputs.some((output) => isAggregate(output.expression));
  const category = subject.columns.find(
    (column) =>
      column.isText &&
      !column.isKey &&
      !subject.label.includes(column) &&
      column.source.values.length >= 2 &&
      column.source.values.length <= 20,
  );
  if (category !== undefined && form.groups.length === 0)
    choices.push(`How many ${name} are there for each ${category.words.join(" ")}?`);
  if (dateColumn(subject)?.isDate === true && !form.groups.some((group) => group.kind === "bucket"))
    choices.push(`How many ${name} are there per month?`);
  if (!aggregated) choices.push(`How many ${name} are there?`);
  const number = subject.columns.find((column) => column.isNumber && !column.isKey && !column.isYear);
  if (number !== undefined) choices.push(`What is the average ${number.words.join(" ")} of ${name}?`);
  return choices.slice(0, 3);
}
