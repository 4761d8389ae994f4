import { isUniqueCode } from "../catalog/labels.ts";
import type { Context } from "../resolve/context.ts";

/** "open tickets?": how many there are, where the rows have no names that could be listed. */
export function takeBareRows(context: Context): Context {
  const { sketch, subject, named } = context;
  const [only, ...more] = named;
  if (!sketch.said.has("rows in brief") || only === undefined || more.length > 0 || subject !== only.table)
    return context;
  const { outputs, superlatives, orders, groups, filters } = sketch;
  const asks = outputs.length + superlatives.length + orders.length + groups.length > 0;
  const isOther = sketch.bucket !== null || sketch.limit !== null || sketch.share !== null || sketch.when;
  const isTold = filters.length > 0 || context.meant.late !== null;
  if (asks || isOther || !isTold || sketch.everything || !subject.label.every((column) => isUniqueCode(column)))
    return context;
  const { mention, at } = only.mention;
  return { ...context, sketch: { ...sketch, outputs: [{ kind: "count", mention, distinct: false, at }] } };
}
