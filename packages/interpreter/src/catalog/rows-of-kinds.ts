import { singular } from "../language/words.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "./catalog.ts";

/** A kind of rows that other rows may be of: "Task" in the notable_type of notes. */
export interface KindOfRows {
  table: CatalogTable;
  column: CatalogColumn;
  value: string;
}

/** The tables of which rows may be, by a column that says which and one that says which row of it, which is no key. */
export function kindsOfRows({ columns, name: own }: CatalogTable, { tables, links }: Catalog): KindOfRows[] {
  return columns.flatMap((column) => {
    const { words, isText, source } = column;
    const [last, ...before] = words.toReversed();
    const prefix = before.toReversed().join(" ");
    const isPair = columns.some((one) => !one.isForeign && one.words.join(" ") === `${prefix} id`);
    if (!isText || last !== "type" || prefix === "" || !isPair || !source.values_complete) return [];
    const kinds = new Map(source.values.map((value) => [value.toLowerCase().replaceAll("_", " "), value]));
    return tables.flatMap((table) => {
      const called = table.words.join(" ");
      const value = kinds.get(called) ?? kinds.get(singular(called)) ?? kinds.get(singular(called).replaceAll(" ", ""));
      const isLinked = links.some(({ from, to }) => from[0]?.table.name === own && to[0]?.table === table);
      return table.isView || isLinked || value === undefined ? [] : [{ table, column, value }];
    });
  });
}
