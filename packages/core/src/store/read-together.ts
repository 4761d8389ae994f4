import type { Item, Key, Table } from "./table.ts";

/**
 * The same table, which reads the items requested at the same moment in one call: a call costs its sender far more
 * than an item. Its users need the permission to read batches.
 */
export function readTogether(table: Table): Table {
  /** Reads that wait for the others of this moment, by their consistency. */
  const gathering = new Map<boolean, { keys: Key[]; found: Promise<(Item | undefined)[]> }>();

  function gather(consistent: boolean) {
    const keys: Key[] = [];
    const found = Promise.resolve().then(async () => {
      gathering.delete(consistent);
      const [only, ...others] = keys;
      return only && others.length === 0
        ? [await table.get(only, { consistent })]
        : table.getMany(keys, { consistent });
    });
    const reads = { keys, found };
    gathering.set(consistent, reads);
    return reads;
  }

  return {
    ...table,
    async get<T = Item>(key: Key, { consistent = false } = {}): Promise<T | undefined> {
      const { keys, found } = gathering.get(consistent) ?? gather(consistent);
      const place = keys.push(key) - 1;
      // One key holds one kind of item, the caller's.
      return (await found)[place] as T | undefined;
    },
  };
}
