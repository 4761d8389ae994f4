import { kindsOfRows } from "../catalog/rows-of-kinds.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { plural, singular } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "revenue from yearly plans", of payments that are for a subscription or a course as their payable_type says: no key leads from a
 * payment to what it is for, and those of its user are others.
 */
export function ofOneOfSeveral(form: LogicalForm, { catalog, named }: Context): string[] {
  const written = JSON.stringify(form);
  const read = catalog.tables.filter(({ name }) => written.includes(`"table":${JSON.stringify(name)}`));
  return [...new Set(read.flatMap((table) => kindsReached(table, read, { catalog, named })))];
}

/** Of the tables that are read, those to which rows of one belong by what no key says. */
function kindsReached(
  table: CatalogTable,
  read: readonly CatalogTable[],
  { catalog, named }: Pick<Context, "catalog" | "named">,
): string[] {
  // "revenue of users with a subscription": whose money it is was said.
  const isOfOwners = named.some((one) =>
    catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === one.table),
  );
  if (isOfOwners) return [];
  const kinds = kindsOfRows(table, catalog).map((kind) => kind.table);
  return read
    .filter((one) => one !== table && !isToOne(catalog, table, one))
    .filter((one) => kinds.some((kind) => kind === one || isToOne(catalog, kind, one)))
    .map(({ words }) => plural(singular(words.join(" "))));
}
