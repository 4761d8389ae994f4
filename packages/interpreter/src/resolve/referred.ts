import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isCoded } from "../catalog/labels.ts";
import type { Context } from "./context.ts";

/** The named things behind a foreign key: "per support rep" shows names, not numbers. Null where its number was asked for. */
export function referred(column: CatalogColumn, text: string, { catalog }: Context): CatalogTable | null {
  if (
    !column.isForeign ||
    !(column.isNumber || isCoded(column)) ||
    column.isPrimary ||
    /\b(ids?|codes?|numbers?|keys?)\b/i.test(text)
  )
    return null;
  const link = catalog.links.find(({ from }) => from.length === 1 && from[0] === column);
  const target = link?.to[0]?.table;
  return target === undefined || target === column.table || target.label.length === 0 ? null : target;
}
