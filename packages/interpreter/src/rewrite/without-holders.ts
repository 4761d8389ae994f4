import { mentionOf } from "../link/mention.ts";
import { isTitle } from "../read/schema/values.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "orders without a sales rep", where sales rep is a job title and each order leads to one of the staff: those that lead to nobody, rather than
 * those of somebody with another title.
 */
export function takeWithoutHolders(context: Context): Context {
  const { sketch, subject, catalog } = context;
  if (!/^(?:without|(?:with |has |have |had )?no)$/i.test(sketch.negation ?? "") || subject === null) return context;
  const keyTo = (filter: FilterWish) => {
    const [title, ...others] = filter.kind === "value" && filter.negated ? filter.mention.values : [];
    if (title === undefined || others.length > 0 || !isTitle(title)) return null;
    const keys = catalog.links.flatMap(({ from: [key, ...more], to: [target] }) =>
      key?.table === subject && more.length === 0 && target?.table === title.column.table ? [key] : [],
    );
    return keys.length === 1 ? (keys[0] ?? null) : null;
  };
  const lacking = sketch.filters.find((filter) => keyTo(filter) !== null);
  if (lacking === undefined) return context;
  const filters = sketch.filters.map((filter): FilterWish => {
    const key = keyTo(filter);
    // "in 2025" behind it is not denied.
    if (filter.kind === "period" && filter.negated && filter.at > lacking.at) return { ...filter, negated: false };
    if (key === null || filter.kind !== "value") return filter;
    const { at, connector, zone, mention } = filter;
    const { start, end, text } = mention;
    const target = mentionOf({ start, end, text, columns: [{ column: key, score: 1 }] });
    return { at, connector, zone, negated: false, kind: "missing", target };
  });
  return { ...context, sketch: { ...sketch, filters } };
}
