import type { CatalogTable } from "../../catalog/catalog.ts";
import type { Condition } from "../../form/logical-form.ts";
import { emptyForm } from "../../form/visit.ts";
import type { FilterWish } from "../../read/sketch.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { tableOf } from "../../resolve/context.ts";
import { columnExpression } from "../../resolve/measures.ts";
import { negate } from "./negations.ts";
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
  if (named?.column?.table !== subject) return null;
  const shared = other === null ? null : sharedThrough(subject, other, named.condition, context);
  if (shared !== null) return { condition: shared, column: named.column };
  if (column?.table !== subject) return null;
  const left = columnExpression(column);
  const form = {
    ...emptyForm(subject.name),
    outputs: [{ expression: left, name: column.name }],
    where: [named.condition],
  };
  return { condition: { kind: "within", left, form, negated: false }, column };
}

/** "operas by the same composer as Tosca", "singers in the same opera as Ada Holt": the others that a table of links brings together with the same. */
function sharedThrough(
  subject: CatalogTable,
  other: CatalogTable,
  named: Condition,
  context: Context,
): Condition | null {
  const { catalog } = context;
  if (keysTo(subject, other, context).length > 0) return null;
  const [link, ...more] =
    keysTo(other, subject, context).length > 0
      ? [other]
      : catalog.tables.filter(
          (table) =>
            !table.isView && keysTo(table, subject, context).length === 1 && keysTo(table, other, context).length === 1,
        );
  if (link === undefined || more.length > 0) return null;
  const keys = new Set(
    catalog.links.flatMap(({ from: [key, ...rest], to: [to] }) =>
      key?.table === link && rest.length === 0 && (link === other ? to?.table !== subject : to?.table === other)
        ? [key]
        : [],
    ),
  );
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0) return null;
  const form = {
    ...emptyForm(link.name),
    outputs: [{ expression: columnExpression(key), name: key.name }],
    where: [named],
  };
  // The things themselves, where it is known what they are: it reads better.
  const [thing, ...several] = new Set(
    catalog.links.flatMap(({ from, to }) => (from.length === 1 && from[0] === key && to[0]?.isPrimary ? [to[0]] : [])),
  );
  const shared = link !== other ? other.primaryKey[0] : several.length === 0 ? thing : undefined;
  const left = columnExpression(shared ?? key);
  const within: Condition = { kind: "within", left, form, negated: false };
  return {
    kind: "every",
    conditions: [
      { kind: "related", subject: subject.name, table: (shared ?? key).table.name, where: [within], negated: false },
      negate(named),
    ],
  };
}
