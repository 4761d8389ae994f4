import type { CatalogTable } from "../catalog/catalog.ts";
import { distance } from "../catalog/joins.ts";
import type { Context } from "../resolve/context.ts";

const persons =
  /^(customer|client|buyer|shopper|employee|staff|person|people|user|agent|member|student|teacher|driver|author|artist|player|patient|doctor|physician|nurse|contact|candidate|applicant|worker|manager|representative|owner|guest|passenger|pilot|singer|actor|director|host|visitor|subscriber|instructor|professor|advisor|account)s?$/;

/** People, or what stands for them: those that "who" can ask for. */
export function isPerson(table: CatalogTable): boolean {
  return table.label.length === 2 || table.words.some((word) => persons.test(word));
}

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
