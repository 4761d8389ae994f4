import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { catalogOf } from "../catalog/build.ts";
import { columnWords, eventOf, isOwnDoing, thing, things } from "./column-words.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isAggregate } from "../form/visit.ts";
import { measuresOf } from "../catalog/measures.ts";
import { stem } from "../language/inflection.ts";
import { otherWords } from "../language/synonyms.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** Values of a column that a count for each of them can show at a glance. */
const FEW_VALUES = 20;
/** Words of column names that questions have for other reasons. */
const GENERAL = new Set(
  [
    "name",
    "title",
    "date",
    "time",
    "number",
    "total",
    "amount",
    "value",
    "at",
    "on",
    "id",
    "is",
    "average",
    "maximum",
    "minimum",
    "count",
    "many",
    "type",
  ].map(stem),
);

const NOTHING_SAID: ReadonlySet<string> = new Set();

/** Questions that this schema can answer: those about what was asked first, else about the rows spoken of before, else the most telling. */
export function suggestQuestions(schema: Schema, asked = "", before: string | null = null): string[] {
  const catalog = catalogOf(schema);
  const words = asked.toLowerCase().match(/\p{L}+/gu) ?? [];
  const stems = new Set(words.flatMap(meanings));
  const tables = filledTables(catalog);
  const touched = tables
    .map((table) => ({ table, score: mentions(table, stems) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const spoken = tables.flatMap((table) => (table.name === before ? [{ table, score: 0 }] : []));
  const [first, second] = (touched.length === 0 ? spoken : touched)
    .slice(0, 2)
    .map(({ table }) => questionsAbout(table, stems));
  const questions = new Set([...(first ?? []).slice(0, second ? 2 : 3), ...(second ?? [])]);
  for (const usual of usualQuestions(catalog)) {
    if (questions.size >= 3) break;
    questions.add(usual);
  }
  return [...questions].slice(0, 3);
}

/** The stem of a word, and those it may stand for. */
function meanings(word: string): string[] {
  const { same, alike } = otherWords(word);
  return [stem(word), ...same, ...alike];
}

const filledTables = (catalog: Catalog): CatalogTable[] =>
  catalog.tables
    .filter((table) => !table.isBridge && table.source.row_count > 0)
    .toSorted((a, b) => b.source.row_count - a.source.row_count);

/** How much of a question speaks of a table: its name counts more than its columns. */
function mentions(table: CatalogTable, stems: ReadonlySet<string>): number {
  const named = table.stems.length > 0 && table.stems.every((one) => stems.has(one));
  const columns = table.columns.filter(
    (column) => !column.isKey && column.stems.some((one) => stems.has(one) && !GENERAL.has(one)),
  );
  return (named ? 3 : 0) + columns.length;
}

/** The column of a kind that was spoken of, or else the first of it. */
const chosen = (columns: readonly CatalogColumn[], stems: ReadonlySet<string>): CatalogColumn | undefined =>
  columns.find((column) => column.stems.some((one) => stems.has(one) && !GENERAL.has(one))) ?? columns[0];

/** A column whose few values divide the rows of a table; "for each directed" is no way to ask for one. */
const categoryOf = (table: CatalogTable, stems: ReadonlySet<string> = NOTHING_SAID): CatalogColumn | undefined =>
  chosen(
    table.columns.filter(
      (column) =>
        column.isText &&
        !column.isKey &&
        !table.label.includes(column) &&
        !column.isFlag &&
        column.words.at(-1)?.endsWith("ed") !== true &&
        column.source.values_complete &&
        column.source.values.length >= 2 &&
        column.source.values.length * 2 <= column.table.source.row_count &&
        column.source.values.length <= FEW_VALUES,
    ),
    stems,
  );

const numberOf = (table: CatalogTable, stems: ReadonlySet<string> = NOTHING_SAID): CatalogColumn | undefined =>
  chosen(
    table.columns.filter(
      (column) =>
        column.isNumber &&
        !column.isKey &&
        !column.isYear &&
        !column.isFlag &&
        !/^(?:avg|average|max|min)$/.test(column.words[0] ?? ""),
    ),
    stems,
  );

const wordsOf = ({ table, called }: CatalogColumn): string =>
  columnWords({ kind: "column", table: table.called, column: called });

const nameOf = (table: CatalogTable): string => things(table.called);

/** "the average order value" where a column says no more than that it is an amount, else "the average weight of parcels". */
function averageQuestion(column: CatalogColumn): string {
  const isAmount = column.words.includes("total") || column.words.includes("amount");
  const isPlain = isAmount && column.words.every((word) => /^(?:total|amount|value|sum)$/.test(word));
  const { table } = column;
  return isPlain
    ? `What is the average ${thing(table.called)} value?`
    : `What ${/[^s]s$/.test(wordsOf(column)) ? "are" : "is"} the average ${wordsOf(column)} of ${nameOf(table)}?`;
}

/** True where the rows of a table are events: orders have a month each, employees that are there do not. */
function isEvent(table: CatalogTable): boolean {
  const date = dateColumn(table);
  return date?.isDate === true && eventOf({ kind: "column", table: table.called, column: date.called }) === "";
}

/** What rows did in a month: "are there", "signed up", "were hired". */
function happened(table: CatalogTable, date: string): string {
  const event = eventOf({ kind: "column", table: table.called, column: date });
  if (event === null || event === "") return "are there";
  return isOwnDoing(event) ? event : `were ${event}`;
}

function questionsAbout(table: CatalogTable, stems: ReadonlySet<string> = NOTHING_SAID): string[] {
  const [name, category, number] = [nameOf(table), categoryOf(table, stems), numberOf(table, stems)];
  return [
    category === undefined
      ? `How many ${name} are there?`
      : `How many ${name} are there for each ${wordsOf(category)}?`,
    ...(isEvent(table) ? [`How many ${name} are there per month?`] : []),
    ...(number === undefined ? [] : [averageQuestion(number)]),
  ];
}

function* usualQuestions(catalog: Catalog): Generator<string> {
  const money = measuresOf(catalog).money[0];
  const revenue =
    money !== undefined && dateColumn(money.table) !== null ? "Show revenue by month" : "What is the total revenue?";
  if (money !== undefined && money.score > 1) yield revenue;
  for (const table of filledTables(catalog)) yield* questionsAbout(table).slice(0, 1);
}

/** Up to three questions that go on from an answer, other than the one that was answered. */
export function suggestFollowUps(form: LogicalForm, schema: Schema): string[] {
  const catalog = catalogOf(schema);
  const subject = catalog.byName.get(form.subject);
  if (subject === undefined) return suggestQuestions(schema);
  const name = nameOf(subject);
  const choices: string[] = [];
  const category = categoryOf(subject);
  if (category !== undefined && form.groups.length === 0)
    choices.push(`How many ${name} are there for each ${wordsOf(category)}?`);
  const date = dateColumn(subject);
  if (date?.isDate === true && !form.groups.some((group) => group.kind === "bucket"))
    choices.push(`How many ${name} ${happened(subject, date.called)} per month?`);
  if (!form.outputs.some((output) => isAggregate(output.expression))) choices.push(`How many ${name} are there?`);
  const number = numberOf(subject);
  if (number !== undefined && !isAveraged(form, number.name)) choices.push(averageQuestion(number));
  return choices.slice(0, 3);
}

const isAveraged = ({ outputs }: LogicalForm, column: string): boolean =>
  outputs.some(
    ({ expression }) =>
      expression.kind === "aggregate" &&
      expression.fn === "avg" &&
      expression.of?.kind === "column" &&
      expression.of.column === column,
  );
