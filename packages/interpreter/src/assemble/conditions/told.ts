import type { CatalogTable } from "../../catalog/catalog.ts";
import { isToOne } from "../../catalog/joins.ts";
import type { Context } from "../../resolve/context.ts";

/** "patients who cancelled more than twice": the rows that were cancelled, of which each patient may have several. */
export function toldByValue({ sketch, subject, catalog }: Context): CatalogTable | null {
  const tables = new Set(
    sketch.filters.flatMap((filter) =>
      filter.kind === "value" && !filter.negated ? filter.mention.values.map(({ column }) => column.table) : [],
    ),
  );
  const [only] = tables;
  const isTheirs = only !== undefined && subject !== null && only !== subject && isToOne(catalog, only, subject);
  return tables.size === 1 && isTheirs ? only : null;
}
