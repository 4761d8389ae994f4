import { toldAs } from "../catalog/called.ts";
import { plural } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";
import type { Ambiguous } from "./choices.ts";

const PRICES = /^(?:prices|rates|fees|tariffs|charges)$/i;
/** More of them are no choice but a list. */
const MOST_PRICES = 3;

/** "what are our prices", where things have one, what was sold of them and what was bought for them: those of which of them. */
export function severalPrices(asked: string, { sketch, catalog }: Context): Ambiguous | null {
  const [only, ...more] = sketch.outputs;
  const rest = sketch.tables.length + sketch.filters.length + sketch.groups.length + sketch.superlatives.length;
  if (only?.kind !== "column" || more.length + rest > 0 || !PRICES.test(only.mention.text)) return null;
  const best = only.mention.columns[0]?.score ?? 0;
  const alike = only.mention.columns.filter(({ column, score }) => score === best && !column.table.isView);
  const tables = new Set(alike.map(({ column }) => column.table));
  if (tables.size < 2 || tables.size > MOST_PRICES || !asked.includes(only.mention.text)) return null;
  const choices = catalog.tables
    .filter((table) => tables.has(table))
    .map((table) => {
      const label = `${only.mention.text} of ${plural(toldAs(table))}`;
      return { label, message: asked.replace(only.mention.text, label) };
    });
  return { word: only.mention.text, choices };
}
