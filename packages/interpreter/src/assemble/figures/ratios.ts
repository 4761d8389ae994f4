import { toldAs } from "../../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { distance, isToOne } from "../../catalog/joins.ts";
import { emptyForm, isAggregate, tablesOf, tablesOfCondition } from "../../form/visit.ts";
import type { Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import { columnScore } from "../../link/mention.ts";
import { plural, singular } from "../../language/words.ts";
import { isEvent } from "../../read/figures/ratios.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import { tableOf, type Context } from "../../resolve/context.ts";
import { columnExpression, measureSource, timeColumn } from "../../resolve/measures.ts";

/** A column is called by its name from this score on. */
const CALLED_SO_SCORE = 0.7;

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

import { conditionFor, conditionsFor } from "./apart.ts";
import { restricted } from "./quotient.ts";

/**
 * "revenue per order", "cost per click by channel": all of the one divided by all of the other, never a mean of quotients.
 * What cannot be divided so is noted as lost.
 */
export function addRatio(form: LogicalForm, context: Context): void {
  const { ratio } = context.sketch;
  if (ratio === null) return;
  const figure = form.outputs.find((output) => isAggregate(output.expression));
  const above = figure?.expression;
  const expression = above?.kind === "aggregate" ? dividedBy(above, form, context) : null;
  if (figure === undefined || expression === null) {
    context.notes.lost.push(`per ${ratio.over.text}`);
    return;
  }
  // "per won lead", where nothing else is said to be won
  const part = ratio.only !== undefined && isOfSome(expression) ? `${ratio.only.text} ` : "";
  const per = `${part}${singular(ratio.over.text)}`.toLowerCase().replaceAll(" ", "_");
  form.outputs = form.outputs.map((output) =>
    output === figure
      ? { ...output, expression, name: `${output.name.replace(/^total_|_count$/g, "")}_per_${per}` }
      : output,
  );
}

/** True where no more than what divides is restricted. */
const isOfSome = (ratio: Expression): boolean =>
  ratio.kind === "arithmetic" &&
  (ratio.right.kind === "query" || (ratio.right.kind === "aggregate" && ratio.right.where !== undefined));

function dividedBy(figure: Aggregate, form: LogicalForm, context: Context): Expression | null {
  const { catalog, sketch } = context;
  const over = sketch.ratio?.over;
  const named = catalog.byName.get(figure.table);
  if (named === undefined || over === undefined) return null;
  const thing = isTable(over) ? tableOf(over, context) : null;
  if (thing === named && isMeanOfRows(figure, context)) return { ...figure, fn: "avg" };
  const above = thing === null ? figure : linesOf(figure, named, thing, context);
  const table = catalog.byName.get(above.table) ?? named;
  const column = thing === null ? columnOf(over, context, { near: table, kind: "number" }) : null;
  const all = thing !== null && isOfAll(form, context) ? ofAllEvents(above, thing, form, context) : null;
  if (all !== null) return all;
  const below = thing !== null ? countedPer(table, thing, context) : numberOf(column, table, form, context);
  if (below !== null) {
    form.subject = table.name;
    return { kind: "arithmetic", operator: "/", left: above, right: below };
  }
  const other = thing === null ? (column?.isNumber === true ? sumOf(column) : null) : rowsOf(thing);
  return other === null || above.fn === "count" ? null : apart(above, other, form, context);
}

/** "average cost per repair", of repairs of which not all have a cost: the mean of those they have. */
const isMeanOfRows = ({ fn }: Aggregate, { sketch: { ratio, said } }: Context): boolean =>
  fn === "sum" && ratio?.only === undefined && said.has("an average");

/** "incidents per shipment": of all shipments, as those without any are shipments, too. */
function isOfAll({ where }: LogicalForm, { sketch: { ratio } }: Context): boolean {
  // When somebody came says nothing of when they did what is divided.
  return (
    ratio !== null && (isEvent(ratio.over) || (ratio.all === true && where.every(({ kind }) => kind !== "period")))
  );
}

const rowsOf = ({ name }: CatalogTable): Aggregate => ({
  kind: "aggregate",
  fn: "count",
  of: null,
  distinct: false,
  table: name,
});

/** "products per order": its lines, and how many of a product each says, where it does. */
function linesOf(figure: Aggregate, table: CatalogTable, thing: CatalogTable, context: Context): Aggregate {
  const isPart = table === thing || isToOne(context.catalog, table, thing);
  const lines = figure.fn === "count" && figure.of === null && !isPart ? between(table, thing, context) : null;
  if (lines === null) return figure;
  const units = measureSource(context, "quantity");
  return units?.table === lines
    ? { kind: "aggregate", fn: "sum", of: units.value, distinct: false, table: lines.name }
    : rowsOf(lines);
}

const sumOf = (column: CatalogColumn): Aggregate => ({
  kind: "aggregate",
  fn: "sum",
  of: columnExpression(column),
  distinct: false,
  table: column.table.name,
});

/** The number that rows have themselves, or the area of what each of them is of: "price per square metre" of sales of flats. */
function numberOf(
  column: CatalogColumn | null,
  table: CatalogTable,
  { groups }: LogicalForm,
  { catalog }: Context,
): Expression | null {
  if (column?.table === table) return sumOf(column);
  // "sales per square metre by shop": a shop has its area once, however often it sold something.
  const isOfGroup = groups.some(
    (group) =>
      group.kind === "column" &&
      group.table === column?.table.name &&
      [...column.table.primaryKey, ...column.table.label].some(({ name }) => name === group.column),
  );
  if (column !== null && isOfGroup && AREA.test(column.words.join(" "))) return { ...sumOf(column), fn: "max" };
  const isOfEach =
    column !== null &&
    AREA.test(column.words.join(" ")) &&
    isToOne(catalog, table, column.table) &&
    table.source.row_count <= column.table.source.row_count;
  return isOfEach ? { ...sumOf(column), table: table.name } : null;
}

const AREA = /\b(?:area|sqm|sqft|square|acres?|hectares?)\b/;

/** How many there are of what the rows belong to, of those that have any. */
function countedPer(table: CatalogTable, thing: CatalogTable, { catalog, notes }: Context): Expression | null {
  if (thing === table) return rowsOf(table);
  if (!isToOne(catalog, table, thing)) return null;
  notes.assumptions.push(`Averaged over the ${plural(toldAs(thing))} with any.`);
  const direct = catalog.links.find(
    (link) => link.from.length === 1 && link.from[0]?.table === table && link.to[0]?.table === thing && link.cost < 2,
  );
  const key = distance(catalog, table, thing) === 1 ? direct?.from[0] : thing.primaryKey[0];
  if (key === undefined) return null;
  return { kind: "aggregate", fn: "count", of: columnExpression(key), distinct: true, table: key.table.name };
}

/** Figures of tables that do not belong to one another, the other by itself: "cost per lead". */
function apart(above: Aggregate, below: Aggregate, form: LogicalForm, context: Context): Expression | null {
  // "price per ticket" is not what somebody is paid an hour: what divides other tables is called by its name.
  const [figure] = context.sketch.outputs;
  if (figure !== undefined && "mention" in figure && columnScore(figure.mention) < CALLED_SO_SCORE) return null;
  return ofOwnRows(above, below, form, context);
}

/** How many of what belongs to rows without a name there are, over all of these. */
function ofAllEvents(above: Aggregate, thing: CatalogTable, form: LogicalForm, context: Context): Expression | null {
  const table = context.catalog.byName.get(above.table);
  const isCount = above.fn === "count" && above.of === null;
  if (!isCount || table === undefined || table === thing || !isToOne(context.catalog, table, thing)) return null;
  return ofOwnRows(above, rowsOf(thing), form, context);
}

/** Each figure of its own rows, and in each group of its own. */
function ofOwnRows(above: Aggregate, below: Aggregate, form: LogicalForm, context: Context): Expression | null {
  const [table, other] = [above, below].map((side) => context.catalog.byName.get(side.table));
  if (table === undefined || other === undefined) return null;
  const alone = saidOfOther(form.where, [table, other], context);
  const mine = conditionsFor(
    form.where.filter((condition) => !alone.includes(condition)),
    table,
    context,
  );
  const theirs = conditionsFor(form.where, other, context);
  if (mine === null || theirs === null) return null;
  form.subject = table.name;
  if (form.groups.length === 0) {
    const all = { ...emptyForm(other.name), outputs: [{ expression: below, name: "all" }], where: theirs };
    form.where = mine;
    form.joins = [];
    return { kind: "arithmetic", operator: "/", left: above, right: { kind: "query", form: all } };
  }
  const told = form.groups.flatMap(tablesOf).map((name) => context.catalog.byName.get(name));
  const isTold = told.every(
    (of) => of !== undefined && [table, other].every((one) => isToOne(context.catalog, one, of)),
  );
  if (!isTold || !form.groups.every(({ kind }) => kind === "column")) return null;
  // What is said of both holds for the rows of each, a period by their own day.
  const isInTime = mine.some(({ kind }) => kind === "period");
  const [day, otherDay] = [table, other].map((one) => (isInTime ? timeColumn(one, context) : null));
  form.where = mine;
  form.joins = alone.length > 0 ? [] : form.joins;
  const own = (figure: Aggregate, by: CatalogColumn | null | undefined): Aggregate => ({
    ...figure,
    apart: { day: by === null || by === undefined ? null : columnExpression(by) },
  });
  return { kind: "arithmetic", operator: "/", left: own(above, day), right: own(restricted(below, alone), otherDay) };
}

/** "cost per won lead": what is said of the leads, of which the cost has none. */
function saidOfOther(
  where: readonly Condition[],
  [table, other]: readonly [CatalogTable, CatalogTable],
  context: Context,
): Condition[] {
  if (context.sketch.ratio?.only === undefined) return [];
  return where.filter(
    (condition) =>
      condition.kind !== "period" &&
      tablesOfCondition(condition).every((name) => name === other.name) &&
      conditionFor(condition, table, context) === null,
  );
}

/** Rows that lie between two tables, where each row belongs to one of either: lines, of products and orders. */
function between(table: CatalogTable, thing: CatalogTable, { catalog }: Context): CatalogTable | null {
  const leads = (from: CatalogTable, to: CatalogTable) =>
    distance(catalog, from, to) === 1 && isToOne(catalog, from, to);
  return catalog.tables.find((one) => one !== table && leads(one, table) && leads(one, thing)) ?? null;
}
