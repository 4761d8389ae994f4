import { isNamesake } from "../catalog/joins.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";

/** "the busiest vet": the one with the most of what happens to them, where one thing only does, by a key called like them. */
export function takeBusiest(context: Context): Context {
  const { sketch, subject, catalog } = context;
  const ranked = sketch.superlatives.find(({ said }) => /^(busiest|quietest)$/i.test(said ?? ""));
  if (ranked === undefined || subject === null || ranked.target.kind !== "count") return context;
  if (ranked.target.mention !== null && ranked.target.mention.tables[0]?.table !== subject) return context;
  const happens = new Set(
    catalog.links.flatMap(({ from, to }) => {
      const [key] = from;
      const isTheirs = key !== undefined && to[0]?.table === subject && key.table !== subject && !key.table.isView;
      return isTheirs && isNamesake(subject)(key) && key.table.columns.some(({ isDate }) => isDate) ? [key.table] : [];
    }),
  );
  const [only, ...others] = happens;
  if (only === undefined || others.length > 0) return context;
  const { at } = ranked;
  const mention = mentionOf({ start: at, end: at, text: only.name, tables: [{ table: only, score: 1 }] });
  context.notes.assumptions.push(`${ranked.said ?? "Busiest"} is by the number of ${only.name}.`);
  const superlatives = sketch.superlatives.map((one) =>
    one === ranked ? { ...one, target: { kind: "count" as const, mention } } : one,
  );
  return { ...context, sketch: { ...sketch, superlatives } };
}
