import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../environment/clock.ts";
import type { Expression } from "./expression.ts";
import type { Item, Key, TableAt } from "./table-item.ts";
import { gatheredReads } from "./gathered-reads.ts";
import { type QueryOptions, queryPage, queryPages, type ReadOptions } from "./table-reads.ts";
import { transact, type Write } from "./table-transactions.ts";
import { putItem, removeItem, removeItems, updateItem } from "./table-writes.ts";

/** Typed access to the one table. Faults of DynamoDB reject; refused conditions are results. */
export type Table = ReturnType<typeof createTable>;

/**
 * The table `name` behind `client`. `clock` spaces the retries of conflicting writes. Items that are read at the same moment are
 * read in one call: its users need the permission to read batches.
 */
export function createTable(client: DynamoDBClient, name: string, clock: Clock) {
  const at: TableAt = { client, TableName: name, clock };
  const { read, glance } = gatheredReads(at);
  return {
    get: async <T = Item>(key: Key, options?: ReadOptions) => (await read<T>([key], options))[0],
    /**
     * Reads an item as it is, or, where others are read less consistently at this moment, with them and at half the price: then what
     * was written to it a moment ago may be missing, and the caller must not decide by it.
     */
    glance: <T = Item>(key: Key) => glance<T>(key),
    /** Reads items, 100 a call. Returns them in the order of `keys`. */
    getMany: <T = Item>(keys: readonly Key[], options?: ReadOptions) => read<T>(keys, options),
    put: <T extends Item>(item: T, when?: Expression) => putItem(at, item, when),
    /** `change` is a whole update expression: ``expr`SET #a = ${1} REMOVE #b` ``. */
    update: <T = Item>(key: Key, change: Expression, when?: Expression) => updateItem<T>(at, key, change, when),
    /** Returns the item that was removed; `done: false` without an item if there was none and `when` asked for one. */
    remove: <T = Item>(key: Key, when?: Expression) => removeItem<T>(at, key, when),
    /** One page of items under `pk`; `next` continues it. */
    query: <T = Item>(request: QueryOptions) => queryPage<T>(at, request),
    /** All items under `pk`, page by page. */
    queryAll: <T = Item>(request: Omit<QueryOptions, "limit" | "after">) => queryPages<T>(at, request),
    /** Writes all or nothing; a conflict with another transaction is tried again. */
    transact: (writes: readonly Write[]) => transact(at, writes),
    /** Removes items without a condition. Returns the write units that were consumed, the index's included. */
    removeMany: (keys: readonly Key[]) => removeItems(at, keys),
  };
}

/** The same table, whose single items are read as they are now: with others that are read so at the same moment, in one call. */
export const consistently = (table: Table): Table => ({
  ...table,
  get: <T = Item>(key: Key) => table.get<T>(key, { consistent: true }),
});
