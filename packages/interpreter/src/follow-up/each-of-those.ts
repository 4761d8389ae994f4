import { inWholeMoney } from "../assemble/cents.ts";
import { amountColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Sketch } from "../read/sketch.ts";
import { isToOne, path } from "../catalog/joins.ts";
import type { Comparison, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { numberWords } from "../language/tokens.ts";
import { nameOf } from "../assemble/output-names.ts";
import { columnExpression, countOf } from "../resolve/measures.ts";
import { countOfGroups } from "./rows-behind.ts";

/** True for a query that gives the keys of rows, and no more than conditions tell which. */
const isPlain = ({ groups, having, limit, combine, outputs, per }: LogicalForm): boolean =>
  groups.length + having.length === 0 &&
  limit === null &&
  combine === null &&
  per === undefined &&
  outputs.length === 1;

/**
 * The customers of some invoices, told by what tells these invoices: a figure of theirs is of these then, and not of all that they
 * ever had. As it was where something else tells them.
 */
export function toldByTheirRows(form: LogicalForm, of: string, catalog: Catalog): LogicalForm {
  const table = catalog.byName.get(of);
  const via: string[] = [];
  const where = form.where.flatMap((one): Condition[] => {
    if (table === undefined || one.kind !== "within" || one.negated || one.form.subject !== of) return [one];
    const [key] = one.form.outputs;
    if (!isPlain(one.form) || key?.expression.kind !== "column" || key.expression.table !== of) return [one];
    if (!one.form.where.every((inner) => isOfEach(inner, table, catalog))) return [one];
    via.push(`${of}.${key.expression.column}`);
    return one.form.where;
  });
  return via.length === 0 ? form : { ...form, where, via: [...new Set([...via, ...form.via])] };
}

/** True for a condition that holds of one row of a table or not. */
const isOfEach = (condition: Condition, table: CatalogTable, catalog: Catalog): boolean =>
  tablesOfCondition(condition).every((name) => {
    const other = catalog.byName.get(name);
    return other !== undefined && isToOne(catalog, table, other);
  });

/** Rows that were listed, and those by which they were told: customers, by their overdue invoices. */
interface Told {
  form: LogicalForm;
  /** By what the figure of each is told. */
  groups: Expression[];
  table: CatalogTable;
}

function toldOf(before: LogicalForm, catalog: Catalog): Told | null {
  if (before.limit !== null || before.combine !== null || before.groups.length + before.having.length > 0) return null;
  if (before.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const rows = catalog.byName.get(before.subject);
  const [shown, ...more] = before.outputs;
  if (rows === undefined || shown?.expression.kind !== "column" || before.all_columns) return null;
  const named = catalog.byName.get(shown.expression.table);
  // Of whom some rows are: each has one, who is shown.
  if (named !== undefined && named !== rows && more.length === 0 && isToOne(catalog, rows, named))
    return { form: before, groups: keysWith(named, [shown.expression]), table: rows };
  const inner = before.where.flatMap((one) => (one.kind === "within" ? [one.form.subject] : tablesOfCondition(one)));
  const others = new Set(inner.flatMap((name) => (name === rows.name ? [] : theirTable(name, rows, before, catalog))));
  const [only] = others;
  const table = catalog.byName.get(only ?? "");
  if (table === undefined || others.size > 1 || !isToOne(catalog, table, rows)) return null;
  const shownColumns = before.outputs.map(({ expression }) => expression);
  const told = toldByTheirRows(before, table.name, catalog);
  const isBare = (one: Condition) =>
    one.kind === "related" && !one.negated && one.table === table.name && one.where.length === 0;
  const form = { ...told, where: told.where.filter((one) => !isBare(one)) };
  const isKnown = form.where.every((one) => isOfEach(one, table, catalog));
  return isKnown ? { form, groups: keysWith(rows, shownColumns), table } : null;
}

/** Buyers of rye are told by their sales, each of which is of one crop. */
function theirTable(name: string, rows: CatalogTable, { via }: LogicalForm, catalog: Catalog): string[] {
  const table = catalog.byName.get(name);
  if (table === undefined || isToOne(catalog, table, rows)) return [name];
  const steps = path(catalog, [rows], table, new Set(via)) ?? [];
  return [steps.findLast(({ toMany }) => toMany)?.table.name ?? name];
}

/** What tells groups of a table's rows apart: the key, beside what is shown of them. */
const keysWith = ({ primaryKey }: CatalogTable, shown: readonly Expression[]): Expression[] => [
  ...primaryKey.map(columnExpression),
  ...shown,
];

const withFigure = ({ form, groups, table }: Told, figure: Output): LogicalForm => {
  const { chart: _, ...rest } = form;
  return {
    ...rest,
    subject: table.name,
    joins: form.joins.filter((name) => name !== table.name),
    outputs: [...form.outputs, figure],
    distinct: false,
    groups,
    order: [{ by: figure.expression, direction: "descending" }],
  };
};

/**
 * "which of those are from before October" after the customers with overdue invoices: these are, as nobody is from a time. As it
 * was where the question names a day, or the rows are told by none.
 */
export function ofTheirDay(condition: Condition, before: LogicalForm, sketch: Sketch, catalog: Catalog): Condition {
  if (condition.kind !== "period" || condition.left.kind !== "column" || condition.left.table !== before.subject)
    return condition;
  const rows = catalog.byName.get(before.subject);
  const told = isDayNamed(sketch) || rows === undefined || !isPerson(rows) ? null : toldOf(before, catalog);
  const day = told === null || told.table === rows ? null : dateColumn(told.table);
  return day === null ? condition : { ...condition, left: columnExpression(day) };
}

/** Those rows at that time, where it is the time of what they are told by: customers with invoices that are overdue and that old. */
export function atTheirDay(
  form: LogicalForm,
  before: LogicalForm,
  sketch: Sketch,
  catalog: Catalog,
): LogicalForm | null {
  if (before.groups.length > 0) return figuresAtTheirDay(form, before, sketch, catalog);
  const where = form.where.map((one) => ofTheirDay(one, before, sketch, catalog));
  if (form.subject !== before.subject || where.every((one, i) => one === form.where[i])) return null;
  const told = toldOf(before, catalog);
  return told === null
    ? null
    : { ...form, where: [...told.form.where, ...where], via: [...new Set([...told.form.via, ...form.via])] };
}

/** The same where each was told with a figure: what it comes to of these alone. */
function figuresAtTheirDay(
  form: LogicalForm,
  before: LogicalForm,
  sketch: Sketch,
  catalog: Catalog,
): LogicalForm | null {
  const [of, ...others] = new Set(
    before.outputs.flatMap(({ expression }) => (isAggregate(expression) ? tablesOf(expression) : [])),
  );
  const [table, rows] = [catalog.byName.get(of ?? ""), catalog.byName.get(form.subject)];
  if (table === undefined || rows === undefined || rows === table || others.length > 0 || !isPerson(rows)) return null;
  if (before.limit !== null || before.having.length > 0 || !before.groups.some((one) => tablesOf(one)[0] === rows.name))
    return null;
  const [only, ...more] = form.where;
  const day = dateColumn(table);
  if (only?.kind !== "period" || more.length > 0 || isDayNamed(sketch) || day === null) return null;
  if (only.left.kind !== "column" || only.left.table !== rows.name) return null;
  const at: Condition = { ...only, left: columnExpression(day) };
  return { ...before, where: [...before.where.filter((one) => one.kind !== "period"), at] };
}

/** How well a word fits a column that it names. */
const NAMED_SCORE = 0.9;

const isDayNamed = ({ filters }: Sketch): boolean =>
  filters.some((one) => one.kind === "period" && (one.target?.columns[0]?.score ?? 0) >= NAMED_SCORE);

/** "how many each" after the customers with overdue invoices: of these, each customer's number. */
export function countOfEach(before: LogicalForm, catalog: Catalog): LogicalForm | null {
  const told = toldOf(before, catalog);
  if (told === null) return before.groups.length === 0 ? null : countOfGroups(before, catalog);
  const expression = countOf(told.table);
  return withFigure(told, { expression, name: nameOf(expression) });
}

/** "how much each" after who owes something: what the rows come to by which they were told. */
export function amountOfEach(before: LogicalForm, catalog: Catalog): LogicalForm | null {
  const told = toldOf(before, catalog);
  const amount = told === null ? null : amountColumn(told.table);
  if (told === null || amount === null) return null;
  const of = columnExpression(amount);
  const expression: Expression = { kind: "aggregate", fn: "sum", of, distinct: false, table: told.table.name };
  const each = withFigure(told, { expression, name: nameOf(expression) });
  const shown = inWholeMoney(each, catalog, false);
  const by = shown?.outputs.at(-1)?.expression;
  return shown === null || by === undefined ? each : { ...shown, order: each.order.map((one) => ({ ...one, by })) };
}

/** How many, as it is said: "more than two". */
export interface SoMany {
  operator: Comparison;
  value: number;
}

const SO_MANY_SAID: Readonly<Record<string, Comparison>> = {
  "more than": ">",
  over: ">",
  "at least": ">=",
  "less than": "<",
  "fewer than": "<",
  under: "<",
  "at most": "<=",
  exactly: "=",
  only: "=",
  just: "=",
};

export const SO_MANY = `(${Object.keys(SO_MANY_SAID).join("|")}) (\\d{1,6}|${[...numberWords.keys()].join("|")})`;

export function soMany(operator: string | undefined, number: string | undefined): SoMany | null {
  const known = SO_MANY_SAID[operator ?? ""];
  const value = numberWords.get(number ?? "") ?? Number(number);
  return known === undefined || Number.isNaN(value) ? null : { operator: known, value };
}

/** "who had more than one" after the members whose deliveries were refused, or after a number for each. */
export function withSoMany(before: LogicalForm, { operator, value }: SoMany, catalog: Catalog): LogicalForm | null {
  const limited = (form: LogicalForm, left: Expression): LogicalForm => ({
    ...form,
    having: [{ kind: "compare", left, operator, right: { kind: "literal", value } }],
  });
  const told = toldOf(before, catalog);
  if (told !== null) {
    const expression = countOf(told.table);
    return limited(withFigure(told, { expression, name: nameOf(expression) }), expression);
  }
  const [figure, ...more] = before.outputs.flatMap(({ expression }) => (isCount(expression) ? [expression] : []));
  if (figure !== undefined && more.length === 0 && before.groups.length > 0)
    return limited({ ...before, limit: null }, figure);
  return ofAverage(before, catalog, limited);
}

const isCount = (expression: Expression): boolean =>
  expression.kind === "aggregate" && expression.fn === "count" && expression.where === undefined;

/** "who has more than two" after how many premises a customer has on average. */
function ofAverage(
  before: LogicalForm,
  catalog: Catalog,
  limited: (form: LogicalForm, left: Expression) => LogicalForm,
): LogicalForm | null {
  const [output, ...more] = before.outputs;
  const average = output?.expression;
  if (average?.kind !== "arithmetic" || average.operator !== "/" || average.right.kind !== "query") return null;
  const [table, owners] = [average.left, average.right.form.outputs[0]?.expression].map((one) =>
    one !== undefined && isCount(one) ? catalog.byName.get(tablesOf(one)[0] ?? "") : undefined,
  );
  if (table === undefined || owners === undefined || more.length + before.groups.length > 0) return null;
  if (table === owners || !isToOne(catalog, table, owners)) return null;
  const shown = owners.label.map((column): Output => ({ expression: columnExpression(column), name: column.name }));
  const outputs =
    shown.length > 0 ? shown : owners.primaryKey.map((key) => ({ expression: columnExpression(key), name: key.name }));
  const groups = keysWith(
    owners,
    shown.map(({ expression }) => expression),
  );
  const form = withFigure(
    { form: { ...before, outputs }, groups, table },
    { expression: average.left, name: nameOf(average.left) },
  );
  return limited(form, average.left);
}

/** "what about those with exactly 5" after those with more than 5. */
export function withOtherNumber(before: LogicalForm, { operator, value }: SoMany): LogicalForm | null {
  const [limit, ...more] = before.having;
  if (limit?.kind !== "compare" || more.length > 0 || limit.right.kind !== "literal" || !isAggregate(limit.left))
    return null;
  return { ...before, having: [{ ...limit, operator, right: { kind: "literal", value } }] };
}
