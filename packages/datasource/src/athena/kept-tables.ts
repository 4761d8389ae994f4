import type { DeclaredTable, ListTables, LookAtTable } from "./catalog.ts";

/** How long (ms) tables that no statement reads stay as they were listed: each listing reads the whole catalog, page by page. */
const CATALOG_KEPT_MS = 60_000;
/** Tables that are looked at one by one; for a statement that reads more, the catalog is listed again. */
const MOST_LOOKED_AT = 20;

/** Lists the tables of a database for a statement that reads `read`; null: the catalog as it is now. */
export type TablesFor = (
  database: string,
  read: readonly string[] | null,
  signal: AbortSignal,
) => Promise<DeclaredTable[]>;

/** The data catalog: all tables of a database, and one. */
interface Catalog {
  list: ListTables;
  look: LookAtTable;
}

/**
 * Keeps what was listed for a minute. What a statement reads is fenced by the catalog as it is now: a view that was made since, or that
 * has taken the place of a table, may show what is closed. A table that cannot be looked at has the whole catalog listed. `meant`: the
 * database of names that say none.
 */
export function keptTables(
  { list, look }: Catalog,
  meant: string | undefined,
  now: () => number = () => performance.now(),
): TablesFor {
  const kept = new Map<string, { tables: DeclaredTable[]; until: number }>();

  /** The tables as they were listed, but for those that are read; null where these cannot be told. */
  async function lookedAt(database: string, read: readonly string[], signal: AbortSignal) {
    const known = kept.get(database);
    const isFresh = known !== undefined && now() < known.until;
    if (!isFresh || !read.every((name) => isKnown(kept, name, meant))) return null;
    const isRead = (table: DeclaredTable) => read.some((name) => isNamed(table, placeOf(name, meant), database));
    if (known.tables.filter(isRead).length > MOST_LOOKED_AT) return null;
    try {
      return await Promise.all(
        known.tables.map(async (table) => (isRead(table) ? asItIsNow(table, { database, look, signal }) : table)),
      );
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  return async (database, read, signal) => {
    const current = read === null ? null : await lookedAt(database, read, signal);
    if (current !== null) return current;
    const tables = await list(database, signal);
    kept.set(database, { tables, until: now() + CATALOG_KEPT_MS });
    return tables;
  };
}

interface Looking {
  database: string;
  look: LookAtTable;
  signal: AbortSignal;
}

async function asItIsNow({ Name = "" }: DeclaredTable, { database, look, signal }: Looking): Promise<DeclaredTable> {
  const table = await look(database, Name, signal);
  if (table?.Name?.toLowerCase() !== Name.toLowerCase()) throw new Error("The table is not there any more.");
  return table;
}

/** A table's name and its database, as a statement names it. */
function placeOf(name: string, meant: string | undefined): { table: string; database: string | undefined } {
  const [table = "", database = meant?.toLowerCase()] = name.toLowerCase().split(".").toReversed();
  return { table, database };
}

const isNamed = ({ Name = "" }: DeclaredTable, named: ReturnType<typeof placeOf>, database: string): boolean =>
  database.toLowerCase() === named.database && Name.toLowerCase() === named.table;

function isKnown(
  kept: ReadonlyMap<string, { tables: DeclaredTable[] }>,
  name: string,
  meant: string | undefined,
): boolean {
  const place = placeOf(name, meant);
  return [...kept].some(([database, { tables }]) => tables.some((table) => isNamed(table, place, database)));
}
