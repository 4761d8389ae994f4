import type { CatalogTable } from "../catalog/catalog.ts";
import { boughtOf, purchasesOf } from "../catalog/measures.ts";
import { isToOne } from "../catalog/joins.ts";
import { measureSource } from "./measures.ts";
import type { Context } from "./context.ts";

/** The table whose rows are made when somebody buys: orders where there are some. */
export const buyingTable = ({ catalog }: Context): CatalogTable | null => purchasesOf(catalog);

/** The table of what is bought. */
export const boughtTable = ({ catalog }: Context): CatalogTable | null => boughtOf(catalog);

/** "who spent more than 500", where nothing else is named: the only customers to whom what was sold belongs. */
export function peopleWhoSpent(context: Context): CatalogTable | null {
  const { sketch, catalog } = context;
  const isSpent = sketch.filters.some((one) => one.kind === "compare" && one.measure === "money");
  const source = sketch.said.has("who does") && isSpent ? measureSource(context, "money") : null;
  if (source === null) return null;
  const [only, ...more] = catalog.tables.filter(
    (table) => table.isCustomer && !table.isView && isToOne(catalog, source.table, table),
  );
  return more.length === 0 ? (only ?? null) : null;
}
