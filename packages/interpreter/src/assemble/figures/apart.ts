import { toldAs } from "../../catalog/called.ts";
import type { Catalog, CatalogTable } from "../../catalog/catalog.ts";
import { isToOne, isToOneNamed } from "../../catalog/joins.ts";
import { plural } from "../../language/words.ts";
import { emptyForm, isAggregate, tablesOf, tablesOfCondition } from "../../form/visit.ts";
import type { Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression, timeColumn } from "../../resolve/measures.ts";

/** A condition as it holds for the rows of a table: a period by their own date, all else where it belongs to them. */
export function conditionFor(condition: Condition, table: CatalogTable, context: Context): Condition | null {
  if (condition.kind === "period") {
    const date = timeColumn(table, context);
    return date?.isDate === true ? { ...condition, left: columnExpression(date) } : null;
  }
  const isReached = tablesOfCondition(condition).every((name) => isToOneNamed(context.catalog, table, name));
  return isReached ? condition : null;
}

/** The conditions as they hold for the rows of a table; null where one of them says nothing of these. */
export function conditionsFor(where: readonly Condition[], table: CatalogTable, context: Context): Condition[] | null {
  const found = where.map((condition) => conditionFor(condition, table, context));
  const kept = found.filter((condition) => condition !== null);
  return kept.length < found.length ? null : kept;
}

/**
 * "how many rooms and how many guests": figures of different tables, each of all its own rows. Joined, they would count
 * only what belongs to one another.
 */
export function figuresApart(form: LogicalForm, context: Context): void {
  if (form.groups.length + form.having.length + form.order.length > 0 || form.limit !== null) return;
  if (context.sketch.share !== null || form.joins.length > 0 || form.outputs.length < 2) return;
  const tables = form.outputs.map(({ expression }) => tableOfFigure(expression, context));
  const [first] = tables;
  if (first === null || first === undefined || tables.includes(null) || new Set(tables).size < 2) return;
  if (context.sketch.versus && tables.every((table) => table === first || belongsTo(first, table, context))) {
    form.subject = first.name;
    form.outputs = form.outputs.map((output) => ofRows(first, output));
    return;
  }
  context.notes.lost.push(...deedsOf(first, tables, context));
  const wheres = tables.map((table) => (table === null ? null : conditionsFor(form.where, table, context)));
  if (wheres.includes(null)) return;
  form.subject = first.name;
  form.outputs = form.outputs.map((output, i) => {
    const [table, where] = [tables[i], wheres[i]];
    if (table === null || table === undefined || table === first) return output;
    const all = { ...emptyForm(table.name), outputs: [output], where: where ?? [] };
    return { ...output, expression: { kind: "query", form: all } };
  });
  form.where = wheres[0] ?? form.where;
}

/** "how many orders were returned, and what was the total refund": the returns restrict the orders, besides what is told of them. */
const deedsOf = (first: CatalogTable, tables: readonly (CatalogTable | null)[], { sketch }: Context): string[] =>
  sketch.tables.flatMap(({ mention, negated }) => {
    const [done] = mention.tables;
    const isOfOther = done !== undefined && done.table !== first && tables.includes(done.table);
    return isOfOther && !negated && /[a-z]ed$/i.test(mention.text) ? [mention.text] : [];
  });

/** "average sale price compared to the asking price": what is compared is that of the very listings that were sold. */
const belongsTo = (rows: CatalogTable, whole: CatalogTable | null | undefined, { catalog }: Context): boolean =>
  whole !== null && whole !== undefined && isToOne(catalog, rows, whole);

/** A figure, made of the rows of another table. */
const ofRows = ({ name }: CatalogTable, { expression, ...output }: Output): Output => ({
  ...output,
  expression: expression.kind === "aggregate" ? { ...expression, table: name } : expression,
});

/**
 * "revenue and visits by town", where the revenue is of their sales: visits without any are counted, too; where something is
 * told of the sales themselves, visits without any are not, which is said.
 */
export function countedWithout(form: LogicalForm, { catalog, notes }: Context): void {
  const { outputs } = form;
  const figures = outputs.flatMap(({ expression }) => (expression.kind === "aggregate" ? [expression] : []));
  // Each is of all its own rows already.
  if (figures.some((figure) => figure.apart !== undefined)) return;
  for (const { table, fn } of figures) {
    const counted = fn === "count" ? catalog.byName.get(table) : undefined;
    const other = catalog.byName.get(figures.find((one) => one.table !== table)?.table ?? "");
    if (counted === undefined || other === undefined || !isToOne(catalog, other, counted)) continue;
    if (mayBeWithout(form, counted, other, catalog)) {
      form.subject = counted.name;
      form.optional = [other.name];
      return;
    }
    const words = (one: CatalogTable) => plural(toldAs(one));
    notes.assumptions.push(`Only ${words(counted)} with ${words(other)} are counted.`);
  }
}

/** True where all but the figures of `other` is told of what is counted: its rows are joined where there are any. */
function mayBeWithout(form: LogicalForm, counted: CatalogTable, other: CatalogTable, catalog: Catalog): boolean {
  const { outputs, groups, where, having, order, joins, limit, per } = form;
  if (joins.length + having.length + order.length > 0 || limit !== null || per !== undefined) return false;
  const isDirect = catalog.links.some(
    ({ from, to }) => from.length === 1 && from[0]?.table === other && to[0]?.table === counted,
  );
  if (!isDirect || other.primaryKey.length !== 1) return false;
  // A metric that is defined may count rows in its own way.
  const isFigure = ({ expression }: Output) =>
    expression.kind === "aggregate" && expression.where === undefined && expression.of?.kind !== "defined";
  const labels = outputs.filter((output) => !isAggregate(output.expression));
  if (!outputs.every((output) => labels.includes(output) || isFigure(output))) return false;
  const told = [
    ...[...groups, ...labels.map(({ expression }) => expression)].flatMap((one) => [...tablesOf(one)]),
    ...where.flatMap(tablesOfCondition),
  ];
  const figures = outputs.filter(isFigure).flatMap(({ expression }) => [...tablesOf(expression)]);
  return (
    figures.every((name) => name === counted.name || name === other.name) &&
    told.every((name) => name !== other.name && isToOneNamed(catalog, counted, name))
  );
}

/** The table whose rows a plain figure is made of. */
function tableOfFigure(expression: Expression, { catalog }: Context): CatalogTable | null {
  return expression.kind === "aggregate" ? (catalog.byName.get(expression.table) ?? null) : null;
}
