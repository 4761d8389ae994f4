import type { CatalogColumn, CatalogTable, Link } from "./catalog.ts";

const isWholeKeyOf = ({ primaryKey }: CatalogTable, columns: readonly CatalogColumn[]): boolean =>
  columns.length === primaryKey.length && primaryKey.every((column) => columns.includes(column));

/**
 * "attendance (student_id, course_id)", each declared as a key of its own to registrations, which two such columns tell apart:
 * by one of them alone a row would meet those of everybody else. Both together are the key.
 */
export function keysTogether(links: readonly Link[]): Link[] {
  const parts = links.filter(({ from, to: [end, ...more] }) => {
    const isPart = end?.isPrimary === true && end.table.primaryKey.length > 1;
    return from.length === 1 && more.length === 0 && isPart;
  });
  const known = new Set(links);
  for (const group of Map.groupBy(parts, ({ from, to }) => `${from[0]?.table.name} ${to[0]?.table.name}`).values()) {
    const [from, to] = [group.flatMap((link) => link.from), group.flatMap((link) => link.to)];
    const [target] = to;
    if (target === undefined || target.table === from[0]?.table || !isWholeKeyOf(target.table, to)) continue;
    for (const link of group) known.delete(link);
    known.add({ from, to, cost: Math.max(...group.map(({ cost }) => cost)) });
  }
  return [...known];
}
