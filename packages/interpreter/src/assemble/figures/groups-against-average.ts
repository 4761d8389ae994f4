import { groupsAgainstAverage } from "../../form/average-of-groups.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import { isAggregate, sameExpression } from "../../form/visit.ts";
import { measureSource } from "../../resolve/measures.ts";
import { nameOf } from "../output-names.ts";
import type { Context } from "../../resolve/context.ts";

type Compare = Extract<Condition, { kind: "compare" }>;

/** The column that a condition compares with its own average over all rows. */
function ownAverage(one: Condition): (Compare & { left: ColumnExpression }) | null {
  if (one.kind !== "compare" || one.left.kind !== "column" || one.right.kind !== "query") return null;
  const [output, ...more] = one.right.form.outputs;
  const average = output?.expression;
  const isAverage =
    more.length === 0 && average?.kind === "aggregate" && average.fn === "avg" && one.right.form.where.length === 0;
  return isAverage && average.of !== null && sameExpression(average.of, one.left) ? { ...one, left: one.left } : null;
}

/**
 * "which months were above average", "months with above average revenue": the months are compared, and not the rows of each. Where none is
 * asked for, their figure is what was compared: amounts summed up, and whatever else on average.
 */
export function compareGroupsWithAverage(form: LogicalForm, context: Context): void {
  averageOfCategories(form, context);
  const [group, ...more] = form.groups;
  if (group === undefined || more.length > 0) return;
  if (isCategory(group, context)) return compareCategories(form);
  if (group.kind !== "bucket") return;
  const found = form.where.find((one) => ownAverage(one) !== null);
  const compared = found === undefined ? null : ownAverage(found);
  if (found === undefined || compared === null) return;
  const where = form.where.filter((one) => one !== found);
  const outputs = form.outputs.map((output) => (isCount(output) ? figureOf(compared.left, context) : output));
  const made = groupsAgainstAverage({ ...form, where, outputs }, compared.operator);
  if (made !== null) Object.assign(form, made);
}

const isCount = ({ expression }: Output): boolean => expression.kind === "aggregate" && expression.fn === "count";

function figureOf(of: ColumnExpression, context: Context): Output {
  const money = measureSource(context, "money")?.value;
  const fn = money !== undefined && sameExpression(money, of) ? "sum" : "avg";
  const expression: Expression = { kind: "aggregate", fn, of, distinct: false, table: of.table };
  return { expression, name: nameOf(expression) };
}

/** What several rows have in common, and no name of theirs. */
function isCategory(group: Expression, { catalog }: Context): boolean {
  const table = group.kind === "column" ? catalog.byName.get(group.table) : undefined;
  const column = table?.columns.find(({ name }) => group.kind === "column" && name === group.column);
  return (
    table !== undefined && column?.isText === true && !column.isDate && !column.isKey && !table.label.includes(column)
  );
}

/** "cities with an above-average order value": the cities are compared, whose orders are rows of another table. */
function averageOfCategories(form: LogicalForm, context: Context): void {
  const [only, ...others] = form.outputs;
  const found = form.where.find((one) => ownAverage(one) !== null);
  const compared = found === undefined ? null : ownAverage(found);
  if (only?.expression.kind !== "column" || others.length + form.groups.length > 0 || compared === null) return;
  if (compared.left.table === only.expression.table || !isCategory(only.expression, context)) return;
  const left: Expression = {
    kind: "aggregate",
    fn: "avg",
    of: compared.left,
    distinct: false,
    table: compared.left.table,
  };
  const grouped = { ...form, where: form.where.filter((one) => one !== found), groups: [only.expression] };
  const made = groupsAgainstAverage(
    { ...grouped, outputs: [{ expression: left, name: nameOf(left) }] },
    compared.operator,
  );
  if (made !== null) Object.assign(form, { ...made, outputs: form.outputs, distinct: false });
}

/** "countries with more orders than average": than a country has, and not than a customer has. */
function compareCategories(form: LogicalForm): void {
  const [only, ...more] = form.having;
  if (only?.kind !== "compare" || more.length > 0 || only.right.kind !== "query") return;
  const [average] = only.right.form.outputs;
  const isAverage = average?.expression.kind === "arithmetic" && average.expression.operator === "/";
  if (!isAverage || !isAggregate(only.left)) return;
  const figure: Output = { expression: only.left, name: nameOf(only.left) };
  const made = groupsAgainstAverage({ ...form, outputs: [figure], having: [] }, only.operator);
  if (made !== null) form.having = made.having;
}
