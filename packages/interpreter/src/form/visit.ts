import type { Condition, Expression, LogicalForm } from "./logical-form.ts";

/** True for an expression that aggregates rows. */
export function isAggregate(expression: Expression): boolean {
  switch (expression.kind) {
    case "aggregate":
    case "previous":
    case "running":
      return true;
    case "arithmetic":
      return isAggregate(expression.left) || isAggregate(expression.right);
    case "column":
    case "literal":
    case "bucket":
    case "belonging":
    case "elapsed":
    case "defined":
      return false;
    case "query":
      return isFigure(expression.form);
  }
}

/** True for a query that gives one figure of all its rows. */
function isFigure({ outputs, groups }: LogicalForm): boolean {
  return groups.length === 0 && outputs.length > 0 && outputs.every((output) => isAggregate(output.expression));
}

/** Tables an expression reads, without those of its subqueries and without self-join roles. */
export function tablesOf(expression: Expression): string[] {
  switch (expression.kind) {
    case "column":
    case "defined":
      return [expression.table];
    case "literal":
    case "query":
      return [];
    case "aggregate":
      return [
        expression.table,
        ...(expression.of === null ? [] : tablesOf(expression.of)),
        ...(expression.where ?? []).flatMap(tablesOfCondition),
      ];
    case "bucket":
      return [expression.of.table];
    case "belonging":
      return [expression.per];
    case "elapsed":
      return [expression.from.table, ...tablesOf(expression.to)];
    case "arithmetic":
      return [...tablesOf(expression.left), ...tablesOf(expression.right)];
    case "previous":
    case "running":
      return [...tablesOf(expression.of), ...tablesOf(expression.over)];
  }
}

/** Tables a condition reads in its own query. */
export function tablesOfCondition(condition: Condition): string[] {
  switch (condition.kind) {
    case "compare":
      return [...tablesOf(condition.left), ...tablesOf(condition.right)];
    case "among":
    case "like":
    case "missing":
    case "period":
      return tablesOf(condition.left);
    case "within":
      return [condition.left.table];
    case "related":
      return [condition.subject];
    case "either":
    case "every":
      return condition.conditions.flatMap(tablesOfCondition);
  }
}

/** Tables whose rows stand beside one another, rather than those that only restrict them. */
export const joinedTables = (form: LogicalForm): ReadonlySet<string> =>
  new Set([
    form.subject,
    ...form.joins,
    ...form.outputs.flatMap(({ expression }) => tablesOf(expression)),
    ...form.groups.flatMap(tablesOf),
    ...form.having.flatMap(tablesOfCondition),
    ...form.order.flatMap(({ by }) => tablesOf(by)),
  ]);

/** All tables that a form reads in its own query. */
export const tablesRead = (form: LogicalForm): ReadonlySet<string> =>
  new Set([...joinedTables(form), ...form.where.flatMap(tablesOfCondition)]);

/** Queries right inside conditions. */
export const formsIn = (conditions: readonly Condition[]): LogicalForm[] =>
  conditions.flatMap((one) => {
    if (one.kind === "within") return [one.form];
    if (one.kind === "either" || one.kind === "every") return formsIn(one.conditions);
    return one.kind === "compare" && one.right.kind === "query" ? [one.right.form] : [];
  });

export function sameExpression(a: Expression, b: Expression): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A form that asks for nothing yet. */
export function emptyForm(subject: string): LogicalForm {
  return {
    version: 1,
    subject,
    outputs: [],
    all_columns: false,
    distinct: false,
    where: [],
    groups: [],
    having: [],
    order: [],
    limit: null,
    joins: [],
    via: [],
    combine: null,
  };
}

/** Walks an expression and its parts. */
export function walk(expression: Expression, visit: (part: Expression) => void): void {
  visit(expression);
  switch (expression.kind) {
    case "aggregate":
      if (expression.of !== null) walk(expression.of, visit);
      break;
    case "bucket":
      walk(expression.of, visit);
      break;
    case "arithmetic":
      walk(expression.left, visit);
      walk(expression.right, visit);
      break;
    case "previous":
    case "running":
      walk(expression.of, visit);
      walk(expression.over, visit);
      break;
    case "elapsed":
      walk(expression.from, visit);
      walk(expression.to, visit);
      break;
    case "column":
    case "literal":
    case "belonging":
    case "defined":
    case "query":
      break;
  }
}

/** Two conditions of which one must hold. */
export function either(a: Condition, b: Condition): Condition {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  return {
    kind: "either",
    conditions: [...(a.kind === "either" ? a.conditions : [a]), ...(b.kind === "either" ? b.conditions : [b])],
  };
}
