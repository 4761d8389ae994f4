import type { Asked, Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** "Mira Holt", which a view has in one column and its table in two: the parts of the name of one row. */
export function inTwoParts(items: readonly Item[], { tokens, catalog }: Asked): Item[] {
  return items.flatMap((item) => {
    const isOfViews =
      item.kind === "value" &&
      item.end === item.start + 2 &&
      item.mention.values.length > 0 &&
      item.mention.values.every(({ column }) => column.table.isView);
    if (!isOfViews) return [item];
    const [first, second] = [item.start, item.start + 1].map((at) =>
      mentionsAt(tokens, at, catalog).find(({ end, values }) => end === at + 1 && values.length > 0),
    );
    const isOne = first !== undefined && second !== undefined && sharedTables(first, second).size > 0;
    const part = (mention: Mention): Item => ({
      ...item,
      mention,
      start: mention.start,
      end: mention.end,
      text: mention.text,
    });
    return isOne ? [part(first), part(second)] : [item];
  });
}

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
