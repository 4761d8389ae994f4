import type { Context } from "../resolve/context.ts";

/** "how many complaints are open and how old is the oldest": the greatest age of those that are counted, rather than the count of the oldest. */
export function takeFirstBesideCount(context: Context): Context {
  const { outputs, superlatives, groups, bucket } = context.sketch;
  const [counted, asked, ...others] = outputs;
  const [first, ...more] = superlatives;
  if (counted?.kind !== "count" || asked?.kind !== "hint" || asked.fn !== null || others.length > 0) return context;
  if (first?.target.kind !== "hint" || first.target.hint !== asked.hint || more.length > 0) return context;
  if (groups.length > 0 || bucket !== null || first.negated) return context;
  const fn = first.direction === "most" ? "max" : "min";
  return {
    ...context,
    sketch: { ...context.sketch, outputs: [counted, { ...asked, fn }], superlatives: [] },
  };
}
