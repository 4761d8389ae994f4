import type { Assembled } from "../assemble/assemble.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";

/** "compare Oslo with Bergen", "web vs phone": two values, and nothing of which they are. */
export const comparesValues = ({ versus, filters, tables, outputs, groups }: Sketch): boolean =>
  versus &&
  filters.length > 1 &&
  filters.every(({ kind, negated }) => kind === "value" && !negated) &&
  tables.length + outputs.length + groups.length === 0;

/** The figure before of each of the values that a question compares. Null where they are not of one column. */
export function eachOfValues(before: LogicalForm, changed: Assembled): Assembled | null {
  const { form } = changed;
  const known = new Set(before.where.map((one) => JSON.stringify(one)));
  const [added, ...more] = form.where.filter((one) => !known.has(JSON.stringify(one)));
  const left = added === undefined || more.length > 0 ? null : columnOf(added);
  if (left === null || !form.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const isTold = form.groups.some(
    (group) =>
      sameExpression(group, left) || (group.kind === "column" && left.kind === "column" && group.table === left.table),
  );
  // Both are told, whichever of them an answer before was about.
  const all = { ...form, having: [], ...(form.limit === null ? {} : { limit: null, order: [] }) };
  if (isTold) return { ...changed, form: all };
  const output = { expression: left, name: left.kind === "column" ? left.column : "value" };
  return { ...changed, form: { ...all, outputs: [output, ...all.outputs], groups: [left, ...all.groups] } };
}

/** The one column of whose values a condition names several. */
function columnOf(condition: LogicalForm["where"][number]): Expression | null {
  if (condition.kind === "among" && !condition.negated) return condition.left;
  if (condition.kind !== "either") return null;
  const lefts = condition.conditions.map((one) => (one.kind === "compare" && one.operator === "=" ? one.left : null));
  const [left] = lefts;
  return left !== null && left !== undefined && lefts.every((one) => one !== null && sameExpression(one, left))
    ? left
    : null;
}
