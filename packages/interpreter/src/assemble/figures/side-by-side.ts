import { toldAs } from "../../catalog/called.ts";
import type { Catalog, CatalogTable } from "../../catalog/catalog.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import { isToOne, isToOneNamed } from "../../catalog/joins.ts";
import { joined, plural } from "../../language/words.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../../form/visit.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import type { Context } from "../../resolve/context.ts";
import { dayKept } from "../conditions/day-of-state.ts";
import { columnExpression, timeColumn } from "../../resolve/measures.ts";

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

/** A table with the day by which its rows are told where figures are told by days. */
interface Told {
  table: CatalogTable;
  day: ColumnExpression | null;
}

/**
 * "new customers and orders per month", "orders and tickets by segment": figures of different tables, each of all its own
 * rows. Joined, they would count only what belongs to one another, or count it more than once.
 */
export function figuresSideBySide(form: LogicalForm, context: Context): void {
  const { having, limit, per, combine, joins } = form;
  if (form.groups.length === 0 || having.length + joins.length > 0 || limit !== null || per !== undefined) return;
  if (combine !== null || context.sketch.share !== null) return;
  // Years that are numbers rather than dates, as of a vintage, have no groups of time.
  if (context.sketch.bucket !== null && !hasBucket(form)) return;
  const figures = form.outputs.flatMap(({ expression }) => (isAggregate(expression) ? [expression] : []));
  const each = figures.flatMap((figure) => toldBy(figure, form, context) ?? []);
  const told = each.filter((one, i) => each.findIndex((other) => isSame(other, one)) === i);
  if (told.length < 2 || each.length < figures.length) return;
  if (!isApart(form, told, context) || !told.every((one) => isReached(form, one, context.catalog))) return;
  const isOwn = (condition: Condition, one: Told) => isOfRowsAlone(condition, one, told, context.catalog);
  const where = form.where.filter((condition) => !isOfBucket(condition, form));
  const shared = where.filter((condition) => !told.some((one) => isOwn(condition, one)));
  if (!shared.every((condition) => holdsForAll(condition, told, context.catalog))) return;
  const own = told.map((one) => where.filter((condition) => isOwn(condition, one)));
  form.where = shared.map((condition) => byFirstDay(condition, told));
  byDayOfFirst(form, told);
  form.outputs = form.outputs.map((output) => {
    const { expression } = output;
    const one = expression.kind === "aggregate" ? each[figures.indexOf(expression)] : undefined;
    if (expression.kind !== "aggregate" || one === undefined) return output;
    const at = told.findIndex((other) => isSame(other, one));
    return { ...output, expression: apart(expression, one, own[at] ?? []) };
  });
  noteDays(told, context);
}

const isSame = (one: Told, other: Told): boolean =>
  one.table === other.table && JSON.stringify(one.day) === JSON.stringify(other.day);

function apart(figure: Aggregate, { day }: Told, own: readonly Condition[]): Aggregate {
  const where = [...(figure.where ?? []), ...own];
  return { ...figure, ...(where.length > 0 && { where }), apart: { day } };
}

/** The day by which a figure's rows are told: that on which they came into their state, that of the groups where it is theirs, or their own. */
function toldBy(figure: Expression, { groups }: LogicalForm, context: Context): Told | null {
  const { catalog, sketch } = context;
  const table = figure.kind === "aggregate" ? catalog.byName.get(figure.table) : undefined;
  if (figure.kind !== "aggregate" || table === undefined) return null;
  const states = (figure.where ?? []).flatMap((one) =>
    one.kind === "compare" && one.right.kind === "literal" ? [String(one.right.value)] : [],
  );
  const [ofState] = states.flatMap((state) => dayKept(state.toLowerCase(), table) ?? []);
  if (ofState !== undefined) return { table, day: columnExpression(ofState) };
  // "new tickets and resolved tickets": the word of one of them is no day of the other.
  const isAmongStates = sketch.outputs.some((output) => output.kind === "count" && output.only !== undefined);
  const plain = isAmongStates ? dateColumn(table) : null;
  if (plain?.isDate === true) return { table, day: columnExpression(plain) };
  const day = groups.find((group) => group.kind === "bucket")?.of;
  if (day?.table === table.name) return { table, day };
  const own = timeColumn(table, context);
  return { table, day: own?.isDate === true ? columnExpression(own) : null };
}

