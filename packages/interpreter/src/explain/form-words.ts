import { extremeWord, firstRows, standingWords } from "./extremes.ts";
import { asPersons, eventOf, isName, isOwnKey, labelWords, thing, things } from "./column-words.ts";
import { asCalled } from "../form/called.ts";
import { withoutTold } from "./changes.ts";
import { chosenGroups, withoutChosen } from "./chosen-groups.ts";
import { expressionWords, isDoing, measured, qualified } from "./expression-words.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { flagQuestion } from "./flags.ts";
import { isOver } from "./moments.ts";
import { madeWords } from "./measure-words.ts";
import { aboutForm } from "./qualifiers.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Order, Output } from "../form/logical-form.ts";
import { capitalized, joined, plural, spoken } from "../language/words.ts";

/** What something is ordered by: "total amount of orders", "order date". */
export const orderWords = ({ by }: Order): string =>
  by.kind === "column" && eventOf(by) === "" ? `${thing(by.table)} date` : measured(by);

/** What stands out by an order: "the most orders", "the highest total amount of orders", "the latest order date". */
export const standing = (order: Order, offset?: number, words = orderWords(order)): string =>
  standingWords(order, words, offset);

/** What a form's groups are told by: a thing's name alone, where more is told of it: the customer, not its country beside it. */
export function groupKeys({ outputs, groups }: LogicalForm): Expression[] {
  const keys = outputs.map(({ expression }) => expression).filter((one) => !isAggregate(one) && one.kind !== "query");
  const isKeyed = (table: string) =>
    groups.some((one) => one.kind === "column" && one.table === table && isOwnKey(one));
  const isNamed = (table: string) =>
    keys.some((one) => one.kind === "column" && one.role === undefined && one.table === table && isName(one));
  return keys.filter(
    (one) =>
      one.kind !== "column" || one.role !== undefined || isName(one) || !isKeyed(one.table) || !isNamed(one.table),
  );
}

/** Groups as they are counted out: "employee and month". */
export function groupWords(keys: readonly Expression[], form?: LogicalForm): string {
  const told = form === undefined ? [] : aboutForm(form).tables;
  const flags = keys.flatMap((key) => (isFlag(key, form) ? [key] : []));
  // Keys of rows that nothing is told of say nothing.
  const via = form?.via.filter((path) => told.includes(path.split(".")[0] ?? "")) ?? [];
  const others = asPersons(keys.filter((key) => !isFlag(key, form)));
  return joined([
    ...new Set([
      ...others.map((key) => sideWords(key, via) ?? labelWords(key) ?? expressionWords(key)),
      ...flags.map((key) => flagQuestion(key, form?.subject ?? "")),
    ]),
  ]);
}

/** True for a column of yes and no by which figures are grouped. */
export const isFlag = (key: Expression, form: LogicalForm | undefined): key is ColumnExpression =>
  key.kind === "column" && form?.flags?.includes(`${key.table}.${key.column}`) === true;

/** "exit gate", of stays that have an entry gate as well, where they are told by the one. */
function sideWords(key: Expression, via: readonly string[]): string | null {
  if (key.kind !== "column" || key.role !== undefined || !isName(key)) return null;
  const noun = ` ${thing(key.table)}`;
  const [only, ...more] = via
    .filter((path) => path.includes("."))
    .map((path) => spoken(path.slice(path.indexOf(".") + 1)).replace(/ id$/, ""))
    .filter((side) => side.endsWith(noun));
  return more.length === 0 ? (only ?? null) : null;
}

/** Conditions on what is grouped by stand with the groups, all others with what is measured. */
export function splitByGroup(
  form: LogicalForm,
  keys: readonly Expression[],
): { mine: Condition[]; groups: Condition[] } {
  const { tables } = aboutForm(form);
  const grouped = new Set(keys.flatMap((key) => (key.kind === "column" && isName(key) ? [key.table] : [])));
  // "the vet with the most appointments": what is said of the vets is none of the appointments, though the vets are asked for.
  const figures = [...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)].filter(
    isAggregate,
  );
  const measuredIn = new Set(figures.flatMap(tablesOf));
  const isTold = (table: string) => tables.includes(table) && (figures.length === 0 || measuredIn.has(table));
  const isOfGroup = (condition: Condition) => {
    const read = tablesOfCondition(condition);
    return (
      condition.kind !== "period" && read.length > 0 && read.every((table) => grouped.has(table) && !isTold(table))
    );
  };
  return { mine: form.where.filter((one) => !isOfGroup(one)), groups: form.where.filter(isOfGroup) };
}

