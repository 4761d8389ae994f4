import type { CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { isBirth } from "../catalog/persons.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { countOf, measureExpression } from "../resolve/measures.ts";
import { nameOf } from "./output-names.ts";
import type { Context } from "../resolve/context.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";

/** "Compare Electronics and Furniture": a figure for each of what is compared, rather than one for all. */
export function compareGroups(form: LogicalForm, context: Context): void {
  const { sketch } = context;
  const isOpposed = opposes(form, sketch);
  if ((!sketch.versus && !isOpposed) || form.groups.some((group) => group.kind === "column")) return;
  const condition = form.where.find((one) => comparedColumn(one) !== null);
  const column = condition === undefined ? null : comparedColumn(condition);
  if (condition === undefined || column === null) return;
  form.via = [...form.via, ...keyOf(condition)];
  const figures = form.outputs.filter((output) => isAggregate(output.expression));
  const measured = figures.length > 0 ? figures : [numberNamed(form, context) ?? figureOf(column, context)];
  form.all_columns = false;
  form.distinct = false;
  if (sketch.said.has("by how many more") && differ(form, condition, measured)) return;
  const kept = form.groups.filter((group) => !sameExpression(group, column));
  form.groups = [column, ...kept];
  const buckets = form.outputs.filter((output) => output.expression.kind === "bucket");
  form.outputs = [{ expression: column, name: column.column }, ...buckets, ...measured];
}

/** "how many more red than yellow tulips": how many of each, and the difference. False where there are not two, or more is asked for. */
function differ(form: LogicalForm, condition: Condition, measured: readonly LogicalForm["outputs"][number][]): boolean {
  const [one, other, ...others] = condition.kind === "either" ? condition.conditions : [];
  const [figure, ...figures] = measured;
  if (one?.kind !== "compare" || other?.kind !== "compare" || others.length + figures.length > 0) return false;
  if (figure?.expression.kind !== "aggregate" || form.groups.length > 0 || form.outputs.length > 1) return false;
  const { expression } = figure;
  const [left, right] = [one, other].map((each) => ({ ...expression, where: [...(expression.where ?? []), each] }));
  if (left === undefined || right === undefined) return false;
  // Each figure has its own condition.
  form.where = form.where.filter((each) => each !== condition);
  const named = (each: typeof one) => (each.right.kind === "literal" ? String(each.right.value) : "other");
  form.outputs = [
    { ...figure, expression: left, name: `${figure.name}_${named(one)}` },
    { ...figure, expression: right, name: `${figure.name}_${named(other)}` },
    { ...figure, expression: { kind: "arithmetic", operator: "-", left, right }, name: "difference" },
  ];
  return true;
}

/** "compare visitors of the Tate and the Kelvin", whose rows have no other number: what it comes to. */
function numberNamed({ outputs }: LogicalForm, { catalog }: Context): LogicalForm["outputs"][number] | null {
  const [only, ...more] = outputs;
  if (only?.expression.kind !== "column" || more.length > 0) return null;
  const { table, column } = only.expression;
  const numbers = catalog.byName
    .get(table)
    ?.columns.filter(({ isNumber, isKey, isYear, isFlag }) => isNumber && !isKey && !isYear && !isFlag);
  if (numbers?.length !== 1 || numbers[0]?.name !== column) return null;
  const expression = { kind: "aggregate", fn: "sum", of: only.expression, distinct: false, table } as const;
  return { expression, name: nameOf(expression) };
}

/** "games won vs lost": how many of each, or what they came to where nothing is named that could be counted. */
function figureOf(column: ColumnExpression, context: Context): LogicalForm["outputs"][number] {
  const named = context.named.filter(({ mention }) => !mention.negated);
  const counted = (
    named.find(({ table }) => table.name !== column.table) ?? named.find(({ mention }) => mention.zone === "focus")
  )?.table;
  // "dogs vs cats": those who were born are counted themselves, and earn nothing.
  const isCounted = counted !== undefined || tableOf(column, context).columns.some(isBirth);
  const money = isCounted ? null : moneyOf(column, context);
  const rows = counted ?? (isCounted ? null : rowsOf(column, context)) ?? context.subject ?? context.named[0]?.table;
  const expression = money ?? countOf(rows ?? tableOf(column, context));
  return {
    expression,
    name: money === null ? nameOf(expression) : "revenue",
    ...(money === null ? {} : { unit: "money" as const }),
  };
}

/** "Compare Yoga and Pilates", where fees are paid for all classes together: none of them has money of its own. */
function moneyOf(column: ColumnExpression, context: Context): Expression | null {
  const money = measureExpression("money", null, context);
  const [name] = money === null ? [] : tablesOf(money);
  const rows = name === undefined ? undefined : context.catalog.byName.get(name);
  return rows !== undefined && isToOne(context.catalog, rows, tableOf(column, context)) ? money : null;
}

/** What happens to those that are compared, most of all: the classes that were held. */
function rowsOf(column: ColumnExpression, context: Context): CatalogTable | undefined {
  const table = tableOf(column, context);
  if (dateColumn(table) !== null) return undefined;
  const happening = context.catalog.tables.filter(
    (one) =>
      one !== table &&
      !one.isView &&
      dateColumn(one) !== null &&
      distance(context.catalog, one, table) === 1 &&
      isToOne(context.catalog, one, table),
  );
  return happening.toSorted((a, b) => b.source.row_count - a.source.row_count)[0];
}

/** The key by which what is compared is reached, where the condition says which. */
const keyOf = (condition: Condition): string[] =>
  condition.kind === "within" && condition.left.kind === "column"
    ? [`${condition.left.table}.${condition.left.column}`]
    : [];

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
export function comparedColumn(condition: Condition): ColumnExpression | null {
  // "from Lille vs Basel", by the key of where they begin
  if (condition.kind === "within" && !condition.negated && condition.form.where.length === 1)
    return condition.form.where.map(comparedColumn)[0] ?? null;
  if (condition.kind !== "either") return null;
  const [first] = condition.conditions;
  if (first?.kind !== "compare" || first.left.kind !== "column") return null;
  const { left } = first;
  const isSame = condition.conditions.every(
    (each) => each.kind === "compare" && each.operator === "=" && sameExpression(each.left, left),
  );
  return isSame ? left : null;
}
