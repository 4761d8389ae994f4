import type { DeclaredTable, ListTables } from "./catalog.ts";

/** How long (ms) statements are fenced by tables that were listed before: each listing reads the whole catalog, page by page. */
const CATALOG_KEPT_MS = 60_000;

/** Lists the tables of a database for a statement that reads `read`; null: the catalog as it is now. */
export type TablesFor = (
  database: string,
  read: readonly string[] | null,
  signal: AbortSignal,
) => Promise<DeclaredTable[]>;

/**
 * Keeps what was listed for a minute. A statement that reads something new is fenced by the catalog as it is now: a view that was made
 * since may show what is closed. `meant`: the database of names that say none.
 */
export function keptTables(
  list: ListTables,
  meant: string | undefined,
  now: () => number = () => performance.now(),
): TablesFor {
  const kept = new Map<string, { tables: DeclaredTable[]; until: number }>();
  return async (database, read, signal) => {
    const known = kept.get(database);
    const isFresh = known !== undefined && now() < known.until;
    if (isFresh && read?.every((name) => isKnown(kept, name, meant))) return known.tables;
    const tables = await list(database, signal);
    kept.set(database, { tables, until: now() + CATALOG_KEPT_MS });
    return tables;
  };
}

function isKnown(
  kept: ReadonlyMap<string, { tables: DeclaredTable[] }>,
  name: string,
  meant: string | undefined,
): boolean {
  const [table = "", database = meant?.toLowerCase()] = name.toLowerCase().split(".").toReversed();
  return [...kept].some(
    ([of, { tables }]) => of.toLowerCase() === database && tables.some(({ Name = "" }) => Name.toLowerCase() === table),
  );
}
