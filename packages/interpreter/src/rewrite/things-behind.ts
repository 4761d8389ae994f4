import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";

/** A table is named in full from this likeness on. */
const NAMED_IN_FULL = 0.9;
/** A table that is called so hardly worse than the best. */
const HARDLY_WORSE = 0.3;

/**
 * "which services bring in the most", of the tables "visit_service" and "service_type": the things with names, rather
 * than the lines that each speak of one. What is counted or summed up are the lines.
 */
export function takeThingsBehind(context: Context): Context {
  const { sketch, catalog } = context;
  const figures = new Set(figuredIn(sketch));
  const read = new Map<Mention, Mention>();
  for (const { mention } of [...sketch.tables, ...sketch.groups]) {
    const isLine = figures.has(mention) || isAveragedOver(mention, sketch, catalog);
    const thing = isLine ? null : thingBehind(mention, catalog);
    if (thing !== null) read.set(mention, { ...mention, tables: thing });
  }
  if (read.size === 0) return context;
  const other = <One extends { readonly mention: Mention }>(one: One): One => ({
    ...one,
    mention: read.get(one.mention) ?? one.mention,
  });
  const { subject, happened, metric, formOf } = context;
  const changed = { ...sketch, tables: sketch.tables.map(other), groups: sketch.groups.map(other) };
  return contextOf(changed, catalog, { subject, happened, metric, formOf });
}

/** "average number of bookings per class", where each is of a lesson: over the lessons, rather than over what they teach. */
const isAveragedOver = ({ tables: [best] }: Mention, { outputs }: Sketch, catalog: Catalog): boolean =>
  best !== undefined &&
  outputs.some((output) => {
    const counted = output.kind === "aggregate" && output.fn === "avg" ? output.mention?.tables[0]?.table : undefined;
    return counted !== undefined && counted !== best.table && refersTo(counted, best.table, catalog);
  });

/** What is counted, summed up or compared by its number. */
const figuredIn = ({ outputs, filters, superlatives }: Sketch): (Mention | null)[] => [
  ...outputs.flatMap((output) => (output.kind === "count" || output.kind === "aggregate" ? [output.mention] : [])),
  ...filters.flatMap((filter) => (filter.kind === "count" ? [filter.mention] : [])),
  ...superlatives.flatMap(({ target }) => (target.kind === "count" ? [target.mention] : [])),
];

/** The tables of a mention, that of the things first, where the best is one of lines without names. */
function thingBehind({ tables }: Mention, catalog: Catalog): Mention["tables"] | null {
  const [best] = tables;
  if (best === undefined || best.score >= NAMED_IN_FULL || best.table.label.length > 0) return null;
  const thing = tables.find(
    ({ table, score }) =>
      table.label.length > 0 && score >= best.score - HARDLY_WORSE && refersTo(best.table, table, catalog),
  );
  return thing === undefined
    ? null
    : [{ ...thing, score: best.score }, ...tables.filter((one) => one.table !== thing.table && one !== best)];
}

const refersTo = (lines: CatalogTable, things: CatalogTable, { links }: Catalog): boolean =>
  links.some(({ from, to }) => from[0]?.table === lines && to[0]?.table === things);
