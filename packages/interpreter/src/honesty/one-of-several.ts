import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { plural, singular } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "revenue from yearly plans", of payments that are for a subscription or a course as their payable_type says: no key leads from a
 * payment to what it is for, and those of its user are others.
 */
export function ofOneOfSeveral(form: LogicalForm, { catalog, named }: Context): string[] {
  const table = catalog.byName.get(form.subject);
  // "revenue of users with a subscription": whose money it is was said.
  const isOfOwners = named.some((one) =>
    catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === one.table),
  );
  if (table === undefined || isOfOwners) return [];
  const kinds = kindsOf(table, catalog);
  if (kinds.length === 0) return [];
  const written = JSON.stringify(form);
  const read = catalog.tables.filter(({ name }) => written.includes(`"table":${JSON.stringify(name)}`));
  return read
    .filter((one) => !isToOne(catalog, table, one) && kinds.some((kind) => isToOne(catalog, kind, one)))
    .map(({ words }) => plural(singular(words.join(" "))));
}

/** The tables of which rows may be, by a column that says which and one that says which row of it, which is no key. */
function kindsOf({ columns, name: own }: CatalogTable, { tables, links }: Catalog): CatalogTable[] {
  return columns.flatMap(({ words, isText, source }) => {
    const [last, ...before] = words.toReversed();
    const prefix = before.toReversed().join(" ");
    const isPair = columns.some((one) => !one.isForeign && one.words.join(" ") === `${prefix} id`);
    if (!isText || last !== "type" || prefix === "" || !isPair || !source.values_complete) return [];
    const kinds = new Set(source.values.map((value) => value.toLowerCase().replaceAll("_", " ")));
    return tables.filter(
      (table) =>
        !table.isView &&
        [table.words.join(" "), singular(table.words.join(" "))].some((called) => kinds.has(called)) &&
        !links.some(({ from, to }) => from[0]?.table.name === own && to[0]?.table === table),
    );
  });
}
