import { DROPPED } from "../catalog/end-states.ts";
import { mentionOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "orders not received yet": those that are still to come, and no cancelled ones, which never will. */
export function takeNotYet(context: Context): Context {
  const { sketch } = context;
  if (!sketch.said.has("not yet")) return context;
  const dropped = sketch.filters.flatMap((one) => droppedBeside(one));
  return dropped.length === 0
    ? context
    : { ...context, sketch: { ...sketch, filters: [...sketch.filters, ...dropped] } };
}

/** Rows that were dropped are left out, too, where a state is denied. */
function droppedBeside(filter: Sketch["filters"][number]): Sketch["filters"] {
  if (filter.kind !== "value" || !filter.negated) return [];
  const [column, ...more] = new Set(filter.mention.values.map((link) => link.column));
  const isState = column !== undefined && /^(?:status|state|stage)$/.test(column.words.at(-1) ?? "");
  if (!isState || more.length > 0) return [];
  const values = column.source.values.flatMap((value) => (DROPPED.test(value) ? [{ column, value, score: 1 }] : []));
  const { start, end } = filter.mention;
  const mention = mentionOf({ start, end, text: values[0]?.value ?? "", values });
  return values.length === 0 ? [] : [{ ...filter, mention, connector: "and" }];
}
