import { conditionsOf } from "../conditions/conditions.ts";
import type { Condition } from "../../form/logical-form.ts";
import type { Context } from "../../resolve/context.ts";

/**
 * "what percentage of our dogs is insured": what is said of the whole before "is" restricts the whole, too; only what
 * follows is the part. Empty where nothing tells the two apart.
 */
export function conditionsOfWhole(context: Context): readonly Condition[] {
  const { share, filters } = context.sketch;
  const end = share?.predicate ?? null;
  if (share === null || end === null) return [];
  const whole = filters.filter(({ at }) => at > share.at && at < end);
  const isPartSaid = filters.some(({ at, kind }) => at > end && kind !== "period") || context.meant.late !== null;
  return isPartSaid && whole.length > 0
    ? conditionsOf({ ...context, sketch: { ...context.sketch, filters: whole } }).where
    : [];
}
