import { amountColumn } from "../catalog/amounts.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { tableOf } from "../resolve/context.ts";

/** "purchases by vendor in euros": what they came to, rather than how many there were. */
export function takeInMoney(context: Context): Context {
  const { sketch } = context;
  const [counted, ...more] = sketch.outputs;
  if (!sketch.said.has("in money") || counted?.kind !== "count" || counted.mention === null || more.length > 0)
    return context;
  const table = tableOf(counted.mention, context);
  const column = table === null ? null : amountColumn(table);
  if (column === null) return context;
  const { at } = counted;
  const mention = mentionOf({ ...counted.mention, tables: [], columns: [{ column, score: 1 }] });
  return {
    ...context,
    sketch: { ...sketch, outputs: [{ kind: "aggregate", fn: "sum", mention, distinct: false, at }] },
  };
}
