import type { CatalogTable } from "../catalog/catalog.ts";
import { distance } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Context } from "../resolve/context.ts";

/** "Who works on Apollo?", "Who bought it?": the nearest people, where the question names none. */
export function personAsked(subject: CatalogTable, context: Context): CatalogTable {
  const { sketch, catalog } = context;
  if (!sketch.said.has("who does") || sketch.outputs.length > 0) return subject;
  if (isPerson(subject)) return subject;
  const buying = sketch.buying !== null && !sketch.buying.sold;
  const near = catalog.tables
    .filter((table) => isPerson(table) && table.label.length > 0 && (!buying || table.isCustomer))
    .map((table) => ({ table, far: distance(catalog, subject, table) }))
    .filter(({ far }) => Number.isFinite(far))
    .toSorted((a, b) => a.far - b.far)[0];
  if (near === undefined) return subject;
  for (const { mention } of context.named) mention.zone = "modifier";
  return near.table;
}
