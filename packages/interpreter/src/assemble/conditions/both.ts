import type { CatalogColumn } from "../../catalog/catalog.ts";
import { isPerson } from "../../catalog/persons.ts";
import { isToOne } from "../../catalog/joins.ts";
import type { Context } from "../../resolve/context.ts";
import { columnOf } from "../../resolve/columns.ts";
import { nearTable } from "../../resolve/context.ts";
import type { Condition } from "../../form/logical-form.ts";
import type { FilterWish } from "../../read/sketch.ts";

export interface Built {
  wish: FilterWish;
  condition: Condition;
  column: CatalogColumn | null;
}

/** "both from A and B", "over 30 and under 20": takes the two conditions out of the list. */
export function takeBoth(built: Built[], context: Context): [Condition, Condition] | null {
  for (let i = 1; i < built.length; i++) {
    const [a, b] = [built[i - 1], built[i]];
    if (
      a === undefined ||
      b === undefined ||
      a.column === null ||
      a.column !== b.column ||
      a.wish.negated ||
      b.wish.negated ||
      b.wish.connector === "or"
    )
      continue;
    const alike =
      isEquality(a.condition) &&
      isEquality(b.condition) &&
      (context.sketch.both || bothForCategory(b.wish, context) || bothOfMany(b, context));
    const inBoth = isTime(a.condition) && isTime(b.condition) && (context.sketch.both || bothOfMany(b, context));
    if (!alike && !inBoth && !contradict(a.condition, b.condition)) continue;
    built.splice(i - 1, 2);
    return [a.condition, b.condition];
  }
  return null;
}

/** "won in both 2022 and 2025" */
const isTime = (condition: Condition): boolean => condition.kind === "period" && !condition.negated;

/** "teachers of CIS-220 and QM-261", "who ordered in 2023 and 2024": of several rows each, one for either value. */
function bothOfMany({ wish, column }: Built, context: Context): boolean {
  const { subject, catalog, sketch } = context;
  if (wish.connector !== "and" || subject === null || column === null || column.table === subject) return false;
  if (isToOne(catalog, subject, column.table)) return false;
  if (sketch.outputs.some((output) => output.kind !== "column") && !isWorkOfSeveral(column, context)) return false;
  return (
    sketch.groups.length + sketch.superlatives.length === 0 && !sketch.said.has("or") && !sketch.said.has("any of")
  );
}

/** "how many plays were written by A and B": those that both wrote, as a play may have several authors. */
function isWorkOfSeveral(column: CatalogColumn, { subject, sketch }: Context): boolean {
  const [only, ...more] = sketch.outputs;
  const isName = column.table.label.includes(column) && isPerson(column.table);
  return (
    only?.kind === "count" &&
    more.length === 0 &&
    isName &&
    subject?.isBridge === false &&
    !isPerson(subject) &&
    sketch.said.has("done by several")
  );
}

/** "studios that made films with director A and B": no row has both, but a studio may. */
function bothForCategory(wish: FilterWish, context: Context): boolean {
  const [only] = context.sketch.outputs;
  if (wish.connector !== "and" || context.sketch.outputs.length !== 1 || only?.kind !== "column") return false;
  if (context.sketch.groups.length + context.sketch.superlatives.length > 0) return false;
  const column = columnOf(only.mention, context, { near: nearTable(context, only.at) });
  if (column === null || column.isKey || !column.isText || column.table.label.includes(column)) return false;
  return !context.sketch.said.has("or");
}

/** "above 30" and "below 20" of one column. */
function contradict(a: Condition, b: Condition): boolean {
  if (a.kind !== "compare" || b.kind !== "compare" || a.right.kind !== "literal" || b.right.kind !== "literal")
    return false;
  const [low, high] = a.operator.startsWith(">") ? [a, b] : [b, a];
  if (!low.operator.startsWith(">") || !high.operator.startsWith("<")) return false;
  const [from, to] = [low.right, high.right];
  return (
    from.kind === "literal" &&
    to.kind === "literal" &&
    typeof from.value === "number" &&
    typeof to.value === "number" &&
    from.value >= to.value
  );
}

export function isEquality(condition: Condition): boolean {
  return (
    (condition.kind === "compare" && condition.operator === "=") ||
    (condition.kind === "among" && !condition.negated) ||
    (condition.kind === "like" && condition.place === "ends" && !condition.negated) ||
    ((condition.kind === "either" || condition.kind === "every") && condition.conditions.every(isEquality))
  );
}
