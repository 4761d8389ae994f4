import type { CatalogTable } from "../catalog/catalog.ts";
import { thingsOfKinds } from "../catalog/kinds-of-things.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";

/**
 * "top 3 roses", "the cheapest rose", where plants have a kind that is called so: the plants of that kind are ranked, rather
 * than the kinds, of which it is one.
 */
export function takeThingsOfKind(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const isFree = sketch.tables.every(({ zone }) => zone === "modifier") && sketch.groups.length === 0;
  const [ranked, ...more] = sketch.superlatives;
  if (!isFree || more.length > 0 || sketch.outputs.length > 0) return context;
  const filter = sketch.filters.find(({ kind, zone, negated }) => kind === "value" && zone === "focus" && !negated);
  const tables = filter?.kind === "value" ? filter.mention.values.map(({ column }) => column.table) : [];
  const things = ranked === undefined ? listed(filter) : thingsOf(tables);
  if (filter?.kind !== "value" || things === null || (ranked === undefined && sketch.filters[0] !== filter))
    return context;
  const { start, end, text } = filter.mention;
  const mention = mentionOf({ start, end, text, tables: [{ table: things, score: 1 }] });
  const rows = { mention, at: filter.at, zone: "focus", negated: false, required: false, each: false } as const;
  const filters = sketch.filters.map((one) => (one === filter ? { ...one, zone: "modifier" as const } : one));
  const changed = { ...sketch, filters, tables: [rows, ...sketch.tables] };
  return contextOf(changed, catalog, { subject, happened, metric, formOf });

  /** "stouts from Ghent": the beers of that style, whether they are ranked or not. */
  function listed(kind: FilterWish | undefined): CatalogTable | null {
    if (kind?.kind !== "value" || kind.mention.quoted || !/^\p{Ll}+s$/u.test(kind.mention.text)) return null;
    const [one, ...others] = new Set(kind.mention.values.map(({ column }) => column.table));
    return one === undefined || others.length > 0 ? null : thingsOfKinds(one, catalog);
  }

  /** The only things with names that refer to a table that is no more than a list of kinds. */
  function thingsOf([kinds, ...others]: readonly CatalogTable[]): CatalogTable | null {
    if (kinds === undefined || others.some((one) => one !== kinds) || kinds.columns.some(({ isForeign }) => isForeign))
      return null;
    const [only, ...rest] = catalog.links
      .filter(({ to }) => to[0]?.table === kinds)
      .flatMap(({ from }) => from[0]?.table ?? [])
      .filter(({ isView, label }) => !isView && label.length === 1);
    return only !== undefined && rest.length === 0 && kinds.columns.length <= 4 ? only : null;
  }
}
