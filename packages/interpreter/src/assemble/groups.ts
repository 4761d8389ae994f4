import type { ColumnLink, Mention } from "../link/mention.ts";
import { isPerson } from "../catalog/persons.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isSharedRemark, shareNames } from "../catalog/labels.ts";
import { stockColumn } from "../catalog/stock.ts";
import { isUnique } from "../catalog/guessed-keys.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { columnExpression, countOf, measureSource, timeColumn } from "../resolve/measures.ts";
import { dayOfState, isDayOfOneState } from "./conditions/day-of-state.ts";
import { durationOf } from "../catalog/durations.ts";
import { fail } from "./figures/counts.ts";
import { nameOf } from "./output-names.ts";
import { byMonthNames, byWeekdayNames } from "./times-by-name.ts";
import { labelColumns } from "./outputs.ts";
import { isTable } from "../read/reader.ts";
import type { Context } from "../resolve/context.ts";
import { columnOf } from "../resolve/columns.ts";
import { tableOf } from "../resolve/context.ts";
import { referred } from "../resolve/referred.ts";
import type { BucketUnit, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { unitNamed, unitOf } from "../language/units.ts";
import { tokenise } from "../language/tokens.ts";
import type { Sketch } from "../read/sketch.ts";

/** Groups by what the question wants each of. Orders that this met leave the sketch that is returned. */
export function addGroups(form: LogicalForm, context: Context, having: readonly Condition[] = []): Context {
  const { sketch } = context;
  const isShare = sketch.share !== null && !isAggregated(form);
  if (isShare && (sketch.groups.length > 0 || sketch.bucket !== null)) addCount(form, context);
  if (countsEach(form, context)) addCount(form, context);
  const aggregated = isAggregated(form);
  if (!aggregated && sketch.groups.length > 0 && sketch.bucket === null) return context;
  if (aggregated) groupFigures(form, context);
  if (sketch.bucket === null || (!aggregated && ranksWithin(context))) return context;
  return addBucket(form, context, having);
}

function isAggregated(form: LogicalForm): boolean {
  return form.outputs.some((output) => isAggregate(output.expression));
}

/** "stock by depot": how much lies there, rather than how many things. */
function stockOf({ sketch, subject }: Context): CatalogColumn | null {
  const isStock = sketch.tables.some(({ mention }) => /^(?:stocks?|inventory)$/i.test(mention.text));
  return isStock && subject !== null ? stockColumn(subject) : null;
}

/** How many rows there are; of rows that are called a time, as downtimes are, how long they took. */
function addCount(form: LogicalForm, context: Context): void {
  const { sketch, subject, meant } = context;
  const table = subject ?? fail();
  const isTime = sketch.said.has("a time by name") && meant.elapsed === null && sketch.share === null;
  const time = isTime ? durationOf(table) : sketch.share === null ? stockOf(context) : null;
  const expression: Expression =
    time === null
      ? countOf(table)
      : { kind: "aggregate", fn: "sum", of: columnExpression(time), distinct: false, table: table.name };
  form.outputs.push({ expression, name: nameOf(expression) });
}

/** "subscriptions per plan": how many. */
function countsEach(form: LogicalForm, { sketch }: Context): boolean {
  const isOwn = ({ target }: Sketch["orders"][number]) => target.kind === "count" && target.mention === null;
  const ordered = sketch.orders.filter((order) => !isOwn(order));
  const wished = sketch.outputs.length + sketch.superlatives.length + ordered.length;
  const isBare = wished + form.outputs.length === 0 && !form.all_columns;
  const isCompared = sketch.versus || sketch.growth;
  const isEach = sketch.bucket !== null || isCompared || sketch.said.has("per") || sketch.said.has("a time by name");
  return isBare && sketch.groups.length > 0 && isEach;
}

/** Figures of each group, beside what tells the groups apart. */
function groupFigures(form: LogicalForm, context: Context): void {
  const keys: Expression[] = [];
  const shown: Output[] = [];
  for (const group of context.sketch.groups) {
    if (isOwnRow(group.mention, form, context)) continue;
    const { outputs, expressions } = groupKeys(group.mention, form, context);
    shown.push(...outputs);
    keys.push(...expressions);
  }
  const plain = form.outputs.filter((output) => !isAggregate(output.expression));
  form.groups = unique([...keys, ...plain.flatMap((output) => withKey(output.expression, context))]);
  const fresh = shown.filter(
    (output, i) =>
      shown.findIndex((other) => sameExpression(other.expression, output.expression)) === i &&
      !form.outputs.some((known) => sameExpression(known.expression, output.expression)),
  );
  form.outputs = [...fresh, ...form.outputs];
}

/** "top customer each year": the first of every year is asked for, not a figure of the years. */
function ranksWithin({ sketch }: Context): boolean {
  const rows = sketch.tables.some((table) => table.zone === "focus" && !table.each && !table.negated);
  return rows && sketch.superlatives.length === 1 && !sketch.whichBucket;
}

/** "average nights per booking": a booking has one number of nights; the average is over all of them. */
function isOwnRow(mention: Sketch["groups"][number]["mention"], form: LogicalForm, context: Context): boolean {
  const table = isTable(mention) ? tableOf(mention, context) : null;
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  return (
    table !== null &&
    measured.length > 0 &&
    (table.label.length === 0 || (context.sketch.said.has("per") && table.label.every(isUnique))) &&
    measured.every(
      ({ expression }) =>
        expression.kind === "aggregate" &&
        expression.fn === "avg" &&
        expression.of?.kind === "column" &&
        expression.of.table === table.name,
    )
  );
}

/**
 * True for rows that are told by their name: those that share it, and those of which each belongs to one of what is
 * counted: "houses per street" of addresses, of which every house has one.
 */
export function areToldByName(table: CatalogTable, figures: readonly Expression[], { catalog }: Context): boolean {
  const [name, ...more] = table.label;
  const counted = figures.filter(isAggregate).map((figure) => catalog.byName.get(tablesOf(figure)[0] ?? ""));
  const isOfOne = (one: CatalogTable | undefined) => one !== undefined && one !== table && isToOne(catalog, table, one);
  const mayRepeat = name !== undefined && more.length === 0 && !isUnique(name);
  return shareNames(table) || (mayRepeat && counted.length > 0 && counted.every(isOfOne));
}

/** "average score by instrument" of exams in courses that say for which, where instruments are rows that belong to no exam. */
function nearerColumn(
  { columns }: Mention,
  table: CatalogTable,
  { subject }: LogicalForm,
  { catalog }: Context,
): CatalogColumn | null {
  const rows = catalog.byName.get(subject);
  if (rows === undefined || rows === table || isToOne(catalog, rows, table)) return null;
  const own = columns.filter(
    ({ column, score }) =>
      score >= 0.95 &&
      column.isText &&
      !column.isKey &&
      !column.table.isView &&
      column.table !== table &&
      (column.table === rows || isToOne(catalog, rows, column.table)),
  );
  // What lessons are in is said by their courses rather than by their teachers.
  const far = ({ column }: ColumnLink) => 2 * distance(catalog, rows, column.table) + (isPerson(column.table) ? 1 : 0);
  const [only, next] = own.toSorted((a, b) => far(a) - far(b));
  const isTied = only !== undefined && next !== undefined && far(only) === far(next);
  return only === undefined || isTied ? null : only.column;
}

/** True for a column of the rows that are told, which is called exactly so where a table is only like it. */
const isOwnColumn = ({ columns, tables }: Mention, column: CatalogColumn | null, { subject }: LogicalForm): boolean =>
  column?.table.name === subject && columns[0]?.score === 1 && (tables[0]?.score ?? 0) < 1;

/** True where a group would be told by a column that its words do not mean. */
function isOfOther({ text, columns }: Mention, column: CatalogColumn, { subject, catalog }: Context): boolean {
  if (tokenise(text).some((token) => column.stems.includes(token.stem))) return false;
  // "cost per kg" is a quotient, and nothing that is told for each weight there is.
  const unit = unitNamed(text.toLowerCase());
  if (column.isNumber && !column.isKey && unit !== undefined && unit === unitOf(column.name)) return true;
  // "by nationality" is not by the country of a site two tables away.
  const score = columns.find((link) => link.column === column)?.score ?? 1;
  return score < 0.8 && subject !== null && distance(catalog, subject, column.table) >= 2;
}

export function groupKeys(
  mention: Sketch["groups"][number]["mention"],
  form: LogicalForm,
  context: Context,
): { outputs: Output[]; expressions: Expression[] } {
  const table = tableOf(mention, context);
  const nearer = table === null ? null : nearerColumn(mention, table, form, context);
  const column = nearer ?? columnOf(mention, context);
  const asTable = table !== null && nearer === null && isTable(mention) && !isOwnColumn(mention, column, form);
  if (asTable) {
    const figures = form.outputs.map((output) => output.expression);
    const key = areToldByName(table, figures, context) ? [] : table.primaryKey.map(columnExpression);
    const named = form.outputs.some(({ expression }) => names(expression, table));
    const label = tellingColumns(table);
    if (named) return { outputs: [], expressions: key };
    return {
      outputs: label.map((one) => ({ expression: columnExpression(one), name: one.name })),
      expressions: [...key, ...label.map(columnExpression)],
    };
  }
  if (column === null) return { outputs: [], expressions: [] };
  if (isOfOther(mention, column, context)) context.notes.lost.push(mention.text);
  const target = referred(column, mention.text, context);
  if (target !== null)
    return {
      outputs: target.label.map((one) => ({ expression: columnExpression(one), name: one.name })),
      expressions: [...target.primaryKey.map(columnExpression), ...target.label.map(columnExpression)],
    };
  return {
    outputs: [{ expression: columnExpression(column), name: column.name }],
    expressions: [columnExpression(column)],
  };
}

/** What groups are called by: a remark that several rows share tells none of them apart, as their key does. */
function tellingColumns(table: CatalogTable): CatalogColumn[] {
  const [only, ...more] = labelColumns(table);
  const isRemark = only !== undefined && more.length === 0 && isSharedRemark(only);
  return isRemark && table.primaryKey.length === 1 ? table.primaryKey : labelColumns(table);
}

/** True for a column that may tell rows of a table apart: "revenue and price by product" still says which product. */
function names(expression: Expression, { name, columns }: CatalogTable): boolean {
  if (expression.kind !== "column" || expression.table !== name) return false;
  const column = columns.find((one) => one.name === expression.column);
  return !(column?.isNumber === true && !column.isKey && !column.isYear);
}

/** Two rows with the same name are still two rows: a named thing is grouped by its key as well. */
function withKey(expression: Expression, context: Context): Expression[] {
  if (expression.kind !== "column") return [expression];
  const table = context.catalog.byName.get(expression.table);
  const isLabel = table?.label.some((column) => column.name === expression.column) ?? false;
  if (table === undefined || !isLabel || table.primaryKey.length !== 1 || shareNames(table)) return [expression];
  return [...table.primaryKey.map(columnExpression), expression];
}

export function unique(expressions: Expression[]): Expression[] {
  return expressions.filter(
    (expression, i) => expressions.findIndex((other) => sameExpression(other, expression)) === i,
  );
}

/** Months, years or days that figures are told by; where there is no figure, rows are put in the order of their days. */
function addBucket(form: LogicalForm, context: Context, having: readonly Condition[]): Context {
  const { sketch } = context;
  const measured = form.outputs.find((output) => isAggregate(output.expression))?.expression;
  const table = bucketTable(measured, form, context);
  if (table === null || sketch.bucket === null) return context;
  if (measured !== undefined && byWeekdayNames(form, table, context)) return context;
  const column = dayOfBucket(table, context);
  if (column === null) return context;
  if (measured === undefined && (form.outputs.length > 0 || sketch.orders.length > 0)) {
    if (form.order.length === 0)
      form.order.push({ by: columnExpression(column), direction: sketch.orders[0]?.direction ?? "ascending" });
    return { ...context, sketch: { ...sketch, orders: [] } };
  }
  if (measured === undefined) form.outputs = [figureOfBucket(table, having)];
  // "parcels delivered per month": those that have not been are of no month.
  if (column.source.nullable && column !== dateColumn(column.table) && !form.where.some((one) => isOf(column, one)))
    form.where.push({ kind: "missing", left: columnExpression(column), negated: true });
  if (!column.isDate && sketch.bucket !== "year") return byMonthNames(form, column, context);
  byUnit(form, column, sketch.bucket);
  return context;
}

/** Groups by a unit of time, in its order. */
function byUnit(form: LogicalForm, column: CatalogColumn, unit: BucketUnit): void {
  const of = columnExpression(column);
  const expression: Expression = column.isDate ? { kind: "bucket", unit, of } : of;
  form.outputs.unshift({ expression, name: unit });
  form.groups.unshift(expression);
  if (form.order.length > 0) return;
  // The days of the week in their order, not in that of their names.
  const inOrder: Expression =
    expression.kind === "bucket" && expression.unit === "weekday"
      ? { ...expression, unit: "weekday_number" }
      : expression;
  if (inOrder !== expression) form.groups.push(inOrder);
  form.order.push({ by: inOrder, direction: "ascending" });
}

/** "subscriptions cancelled by month": by the day they came into that state; a share of them is by the day of all. */
function dayOfBucket(table: CatalogTable, context: Context): CatalogColumn | null {
  const day = context.sketch.share === null ? dayOfState(context, table) : null;
  return day?.table === table && !isDayOfOneState(day, context) ? day : timeColumn(table, context);
}

/** True for a condition on that column's own value. */
const isOf = (column: CatalogColumn, condition: Condition): boolean =>
  "left" in condition && sameExpression(condition.left, columnExpression(column));

/** The table whose days make the buckets: that of what is ranked, or of the figure shown. */
function bucketTable(measured: Expression | undefined, form: LogicalForm, context: Context): CatalogTable | null {
  const { sketch, catalog } = context;
  const ranked = sketch.whichBucket ? sketch.superlatives[0]?.target : undefined;
  const source =
    ranked?.kind === "measure"
      ? measureSource(context, ranked.measure)?.table
      : ranked?.kind === "count" && ranked.mention !== null
        ? tableOf(ranked.mention, context)
        : undefined;
  const first = measured === undefined ? undefined : tablesOf(measured)[0];
  return source ?? catalog.byName.get(first ?? form.subject) ?? null;
}

/** The figure of each bucket where none is asked for: what is compared, else how many rows there are. */
function figureOfBucket(rows: CatalogTable, having: readonly Condition[]): Output {
  const [compared] = having;
  return compared?.kind === "compare" && isAggregate(compared.left)
    ? { expression: compared.left, name: nameOf(compared.left) }
    : { expression: countOf(rows), name: `${rows.name}_count` };
}
