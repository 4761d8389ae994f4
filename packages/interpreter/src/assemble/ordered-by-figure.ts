import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";

/** "which city sold most units", beside their sum: groups are ordered by that, as one row's units are none of theirs. */
export function orderedByFigure(form: LogicalForm): void {
  if (form.groups.length === 0) return;
  const figureOf = (by: Expression): Expression | undefined =>
    form.outputs
      .map(({ expression }) => expression)
      .find((one) => one.kind === "aggregate" && one.of !== null && sameExpression(one.of, by));
  form.order = form.order.map((one) => {
    const isRaw = one.by.kind === "column" && !form.groups.some((group) => sameExpression(group, one.by));
    return isRaw ? { ...one, by: figureOf(one.by) ?? one.by } : one;
  });
}
