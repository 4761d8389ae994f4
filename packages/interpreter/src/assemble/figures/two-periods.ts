import { isAggregate } from "../../form/visit.ts";
import type { Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";

export type PeriodCondition = Extract<Condition, { kind: "period" }>;

/** A figure of the rows of one period alone; a ratio's two sides are both of that period. */
export function within(expression: Expression, period: PeriodCondition): Expression {
  if (expression.kind === "arithmetic")
    return { ...expression, left: within(expression.left, period), right: within(expression.right, period) };
  return expression.kind === "aggregate" ? { ...expression, where: [...(expression.where ?? []), period] } : expression;
}

/** The earlier period first. */
export const inTime = (periods: readonly PeriodCondition[]): PeriodCondition[] =>
  periods.toSorted((a, b) => (a.from ?? "").localeCompare(b.from ?? ""));

/** The figure of each period, side by side, named after the period. */
export function sideBySide(output: Output, periods: readonly PeriodCondition[]): Output[] {
  return periods.map((period) => ({
    expression: within(output.expression, period),
    name: `${output.name}_${period.label.replaceAll(" ", "_")}`,
    ...(output.unit === undefined ? {} : { unit: output.unit }),
  }));
}

/** "how much did revenue grow from 2023 to 2024": both figures, the difference, and the change as a share of the first. */
export function growBetween(form: LogicalForm, periods: readonly PeriodCondition[]): void {
  const figure = form.outputs.find((output) => isAggregate(output.expression));
  const [before, after] = figure === undefined ? [] : sideBySide(figure, inTime(periods));
  if (before === undefined || after === undefined) return;
  const difference: Expression = {
    kind: "arithmetic",
    operator: "-",
    left: after.expression,
    right: before.expression,
  };
  form.outputs = [
    ...form.outputs.filter((output) => !isAggregate(output.expression)),
    before,
    after,
    { expression: difference, name: "difference", ...(before.unit === undefined ? {} : { unit: before.unit }) },
    {
      expression: { kind: "arithmetic", operator: "/", left: difference, right: before.expression },
      name: "growth",
      unit: "growth",
    },
  ];
}
