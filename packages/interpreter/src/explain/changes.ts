import { isAggregate, sameExpression } from "../form/visit.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

export type Period = Extract<Condition, { kind: "period" }>;

/** A figure of one period: what it is a figure of, and the period. Null for a figure of no period of its own. */
export function ofPeriod(expression: Expression): { bare: Expression; period: Period } | null {
  if (expression.kind === "arithmetic") {
    const [left, right] = [ofPeriod(expression.left), ofPeriod(expression.right)];
    if (left === null || right === null || left.period.label !== right.period.label) return null;
    return { bare: { ...expression, left: left.bare, right: right.bare }, period: left.period };
  }
  if (expression.kind !== "aggregate" || expression.where === undefined) return null;
  const { where, ...bare } = expression;
  const period = where.at(-1);
  if (period?.kind !== "period") return null;
  const kept = where.slice(0, -1);
  return { bare: kept.length === 0 ? bare : { ...bare, where: kept }, period };
}

/** How a figure changed from one period to another: by how much, or as a share of the first. */
export interface Change {
  of: Expression;
  from: Period;
  to: Period;
  isShare: boolean;
}

/** The change an expression is, if it is one. */
export function changeOf(expression: Expression): Change | null {
  if (expression.kind !== "arithmetic") return null;
  const { operator, left, right } = expression;
  if (operator === "/") {
    const change = changeOf(left);
    const before = ofPeriod(right);
    const isShare =
      change !== null && before?.period.label === change.from.label && sameExpression(before.bare, change.of);
    return isShare ? { ...change, isShare: true } : null;
  }
  const [after, before] = operator === "-" ? [ofPeriod(left), ofPeriod(right)] : [null, null];
  if (after === null || before === null || !sameExpression(after.bare, before.bare)) return null;
  return { of: after.bare, from: before.period, to: after.period, isShare: false };
}

/** The periods of a choice of nothing but periods, in the order of time; null for any other condition. */
export function choiceOfPeriods(condition: Condition): readonly Period[] | null {
  if (condition.kind !== "either") return null;
  const periods = condition.conditions.filter((one) => one.kind === "period");
  if (periods.length < condition.conditions.length) return null;
  return periods.toSorted((one, other) => ((one.from ?? "") < (other.from ?? "") ? -1 : 1));
}

/** What a condition says, whichever table's rows it is of. */
const said = (condition: Condition): string =>
  condition.kind === "period" ? condition.label : JSON.stringify(condition);

/** A figure of other rows without the conditions that all figures beside it have, too. */
function withoutShared(output: Output, where: readonly Condition[]): Output {
  if (output.expression.kind !== "query") return output;
  const shared = new Set(where.map(said));
  const { form } = output.expression;
  const kept = form.where.filter((condition) => !shared.has(said(condition)));
  return { ...output, expression: { kind: "query", form: { ...form, where: kept } } };
}

/** A span of time that rows are ranked by has an end: "the campaign with the longest time from started to ended". */
const isEndOfSpan = (condition: Condition, { order, limit, outputs }: LogicalForm): boolean =>
  condition.kind === "missing" &&
  condition.negated &&
  limit !== null &&
  !outputs.some(({ expression }) => isAggregate(expression)) &&
  order.some(({ by }) => by.kind === "elapsed" && by.to.kind === "column" && sameExpression(by.to, condition.left));

/**
 * The form without what is told by another part: periods that its figures name, conditions that all figures share, and that what is
 * grouped by is there.
 */
export function withoutTold(asked: LogicalForm): LogicalForm {
  const isGroup = (condition: Condition) =>
    condition.kind === "missing" &&
    condition.negated &&
    asked.groups.some((group) => sameExpression(group, condition.left));
  const where = asked.where.filter((condition) => !isGroup(condition) && !isEndOfSpan(condition, asked));
  const form = { ...asked, where, outputs: asked.outputs.map((output) => withoutShared(output, asked.where)) };
  const figures = form.outputs.filter((output) => isAggregate(output.expression));
  const isTold = figures.every(({ expression }) => ofPeriod(expression) !== null || changeOf(expression) !== null);
  if (figures.length === 0 || !isTold) return form;
  return { ...form, where: form.where.filter((condition) => choiceOfPeriods(condition) === null) };
}
