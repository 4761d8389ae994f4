import { toldAs } from "../catalog/called.ts";
import { isToOne } from "../catalog/joins.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import type { Mention } from "../link/mention.ts";
import { columnExpression, countOf, measureExpression } from "../resolve/measures.ts";
import { nameOf } from "../assemble/output-names.ts";
import { type Context, tableOf } from "../resolve/context.ts";
import { columnOf } from "../resolve/columns.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";
import { figureInstead } from "./figures-beside.ts";

/** "and profit?": another measure takes the place of the figures. */
export function changeMeasure(form: LogicalForm, added: readonly Condition[], context: Context): void {
  const measure = context.sketch.outputs.find((output) => output.kind === "measure");
  if (measure === undefined)
    return measureBelow(form, [...added.flatMap(tablesOfCondition), ...tablesOfGroups(context)], context);
  const expression = measureExpression(measure.measure, measure.fn, context);
  // "what about income", where no rows say what came in
  if (expression === null) return;
  form.outputs = [
    ...form.outputs.filter((output) => !isAggregate(output.expression)),
    {
      expression,
      name: measure.measure === "money" ? "revenue" : measure.measure,
      ...(measure.measure === "quantity" ? {} : { unit: "money" as const }),
    },
  ];
  // "and by revenue?" of the first 5 by how many they did: the first 5 by that.
  form.order =
    form.limit !== null
      ? form.order.map((order) => (isAggregate(order.by) ? { ...order, by: expression } : order))
      : form.order.filter((order) => !isAggregate(order.by));
}

/** "by quantity" of the best products by revenue: another figure that they are ranked by. Null where it tells groups. */
export function ranksOtherwise(form: LogicalForm, context: Context): Context | null {
  const [only, ...more] = context.sketch.groups;
  if (only === undefined || more.length > 0 || context.sketch.bucket !== null || form.limit === null) return null;
  const summed = sumOfNumber(columnOf(only.mention, context));
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  if (summed === null || figures.length !== 1 || !form.order.some(({ by }) => isAggregate(by))) return null;
  form.outputs = [...form.outputs.filter((one) => !figures.includes(one)), summed];
  form.order = form.order.map((one) => (isAggregate(one.by) ? { ...one, by: summed.expression } : one));
  return context;
}

/** "top 5 by weight" of the best by how many rows they have: the first by what these rows weigh. Null where it is no number of theirs. */
export function ranksTopBy(form: LogicalForm, context: Context): Context | null {
  const [ranked, ...more] = context.sketch.superlatives;
  const by = form.order.find((one) => isAggregate(one.by))?.by;
  const isTop = ranked?.target.kind === "column" && ranked.target.by === true && context.sketch.groups.length === 0;
  if (!isTop || more.length > 0 || by === undefined || form.limit === null || context.sketch.bucket !== null)
    return null;
  const mention = ranked.target.kind === "column" ? ranked.target.mention : null;
  const column = mention === null ? null : columnOf(mention, context);
  const summed = sumOfNumber(column);
  // Nothing tells it by what has several of them each.
  if (summed === null || tablesOf(by)[0] !== column?.table.name) return null;
  form.outputs = [...form.outputs.filter(({ expression }) => !isAggregate(expression)), summed];
  form.order = [{ by: summed.expression, direction: ranked.direction === "least" ? "ascending" : "descending" }];
  form.limit = ranked.limit ?? form.limit;
  return { ...context, sketch: { ...context.sketch, superlatives: [] } };
}

/** What a number comes to; null for what is no amount. */
function sumOfNumber(column: CatalogColumn | null): Output | null {
  if (column === null || !column.isNumber || column.isKey || column.isForeign || column.isYear || column.isFlag)
    return null;
  const table = column.table.name;
  const expression: Expression = { kind: "aggregate", fn: "sum", of: columnExpression(column), distinct: false, table };
  return { expression, name: nameOf(expression) };
}

