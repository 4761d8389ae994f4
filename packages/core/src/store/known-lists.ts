import type { Base } from "../environment/context.ts";
import { perTable } from "./per-table.ts";

/** Milliseconds between two readings that must agree: one of them may have come in the middle of a write. */
const SETTLED_AFTER_MS = 1_000;
/** Milliseconds after which a list is read again though its mark is the same: a second line, should a write ever have missed it. */
const READ_AGAIN_AFTER_MS = 5 * 60_000;

/** What a small item beside a list says of it. */
export interface ListMark {
  /** Another one after each write; absent where there was none since lists have marks: such a list is not remembered. */
  version: string | undefined;
  /** True only if nothing is in the list. */
  isEmpty: boolean;
}

/** Reads of a list and of what is written with each change of it. */
interface ListSource<Entry> {
  mark: () => Promise<ListMark>;
  list: () => Promise<readonly Entry[]>;
}

interface Known<Entry> {
  version: string | undefined;
  readAt: number;
  /** Only once two readings have agreed. */
  entries?: readonly Entry[];
  characters: number;
}

interface Bounds<Entry> {
  lists: number;
  characters: number;
  charactersOf: (entry: Entry) => number;
}

/**
 * Lists that an environment remembers, at most so many of so many characters: one small item says whether anything was written
 * since. Where nothing is known both are read at once, so that it takes no longer.
 */
export function knownLists<Entry>(bounds: Bounds<Entry>) {
  /** By the list's name, the oldest first. */
  const cacheOf = perTable(() => new Map<string, Known<Entry>>());

  function remember(cache: Map<string, Known<Entry>>, name: string, known: Known<Entry>): void {
    cache.delete(name);
    cache.set(name, known);
    let characters = [...cache.values()].reduce((sum, each) => sum + each.characters, 0);
    for (const [oldest, { characters: freed }] of cache) {
      if (cache.size <= bounds.lists && characters <= bounds.characters) return;
      cache.delete(oldest);
      characters -= freed;
    }
  }

  return async (ctx: Base, name: string, { mark, list }: ListSource<Entry>): Promise<readonly Entry[]> => {
    const cache = cacheOf(ctx);
    const now = ctx.clock.now();
    const last = cache.get(name);
    const age = last === undefined ? Infinity : now - last.readAt;
    const known = age >= 0 && age < READ_AGAIN_AFTER_MS ? last?.entries : undefined;
    const [{ version, isEmpty }, ahead] = await Promise.all([mark(), known ? undefined : list()]);
    if (isEmpty) {
      if (known?.length === 0) return known;
      remember(cache, name, { version, readAt: now, entries: [], characters: 0 });
      return ahead ?? [];
    }
    const isSame = version !== undefined && last?.version === version;
    if (isSame && known) return known;
    const entries = ahead ?? (await list());
    if (version === undefined) cache.delete(name);
    else if (isSame && age >= SETTLED_AFTER_MS) {
      const characters = entries.reduce((sum, entry) => sum + bounds.charactersOf(entry), 0);
      remember(cache, name, { version, readAt: now, entries, characters });
    } else if (!isSame || age < 0) remember(cache, name, { version, readAt: now, characters: 0 });
    return entries;
  };
}
