import type { Table } from "./table.ts";
import type { Item, Key } from "./table-item.ts";
import type { ReadOptions } from "./table-reads.ts";

interface Gathering<T> {
  keys: Key[];
  isConsistent: boolean;
  found: Promise<(T | undefined)[]>;
}

/**
 * Reads single items. Those that are asked for until `passed` has resolved are read in one call: a call costs its sender far
 * more than an item. It is consistent if one of them is to be. Its users need the permission to read batches.
 */
export function gatheringReader<T = Item>(
  table: Pick<Table, "get" | "getMany">,
  passed: () => Promise<void>,
): (key: Key, options?: ReadOptions) => Promise<T | undefined> {
  let gathering: Gathering<T> | undefined;

  const read = async (gathered: Pick<Gathering<T>, "keys" | "isConsistent">) => {
    await passed();
    gathering = undefined;
    const { keys, isConsistent: consistent } = gathered;
    const [only, ...others] = keys;
    if (only && others.length === 0) return [await table.get<T>(only, { consistent })];
    return table.getMany<T>(keys, { consistent });
  };

  const begin = (): Gathering<T> => {
    const gathered = { keys: [], isConsistent: false };
    return Object.assign(gathered, { found: read(gathered) });
  };

  return async (key, { consistent = false } = {}) => {
    const current = (gathering ??= begin());
    current.isConsistent ||= consistent;
    const place = current.keys.push(key) - 1;
    return (await current.found)[place];
  };
}

/** The same table, which reads the items that are requested at the same moment in one call. */
export function readTogether(table: Table): Table {
  const read = gatheringReader(table, () => Promise.resolve());
  // One key holds one kind of item, the caller's.
  return {
    ...table,
    get: async <T = Item>(key: Key, options?: ReadOptions) => (await read(key, options)) as T | undefined,
  };
}
