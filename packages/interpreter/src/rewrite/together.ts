import { hasNumericColumn, isTable } from "../read/reader.ts";
import type { Context } from "../resolve/context.ts";

/** "beds of all gardens together": one number, the sum of what would be listed. */
export function takeTogether(context: Context): Context {
  const { sketch } = context;
  const [wish, ...more] = sketch.outputs;
  const isTotal = sketch.said.has("a total of") && /^total /i.test(wish?.kind === "column" ? wish.mention.text : "");
  if (!(sketch.said.has("taken together") || isTotal) || wish?.kind !== "column" || more.length > 0) return context;
  const isArranged = sketch.groups.length + sketch.superlatives.length + sketch.orders.length > 0;
  if (isArranged || sketch.bucket !== null || sketch.distinct || isTable(wish.mention)) return context;
  if (!hasNumericColumn(wish.mention)) return context;
  const { mention, at } = wish;
  return {
    ...context,
    sketch: { ...sketch, outputs: [{ kind: "aggregate", fn: "sum", mention, distinct: false, at }] },
  };
}
