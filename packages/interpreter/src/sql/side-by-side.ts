import { toldAs } from "../catalog/called.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition, walk } from "../form/visit.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { fractional, identifier } from "./dialect.ts";
import { Unreachable, indent, need } from "./expressions.ts";

type Aggregate = Extract<Expression, { kind: "aggregate" }>;
type Apart = Aggregate & { apart: { day: ColumnExpression | null } };

/** Figures that are told of the rows of one table, by one day of theirs. */
interface Part {
  table: string;
  day: ColumnExpression | null;
}

/** The figure in an output that stands apart from the others; undefined where none does. */
function apartIn({ expression }: Output): Apart | undefined {
  let found: Apart | undefined;
  walk(expression, (part) => {
    if (part.kind === "aggregate" && part.apart !== undefined) found ??= { ...part, apart: part.apart };
  });
  return found;
}

/** True for a form whose figures are of several tables, each of its own rows: "new customers and orders per month". */
export const isSideBySide = ({ outputs, groups }: LogicalForm): boolean =>
  groups.length > 0 && outputs.some((output) => apartIn(output) !== undefined);

/** A key of the groups, under the name that it has in each part. */
interface Key {
  expression: Expression;
  name: string;
}

/**
 * Writes figures of several tables beside each other: each is grouped by itself, and rows with the same keys become one. What
 * has no rows of a table has 0 of them, and no mean. Throws `Unreachable` where something is told that says nothing of one of the tables.
 */
export function sideBySide(
  form: LogicalForm,
  names: readonly string[],
  catalog: Catalog,
  select: (part: LogicalForm) => string,
): string {
  if (form.having.length > 0 || form.distinct || form.offset !== undefined)
    throw new Unreachable("Figures of different rows cannot be restricted together");
  const quoted = (name: string) => identifier(catalog.schema.dialect, name);
  const keys: Key[] = form.groups.map((expression, i) => {
    const at = form.outputs.findIndex((output) => sameExpression(output.expression, expression));
    return { expression, name: names[at] ?? `key_${i + 1}` };
  });
  const figures = form.outputs.flatMap((output, i) =>
    isAggregate(output.expression) ? sidesOf({ ...output, name: names[i] ?? output.name }) : [],
  );
  const parts = partsOf(figures);
  const days = parts.flatMap(({ day }) => day ?? []);
  const written = parts.map((part) => {
    const all = figures.map((figure) => ({
      ...figure,
      expression: isOf(figure, part) ? amongItsRows(figure.expression) : noneOf(figure, part),
    }));
    const shown = keys.map(({ expression, name }) => ({ expression: ofPart(expression, part, days), name }));
    return select(partForm({ form, part, days, outputs: [...shown, ...all] }, catalog));
  });
  const told = ({ expression }: Output, name: string): string => {
    const [above, below] = sidesOf({ expression, name });
    if (above === undefined || below === undefined) return ofAllParts(expression, quoted(name));
    const side = (figure: Output) => ofAllParts(figure.expression, quoted(figure.name));
    if (expression.kind === "arithmetic" && expression.operator === "-")
      return `COALESCE(${side(above)}, 0) - COALESCE(${side(below)}, 0)`;
    return `${fractional(catalog.schema.dialect, "1")} * ${side(above)} / NULLIF(${side(below)}, 0)`;
  };
  const shown = form.outputs.map((output, i) => {
    const name = names[i] ?? "";
    return isAggregate(output.expression) ? `${told(output, name)} AS ${quoted(name)}` : quoted(name);
  });
  const by = (expression: Expression): string => {
    const key = keys.find((one) => sameExpression(one.expression, expression));
    if (key !== undefined) return quoted(key.name);
    const at = form.outputs.findIndex((output) => sameExpression(output.expression, expression));
    const found = form.outputs[at];
    if (found === undefined) throw new Unreachable("Figures of different rows are not put in that order");
    return told(found, names[at] ?? "");
  };
  const order = form.order.map((one) => `${by(one.by)}${one.direction === "descending" ? " DESC" : ""}`);
  return [
    `SELECT ${shown.join(", ")}`,
    `FROM (\n  ${indent(written.join("\nUNION ALL\n"))}\n) AS figures`,
    `GROUP BY ${keys.map(({ name }) => quoted(name)).join(", ")}`,
    ...(order.length > 0 ? [`ORDER BY ${order.join(", ")}`] : []),
    ...(form.limit === null ? [] : [`LIMIT ${form.limit}`]),
  ].join("\n");
}

