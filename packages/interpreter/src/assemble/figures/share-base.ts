import { conditionsOf } from "../conditions/conditions.ts";
import type { Condition } from "../../form/logical-form.ts";
import type { FilterWish } from "../../read/sketch.ts";
import type { Context } from "../../resolve/context.ts";

/**
 * "what percentage of our dogs is insured": what is said of the whole before "is" restricts the whole, too; only what
 * follows is the part. Empty where nothing tells the two apart.
 */
export function conditionsOfWhole(context: Context): readonly Condition[] {
  const { share, filters } = context.sketch;
  if (share === null) return [];
  const end = share.predicate;
  // "win rate in the north": of the games there.
  const tablesOf = (filter: FilterWish) =>
    filter.kind === "value" ? filter.mention.values.map(({ column }) => column.table) : [];
  const [first] = filters.filter(({ kind }) => kind === "value").flatMap(tablesOf);
  const isPlace = (filter: FilterWish) =>
    filter.kind === "value" &&
    /^(?:in|at|for)$/.test(filter.preposition ?? "") &&
    !filter.negated &&
    // "paid in cash": the part itself, unless a rate is asked for.
    (context.sketch.said.has("a rate") || tablesOf(filter).every((table) => table !== first));
  const whole = filters.filter((filter) => filter.at > share.at && (end === null ? isPlace(filter) : filter.at < end));
  const isPartSaid =
    filters.some((filter) => filter.kind !== "period" && (end === null ? !isPlace(filter) : filter.at > end)) ||
    context.meant.late !== null;
  return isPartSaid && whole.length > 0
    ? conditionsOf({ ...context, sketch: { ...context.sketch, filters: whole } }).where
    : [];
}
