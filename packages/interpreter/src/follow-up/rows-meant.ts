import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne, path } from "../catalog/joins.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { columnExpression } from "../resolve/measures.ts";

/** The rows that an answer was made of or showed: "they" in the question after it. */
export interface RowsMeant {
  table: CatalogTable;
  /** What they are told by, where conditions of their own tell them; null where they are the first of an order, or groups. */
  where: readonly Condition[] | null;
  /** The query of their keys. */
  keys: LogicalForm;
}

/** The rows that an answer speaks of. Null where it speaks of none, or of several kinds. */
export function rowsMeant(form: LogicalForm, catalog: Catalog): RowsMeant | null {
  if (form.combine !== null || form.per !== undefined || isCountedBeside(form)) return null;
  const table = tableMeant(form, catalog);
  const [key, ...more] = table?.primaryKey ?? [];
  if (table === null) return null;
  const isGrouped = form.groups.length > 0;
  const where = ownConditions(form, table, catalog);
  // Rows without a key of their own are known by what tells them alone.
  if (key === undefined || more.length > 0) return where === null ? null : { table, where, keys: form };
  const shown = columnExpression(key);
  const isFigure = !isGrouped && form.outputs.some(({ expression }) => isAggregate(expression));
  const shownAlone = keysOf(form, { expression: shown, name: key.name });
  const keys = { ...shownAlone, groups: isGrouped ? [shown] : [], limit: isFigure ? null : form.limit };
  return { table, keys, where };
}

/** What tells the rows of an answer, where their own conditions do. */
function ownConditions(form: LogicalForm, table: CatalogTable, catalog: Catalog): readonly Condition[] | null {
  const isCut = form.limit !== null || form.having.length > 0;
  const isOwn = form.joins.length === 0 && form.where.every((one) => isTold(one, table, catalog));
  return isOwn && !isCut && (form.groups.length === 0 || form.subject === table.name) ? form.where : null;
}

/** The rows that the figure of an answer by groups is made of: orders, of the number of them by country. */
export function rowsCounted(form: LogicalForm, catalog: Catalog): RowsMeant | null {
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  const tables = new Set(figures.flatMap(({ expression }) => tablesOf(expression)));
  // "share of repairs, and what they cost": of the same repairs.
  const figure = figures.find(({ expression }) => figures.length === 1 || tableOfFigure(expression) !== null);
  if (figure === undefined || (figures.length > 1 && tables.size > 1) || form.groups.length === 0) return null;
  const some = form.limit === null && form.having.length === 0 ? [] : onlyShown(form);
  if (some === null) return null;
  const where = [...form.where, ...some];
  const counted = { ...figure, expression: partOfWhole(figure.expression) };
  return rowsMeant({ ...form, outputs: [counted], where, groups: [], having: [], order: [], limit: null }, catalog);
}

/** The rows of those groups alone that were shown. Null where no one column tells them. */
export function onlyShown(form: LogicalForm): Condition[] | null {
  const [left] = form.groups;
  if (left?.kind !== "column" || form.offset !== undefined) return null;
  const shown = keysOf(form, { expression: left, name: left.column });
  return [{ kind: "within", left, form: shown, negated: false }];
}

/** A form that gives one column of its rows or groups, still cut off and ordered as they were. */
export function keysOf(form: LogicalForm, output: Output): LogicalForm {
  const { chart: _, ...rest } = form;
  // What only a count speaks of takes part all the same.
  const counted = form.outputs.flatMap(({ expression }) => (isAggregate(expression) ? tablesOf(expression) : []));
  const ordered = form.order.flatMap(({ by }) => tablesOf(by));
  const joins = [...new Set([...form.joins, ...(form.groups.length > 0 ? counted : []), ...ordered])];
  return {
    ...rest,
    outputs: [output],
    all_columns: false,
    distinct: false,
    joins,
    order: form.limit === null ? [] : form.order,
  };
}

/** True for a condition that holds of a row of a table or not, whatever stands beside it. */
const isTold = (condition: Condition, table: CatalogTable, catalog: Catalog): boolean =>
  tablesOfCondition(condition).every((name) => {
    const other = catalog.byName.get(name);
    return other !== undefined && isToOne(catalog, table, other);
  });

