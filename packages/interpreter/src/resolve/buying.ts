import type { CatalogTable } from "../catalog/catalog.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";
import type { Context } from "./context.ts";

/** The table whose rows are made when somebody buys: orders where there are some. */
export function buyingTable(context: Context): CatalogTable | null {
  return purchasesOf(context.catalog);
}

/** What is bought: the table that the lines of an order speak of beside the order itself. */
export function boughtTable(context: Context): CatalogTable | null {
  const lines = measuresOf(context.catalog).quantity[0]?.table;
  if (lines === undefined) return null;
  const header = buyingTable(context);
  const parents = context.catalog.links.flatMap((link) =>
    link.from[0]?.table === lines ? (link.to[0]?.table ?? []) : [],
  );
  return (
    parents.find((table) => table !== header && table !== lines && table.label.length > 0 && !table.isCustomer) ?? null
  );
}
