import type { Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";

/** From this likeness on words name something without doubt. */
const CLEARLY = 0.9;

/**
 * "active clients", where only staff have a column called "active": it says nothing of clients, and is a word that means
 * nothing so far; it is their state, where that has such a value. A flag of the rows themselves, or of rows that are named
 * as well, keeps its meaning.
 */
export function withoutStrayFlags(items: readonly Item[]): Item[] {
  const named = new Set(
    items.flatMap((item) =>
      item.kind === "schema" && tableScore(item.mention) >= CLEARLY ? [item.mention.tables[0]?.table] : [],
    ),
  );
  return items.map((item, at) => {
    const next = items[at + 1];
    if (item.kind !== "schema" || next?.kind !== "schema" || next.start !== item.end) return item;
    if (tableScore(next.mention) < CLEARLY || !isFlagAlone(item.mention)) return item;
    if (item.mention.columns.some(({ column, score }) => score >= CLEARLY && named.has(column.table))) return item;
    const rows = next.mention.tables[0]?.table;
    const values = item.mention.values.filter(({ column }) => column.table === rows);
    if (values.length > 0) return { ...item, kind: "value", mention: { ...item.mention, columns: [], values } };
    if (item.mention.values.length > 0) return item;
    return { kind: "word", capitalised: false, start: item.start, end: item.end, text: item.text };
  });
}

/** True for one word that names a column of yes and no, and no rows. */
const isFlagAlone = (mention: Mention): boolean =>
  mention.end === mention.start + 1 &&
  columnScore(mention) >= CLEARLY &&
  mention.columns[0]?.column.isFlag === true &&
  mention.tables.length === 0;