function tableMeant(form: LogicalForm, catalog: Catalog): CatalogTable | null {
  if (form.groups.length > 0) return tableOfGroups(form.groups, catalog);
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  if (figures.length === 0) return catalog.byName.get(form.subject) ?? null;
  if (figures.length < form.outputs.length) return null;
  const tables = new Set(figures.map(({ expression }) => tableOfFigure(expression)));
  const [only] = tables;
  return tables.size === 1 && only ? (catalog.byName.get(only) ?? null) : null;
}

/** The table whose rows each have a group of their own: grouped by its key. */
function tableOfGroups(groups: readonly Expression[], catalog: Catalog): CatalogTable | null {
  const tables = new Set(
    groups.map((group) => (group.kind === "column" && group.role === undefined ? group.table : "")),
  );
  const [only] = tables;
  const table = only === undefined || tables.size > 1 ? undefined : catalog.byName.get(only);
  const [key] = table?.primaryKey ?? [];
  const isOfRows = key !== undefined && groups.some((group) => sameExpression(group, columnExpression(key)));
  return table !== undefined && isOfRows ? table : null;
}

/** The table of whose rows a figure is; null for a figure of some of them, or of several figures. */
const tableOfFigure = (given: Expression): string | null => {
  const expression = innerOf(given);
  return expression.kind === "aggregate" && expression.where === undefined && expression.apart === undefined
    ? expression.table
    : null;
};

/** Of a group's share of all, the figure of the group. */
const partOfWhole = (expression: Expression): Expression =>
  expression.kind === "arithmetic" && expression.operator === "/" && expression.right.kind === "query"
    ? expression.left
    : expression;

/** A figure without what is made of it: so far, in whole money. */
function innerOf(expression: Expression): Expression {
  if (expression.kind === "running") return innerOf(expression.of);
  const isDivided =
    expression.kind === "arithmetic" && expression.operator === "/" && expression.right.kind === "literal";
  return isDivided ? innerOf(expression.left) : expression;
}

/** A form that is about those rows alone. Null where it has nothing to do with them. */
export function aboutRows(form: LogicalForm, rows: RowsMeant, catalog: Catalog): LogicalForm | null {
  if (form.combine !== null) return null;
  const base = catalog.byName.get(tableRead(form));
  if (base === undefined) return null;
  // Of rows of which it has one each, its own conditions hold as they are.
  const isOfOne = isToOne(catalog, base, rows.table);
  const bare = isOfOne ? form : withoutRows(form, rows);
  const told =
    (isOfOne ? toldByRows(base, rows, catalog) : null) ??
    conditionsFor(base, isOfOne ? rows : withOwn(rows, form), catalog);
  if (told === null) return null;
  const known = new Set(bare.where.map((condition) => JSON.stringify(condition)));
  // "new ones this month" of those of this year.
  const isMoved = (one: Condition) => bare.where.some((own) => isInItsPlace(own, one));
  const added = told.filter((condition) => !known.has(JSON.stringify(condition)) && !isMoved(condition));
  return { ...bare, where: [...bare.where, ...added] };
}

/**
 * "how much credit was that" after the things that were returned as broken: of those returns, and not of all that was ever returned
 * of these things. Null where the rows were told by something else than what the figure is of.
 */
function toldByRows(
  base: CatalogTable,
  { table, keys, where }: RowsMeant,
  catalog: Catalog,
): readonly Condition[] | null {
  const isCut = keys.limit !== null || keys.groups.length + keys.having.length > 0;
  if (where !== null || isCut || keys.where.length === 0 || base === table) return null;
  const isOfBase = keys.where.some((one) => tablesOfCondition(one).includes(base.name));
  return isOfBase && keys.where.every((one) => isTold(one, base, catalog)) ? keys.where : null;
}

/** True for another time, and another value where a row has one: "how many are open" of those that were solved. */
function isInItsPlace(own: Condition, before: Condition): boolean {
  if (own.kind === "period") return before.kind === "period" && sameExpression(own.left, before.left);
  const isValue = (one: Condition) => one.kind === "compare" && one.operator === "=" && one.right.kind === "literal";
  if (own.kind !== "compare" || before.kind !== "compare" || !isValue(own) || !isValue(before)) return false;
  return sameExpression(own.left, before.left) && !sameExpression(own.right, before.right);
}

/** The table that a form's rows are of: that of its figures, else its subject. */
function tableRead({ outputs, order, subject }: LogicalForm): string {
  const figure = [...outputs.map(({ expression }) => expression), ...order.map(({ by }) => by)].find(isAggregate);
  return (figure === undefined ? undefined : tablesOf(figure)[0]) ?? subject;
}