const hasBucket = ({ groups }: LogicalForm): boolean => groups.some((group) => group.kind === "bucket");

/** True where the figures would not be of all their rows, or not of their own days, if their tables were joined. */
function isApart(form: LogicalForm, told: readonly Told[], { catalog, sketch }: Context): boolean {
  const [first] = told;
  const isOfOtherDay = ({ day }: Told) => JSON.stringify(day) !== JSON.stringify(first?.day);
  // "orders and new customers by region last year": those who came then, rather than those who ordered.
  const isOfTime = hasBucket(form) || (form.where.some(({ kind }) => kind === "period") && sketch.said.stem("new"));
  if (isOfTime && told.some(isOfOtherDay)) return true;
  return told.some((one) =>
    told.some((other) => other.table !== one.table && isSplit(form, one.table, other.table, catalog)),
  );
}

/** True for tables of which neither has one row for each of the other's, and for sums that its rows would repeat. */
function isSplit({ outputs }: LogicalForm, one: CatalogTable, other: CatalogTable, catalog: Catalog): boolean {
  if (isToOne(catalog, one, other)) return false;
  if (!isToOne(catalog, other, one)) return true;
  return outputs.some(
    ({ expression }) => expression.kind === "aggregate" && expression.table === one.name && expression.fn !== "count",
  );
}

/** True where a table's rows have one of each thing that is grouped by. */
function isReached({ groups }: LogicalForm, { table, day }: Told, catalog: Catalog): boolean {
  return groups.every((group) =>
    group.kind === "bucket" ? day !== null : tablesOf(group).every((name) => isToOneNamed(catalog, table, name)),
  );
}

/** What is said of the rows of one table, which the others do not have. */
const isOfRowsAlone = (condition: Condition, { table }: Told, told: readonly Told[], catalog: Catalog): boolean =>
  condition.kind !== "period" &&
  tablesOfCondition(condition).every((name) => name === table.name) &&
  told.every((other) => other.table === table || !isToOne(catalog, other.table, table));

const isDayOf = (expression: Expression, told: readonly Told[]): boolean =>
  told.some(({ day }) => day !== null && sameExpression(day, expression));

function holdsForAll(condition: Condition, told: readonly Told[], catalog: Catalog): boolean {
  if (condition.kind === "period" && isDayOf(condition.left, told)) return told.every(({ day }) => day !== null);
  if (condition.kind === "related" || condition.kind === "within") return false;
  return told.every(({ table }) => tablesOfCondition(condition).every((name) => isToOneNamed(catalog, table, name)));
}

/** A period is of the day of the figure that comes first, as it stands in the groups; each of the others has its own. */
function byFirstDay(condition: Condition, [first]: readonly Told[]): Condition {
  return condition.kind === "period" && first !== undefined && first.day !== null
    ? { ...condition, left: first.day }
    : condition;
}

/** The groups stand as they do for the figure that comes first. */
function byDayOfFirst(form: LogicalForm, [first]: readonly Told[]): void {
  const day = first?.day ?? null;
  const ofFirst = (expression: Expression): Expression =>
    expression.kind === "bucket" && day !== null ? { ...expression, of: day } : expression;
  form.groups = form.groups.map(ofFirst);
  form.order = form.order.map((order) => ({ ...order, by: ofFirst(order.by) }));
  form.outputs = form.outputs.map((output) => ({ ...output, expression: ofFirst(output.expression) }));
}

/** True for the condition that there is a day to be told by, which each of the figures has for its own. */
const isOfBucket = (condition: Condition, { groups }: LogicalForm): boolean =>
  condition.kind === "missing" &&
  condition.negated &&
  groups.some((group) => group.kind === "bucket" && sameExpression(group.of, condition.left));

/** Says which day each figure goes by where they differ. */
function noteDays(told: readonly Told[], { notes, sketch, catalog }: Context): void {
  if (sketch.bucket === null) return;
  const days = told.flatMap(({ table, day }) => {
    const column = catalog.byName.get(day?.table ?? "")?.columns.find(({ name }) => name === day?.column);
    return column === undefined ? [] : [`${plural(toldAs(table))} by “${toldAs(column)}”`];
  });
  if (new Set(told.map(({ day }) => JSON.stringify(day))).size < 2) return;
  notes.assumptions.push(`Each figure goes by a date of its own: ${joined(days)}.`);
}
