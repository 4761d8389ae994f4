import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** How rows are called that say who takes part in something. */
const TAKING_PART = /^(?:bookings?|enrol+ments?|registrations?|sign ?ups?|attendances?|participations?|reservations?)$/;

/** "average class size", of classes that people book: how many bookings each has, rather than how many it could have. */
export const sizesOfThings: Rewriter = (tokens, at, catalog) => {
  const [before, thing, size] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (thing === undefined || !/^sizes?$/.test(size?.lower ?? "")) return null;
  if (!/^(?:average|mean|median|typical|avg)$/.test(before?.lower ?? "")) return null;
  const found = (catalog.tablesByStem.get(thing.stem) ?? [])
    .filter((table) => !table.isView && table.stems.at(-1) === thing.stem && !saysSize(table))
    .flatMap((table) => rowsOfPeople(table, catalog).map((rows) => ({ table, rows })));
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  const words = [...only.rows.words.slice(0, -1), plural(only.rows.words.at(-1) ?? "")];
  const each = ["number", "of", ...words, "per", ...only.table.words];
  return { tokens: written([thing], each), end: at + 2 };
};

/** True where the rows hold a size of their own. */
const saysSize = ({ columns }: CatalogTable): boolean => columns.some(({ words }) => words.at(-1) === "size");

/** The rows that say which of those the house serves take part in such a thing. */
function rowsOfPeople(thing: CatalogTable, { links }: Catalog): CatalogTable[] {
  const refers = (rows: CatalogTable, holds: (table: CatalogTable) => boolean) =>
    links.some(({ from: [key], to: [target] }) => key?.table === rows && target !== undefined && holds(target.table));
  const rows = links.flatMap(({ from: [key], to: [target] }) =>
    key !== undefined && target?.table === thing && !key.table.isView && TAKING_PART.test(key.table.words.at(-1) ?? "")
      ? [key.table]
      : [],
  );
  return [...new Set(rows)].filter((one) => refers(one, (table) => isPerson(table) && !worksHere(table)));
}
