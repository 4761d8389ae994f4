import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { distance } from "../../catalog/joins.ts";
import type { AggregateFunction, Comparison, Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import { emptyForm } from "../../form/visit.ts";
import type { Operand } from "../../read/sketch.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression } from "../../resolve/measures.ts";

/** What is compared with other rows. */
interface Compared {
  column: CatalogColumn;
  operator: Comparison;
  /** True where the oldest was born first, and the comparison is turned round. */
  isTurned: boolean;
}

/** Other rows that are compared with, as one value of theirs. Null where it cannot be told which rows. */
export function rowsOperand(
  operand: Operand & { kind: "rows" },
  compared: Compared,
  context: Context,
): Expression | null {
  const { column } = compared;
  const rows = context.formOf(operand.rows);
  const subject = rows === null ? undefined : context.catalog.byName.get(rows.subject);
  if (rows === null || subject === undefined) return null;
  const of =
    operand.column === null
      ? column
      : (columnOf(operand.column, context, { near: column.table, kind: "measured" }) ?? column);
  const where = conditionsOn(rows, context);
  if (where === null || distance(context.catalog, of.table, subject) === Number.POSITIVE_INFINITY) return null;
  const fn = functionOf(operand, compared);
  const table = of.table.name;
  const own = columnExpression(of);
  const isOne = operand.fn === null && of.table === subject && where.some((one) => isByKey(one, subject));
  const expression: Expression = isOne ? own : { kind: "aggregate", fn, of: own, distinct: false, table };
  return {
    kind: "query",
    form: { ...emptyForm(table), outputs: [{ expression, name: isOne ? of.name : fn }], where, via: rows.via },
  };
}

/** True for what is true of one row at most: "with id 163". */
function isByKey(one: Condition, { primaryKey: [key, ...more] }: CatalogTable): boolean {
  return (
    one.kind === "compare" &&
    one.operator === "=" &&
    one.left.kind === "column" &&
    one.left.column === key?.name &&
    more.length === 0
  );
}

/** More than every one is more than the most of them, and more than some is more than the least. */
function functionOf(
  { fn, quantifier }: Operand & { kind: "rows" },
  { operator, isTurned }: Compared,
): AggregateFunction {
  if (fn === null) return operator.startsWith(">") === (quantifier === "every") ? "max" : "min";
  if (!isTurned) return fn;
  return fn === "max" ? "min" : fn === "min" ? "max" : fn;
}

/** What restricts the rows: conditions, or that they are among the first or the groups of a form of their own. */
function conditionsOn(rows: LogicalForm, { catalog }: Context): Condition[] | null {
  const isPlain = rows.having.length === 0 && rows.limit === null && rows.combine === null && rows.per === undefined;
  if (isPlain) return rows.where;
  const [key, ...more] = catalog.byName.get(rows.subject)?.primaryKey ?? [];
  if (key === undefined || more.length > 0 || rows.combine !== null || rows.per !== undefined) return null;
  const left = columnExpression(key);
  const form = { ...rows, outputs: [{ expression: left, name: key.name }], all_columns: false, distinct: false };
  return [{ kind: "within", left, form, negated: false }];
}