/** A growth from one period to another, rather than from each to the next. */
const isGrowthBetween = ({ unit, expression }: Output): boolean =>
  unit === "growth" && !JSON.stringify(expression).includes('"previous"');

function figuresWords(form: LogicalForm): string {
  const about = aboutForm(form);
  const others = form.outputs.map(({ expression }) => expression).filter((one) => !isAggregate(one));
  // "the newest harbour and how many boats it has": one row is told, and nothing for each of others.
  const told = others.filter(({ kind }) => kind === "query").map(expressionWords);
  const keys = others.filter(({ kind }) => kind !== "query");
  const growth = form.outputs.find(isGrowthBetween);
  // The figures of both periods and their difference come with a growth.
  const figures = growth === undefined ? form.outputs.filter(({ expression }) => isAggregate(expression)) : [growth];
  const chosen = chosenGroups(form);
  const { mine, groups } = splitByGroup(withoutChosen(form), keys);
  const noun = qualified(
    joined([...told, ...figures.map((figure) => madeWords(figure) ?? measured(figure.expression))]),
    mine,
    about,
  );
  if (keys.length === 0) return noun;
  const tables = keys.flatMap((key) => (key.kind === "column" ? [key.table] : []));
  const only = chosen === null ? "" : ` (${joined(chosen.values.map((value) => `“${value}”`))})`;
  const isByFlags = keys.every((key) => isFlag(key, form));
  return qualified(
    `${noun} ${isByFlags ? "by" : "for each"} ${groupWords(keys, form)}${only}`,
    [...groups, ...form.having],
    {
      tables,
      rows: tables[0] ?? null,
    },
  );
}

/** A column of the rows that are listed: "name" of customers, where "customer name" would say it twice. */
const ownColumn = (column: Expression, subject: string): string =>
  column.kind === "column" && column.table === subject && column.role === undefined && isName(column)
    ? spoken(column.column).replace(/^(?!full).+ name$/, "name")
    : expressionWords(column);

/** The table whose rows are listed: the subject's, but where groups are picked by a figure, those that stand for them: "keepers with more than 2 exhibits". */
export function rowsListed({ subject, outputs, groups, having }: LogicalForm): string {
  const shown = outputs.filter(({ expression }) => having.length === 0 || !isAggregate(expression));
  const tables = shown.map(({ expression }) => (expression.kind === "column" ? expression.table : subject));
  const [only, ...more] = new Set(tables);
  return having.length > 0 && groups.length > 0 && more.length === 0 ? (only ?? subject) : subject;
}

function rowsWords(form: LogicalForm): string {
  const { outputs, distinct } = form;
  const subject = rowsListed(form);
  const columns = outputs.map(({ expression }) => expression);
  const [only] = columns;
  const isOwn = only?.kind === "column" && only.table === subject && only.role === undefined;
  const isThing = columns.length === 1 && isOwn && isName(only);
  const listed = form.all_columns
    ? `all columns of ${things(subject)}`
    : isThing
      ? things(subject)
      : distinct && columns.length === 1 && only !== undefined
        ? `${plural(labelWords(only) ?? expressionWords(only))} of ${things(subject)}`
        : only?.kind === "bucket"
          ? `${expressionWords(only)} of ${things(subject)}`
          : `${joined(columns.map((column) => ownColumn(column, subject)))} of ${things(subject)}`;
  const joins = form.joins
    .filter((table) => table !== form.subject && table !== subject)
    .map((table): Condition => ({ kind: "related", subject, table, where: [], negated: false }));
  return qualified(
    `${distinct ? "different " : ""}${listed}`,
    [...form.where, ...joins, ...form.having],
    aboutForm(form),
  );
}