/** The two figures of a ratio or a difference of which each is of its own rows, as columns of their own; any other figure as it is. */
function sidesOf({ expression, name }: Output): Output[] {
  const isRatio = expression.kind === "arithmetic" && /[-/]/.test(expression.operator);
  const [above, below] = isRatio ? [expression.left, expression.right] : [];
  const isApart = (side: Expression | undefined) => side?.kind === "aggregate" && side.apart !== undefined;
  if (above === undefined || below === undefined || !isApart(above) || !isApart(below)) return [{ expression, name }];
  return [
    { expression: above, name: `${name}_above` },
    { expression: below, name: `${name}_below` },
  ];
}

/** The tables whose figures stand beside each other, in the order of the question. */
function partsOf(figures: readonly Output[]): Part[] {
  const parts: Part[] = [];
  for (const figure of figures) {
    const found = apartIn(figure);
    if (found === undefined) throw new Unreachable("Figures of different rows cannot be told together");
    if (!parts.some((part) => isOf(figure, part))) parts.push({ table: found.table, day: found.apart.day });
  }
  return parts;
}

function isOf(figure: Output, { table, day }: Part): boolean {
  const found = apartIn(figure);
  return found?.table === table && JSON.stringify(found.apart.day) === JSON.stringify(day);
}

const isSummed = (expression: Expression): boolean =>
  expression.kind === "arithmetic"
    ? isSummed(expression.left)
    : expression.kind === "aggregate" && expression.fn === "sum" && expression.of?.kind !== "defined";

/** A figure of all parts, of which one says it and the others 0 or nothing: the highest, but a sum may be below 0. */
const ofAllParts = (expression: Expression, name: string): string => `${isSummed(expression) ? "SUM" : "MAX"}(${name})`;

const isAdded = (expression: Expression): boolean =>
  isSummed(expression) || (expression.kind === "aggregate" && expression.fn === "count");

/** A figure as it stands among the rows of its own table. */
function amongItsRows(expression: Expression): Expression {
  if (expression.kind === "arithmetic")
    return { ...expression, left: amongItsRows(expression.left), right: amongItsRows(expression.right) };
  if (expression.kind !== "aggregate") return expression;
  const { apart: _, ...plain } = expression;
  return plain;
}

/** What a part says of the figures of the others: 0 where rows are added up, nothing where there is a mean of them. */
function noneOf({ expression }: Output, { table }: Part): Expression {
  const zero = { kind: "literal", value: 0 } as const;
  if (isAdded(expression)) return zero;
  const never: Condition = { kind: "compare", left: zero, operator: "=", right: { kind: "literal", value: 1 } };
  return { kind: "aggregate", fn: "max", of: zero, distinct: false, table, where: [never] };
}

/** The same of the rows of a part: what is told by one of the days, by its own. */
function ofPart(expression: Expression, { day }: Part, days: readonly ColumnExpression[]): Expression {
  const isDay = (one: Expression) => days.some((other) => sameExpression(other, one));
  if (expression.kind === "bucket" && day !== null && isDay(expression.of)) return { ...expression, of: day };
  return day !== null && isDay(expression) ? day : expression;
}

function conditionOfPart(condition: Condition, part: Part, days: readonly ColumnExpression[]): Condition {
  if (condition.kind === "either" || condition.kind === "every")
    return { ...condition, conditions: condition.conditions.map((one) => conditionOfPart(one, part, days)) };
  if (condition.kind !== "period" && condition.kind !== "missing") return condition;
  return { ...condition, left: ofPart(condition.left, part, days) };
}

function partForm(
  { form, part, days, outputs }: { form: LogicalForm; part: Part; days: ColumnExpression[]; outputs: Output[] },
  catalog: Catalog,
): LogicalForm {
  const table = need(catalog, part.table);
  const groups = form.groups.map((group) => ofPart(group, part, days));
  const where = form.where.map((condition) => conditionOfPart(condition, part, days));
  const read = new Set([...groups.flatMap(tablesOf), ...where.flatMap(tablesOfCondition)]);
  for (const name of read)
    if (name !== part.table && !isToOne(catalog, table, need(catalog, name)))
      throw new Unreachable(`Nothing in this data connects ${toldAs(table)} with ${toldAs(need(catalog, name))}`);
  const known = part.day === null ? [] : [{ kind: "missing" as const, left: part.day, negated: true }];
  return {
    ...emptyForm(part.table),
    outputs,
    groups,
    where: isNullable(part.day, catalog) ? [...where, ...known] : where,
    via: form.via,
  };
}

const isNullable = (day: ColumnExpression | null, catalog: Catalog): boolean =>
  day !== null &&
  catalog.byName.get(day.table)?.columns.find(({ name }) => name === day.column)?.source.nullable === true;
