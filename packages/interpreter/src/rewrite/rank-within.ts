import type { Context } from "../resolve/context.ts";

/**
 * "top 3 products per category by revenue": the measure ranks the products of each category and is shown beside them;
 * it is not the revenue of the categories that is asked for.
 */
export function takeRankWithin(context: Context): Context {
  const { sketch } = context;
  const [ranked, ...more] = sketch.superlatives;
  if (ranked === undefined || more.length > 0 || !sketch.showOrder) return context;
  if (sketch.groups.length === 0 && sketch.bucket === null) return context;
  const rows = sketch.tables.find((table) => table.zone === "focus" && !table.each && !table.negated);
  if (rows === undefined || sketch.groups.some((group) => group.mention === rows.mention)) return context;
  // "top 5 towns by revenue, and the revenue for each town": of each that is ranked.
  const shown = sketch.outputs.flatMap((output) =>
    output.kind === "column" ? output.mention.columns.slice(0, 1) : [],
  );
  if (
    sketch.groups.some(
      ({
        mention: {
          columns: [best],
        },
      }) => shown.some(({ column }) => column === best?.column),
    )
  )
    return context;
  const outputs = sketch.outputs.filter((output) => output.kind === "column" || output.kind !== ranked.target.kind);
  return { ...context, sketch: { ...sketch, outputs } };
}