function orderText(form: LogicalForm): string {
  const [first] = form.order;
  const { limit, per = [], offset } = form;
  if (first === undefined) return limit === null ? "" : `, the first ${limit}`;
  const shown = per.filter(
    (key, i) => i === per.length - 1 || form.outputs.some(({ expression }) => sameExpression(expression, key)),
  );
  const each = shown.length === 0 ? "" : ` for each ${groupWords(shown, form)}`;
  const ranked = form.outputs.find(({ expression }) => sameExpression(expression, first.by));
  const made = ranked === undefined ? null : isGrowthBetween(ranked) ? "growth" : madeWords(ranked);
  const words = made ?? orderWords(first);
  if (limit !== null) return `, the ${firstRows(limit === 1 ? "one" : String(limit), first, words, offset)}${each}`;
  if (first.by.kind === "bucket" && first.direction === "ascending") return "";
  return `, sorted by ${joined(
    form.order.map((order) => `${orderWords(order)}${directionWords(order)}`),
    "then",
  )}`;
}

/** Which end comes first; of columns it is not known whether they hold figures or names. */
function directionWords(order: Order): string {
  const end = extremeWord(order);
  if (isAggregate(order.by) || end === "latest" || end === "earliest") return `, ${end} first`;
  return order.direction === "descending" ? ", descending" : "";
}

function formWords(form: LogicalForm): string {
  const hasFigures = form.outputs.some(({ expression }) => isAggregate(expression));
  const text = `${hasFigures ? figuresWords(form) : rowsWords(form)}${orderText(form)}`;
  if (form.combine === null) return text;
  const link = { intersect: "that are also among", union: "and also", except: "but not" }[form.combine.operation];
  return `${text}, ${link} ${formWords(form.combine.form)}`;
}

/** What a form asks for, in plain words. */
export function describe(form: LogicalForm): string {
  return `${capitalized(formWords(withoutTold(asCalled(form))))}.`;
}

/** "is", or "was" where the time that is spoken of has ended. */
export const tense = (conditions: readonly Condition[]): "is" | "was" =>
  conditions.some((condition) => condition.kind === "period" && isOver(condition)) ? "was" : "is";

/** A noun with the form's conditions; what rows are named by needs not be said again. */
export const restricted = (text: string, form: LogicalForm, conditions: readonly Condition[] = form.where): string => {
  const about = aboutForm(form);
  const labels = form.outputs.flatMap(({ expression }) =>
    expression.kind === "column" && isName(expression) ? [expression.table] : [],
  );
  const isOfSubject = conditions.every((one) => tablesOfCondition(one).every((table) => table === form.subject));
  const told = qualified(text, conditions, { ...about, tables: [...about.tables, ...labels] });
  return ofRows(text, told, { form, isOfSubject });
};

/** "revenue of bookings that are discounted": it is they that are, not the revenue. */
function ofRows(
  figure: string,
  told: string,
  { form: { subject }, isOfSubject }: { form: LogicalForm; isOfSubject: boolean },
): string {
  const rows = things(subject);
  const isOfRows = figure === "" || figure.includes(rows) || figure.includes(thing(subject));
  const isTold = ["that are", ...(isOfSubject ? ["not"] : [])].some((word) => told.startsWith(`${figure} ${word} `));
  return isOfRows || !isTold ? told : told.replace(figure, `${figure} of ${rows}`);
}

/** A figure by what it is grouped by, with the form's conditions: "number of customers that signed up in May by country in Germany". */
export function figureBy(figure: string, by: string, form: LogicalForm): string {
  const { tables } = aboutForm(form);
  const conditions = [...form.where, ...form.having];
  const grouped = new Set(form.groups.flatMap((key) => (key.kind === "column" ? [`${key.table}.${key.column}`] : [])));
  const isOfGroup = ({ left }: { left: Expression }) =>
    left.kind === "column" && grouped.has(`${left.table}.${left.column}`);
  // What rows did, what was done to them and what they are like says which are counted.
  const done = conditions.filter(
    (one) =>
      (isDoing(one) ||
        ((one.kind === "compare" || one.kind === "among") && !isOfGroup(one) && !isAggregate(one.left))) &&
      tablesOfCondition(one).every((table) => tables.includes(table)),
  );
  const others = conditions.filter((one) => !done.includes(one));
  return restricted(`${restricted(figure, form, done)} by ${by}`, form, others);
}
