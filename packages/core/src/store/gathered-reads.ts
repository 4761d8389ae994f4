import { type Attributes, fromAttributes } from "./attributes.ts";
import type { Item, Key, TableAt } from "./table-item.ts";
import { ITEMS_PER_READ, nameOf, readItems, type ReadOptions } from "./table-reads.ts";

/** Items that are read with those that others ask for; more of them are read by themselves, so that nobody waits for them. */
const GATHERED_ITEMS = 10;

interface Gathering {
  keys: Map<string, Key>;
  askers: number;
  found: Promise<ReadonlyMap<string, Attributes>>;
}

/** Said of a whole call, though perhaps only one of its keys is none. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === "ValidationException";

/** Reads items by their keys, all of them consistent or none. */
function gathering(at: TableAt, options: ReadOptions) {
  let current: Gathering | undefined;

  function begin(): Gathering {
    const keys = new Map<string, Key>();
    const found = at.clock.yield().then(() => {
      if (current?.keys === keys) current = undefined;
      return readItems(at, [...keys.values()], options);
    });
    return { keys, askers: 0, found };
  }

  /** What was found for all who asked; where the call was refused, for this one alone. */
  async function foundFor({ found, askers }: Gathering, keys: readonly Key[]) {
    try {
      return await found;
    } catch (error) {
      if (askers === 1 || !isRefusal(error)) throw error;
      return readItems(at, keys, options);
    }
  }

  return {
    read(keys: readonly Key[]): Promise<ReadonlyMap<string, Attributes>> {
      if (keys.length > GATHERED_ITEMS) return readItems(at, keys, options);
      if (current && current.keys.size + keys.length > ITEMS_PER_READ) current = undefined;
      const joined = (current ??= begin());
      joined.askers += 1;
      for (const key of keys) joined.keys.set(nameOf(key), key);
      return foundFor(joined, keys);
    },
    /** True where one more item goes with others that are asked for at this moment. */
    isOpen: () => current !== undefined && current.keys.size < ITEMS_PER_READ,
  };
}

/** An item that was glanced at. */
export interface Glanced<T> {
  item: T | undefined;
  /** True for the item as it is; false for one that may be missing or older, if it was written a moment ago. */
  isCurrent: boolean;
}

/**
 * Reads items by their keys. What is asked for until other work has had its turn goes in one call, whoever asks: a call costs its
 * sender far more than an item. Consistent reads, which cost the double, have a call of their own. Returns each asker's own
 * copies, in the order of the keys.
 */
export function gatheredReads(at: TableAt) {
  const consistently = gathering(at, { consistent: true });
  const eventually = gathering(at, {});
  const itemsOf = <T>(found: ReadonlyMap<string, Attributes>, keys: readonly Key[]) =>
    keys.map((key) => {
      const attributes = found.get(nameOf(key));
      // One key holds one kind of item, the caller's.
      return attributes && (fromAttributes(attributes) as T);
    });
  return {
    read: async <T = Item>(
      keys: readonly Key[],
      { consistent = false }: ReadOptions = {},
    ): Promise<(T | undefined)[]> => itemsOf<T>(await (consistent ? consistently : eventually).read(keys), keys),
    glance: async <T = Item>(key: Key): Promise<Glanced<T>> => {
      const isCurrent = !eventually.isOpen();
      const [item] = itemsOf<T>(await (isCurrent ? consistently : eventually).read([key]), [key]);
      return { item, isCurrent };
    },
  };
}
