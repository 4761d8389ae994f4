import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { monthBeside, weekdayKept } from "../catalog/kept-by-name.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import { columnOf } from "../resolve/columns.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";

/** "reviews by month", of rows that have a year and a month: both, in their order; the month alone where all are of one year. */
export function byMonthNames(form: LogicalForm, year: CatalogColumn, context: Context): Context {
  const { bucket } = context.sketch;
  const column = bucket === "month" || bucket === "month_of_year" ? monthBeside(year) : null;
  if (column === null) {
    context.notes.lost.push(`by ${bucket ?? "month"}`);
    return context;
  }
  const [month, ofYear] = [columnExpression(column), columnExpression(year)];
  const isOfOne = (one: Condition) =>
    one.kind === "compare" && one.operator === "=" && sameExpression(one.left, ofYear);
  const isOneYear = bucket === "month_of_year" || form.where.some(isOfOne);
  const keys = isOneYear ? [month] : [ofYear, month];
  const inOrder: Expression = column.isNumber ? month : { kind: "bucket", unit: "month_by_name", of: month };
  form.outputs.unshift(...keys.map((expression) => ({ expression, name: expression.column })));
  form.groups.unshift(...keys);
  if (form.order.length > 0) return context;
  if (inOrder !== month) form.groups.push(inOrder);
  const order = isOneYear ? [inOrder] : [ofYear, inOrder];
  form.order = order.map((by) => ({ by, direction: "ascending" }));
  return {
    ...context,
    sketch: { ...context.sketch, orders: context.sketch.orders.filter((one) => !isOfMonth(one, column, context)) },
  };
}

/** "ordered by the month": as they are. */
const isOfMonth = ({ target, direction }: Sketch["orders"][number], month: CatalogColumn, context: Context): boolean =>
  direction === "ascending" && target.kind === "column" && columnOf(target.mention, context) === month;

/** "arrivals by weekday", of rows that have its name: in the order of the week. False for other rows and units. */
export function byWeekdayNames(form: LogicalForm, table: CatalogTable, { sketch }: Context): boolean {
  const named = sketch.bucket === "weekday" ? weekdayKept(table) : null;
  if (named === null) return false;
  const expression = columnExpression(named);
  const inOrder: Expression = { kind: "bucket", unit: "weekday_by_name", of: expression };
  form.outputs.unshift({ expression, name: named.name });
  form.groups.unshift(expression, inOrder);
  if (form.order.length === 0) form.order.push({ by: inOrder, direction: "ascending" });
  return true;
}