/** What a question says itself of the rows that it speaks of: "who handles the urgent ones". */
const saidOfRows = ({ where }: LogicalForm, { table, keys }: RowsMeant): Condition[] =>
  where.filter((one) => {
    if (one.kind === "related")
      return one.table === table.name && !one.negated && (one.where.length === 0 || keys.limit === null);
    return keys.limit === null && tablesOfCondition(one).every((name) => name === table.name);
  });

/** "which customers placed the orders": that they have any is said by which ones. */
function withoutRows(form: LogicalForm, rows: RowsMeant): LogicalForm {
  const said = saidOfRows(form, rows);
  const where = form.where.filter((one) => !said.includes(one));
  return { ...form, where, joins: form.joins.filter((name) => name !== rows.table.name) };
}

/** The rows with what the question says itself of them. */
function withOwn(rows: RowsMeant, form: LogicalForm): RowsMeant {
  const own = saidOfRows(form, rows).flatMap((one) => (one.kind === "related" ? one.where : [one]));
  const and = (where: readonly Condition[]) => [
    ...where.filter((before) => !own.some((one) => isInItsPlace(one, before))),
    ...own,
  ];
  if (own.length === 0) return rows;
  const { where, keys } = rows;
  return { ...rows, where: where === null ? null : and(where), keys: { ...keys, where: and(keys.where) } };
}

function conditionsFor(base: CatalogTable, { table, where, keys }: RowsMeant, catalog: Catalog): Condition[] | null {
  const [key, ...more] = table.primaryKey;
  const isOfOne = isToOne(catalog, base, table);
  if (key === undefined || more.length > 0) return isOfOne && where !== null ? [...where] : null;
  if (isOfOne)
    return where === null ? [{ kind: "within", left: columnExpression(key), form: keys, negated: false }] : [...where];
  const steps = path(catalog, [table], base, new Set()) ?? [];
  // The other way round: whoever those rows belong to.
  if (steps.length > 0 && steps.every(({ toMany }) => !toMany)) {
    const last = steps.at(-1);
    const [on, ...others] = last?.on ?? [];
    if (on === undefined || others.length > 0) return null;
    const owner = {
      ...keys,
      subject: table.name,
      outputs: [{ expression: columnExpression(on.left), name: on.left.name }],
    };
    const form = steps.length === 1 ? owner : { ...owner, joins: [...new Set([...owner.joins, on.left.table.name])] };
    return [{ kind: "within", left: columnExpression(on.right), form, negated: false }];
  }
  return ofThoseBetween(base, { table, where, keys }, key, catalog);
}

/** Those who have something to do with rows: the coaches of some kinds of classes, who hold the classes. */
function ofThoseBetween(
  base: CatalogTable,
  { table, where, keys }: RowsMeant,
  key: CatalogColumn,
  catalog: Catalog,
): Condition[] | null {
  const steps = path(catalog, [base], table, new Set()) ?? [];
  const between = steps.findLast(({ toMany }) => toMany)?.table;
  const [first, ...further] = steps;
  if (first === undefined || between === undefined || !isToOne(catalog, between, table)) return null;
  // What tells the rows by what lies between is not said of those alone that are asked for.
  if (JSON.stringify(keys.where).includes(JSON.stringify(between.name))) return null;
  const of: Condition[] =
    where === null ? [{ kind: "within", left: columnExpression(key), form: keys, negated: false }] : [...where];
  const [on, ...others] = first.on;
  if (further.length === 1)
    return [{ kind: "related", subject: base.name, table: between.name, where: of, negated: false }];
  // "which customers bought it": by the lines of their orders.
  if (!isToOne(catalog, between, base) || on === undefined || others.length > 0) return null;
  const owners = {
    ...emptyForm(between.name),
    outputs: [{ expression: columnExpression(on.right), name: on.right.name }],
    joins: steps.map((step) => step.table.name).filter((name) => name !== between.name),
    where: of,
  };
  return [{ kind: "within", left: columnExpression(on.left), form: owners, negated: false }];
}

/** True where rows are counted beside others that they may be without; where these only restrict them, they are as others. */
const isCountedBeside = ({ optional, having }: LogicalForm): boolean =>
  (optional?.length ?? 0) > 0 && having.length === 0;
