import { type Fence, fencedBy } from "../marks/fence.ts";
import { type ColumnMark, isClosed } from "../marks/marks.ts";
import { columnsOf, isView } from "./catalog.ts";
import type { TablesFor } from "./kept-tables.ts";

interface Fenced {
  tablesFor: TablesFor;
  databases: readonly string[];
  marks: readonly ColumnMark[];
  /** What the statement reads; null where there is none. */
  read: readonly string[] | null;
  signal: AbortSignal;
}

/**
 * What marks close: their columns, and every view. The catalog does not say what a view reads, and to ask for each one's text is a
 * statement of its own: where a column is closed, no view shows anything.
 */
export async function athenaFence({ tablesFor, databases, marks, read, signal }: Fenced): Promise<Fence> {
  const closed = marks.filter(isClosed);
  const fence: Fence = { tables: [], closed: [] };
  const [meant] = databases;
  const tables = await Promise.all(databases.map((schema) => tablesFor(schema, read, signal)));
  for (const [at, schema] of databases.entries()) {
    for (const table of tables[at] ?? []) {
      const { Name: name = "" } = table;
      const relation = { schema, name, visible: schema === meant };
      const columns = columnsOf(table).map((column) => column.Name ?? "");
      const fenced = fencedBy(closed, { schema, name, columns });
      if (isView(table)) fence.closed.push(relation);
      else if (fenced) fence.tables.push({ ...relation, ...fenced });
    }
  }
  return fence;
}
