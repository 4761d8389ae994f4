import type { OrganizationContext } from "../environment/context.ts";
import { perTable } from "../store/per-table.ts";
import type { Table } from "../store/table.ts";
import type { QueryEntry, QueryIndex } from "./matching-index.ts";
import { totalKey, type TotalRecord } from "./total-bytes.ts";

/** Organizations whose index an environment remembers, and the characters of all of them. */
const REMEMBERED_INDEXES = 200;
const REMEMBERED_INDEX_CHARACTERS = 4_000_000;
/** Milliseconds between two readings that must agree: one of them may have come in the middle of a write. */
const SETTLED_AFTER_MS = 1_000;

type State = Pick<TotalRecord, "bytes" | "version">;

interface Known {
  state: State;
  readAt: number;
  /** Only once two readings have agreed. */
  entries?: QueryEntry[];
  characters: number;
}

/** By the organization's id, the oldest first. */
const cacheOf = perTable(() => new Map<string, Known>());

const areEqual = (one: State, other: State | undefined): boolean =>
  one.version === other?.version && one.bytes === other?.bytes;

/** What is remembered of the organization's queries, if nothing has been written to them since: one read of a small item. */
export async function knownEntries(
  ctx: OrganizationContext,
  table: Pick<Table, "get">,
): Promise<QueryEntry[] | undefined> {
  const { organization_id } = ctx.actor;
  const known = cacheOf(ctx).get(organization_id);
  if (known?.entries === undefined) return undefined;
  const total = await table.get<TotalRecord>(totalKey(organization_id));
  return areEqual(known.state, total) ? known.entries : undefined;
}

/** Remembers an index that was read. One that was last written before there were versions is not remembered. */
export function rememberIndex(ctx: OrganizationContext, { total, entries }: QueryIndex): void {
  const { bytes, version } = total;
  if (version === undefined) return;
  const cache = cacheOf(ctx);
  const { organization_id } = ctx.actor;
  const now = ctx.clock.now();
  const state = { bytes, version };
  const before = cache.get(organization_id);
  const isSame = before !== undefined && areEqual(before.state, state);
  if (isSame && now - before.readAt < SETTLED_AFTER_MS) return;
  cache.delete(organization_id);
  if (!isSame) cache.set(organization_id, { state, readAt: now, characters: 0 });
  else cache.set(organization_id, { state, readAt: now, entries, characters: charactersOf(entries) });
  fit(cache);
}

const charactersOf = (entries: readonly QueryEntry[]): number =>
  entries.reduce(
    (sum, { title, keywords, about, names }) => sum + title.length + keywords.length + about.length + names.length,
    0,
  );

/** Forgets the oldest where there are too many, or too large ones. */
function fit(cache: Map<string, Known>): void {
  let characters = [...cache.values()].reduce((sum, each) => sum + each.characters, 0);
  for (const [id, oldest] of cache) {
    if (cache.size <= REMEMBERED_INDEXES && characters <= REMEMBERED_INDEX_CHARACTERS) return;
    cache.delete(id);
    characters -= oldest.characters;
  }
}
