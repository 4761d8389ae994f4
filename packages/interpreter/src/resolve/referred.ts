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
  const link = catalog.links.find(
    (candidate) => candidate.from.length === 1 && candidate.from[0] === column && candidate.cost < 2,
  );
  const target = link?.to[0]?.table;
  return target === undefined || target === column.table || target.label.length === 0 ? null : target;
}
