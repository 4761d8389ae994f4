import type { Built } from "./both.ts";
import { emptyForm } from "../../form/visit.ts";
import type { Condition } from "../../form/logical-form.ts";
import type { FilterWish } from "../../read/sketch.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { heldCount } from "../../resolve/held-counts.ts";
import { columnExpression } from "../../resolve/measures.ts";

/**
 * How many rows there are as a condition on each row: by a column that holds the number ("more than 3 rooms" of
 * no_of_rooms), or negated. Null where groups are compared.
 */
export function countedOfRows(wish: FilterWish, ofGroups: Condition | null, context: Context): Built | null {
  const held = wish.kind === "count" && wish.mention !== null ? heldCount(wish.mention, context.subject) : null;
  if (held !== null && wish.kind === "count" && wish.average !== true) {
    const right = { kind: "literal", value: wish.number } as const;
    const left = columnExpression(held);
    return { wish, condition: { kind: "compare", left, operator: wish.operator, right }, column: held };
  }
  const rest = ofGroups === null || !wish.negated ? null : allBut(ofGroups, context);
  return rest === null ? null : { wish: { ...wish, negated: false }, condition: rest, column: null };
}

/** "except those with at least two orders": those without any are not among them either. */
function allBut(condition: Condition, context: Context): Condition | null {
  const { subject, sketch } = context;
  const [only, ...others] = sketch.outputs;
  const shown = only?.kind === "column" && others.length === 0 ? columnOf(only.mention, context) : null;
  const isCategory = shown !== null && shown.table === subject && !shown.isKey && !subject.label.includes(shown);
  const [key, ...more] = isCategory ? [shown] : (subject?.primaryKey ?? []);
  if (subject === null || key === undefined || more.length > 0) return null;
  const left = columnExpression(key);
  const form = { ...emptyForm(subject.name), outputs: [{ expression: left, name: key.name }], groups: [left] };
  return { kind: "within", left, form: { ...form, having: [condition] }, negated: true };
}
