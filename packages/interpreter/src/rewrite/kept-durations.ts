import { isDuration } from "../catalog/durations.ts";
import type { Sketch } from "../read/sketch.ts";
import { type Context, contextOf, tableOf } from "../resolve/context.ts";

/** "average wait time", of calls with their wait_seconds: a number that is called so, and no days of anything else. */
export const isKeptByName = ({ sketch }: Context): boolean =>
  sketch.outputs.some((one) => {
    const mention = one.kind === "aggregate" ? one.mention : null;
    const best = mention?.columns[0];
    if (best === undefined || mention === null || BARE_DURATION.test(mention.text)) return false;
    return best.score >= 0.4 && isDuration(best.column) && mention.tables.length === 0;
  });

/** Words that any time may be called by. */
const BARE_DURATION = /^(?:lengths?|durations?|times?|days?|hours?|minutes?|seconds?|weeks?)\b/i;

/** "how long do customers wait", of calls with their wait_seconds: what is called like the verb, on average. */
export function durationAsked(context: Context): Context | null {
  const { sketch, catalog, happened, metric, formOf } = context;
  const asked = sketch.outputs.find((one) => one.kind === "hint" && one.hint === "length");
  const waited = sketch.names.find(
    ({ columns: [best], tables }) =>
      best !== undefined && tables.length === 0 && best.score >= 0.4 && isDuration(best.column),
  );
  const column = waited?.columns[0]?.column;
  if (asked === undefined || waited === undefined || column === undefined || sketch.outputs.length > 1) return null;
  const others = sketch.tables.filter(({ mention, each }) => each || tableOf(mention, context)?.isCustomer !== true);
  const isOther = (one: Sketch["filters"][number]) => one.kind !== "period";
  if (others.some(({ each }) => !each) || sketch.filters.some(isOther)) return null;
  const outputs = [{ kind: "aggregate", fn: "avg", mention: waited, distinct: false, at: asked.at } as const];
  return contextOf({ ...sketch, outputs, tables: others, strangeHead: false }, catalog, {
    subject: column.table,
    happened,
    metric,
    formOf,
  });
}
