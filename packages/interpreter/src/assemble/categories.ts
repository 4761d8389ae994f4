import { emptyForm } from "../form/visit.ts";
import { negate } from "./conditions/negations.ts";
import type { Context } from "../resolve/context.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** "which cities do our customers live in": a list of a column's values says each once. */
export function isCategoryList(form: LogicalForm, context: Context): boolean {
  const only = form.outputs.length === 1 ? form.outputs[0]?.expression : undefined;
  if (
    only?.kind !== "column" ||
    form.where.length > 0 ||
    form.groups.length > 0 ||
    form.order.length > 0 ||
    form.limit !== null
  )
    return false;
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

/** "headquarters without a company in banking": values of a column none of whose rows has it, not rows that lack it. */
export function exceptCategories(form: LogicalForm, context: Context): void {
  const only = form.outputs.length === 1 ? form.outputs[0]?.expression : undefined;
  if (
    only?.kind !== "column" ||
    only.table !== form.subject ||
    form.groups.length > 0 ||
    !context.sketch.said.has("without")
  )
    return;
  const table = context.catalog.byName.get(only.table);
  const column = table?.columns.find((one) => one.name === only.column);
  const bearsRows =
    column !== undefined &&
    table?.label.includes(column) === true &&
    (column?.source.distinct_count ?? 0) >= table.source.row_count;
  const keyed = column !== undefined && table?.label.includes(column) === true && table.primaryKey.length > 0;
  if (table === undefined || column === undefined || column.isKey || bearsRows || keyed) return;
  const negatedComparison = context.sketch.filters.length === 1 && context.sketch.filters[0]?.negated === true;
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
