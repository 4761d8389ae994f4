import { isPerson } from "../catalog/persons.ts";
import { emptyForm, tablesOf } from "../form/visit.ts";
import { negate } from "./conditions/negations.ts";
import type { Context } from "../resolve/context.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { fail } from "./figures/counts.ts";
import type { ColumnExpression, Condition, LogicalForm } from "../form/logical-form.ts";

/** "which cities do our customers live in": a list of a column's values says each once. */
export function isCategoryList(form: LogicalForm, context: Context): boolean {
  // "the managers", by their first and their last name
  const isPlain = form.groups.length + form.order.length === 0 && form.limit === null;
  if (isPlain && (hasOneRole(form) || areOthersAsked(form, context))) return true;
  const only = onlyColumn(form);
  const isPart = form.where.length > 0 && !context.sketch.said.has("what there is");
  if (only === null || isPart || form.groups.length > 0 || form.order.length > 0 || form.limit !== null) return false;
  // "the managers", of whom several employees may have the same.
  if (only.role !== undefined) return true;
  const table = context.catalog.byName.get(only.table);
  const column = table?.columns.find((one) => one.name === only.column);
  if (
    table === undefined ||
    column === undefined ||
    column.isKey ||
    (table.label.includes(column) && table.primaryKey.length > 0) ||
    column.isNumber
  )
    return false;
  return column.source.distinct_count !== null && column.source.distinct_count < 0.9 * table.source.row_count;
}

/** "who booked Rusty", of visits that several of the staff have booked: each of them once, and not once for each visit. */
function areOthersAsked({ outputs, subject }: LogicalForm, { sketch, catalog }: Context): boolean {
  const [only, ...more] = new Set(outputs.flatMap(({ expression }) => tablesOf(expression)));
  const people = only === undefined || more.length > 0 || only === subject ? undefined : catalog.byName.get(only);
  return (
    sketch.said.has("who does") &&
    people !== undefined &&
    isPerson(people) &&
    outputs.every(({ expression }) =>
      people.label.some(({ name }) => expression.kind === "column" && expression.column === name),
    )
  );
}

/** True where nothing is shown but what is kept of those to whom one key leads. */
function hasOneRole({ outputs }: LogicalForm): boolean {
  const roles = new Set(
    outputs.map(({ expression: one }) =>
      one.kind === "column" && one.role !== undefined ? `${one.table} ${one.role}` : "",
    ),
  );
  return roles.size === 1 && !roles.has("");
}

/** "headquarters without a company in banking": values of a column none of whose rows has it, not rows that lack it. */
export function exceptCategories(form: LogicalForm, context: Context): void {
  const only = onlyColumn(form);
  if (only === null || only.table !== form.subject || form.groups.length > 0) return;
  const table = context.catalog.byName.get(only.table);
  const column = table?.columns.find((one) => one.name === only.column);
  if (table === undefined || column === undefined || column.isKey || isNameOfRow(column)) return;
  if (exceptThoseOf(form, only, context) || exceptThoseThen(form, only, context)) return;
  if (!context.sketch.said.has("without")) return;
  const [filter, ...more] = context.sketch.filters;
  const negatedComparison = more.length === 0 && filter?.negated === true;
  const index = form.where.findIndex(
    (condition) =>
      condition.kind === "compare" &&
      (condition.operator === "!=" || negatedComparison) &&
      condition.left.kind === "column" &&
      condition.left.table === table.name,
  );
  const condition = form.where[index];
  if (condition?.kind !== "compare") return;
  const inner: LogicalForm = {
    ...emptyForm(table.name),
    outputs: form.outputs,
    where: [negate(condition)],
  };
  form.where[index] = { kind: "within", left: only, form: inner, negated: true };
  form.distinct = true;
}

/**
 * "towns that no pupil comes from", of people of whom some are pupils: towns that are none of a pupil's, rather than those of whoever is
 * no pupil. False where the people themselves are spoken of.
 */
function exceptThoseOf(form: LogicalForm, only: ColumnExpression, { named }: Context): boolean {
  const [lacking, ...more] = form.where;
  if (lacking?.kind !== "related" || !lacking.negated || lacking.subject !== only.table || more.length > 0)
    return false;
  if (named.some(({ table, mention }) => table.name === only.table && !mention.negated)) return false;
  const having = { ...lacking, negated: false };
  const inner: LogicalForm = { ...emptyForm(only.table), outputs: form.outputs, where: [having] };
  form.where = [{ kind: "within", left: only, form: inner, negated: true }];
  form.distinct = true;
  return true;
}

/**
 * "customers who have not ordered since June", of a sheet of orders that says whose they are: those of whom no order is of that time, and
 * not the orders of another. False where nothing is denied of a time.
 */
function exceptThoseThen(form: LogicalForm, only: ColumnExpression, { sketch, named }: Context): boolean {
  const [filter, ...more] = sketch.filters.filter(({ negated }) => negated);
  const isTime = filter?.kind === "period" || (filter?.kind === "compare" && filter.operand.kind === "period");
  if (more.length > 0 || !isTime) return false;
  if (named.some(({ table }) => table.name === only.table) && !DONE_BY_NOBODY.test(sketch.negation ?? "")) return false;
  const periodOf = (one: Condition): Condition | undefined =>
    one.kind === "period"
      ? one.negated
        ? one
        : undefined
      : one.kind === "either"
        ? periodOf(one.conditions[0] ?? fail())
        : undefined;
  const index = form.where.findIndex((one) => {
    const denied = periodOf(one);
    return denied?.kind === "period" && denied.left.kind === "column" && denied.left.table === only.table;
  });
  const then = form.where[index];
  const denied = then === undefined ? undefined : periodOf(then);
  if (denied?.kind !== "period") return false;
  const inner: LogicalForm = {
    ...emptyForm(only.table),
    outputs: form.outputs,
    where: [{ ...denied, negated: false }],
  };
  form.where[index] = { kind: "within", left: only, form: inner, negated: true };
  form.distinct = true;
  return true;
}

/** Denies what somebody did, and not what is said of one row. */
const DONE_BY_NOBODY =
  /^(?:(?:who |that )?(?:has|have|had|did|do|does|with)(?: not?| never|n['’]t)|never|without|no)\b/i;

/** The column that is all that is shown. */
function onlyColumn({ outputs }: LogicalForm): ColumnExpression | null {
  const [only, ...more] = outputs;
  return more.length === 0 && only?.expression.kind === "column" ? only.expression : null;
}

/** True for a column that tells one row from another. */
function isNameOfRow(column: CatalogColumn): boolean {
  const { table, source } = column;
  const isUnique = (source.distinct_count ?? 0) >= table.source.row_count || table.primaryKey.length > 0;
  return table.label.includes(column) && isUnique;
}
