import type { ColumnMark } from "./marks.ts";

/** A table some of whose columns are closed, as the database's catalog has it at this moment. */
export interface FencedTable {
  schema: string | null;
  name: string;
  /** True if the name without a schema means this table. */
  visible: boolean;
  /** What may be read of it, in its order; of a masked column there is only the mask. */
  columns: { name: string; masked: boolean }[];
  /** Columns that do not exist for queries. */
  hidden: string[];
}

/** What queries may not read. */
export interface Fence {
  tables: FencedTable[];
  /** Relations that are made of closed columns: views, above all. */
  closed: { schema: string | null; name: string; visible: boolean }[];
}

/** The select that stands in a fenced table's place. */
export function standIn(
  table: FencedTable,
  relation: string,
  { quote, mask }: { quote: (name: string) => string; mask: string },
): string {
  const columns = table.columns.map(({ name, masked }) => (masked ? `${mask} AS ${quote(name)}` : quote(name)));
  // A table all of whose columns are closed still has rows to count.
  return `(SELECT ${columns.join(", ") || `${mask} AS ${quote("closed")}`} FROM ${relation})`;
}

/** Whether two names are the same in engines that do not mind capitals. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What marks close of a table, in engines that do not mind capitals; undefined where that is nothing. `marks` are those that close. */
export function fencedBy(
  marks: readonly ColumnMark[],
  { schema, name, columns }: { schema: string; name: string; columns: readonly string[] },
): Pick<FencedTable, "columns" | "hidden"> | undefined {
  const own = marks.filter((mark) => isSame(mark.table, name) && (mark.schema === null || isSame(mark.schema, schema)));
  const fenced: Pick<FencedTable, "columns" | "hidden"> = { columns: [], hidden: [] };
  for (const column of columns) {
    const found = own.filter((mark) => isSame(mark.column, column));
    if (found.some(({ mark }) => mark === "hidden")) fenced.hidden.push(column);
    else fenced.columns.push({ name: column, masked: found.length > 0 });
  }
  return fenced.hidden.length > 0 || fenced.columns.some(({ masked }) => masked) ? fenced : undefined;
}
