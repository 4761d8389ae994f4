import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Asked, Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/**
 * "Mira Holt", which a view has in one column and its table in two: the parts of the name of one row. After "mentor of", where coaches have
 * a mentor among them, she is one of them, whatever other rows are called so.
 */
export function inTwoParts(items: readonly Item[], { tokens, catalog }: Asked): Item[] {
  return items.flatMap((item, i) => {
    if (item.kind !== "value" || item.end !== item.start + 2 || item.mention.values.length === 0) return [item];
    const isOfViews = item.mention.values.every(({ column }) => column.table.isView);
    const role = isOfViews ? null : roleBefore(items, i, catalog);
    const isOfOthers = role !== null && item.mention.values.every(({ column }) => column.table !== role);
    if (!isOfViews && !isOfOthers) return [item];
    const [first, second] = [item.start, item.start + 1].map((at) =>
      mentionsAt(tokens, at, catalog).find(({ end, values }) => end === at + 1 && values.length > 0),
    );
    const shared = first === undefined || second === undefined ? new Set<string>() : sharedTables(first, second);
    const isOne =
      first !== undefined && second !== undefined && (role === null ? shared.size > 0 : shared.has(role.name));
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

/** The rows that have a key among them which is said right before a name: "mentor of". */
function roleBefore(items: readonly Item[], at: number, { links }: Catalog): CatalogTable | null {
  const before = items.slice(Math.max(0, at - 2), at).findLast((one) => one.kind === "schema");
  const key = before?.kind === "schema" ? before.mention.columns[0]?.column : undefined;
  const isOwn = links.some(({ from: [from], to: [to] }) => from === key && to?.table === key?.table);
  return key !== undefined && isOwn ? key.table : null;
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
