import type { Context, Named } from "../resolve/context.ts";

/** A table is named by a noun from this likeness on; below it, perhaps by a verb. */
const CALLED_BY_A_NOUN = 0.9;

/**
 * "members who play chess", where games are "plays" and the value is one of their hobbies: a verb right before a value
 * is what is done with it, and names no other rows.
 */
export function takeVerbs(context: Context): Context {
  const verbs = new Set(context.named.filter((entry) => isVerbOfValue(entry, context)));
  if (verbs.size === 0) return context;
  const mentions = new Set([...verbs].map(({ mention }) => mention));
  const { sketch } = context;
  return {
    ...context,
    named: context.named.filter((entry) => !verbs.has(entry)),
    sketch: { ...sketch, tables: sketch.tables.filter((mention) => !mentions.has(mention)) },
  };
}

function isVerbOfValue({ table, mention }: Named, { sketch, subject }: Context): boolean {
  if (mention.zone === "focus" || table === subject || (mention.mention.tables[0]?.score ?? 0) >= CALLED_BY_A_NOUN)
    return false;
  const values = sketch.filters.flatMap((filter) =>
    filter.kind === "value" && filter.target === mention.mention ? [filter.mention.values] : [],
  );
  return values.length > 0 && values.every((of) => of.length > 0 && of.every(({ column }) => column.table !== table));
}
