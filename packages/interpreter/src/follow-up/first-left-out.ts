import type { Catalog } from "../catalog/catalog.ts";
import type { ColumnExpression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { columnExpression } from "../resolve/measures.ts";
import { inDefaultOrder } from "../sql/default-order.ts";
import { reversed } from "./changed-orders.ts";
import { endOf, HIGH, LOW } from "./ends.ts";
import { endOfGroups } from "./of-groups.ts";
import { keysOf, rowsMeant } from "./rows-meant.ts";

const LEAVES_OUT =
  "(?:exclude|excluding|without|except(?: for)?|leave out|leaving out|remove|drop|skip|ignore|hide|take out|not counting|minus)";

const HOW_MANY_LEFT_OUT = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
]);

/** "exclude the first one", "without the top 3", "drop the lowest"; captures which end and how many. */
export const FIRST_LEFT_OUT = new RegExp(
  `^(?:but )?${LEAVES_OUT} (?:the )?(?:very )?(first|last|bottom|${HIGH}|${LOW})(?: (one|two|three|four|five|\\d{1,2}))?(?: ones?| rows?| entry| entries)?$`,
);

/**
 * The answer before without its first or last ones. Null where nothing says which of its groups or rows come first, or no one column
 * tells them from the others.
 */
export function withoutFirst(form: LogicalForm, match: RegExpExecArray, catalog: Catalog): LogicalForm | null {
  const [, end = "first", said = "one"] = match;
  const count = HOW_MANY_LEFT_OUT.get(said) ?? (said === "one" ? 1 : Number(said));
  const shown = inDefaultOrder(form, catalog);
  const left = keyTold(form, catalog);
  const order = orderFrom(end, shown);
  if (form.combine !== null || form.per !== undefined || form.offset !== undefined) return null;
  if (left === null || order.length === 0) return null;
  // The last of a few that were shown are not the last of all.
  if (form.limit !== null && (form.limit <= count || JSON.stringify(order) !== JSON.stringify(shown.order)))
    return null;
  const first = keysOf({ ...shown, order, limit: count }, { expression: left, name: left.column });
  return {
    ...form,
    where: [...form.where, { kind: "within", left, form: first, negated: true }],
    limit: form.limit === null ? null : form.limit - count,
  };
}

/** The order in which those come first that are left out: as they were shown, from their other end, or by their figure. */
function orderFrom(end: string, shown: LogicalForm): LogicalForm["order"] {
  if (end === "first" || end === "top") return shown.order;
  if (end === "last" || end === "bottom") return reversed(shown)?.order ?? [];
  return endOfGroups(shown, null, endOf(end))?.order ?? [];
}

/** The column that tells each group or row from the others. */
function keyTold(form: LogicalForm, catalog: Catalog): ColumnExpression | null {
  const [group, ...more] = form.groups;
  const rows = rowsMeant({ ...form, limit: null }, catalog);
  const [key] = rows?.table.primaryKey ?? [];
  const isFigure = group === undefined && form.outputs.some(({ expression }) => isAggregate(expression));
  if (group?.kind === "column" && more.length === 0) return group;
  return key === undefined || isFigure ? null : columnExpression(key);
}
