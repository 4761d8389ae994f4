import type { Context, Named } from "../resolve/context.ts";

/** The context with some of its table mentions read otherwise. */
export function withMentions(
  context: Context,
  which: readonly Named[],
  otherwise: Partial<Pick<Named["mention"], "zone" | "each" | "required">>,
): Context {
  const changed = new Map(which.map(({ mention }) => [mention, { ...mention, ...otherwise }]));
  const read = (mention: Named["mention"]) => changed.get(mention) ?? mention;
  return {
    ...context,
    named: context.named.map(({ table, mention }) => ({ table, mention: read(mention) })),
    sketch: { ...context.sketch, tables: context.sketch.tables.map(read) },
  };
}
