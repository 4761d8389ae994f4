import { figureOf } from "./of-groups.ts";
import type { Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { onlyShown } from "./rows-meant.ts";

/** "what is the total": the figures of all that was shown by groups. Null where one of them does not add up. */
export function totalOf(form: LogicalForm): LogicalForm | null {
  if (form.groups.length === 0 || form.combine !== null || form.per !== undefined) return null;
  const outputs = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [table, ...others] = new Set(
    outputs.map(({ expression }) => (addsUp(expression) ? tableOf(expression) : null)),
  );
  if (typeof table !== "string" || others.length > 0) return null;
  const { chart: _, ...rest } = form;
  const some = form.limit === null && form.having.length === 0 ? [] : onlyShown(form);
  if (some === null) return null;
  const where = [...form.where, ...some];
  return { ...rest, subject: table, outputs, where, groups: [], having: [], order: [], limit: null };
}

/** "and overall": a rate or an average of all rows, rather than of each group. Null where what is told adds up. */
export function overallOf(form: LogicalForm): LogicalForm | null {
  const figure = figureOf(form);
  if (figure === null || !isRate(figure.expression)) return null;
  const { chart: _, ...rest } = form;
  return {
    ...rest,
    subject: tableOf(figure.expression) ?? form.subject,
    outputs: [figure],
    groups: [],
    having: [],
    order: [],
    limit: null,
  };
}

/** True for a figure that each set of rows has one of: an average, or a part of all of them. */
function isRate(expression: Expression): boolean {
  if (expression.kind === "aggregate") return expression.fn === "avg" || expression.fn === "median";
  if (expression.kind !== "arithmetic" || expression.operator !== "/") return false;
  const { left, right } = expression;
  if (right.kind === "literal") return isRate(left);
  return isAggregate(left) && isAggregate(right) && new Set([...tablesOf(left), ...tablesOf(right)]).size === 1;
}

/** True for a figure that is the sum of what it is of each group. */
export function addsUp(expression: Expression): boolean {
  if (expression.kind === "arithmetic")
    return expression.operator === "/" && expression.right.kind === "literal" && addsUp(expression.left);
  return (
    expression.kind === "aggregate" && (expression.fn === "sum" || expression.fn === "count") && !expression.distinct
  );
}

const tableOf = (expression: Expression): string | null => tablesOf(expression)[0] ?? null;

/** "and the average": what was summed up, on average; `isBeside` its sum. Null where nothing was summed up. */
export function averaged(form: LogicalForm, isBeside: boolean): LogicalForm | null {
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  const [figure] = figures;
  const inner = figure === undefined ? undefined : sumIn(figure.expression);
  if (
    figure === undefined ||
    inner === undefined ||
    figures.length > 1 ||
    form.combine !== null ||
    form.per !== undefined
  )
    return null;
  const average: Expression = { ...inner, fn: "avg" };
  const expression = figure.expression.kind === "arithmetic" ? { ...figure.expression, left: average } : average;
  const output: Output = { ...figure, expression, name: `average_${figure.name.replace(/^total_/, "")}` };
  const { chart: _, ...rest } = form;
  if (isBeside) return { ...rest, outputs: [...form.outputs, output] };
  const order = form.order.map((one) => (sameExpression(one.by, figure.expression) ? { ...one, by: expression } : one));
  return { ...rest, order, outputs: form.outputs.map((one) => (one === figure ? output : one)) };
}

/** "average per shipment" of what shipments come to: what was summed up of them, on average. Null where it was of others. */
export function averagedPer(form: LogicalForm, said: string, isBeside: boolean): LogicalForm | null {
  const figure = form.outputs.find(({ expression }) => isAggregate(expression));
  const table = figure === undefined ? null : tableOf(figure.expression);
  const name = table
    ?.toLowerCase()
    .split(/[^a-z]+/)
    .at(-1);
  return name !== undefined && stem(name) === stem(said.split(" ").at(-1) ?? "") ? averaged(form, isBeside) : null;
}

/** The sum that a figure is, in whole money or not. */
function sumIn(expression: Expression): Extract<Expression, { kind: "aggregate" }> | undefined {
  const inner = expression.kind === "arithmetic" && expression.right.kind === "literal" ? expression.left : expression;
  return inner.kind === "aggregate" && inner.fn === "sum" && inner.of?.kind !== "defined" ? inner : undefined;
}
