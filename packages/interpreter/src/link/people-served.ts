import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import type { Item } from "./item.ts";
import { columnScore, mentionOf, tableScore } from "./mention.ts";

const SERVED = /^(?:customers?|clients?|guests?|users?)$/i;
const MEMBERS = /^members?$/i;

/** How well a table is named that is called so, and not in part. */
const NAMED_WELL = 0.6;

const isOfTheHouse = (table: CatalogTable): boolean =>
  worksHere(table) || table.words.some((word) => /^(?:crew|staff|personnel)$/.test(word));

/**
 * "customers", "gold members", where nobody is called so but those who work here in part ("crew members"): the one table of
 * people whom the house serves; for members, where what is said of them is kept there.
 */
export function withPeopleServed(items: readonly Item[], catalog: Catalog): Item[] {
  return items.map((item) => {
    if (item.kind !== "schema" || !(SERVED.test(item.text) || MEMBERS.test(item.text))) return item;
    const { mention } = item;
    const [best] = mention.tables;
    if (best === undefined || tableScore(mention) >= NAMED_WELL || columnScore(mention) >= NAMED_WELL) return item;
    if (!isOfTheHouse(best.table)) return item;
    const table = onlyServed(catalog);
    if (table === null || (MEMBERS.test(item.text) && !items.some((other) => isSaidOf(table, other)))) return item;
    const { start, end, text } = item;
    return { ...item, mention: mentionOf({ start, end, text, tables: [{ table, score: 0.9 }] }) };
  });
}

function onlyServed({ tables }: Catalog): CatalogTable | null {
  const [only, ...more] = tables.filter(
    (table) => !table.isView && table.label.length > 0 && isPerson(table) && !isOfTheHouse(table),
  );
  return only !== undefined && more.length === 0 ? only : null;
}

const isSaidOf = (table: CatalogTable, item: Item): boolean =>
  item.kind === "value" &&
  item.mention.values.length > 0 &&
  item.mention.values.every(({ column }) => column.table === table);