/** "and orders?": a count takes the place of the figures. */
export function changeToCount(form: LogicalForm, context: Context): void {
  const counted = countsInstead(context.sketch);
  const table = counted === null ? null : tableOf(counted, context);
  if (table === null || !form.outputs.some((output) => isAggregate(output.expression))) return;
  const expression = countOf(table);
  const asked = { ...emptyForm(table.name), outputs: [{ expression, name: nameOf(expression) }] };
  const beside = figureInstead(form, asked, context.catalog);
  if (beside === null) context.notes.lost.push(toldAs(table));
  else Object.assign(form, beside);
}

/** "top 3": of groups those with the most, unless they are ordered otherwise. */
export function takeFirst(form: LogicalForm, { limit }: Sketch): void {
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (limit === null || (form.groups.length === 0 && measured !== undefined)) return;
  form.limit = limit;
  if (measured !== undefined && form.order.every((order) => order.by.kind === "bucket"))
    form.order = [{ by: measured.expression, direction: "descending" }];
}

/**
 * "only for Electronics" after revenue of orders: the orders with such a line are more than what was paid for it. Money is
 * then measured where each row has one of what is asked for, in the lines.
 */
function measureBelow(form: LogicalForm, named: readonly string[], context: Context): void {
  const { catalog, happened } = context;
  const output = form.outputs.find(({ expression, unit }) => unit === "money" && isAggregate(expression));
  if (happened === null || output?.expression.kind !== "aggregate" || output.expression.fn !== "sum") return;
  const isOfEachRow = (name: string) => {
    const table = catalog.byName.get(name);
    return table === undefined || isToOne(catalog, happened, table);
  };
  if (named.every(isOfEachRow)) return;
  const before = output.expression;
  const expression = measureExpression("money", "sum", context);
  if (expression === null) return;
  output.expression = expression;
  form.order = form.order.map((order) => (sameExpression(order.by, before) ? { ...order, by: expression } : order));
  form.subject = tablesOf(expression)[0] ?? form.subject;
}

/** Tables of what a question groups by. */
const tablesOfGroups = (context: Context): string[] =>
  context.sketch.groups.flatMap(
    ({ mention }) => tableOf(mention, context)?.name ?? columnOf(mention, context)?.table.name ?? [],
  );

/** "and their email": more of the same rows. */
export function addsColumns(sketch: Sketch): boolean {
  return (
    sketch.said.has("more columns") &&
    sketch.outputs.length > 0 &&
    sketch.outputs.every((output) => output.kind === "column")
  );
}

export function addColumns(form: LogicalForm, context: Context): void {
  const plain = form.outputs.filter((output) => !isAggregate(output.expression));
  for (const output of context.sketch.outputs) {
    const column = output.kind === "column" ? columnOf(output.mention, context) : null;
    const [first] = plain;
    if (column === null || first?.expression.kind !== "column" || first.expression.table !== column.table.name) {
      context.notes.lost.push(output.kind === "column" ? output.mention.text : "their");
      continue;
    }
    const expression = columnExpression(column);
    form.outputs.splice(plain.length, 0, { expression, name: column.name });
    if (form.groups.length > 0) form.groups.push(expression);
  }
}

/** "and orders?": how many of those, by what the answer before was by. Null for anything else. */
export function countsInstead(sketch: Sketch): Mention | null {
  const [only] = sketch.tables;
  if (!sketch.said.has("another count") || only === undefined) return null;
  const isAlone =
    sketch.filters.length + sketch.groups.length + sketch.outputs.length + sketch.superlatives.length === 0;
  return isAlone && sketch.tables.length === 1 && sketch.bucket === null ? only.mention : null;
}

/** "the bottom 5" turns the order around. */
export function takeBottom(form: LogicalForm, sketch: Sketch): void {
  const isLow = sketch.said.has("the low end of a list");
  if (!isLow && !sketch.said.has("an end of a list")) return;
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (measured === undefined || sketch.tables.length > 0) return;
  form.order = [{ by: measured.expression, direction: isLow ? "ascending" : "descending" }];
}
