import { isAggregate, sameExpression } from "../form/visit.ts";
import { countOf, measureExpression } from "../resolve/measures.ts";
import { nameOf } from "./outputs.ts";
import type { Context } from "../resolve/context.ts";
import type { ColumnExpression, Condition, LogicalForm } from "../form/logical-form.ts";

/** "Compare Electronics and Furniture": a figure for each of what is compared, rather than one for all. */
export function compareGroups(form: LogicalForm, context: Context): void {
  const { sketch } = context;
  const isOpposed = opposes(form, sketch);
  if ((!sketch.versus && !isOpposed) || form.groups.some((group) => group.kind === "column") || sketch.share !== null)
    return;
  const column = form.where.map(comparedColumn).find((found) => found !== null);
  if (column === undefined || column === null) return;
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  if (measured.length === 0) {
    const named = context.named.filter(({ mention }) => !mention.negated);
    // "games won vs lost": how many of each.
    const counted = (
      named.find(({ table }) => table.name !== column.table) ?? named.find(({ mention }) => mention.zone === "focus")
    )?.table;
    const money = counted === undefined ? measureExpression("money", null, context) : null;
    const expression =
      money ?? countOf(counted ?? context.subject ?? context.named[0]?.table ?? tableOf(column, context));
    measured.push({
      expression,
      name: money === null ? nameOf(expression) : "revenue",
      ...(money === null ? {} : { unit: "money" as const }),
    });
  }
  form.all_columns = false;
  form.distinct = false;
  const kept = form.groups.filter((group) => !sameExpression(group, column));
  form.groups = [column, ...kept];
  const buckets = form.outputs.filter((output) => output.expression.kind === "bucket");
  form.outputs = [{ expression: column, name: column.column }, ...buckets, ...measured];
}

/** "did we plant more red or yellow tulips", and no figure but one of all. */
function opposes(form: LogicalForm, { said, superlatives, groups }: Context["sketch"]): boolean {
  if (said.has("more in one or the other") && form.outputs.every((output) => isAggregate(output.expression)))
    return true;
  return said.has("more of one or the other") && superlatives.length === 0 && groups.length === 0;
}

function tableOf(column: ColumnExpression, context: Context) {
  const table = context.catalog.byName.get(column.table);
  if (table === undefined) throw new RangeError(`No table ${column.table}`);
  return table;
}

/** The column of which several values are let through. */
function comparedColumn(condition: Condition): ColumnExpression | null {
  if (condition.kind !== "either") return null;
  const [first] = condition.conditions;
  if (first?.kind !== "compare" || first.left.kind !== "column") return null;
  const { left } = first;
  const isSame = condition.conditions.every(
    (each) => each.kind === "compare" && each.operator === "=" && sameExpression(each.left, left),
  );
  return isSame ? left : null;
}
