import type { Item } from "./item.ts";
import type { Mention } from "./mention.ts";

/** "Mira Holt", each part of which stands in several tables: both are parts of the name of one row. */
export function namesOfOneRow(items: readonly Item[]): Item[] {
  const result = [...items];
  for (const [i, second] of items.entries()) {
    const first = result[i - 1];
    if (first?.kind !== "value" || second.kind !== "value" || first.end !== second.start) continue;
    const tables = sharedTables(first.mention, second.mention);
    if (tables.size === 0) continue;
    result[i - 1] = { ...first, mention: within(first.mention, tables) };
    result[i] = { ...second, mention: within(second.mention, tables) };
  }
  return result;
}

/** Tables with one part of a name in one column and the other in another. */
function sharedTables(first: Mention, second: Mention): ReadonlySet<string> {
  return new Set(
    first.values.flatMap(({ column }) =>
      second.values.some((other) => other.column !== column && other.column.table === column.table)
        ? [column.table.name]
        : [],
    ),
  );
}

/** The mention of values in these tables only, by the parts of names that stand there. */
function within(mention: Mention, tables: ReadonlySet<string>): Mention {
  return { ...mention, values: mention.values.filter(({ column }) => tables.has(column.table.name)) };
}
