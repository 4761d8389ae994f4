import type { CatalogTable } from "../catalog/catalog.ts";
import { singular } from "../language/words.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch, TableMention } from "./sketch.ts";

/** What a column that is surely meant counts at least. */
const SURE_COLUMN = 0.9;

/**
 * The rows that are spoken of, without those that are no more than part of a column's name: "courses with max pupils above 6",
 * "with instrument Flute", "the most customers with customer type Firm".
 */
export function withoutNamesCompared({ filters, tables }: Pick<Sketch, "filters" | "tables">): TableMention[] {
  const targets = new Map(
    filters.flatMap((one) => ("target" in one && one.target !== null ? [[one.target.start, one.target] as const] : [])),
  );
  return tables.filter(({ mention, required }, at) => {
    const target = required ? targets.get(mention.start) : undefined;
    const [best] = mention.tables;
    if (target === undefined || best === undefined) return true;
    const isNamed = tables.slice(0, at).some((other) => other.mention.tables[0]?.table === best.table);
    return !isInName(best.table, target, isNamed);
  });
}

function isInName(table: CatalogTable, { columns, text }: Mention, isNamed: boolean): boolean {
  // "followed by Ada", of people with so many followers: what is done, and no name
  const last = singular(text.toLowerCase().split(" ").at(-1) ?? "");
  return columns.some(
    ({ column, score }) =>
      score >= SURE_COLUMN &&
      column.words.some((word) => singular(word) === last) &&
      (column.table === table ? isNamed : table.stems.every((name) => column.stems.includes(name))),
  );
}
