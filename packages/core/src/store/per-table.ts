import type { Table } from "./table.ts";

interface WithTable {
  table: Table;
}

/**
 * What an environment remembers, made when it is first asked for. One environment has one table, and what it remembers goes
 * with it.
 */
export function perTable<Memory, Context extends WithTable = WithTable>(
  make: (ctx: Context) => Memory,
): (ctx: Context) => Memory {
  const memories = new WeakMap<Table, Memory>();
  return (ctx) => {
    const known = memories.get(ctx.table);
    if (known !== undefined) return known;
    const memory = make(ctx);
    memories.set(ctx.table, memory);
    return memory;
  };
}

/** Sets an entry of a memory of at most `most` entries, as the newest; the oldest is forgotten for it. */
export function remember<Key, Value>(memory: Map<Key, Value>, key: Key, value: Value, most: number): void {
  memory.delete(key);
  // A Map keeps the order of insertion: the first is the oldest.
  const [oldest] = memory.keys();
  if (memory.size >= most && oldest !== undefined) memory.delete(oldest);
  memory.set(key, value);
}
