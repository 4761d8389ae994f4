import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Built } from "./both.ts";
import { emptyForm } from "../../form/visit.ts";
import type { Condition } from "../../form/logical-form.ts";
import type { Mention } from "../../link/mention.ts";
import type { FilterWish, Sketch } from "../../read/sketch.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { isToOne } from "../../catalog/joins.ts";
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
  const grouped = ofGroups === null || wish.negated ? null : rowsThatHave(wish, context);
  if (ofGroups !== null && grouped !== null) {
    const condition = amongRows(grouped, ofGroups, { negated: false });
    if (condition !== null) return { wish, condition, column: null };
  }
  const rest = ofGroups === null || !wish.negated ? null : allBut(ofGroups, context);
  return rest === null ? null : { wish: { ...wish, negated: false }, condition: rest, column: null };
}

/**
 * "number of buildings with more than 2 offices by city": the buildings, by what each of them has, and not by what each city
 * has; null where it is the groups that have so many.
 */
function rowsThatHave(wish: FilterWish, { catalog, subject, sketch, named }: Context): CatalogTable | null {
  if (wish.kind !== "count" || wish.mention === null || subject === null || wish.average === true) return null;
  const counted = wish.mention.tables[0]?.table;
  const before = named.findLast(({ mention }) => mention.at < wish.at);
  const rows = before === undefined ? subject : before.table;
  if (counted === undefined || counted === rows || before?.mention.each === true) return null;
  const isOfOthers = rows !== subject && isToOne(catalog, subject, rows);
  if (rows !== subject && !isOfOthers) return null;
  if (!groupsAhead(sketch, wish.mention) && !(isOfOthers && isOneFigure(sketch))) return null;
  return isToOne(catalog, counted, rows) && !isToOne(catalog, rows, counted) ? rows : null;
}

/** "revenue from customers with more than 5 orders" */
const isOneFigure = ({ groups, bucket, superlatives, outputs }: Sketch): boolean =>
  groups.length + superlatives.length === 0 && bucket === null && outputs.some(({ kind }) => kind !== "column");

/** True where it is said by what to group, and only after the words. */
function groupsAhead({ groups: [group, ...others], bucket, whichBucket }: Sketch, { start }: Mention): boolean {
  if (group === undefined) return bucket !== null && !whichBucket;
  return others.length === 0 && start < group.mention.start;
}

/** "except those with at least two orders": those without any are not among them either. */
function allBut(condition: Condition, context: Context): Condition | null {
  const { subject, sketch } = context;
  const [only, ...others] = sketch.outputs;
  const shown = only?.kind === "column" && others.length === 0 ? columnOf(only.mention, context) : null;
  const isCategory = shown !== null && shown.table === subject && !shown.isKey && !subject.label.includes(shown);
  return subject === null ? null : amongRows(subject, condition, { negated: true, by: isCategory ? shown : null });
}

/** That a row is among those of its table, or a value of the column among those, of which a condition on groups holds; or that it is not. */
function amongRows(
  table: CatalogTable,
  having: Condition,
  { negated, by = null }: { negated: boolean; by?: CatalogColumn | null },
): Condition | null {
  const [key, ...more] = by === null ? table.primaryKey : [by];
  if (key === undefined || more.length > 0) return null;
  const left = columnExpression(key);
  const form = { ...emptyForm(table.name), outputs: [{ expression: left, name: key.name }], groups: [left] };
  return { kind: "within", left, form: { ...form, having: [having] }, negated };
}
