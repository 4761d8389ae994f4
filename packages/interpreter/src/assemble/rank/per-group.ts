import type { CatalogTable } from "../../catalog/catalog.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { isAggregate, sameExpression, tablesOf } from "../../form/visit.ts";
import { groupKeys, unique } from "../groups.ts";
import { columnExpression, timeColumn } from "../../resolve/measures.ts";
import { nameOf } from "../output-names.ts";
import { labelColumns } from "../outputs.ts";
import type { Context } from "../../resolve/context.ts";
import { nearTable } from "../../resolve/context.ts";
import { showRank } from "./usual-rank.ts";
import type { ColumnExpression, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import type { SuperlativeWish } from "../../read/sketch.ts";

export interface Ranked {
  by: Expression;
  direction: "ascending" | "descending";
  limit: number;
  wish: SuperlativeWish;
}

/**
 * "the best-selling product in each category", "the oldest person for each job": the first within each group, or, where
 * no row is asked for, the highest or lowest value of the group. False when nothing is wanted for each.
 */
export function addFirstOfEach(form: LogicalForm, ranked: Ranked, context: Context): boolean {
  const { sketch, subject } = context;
  const { by, direction, limit, wish } = ranked;
  if (subject === null || form.groups.length > 0 || form.per !== undefined) return false;
  const listed = form.outputs.filter((output) => !isAggregate(by) || !sameExpression(output.expression, by));
  if (listed.some((output) => isAggregate(output.expression))) return false;
  const isRankShown = listed.length < form.outputs.length;
  // Nothing is wanted for each where there are no keys.
  const keys = [...sketch.groups.map((group) => groupKeys(group.mention, form, context)), ...bucketKeys(by, context)];
  const per = unique(keys.flatMap((key) => key.expressions));
  const shown = keys.flatMap((key) => key.outputs);
  if (per.length === 0) return false;
  const grouped = tablesByKey(per, context);
  const near = nearTable(context, wish.at, "focus") ?? subject;
  const entity = grouped.has(near.name) ? subject : near;
  const asked = listed.filter((output) => !shown.some((key) => sameExpression(key.expression, output.expression)));
  const isUnnamed = !isAskedBeside(wish, asked) && (entity.label.length === 0 || grouped.has(entity.name));
  if (by.kind === "column" && (isUnnamed || asked.some((output) => sameExpression(output.expression, by)))) {
    form.outputs = [...shown, extremeOf(by, direction)];
    form.groups = per;
    form.order = per.flatMap((key) => (key.kind === "bucket" ? [{ by: key, direction: "ascending" as const }] : []));
    return true;
  }
  const names = asked.length > 0 ? asked : labelOf(entity);
  form.outputs = [...shown, ...names];
  if (sketch.showOrder || isRankShown || isUsual(wish)) showRank(form, by, context);
  form.per = per;
  form.order = [{ by, direction }];
  form.limit = limit;
  if (sketch.offset !== null) form.offset = sketch.offset;
  if (isAggregate(by)) {
    const key = countsKinds(by, asked, context) ? [] : entity.primaryKey.map(columnExpression);
    form.groups = unique([...per, ...key, ...names.map((output) => output.expression)]);
  }
  return true;
}

function extremeOf(by: ColumnExpression, direction: Ranked["direction"]): Output {
  const fn = direction === "descending" ? "max" : "min";
  const expression: Expression = { kind: "aggregate", fn, of: by, distinct: false, table: by.table };
  return { expression, name: nameOf(expression) };
}

/** "the most common colour of each size": the colours are counted, and not each row for itself. */
function countsKinds(by: Expression, asked: readonly Output[], { catalog }: Context): boolean {
  if (by.kind !== "aggregate" || by.fn !== "count" || asked.length === 0) return false;
  return asked.every(({ expression }) => {
    if (expression.kind !== "column") return false;
    const column = catalog.byName.get(expression.table)?.columns.find(({ name }) => name === expression.column);
    return column !== undefined && holdsKinds(column);
  });
}

/** "the top members of each town" */
const isUsual = ({ target }: SuperlativeWish): boolean => target.kind === "hint" && target.hint === "top";

/** "the latest balance of each member": what is shown of the row, and not the day by which it is found. */
const isAskedBeside = ({ target }: SuperlativeWish, asked: readonly Output[]): boolean =>
  target.kind === "hint" && asked.length > 0;

function labelOf(table: CatalogTable): Output[] {
  return labelColumns(table).map((column) => ({ expression: columnExpression(column), name: column.name }));
}

/** Tables each of whose rows is a group. */
function tablesByKey(per: readonly Expression[], { catalog }: Context): ReadonlySet<string> {
  const keys = per.filter((key) => key.kind === "column");
  const isKey = (key: ColumnExpression) =>
    catalog.byName.get(key.table)?.primaryKey.some((column) => column.name === key.column) === true;
  return new Set(keys.filter(isKey).map((key) => key.table));
}

/** "of each month": the months of the rows that are compared. */
function bucketKeys(by: Expression, context: Context): { outputs: Output[]; expressions: Expression[] }[] {
  const { bucket } = context.sketch;
  const [name] = tablesOf(by);
  const table = name === undefined ? undefined : context.catalog.byName.get(name);
  const column = table === undefined ? null : timeColumn(table, context);
  if (bucket === null || column === null) return [];
  const of = columnExpression(column);
  const expression: Expression = column.isDate ? { kind: "bucket", unit: bucket, of } : of;
  return [{ outputs: [{ expression, name: bucket }], expressions: [expression] }];
}
