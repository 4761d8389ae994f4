import { emptyForm } from "../../form/visit.ts";
import type { FilterWish } from "../../read/sketch.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { tableOf } from "../../resolve/context.ts";
import { columnExpression } from "../../resolve/measures.ts";
import type { Place, Placed } from "./place.ts";
import { keysTo } from "./toward.ts";
import { valueCondition } from "./values.ts";

/** "in the same town as Mira Holt": what a row of the same table, told by its value, has in that column. */
export function sameCondition(wish: FilterWish & { kind: "same" }, context: Context, place: Place): Placed | null {
  const { subject } = context;
  if (subject === null) return null;
  const other = isTable(wish.target) ? tableOf(wish.target, context) : null;
  const [key, ...more] = other === null ? [] : keysTo(subject, other, context);
  const column = key === undefined ? columnOf(wish.target, context, { near: subject }) : more.length === 0 ? key : null;
  const { at, connector, negated, zone, mention } = wish;
  const named = valueCondition(
    { kind: "value", at, connector, negated, zone, mention, target: null, preposition: null },
    context,
    { ...place, near: subject },
  );
  if (column?.table !== subject || named?.column?.table !== subject) return null;
  const left = columnExpression(column);
  const form = {
    ...emptyForm(subject.name),
    outputs: [{ expression: left, name: column.name }],
    where: [named.condition],
  };
  return { condition: { kind: "within", left, form, negated: false }, column };
}
