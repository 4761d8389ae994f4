import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson } from "../catalog/persons.ts";
import { type Rewriter, written } from "./rewriter.ts";

const UNIT_OF_ADVERB = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
]);

/** "daily active users": on each day, how many of them did anything of which rows are kept, whatever else is called active. */
export const activeByTime: Rewriter = (tokens, at, catalog) => {
  const [often, active, people] = tokens.slice(at, at + 3);
  const unit = UNIT_OF_ADVERB.get(often?.lower ?? "");
  if (unit === undefined || active?.lower !== "active" || people === undefined) return null;
  const those = (catalog.tablesByStem.get(people.stem) ?? []).find(
    ({ isView, stems, ...table }) =>
      !isView && stems.length === 1 && (table.isCustomer || isPerson({ isView, stems, ...table })),
  );
  const rows = those === undefined ? null : doingsOf(those, catalog);
  if (rows === null) return null;
  const words = ["number", "of", people.lower, "with", ...rows.name.toLowerCase().split(/[^a-z]+/), "per", unit];
  return { tokens: written([often ?? active], words), end: at + 3 };
};

/** What shows that somebody was there. */
const SIGNS_OF_LIFE = /^(?:events?|sessions?|logins?|visits?|activit(?:y|ies)|actions?|page ?views?|check ?ins?)$/;

/** The rows of such things that belong to people and have a day: of several, those there are most of. */
function doingsOf(people: CatalogTable, { links }: Catalog): CatalogTable | null {
  const tables = links.flatMap(({ from: [key, ...more], to: [to] }) =>
    key !== undefined && more.length === 0 && to?.table === people && !key.table.isView ? [key.table] : [],
  );
  const found = tables.filter((table) => SIGNS_OF_LIFE.test(table.words.join(" ")) && dateColumn(table) !== null);
  return found.toSorted((a, b) => b.source.row_count - a.source.row_count)[0] ?? null;
}
