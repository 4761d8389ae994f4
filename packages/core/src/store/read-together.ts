import type { Table } from "./table.ts";
import type { Item, Key } from "./table-item.ts";

interface Moment {
  consistent: boolean;
  /** Resolves when the reads that have come until then are to be made. */
  passed: () => Promise<void>;
}

/**
 * Reads single items. Those that are asked for within the same moment are read in one call: a call costs its sender far
 * more than an item. Its users need the permission to read batches.
 */
export function gatheringReader<T = Item>(
  table: Pick<Table, "get" | "getMany">,
  { consistent, passed }: Moment,
): (key: Key) => Promise<T | undefined> {
  let gathering: { keys: Key[]; found: Promise<(T | undefined)[]> } | undefined;

  const read = async (keys: Key[]) => {
    await passed();
    gathering = undefined;
    const [only, ...others] = keys;
    if (only && others.length === 0) return [await table.get<T>(only, { consistent })];
    return table.getMany<T>(keys, { consistent });
  };

  return async (key) => {
    if (!gathering) {
      const keys: Key[] = [];
      gathering = { keys, found: read(keys) };
    }
    const { keys, found } = gathering;
    const place = keys.push(key) - 1;
    return (await found)[place];
  };
}

/** The same table, which reads the items that are requested at the same moment in one call. */
export function readTogether(table: Table): Table {
  const readerOf = (consistent: boolean) => gatheringReader(table, { consistent, passed: () => Promise.resolve() });
  const [now, eventually] = [readerOf(true), readerOf(false)];
  return {
    ...table,
    async get<T = Item>(key: Key, { consistent = false } = {}): Promise<T | undefined> {
      // One key holds one kind of item, the caller's.
      return (await (consistent ? now : eventually)(key)) as T | undefined;
    },
  };
}
