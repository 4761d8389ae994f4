import type { Comparison, Condition, Expression, LogicalForm } from "./logical-form.ts";
import { emptyForm, isAggregate, sameExpression } from "./visit.ts";

/** What adds up over groups, so that its average is its total over how many groups there are. */
const addsUp = (figure: Expression): boolean =>
  figure.kind === "aggregate" && !figure.distinct && figure.apart === undefined && /^(?:count|sum)$/.test(figure.fn);

/** What tells the groups from each other: a time, a value, or the key of what is named; null for several things at once. */
function toldBy([first, ...more]: Expression[]): Expression | null {
  if (first?.kind !== "column") return first?.kind === "bucket" && more.length === 0 ? first : null;
  const { table, role } = first;
  return more.every((one) => one.kind === "column" && one.table === table && one.role === role) ? first : null;
}

/**
 * The average of a figure over the groups of a form, as a query of its own: 4,200 a month. Of averages, rates and shares it is the same
 * figure of all rows. Null where the groups are told by several things, or are some of all.
 */
function averageOfGroups(form: LogicalForm, figure: Expression): Expression | null {
  const { subject, where, joins, via, groups, having, combine, per, limit, optional } = form;
  const group = toldBy(groups);
  const isWhole = having.length === 0 && limit === null && combine === null && per === undefined;
  if (group === null || !isWhole || optional !== undefined) return null;
  const whole: LogicalForm = { ...emptyForm(subject), where, joins, via };
  if (!addsUp(figure)) return { kind: "query", form: { ...whole, outputs: [{ expression: figure, name: "average" }] } };
  const column = group.kind === "bucket" ? group.of : group;
  if (column.kind !== "column") return null;
  const many: Expression = { kind: "aggregate", fn: "count", of: group, distinct: true, table: column.table };
  const expression: Expression = { kind: "arithmetic", operator: "/", left: figure, right: many };
  const isKnown = where.some((one) => one.kind === "period" && sameExpression(one.left, column));
  const known: Condition = { kind: "missing", left: column, negated: true };
  const outputs = [{ expression, name: "average" }];
  return { kind: "query", form: { ...whole, where: isKnown ? where : [...where, known], outputs } };
}

/** The groups of a form whose one figure is above (below) what it comes to on average. Null where there is none, or several. */
export function groupsAgainstAverage(form: LogicalForm, operator: Comparison): LogicalForm | null {
  const [figure, ...more] = form.outputs.flatMap(({ expression }) => (isAggregate(expression) ? [expression] : []));
  if (figure === undefined || more.length > 0) return null;
  const right = averageOfGroups(form, figure);
  return right === null ? null : { ...form, having: [{ kind: "compare", left: figure, operator, right }] };
}

/** "and below", after the groups that are above their average. Null where the answer before compares with none. */
export function onOtherSide(form: LogicalForm, operator: ">" | "<"): LogicalForm | null {
  const [only, ...more] = form.having;
  const isOfAverage =
    only?.kind === "compare" && only.right.kind === "query" && only.right.form.outputs[0]?.name === "average";
  return isOfAverage && more.length === 0 ? { ...form, having: [{ ...only, operator }] } : null;
}
