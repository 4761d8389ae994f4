import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isBoss, isPerson } from "../catalog/persons.ts";
import type { Mention } from "../link/mention.ts";
import type { Context } from "./context.ts";

/** The foreign key by which a table's rows refer to rows of the same table, if it has one. */
export function selfKey(table: CatalogTable, context: Context): CatalogColumn | null {
  for (const link of context.catalog.links) {
    const from = link.from[0];
    if (link.from.length === 1 && from !== undefined && from.table === table && link.to[0]?.table === table)
      return from;
  }
  return null;
}

/** "employees who report to X": X is the name of the row referred to. */
export function reportsTo(column: CatalogColumn, context: Context): string | null {
  const key = selfKey(column.table, context);
  if (key === null || !column.table.label.includes(column)) return null;
  const { said } = context.sketch;
  // "how many gardeners does Kim have", who is one of them
  const isHis =
    said.has("what somebody has") && isPerson(column.table) && isBoss(key) && context.subject === column.table;
  return said.has("reporting to") || isHis || isNamedBeside(key, context) ? key.name : null;
}

/** "agents with manager Kim", "how many players does Kim mentor": the key is said, and not asked for; Kim is the row it leads to. */
function isNamedBeside(key: CatalogColumn, { sketch, subject }: Context): boolean {
  const isKey = (mention: Mention | null) => mention?.columns[0]?.column === key && mention.tables.length === 0;
  const { outputs, groups, filters, superlatives, names } = sketch;
  const isAsked =
    outputs.some((one) => "mention" in one && isKey(one.mention)) || groups.some((one) => isKey(one.mention));
  if (isAsked || subject !== key.table || superlatives.length > 0) return false;
  const isTarget = filters.some((one) => one.kind === "value" && isKey(one.target));
  const isVerb = outputs.every(({ kind }) => kind === "count") && outputs.length > 0 && names.some(isKey);
  return isTarget || isVerb;
}
