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
  const rated = ofRate(share.at, context);
  if (rated !== null) return rated;
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
    filters.some((filter) => filter.kind !== "period" && (end === null ? !isPlace(filter) : filter.at >= end)) ||
    context.meant.late !== null;
  return isPartSaid && whole.length > 0
    ? conditionsOf({ ...context, sketch: { ...context.sketch, filters: whole } }).where
    : [];
}

/**
 * "conversion rate of mobile", "return rate of kettles": what the rate is of was read in its place, and whatever else is said
 * restricts the whole. Null for a share that is no such rate.
 */
function ofRate(at: number, context: Context): readonly Condition[] | null {
  const { filters, tables } = context.sketch;
  const start = tables.find((table) => table.at === at + 1)?.mention.start;
  const isPart = (filter: FilterWish) => filter.at === at + 2 && startOf(filter) === start;
  const isPartSaid =
    filters.some(isPart) ||
    tables.some((table) => (table.at === at + 2 || table.at === at + 3) && table.mention.start === start);
  if (start === undefined || !isPartSaid) return null;
  const whole = filters.filter((filter) => filter.kind === "value" && !filter.negated && !isPart(filter));
  return whole.length === 0 ? [] : conditionsOf({ ...context, sketch: { ...context.sketch, filters: whole } }).where;
}

/** Where the words of a condition begin. */
function startOf(filter: FilterWish): number | undefined {
  if (filter.kind === "value") return filter.mention.start;
  return filter.kind === "compare" || filter.kind === "missing" ? filter.target?.start : undefined;
}
