import { isAggregate, sameExpression } from "./form.ts";
import { groupKeys, unique } from "./groups.ts";
import { columnExpression } from "./measure-expressions.ts";
import { labelColumns, nameOf } from "./outputs.ts";
import type { Context } from "./resolve.ts";
import { nearTable } from "./resolve.ts";
import type { Expression, LogicalForm, Output } from "./types.ts";
import type { SuperlativeWish } from "./wishes.ts";

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
  const { wishes, subject } = context;
  const { by, direction, limit, wish } = ranked;
  if (wishes.groups.length === 0 || form.groups.length > 0 || form.per !== undefined || subject === null) return false;
  if (form.outputs.some((output) => isAggregate(output.expression)) || wishes.bucket !== null) return false;
  const keys = wishes.groups.map((group) => groupKeys(group.mention, form, context));
  const per = unique(keys.flatMap((key) => key.expressions));
  const shown = keys.flatMap((key) => key.outputs);
  if (per.length === 0) return false;
  const grouped = new Set(
    per.flatMap((key) => {
      const table = key.kind === "column" ? context.catalog.byName.get(key.table) : undefined;
      return key.kind === "column" && table?.primaryKey.some((column) => column.name === key.column) === true
        ? [key.table]
        : [];
    }),
  );
  const near = nearTable(context, wish.at, "focus") ?? subject;
  const entity = grouped.has(near.name) ? subject : near;
  const asked = form.outputs.filter(
    (output) => !shown.some((key) => sameExpression(key.expression, output.expression)),
  );
  const isValue =
    !isAggregate(by) &&
    (entity.label.length === 0 ||
      grouped.has(entity.name) ||
      asked.some((output) => sameExpression(output.expression, by)));
  if (isValue && by.kind === "column") {
    const extreme: Expression = {
      kind: "aggregate",
      fn: direction === "descending" ? "max" : "min",
      of: by,
      distinct: false,
      table: by.table,
    };
    form.outputs = [...shown, { expression: extreme, name: nameOf(extreme) }];
    form.groups = per;
    return true;
  }
  const names: Output[] =
    asked.length > 0
      ? asked
      : labelColumns(entity).map((column) => ({ expression: columnExpression(column), name: column.name }));
  form.outputs = [...shown, ...names];
  form.per = per;
  form.order = [{ by, direction }];
  form.limit = limit;
  if (wishes.offset !== null) form.offset = wishes.offset;
  if (isAggregate(by)) {
    const key = entity.primaryKey.map(columnExpression);
    form.groups = unique([...per, ...key, ...names.map((output) => output.expression)]);
  }
  return true;
}
