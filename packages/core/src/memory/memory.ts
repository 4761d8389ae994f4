import { limits } from "@parley/contract/limits";
import type { Memory, OrderedMemory } from "@parley/contract/memory";
import { iso } from "../environment/clock.ts";
import type { MemberContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { memberPk } from "../store/keys.ts";
import { knownLists } from "../store/known-lists.ts";
import type { Key } from "../store/table-item.ts";

// Every verb acts for the owner, `ctx.actor`; an admin acts with the owner's context.

interface MemoryRecord extends Memory, Key {}

/**
 * The display order of a member's memories. It lies beside the memories, so that one query reads both, and no writer waits
 * for another: adding appends, deleting leaves the id in the list, and reordering replaces the list.
 */
interface OrderRecord extends Key {
  /** Ids in display order. Those of deleted memories mean nothing. */
  ids: string[];
  /** How many memories there are. */
  count: number;
  /** Raised with every change of the list or of one of its memories. */
  version: number;
}

const memoryKey = (ctx: MemberContext, id: string): Key => ({ pk: memberPk(ctx.actor), sk: `MEMORY#${id}` });
const orderKey = (ctx: MemberContext): Key => ({ pk: memberPk(ctx.actor), sk: "MEMORIES" });
/** What the keys of memories and of their order begin with. */
const prefix = "MEMOR";
const isOrder = (item: MemoryRecord | OrderRecord): item is OrderRecord => "ids" in item;

/** How often a change is tried again when another came between, and how long (ms) it waits for the others. */
const WRITE_ATTEMPTS = 8;
const pause = (attempt: number) => Math.random() * 20 * 2 ** attempt;

/** Ids a list may hold before those of deleted memories are taken out. */
const LISTED_MEMORIES = 2 * limits.memories_per_member;

/** Members whose memories an environment remembers, and the characters of all of them. */
const knownMemories = knownLists<OrderedMemory>({
  lists: 2_000,
  characters: 4_000_000,
  charactersOf: ({ content }) => content.length,
});

const nextVersion = expr`#version = if_not_exists(#version, ${0}) + ${1}`;
const isAt = (version: number) => expr`#version = ${version}`;

async function read(
  ctx: MemberContext,
): Promise<{ memories: Map<string, MemoryRecord>; order: OrderRecord | undefined }> {
  const items = await ctx.table.queryAll<MemoryRecord | OrderRecord>({
    pk: memberPk(ctx.actor),
    begins: prefix,
    consistent: true,
  });
  const isMemory = (item: MemoryRecord | OrderRecord): item is MemoryRecord => !isOrder(item);
  const memories = items.filter(isMemory).map((memory) => [memory.id, memory] as const);
  return { memories: new Map(memories), order: items.find(isOrder) };
}

const nothing: Awaited<ReturnType<typeof read>> = { memories: new Map(), order: undefined };

const inOrder = (ids: readonly string[], memories: ReadonlyMap<string, MemoryRecord>): OrderedMemory[] =>
  ids
    .flatMap((id) => memories.get(id) ?? [])
    .map((memory, idx) => ({ ...memory, idx, tier: idx < limits.core_memories ? "core" : "extended" }));

/** Takes the ids of deleted memories out of the list, and counts the others. Leaves it if another change came between. */
async function tidy(ctx: MemberContext): Promise<void> {
  const { memories, order } = await read(ctx);
  if (!order) return;
  const ids = order.ids.filter((id) => memories.has(id));
  await ctx.table.update(
    orderKey(ctx),
    expr`SET ${assignments({ ids, count: ids.length })}, ${nextVersion}`,
    expr`#ids = ${order.ids} AND ${isAt(order.version)}`,
  );
}

/** The owner's memories in display order. */
export async function list(ctx: MemberContext): Promise<OrderedMemory[]> {
  const { memories, order } = await read(ctx);
  return inOrder(order?.ids ?? [], memories);
}

/** The owner's memories like `list`: from this environment's memory where nothing was written since. */
export const recall = (ctx: MemberContext): Promise<readonly OrderedMemory[]> =>
  knownMemories(ctx, `${ctx.actor.organization_id} ${ctx.actor.member_id}`, {
    async mark() {
      const order = await ctx.table.get<OrderRecord>(orderKey(ctx), { consistent: true });
      return { version: order?.version?.toString(), isEmpty: !order || order.count === 0 };
    },
    list: () => list(ctx),
  });

/** Adds a memory to the end of the owner's list. Throws MEMORY_LIMIT. */
export async function create(ctx: MemberContext, content: string): Promise<Memory> {
  const id = ctx.ids.next();
  const now = iso(ctx.clock.now());
  const memory: MemoryRecord = {
    ...memoryKey(ctx, id),
    id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    content,
    created_at: now,
    updated_at: now,
  };
  const hasRoom = expr`#count < ${limits.memories_per_member} AND size(#ids) < ${LISTED_MEMORIES}`;
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
    const outcome = await ctx.table.transact([
      { put: { ...memory } },
      {
        update: orderKey(ctx),
        set: expr`SET #ids = list_append(if_not_exists(#ids, ${[]}), ${[id]}), #count = if_not_exists(#count, ${0}) + ${1}, ${nextVersion}`,
        when: expr`attribute_not_exists(#pk) OR (${hasRoom})`,
      },
    ]);
    if (outcome.done) return memory;
    if (Number(outcome.refusals[1]?.item?.["count"]) >= limits.memories_per_member) fail("MEMORY_LIMIT");
    await tidy(ctx);
  }
  throw new Error("the list of the memories kept changing");
}

/** Replaces the content of a memory. Throws MEMORY_NOT_FOUND. */
export async function update(ctx: MemberContext, id: string, content: string): Promise<Memory> {
  if (!isUuid(id) || !isUuid(ctx.actor.member_id)) fail("MEMORY_NOT_FOUND");
  const key = memoryKey(ctx, id);
  const memory = await ctx.table.get<MemoryRecord>(key, { consistent: true });
  const changed = { content, updated_at: iso(ctx.clock.now()) };
  const outcome = await ctx.table.transact([
    { update: key, set: expr`SET ${assignments(changed)}`, when: expr`attribute_exists(#pk)` },
    { update: orderKey(ctx), set: expr`SET ${nextVersion}` },
  ]);
  // Nothing else of a memory ever changes.
  return memory && outcome.done ? { ...memory, ...changed } : fail("MEMORY_NOT_FOUND");
}

/** Deletes a memory; the ones behind it move up. Throws MEMORY_NOT_FOUND. */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  if (!isUuid(id) || !isUuid(ctx.actor.member_id)) fail("MEMORY_NOT_FOUND");
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
    const outcome = await ctx.table.transact([
      { remove: memoryKey(ctx, id), when: expr`attribute_exists(#pk)` },
      {
        update: orderKey(ctx),
        set: expr`SET #count = #count - ${1}, ${nextVersion}`,
        when: expr`attribute_exists(#count)`,
      },
    ]);
    if (outcome.done) return;
    if (outcome.refusals[0]) fail("MEMORY_NOT_FOUND");
    await tidy(ctx);
  }
  throw new Error("the list of the memories kept changing");
}

/**
 * Puts the owner's memories into a new order, which must name each of them. Throws MEMORY_ORDER_MISMATCH with the
 * counts of D44.
 */
export async function reorder(ctx: MemberContext, memoryIds: readonly string[]): Promise<OrderedMemory[]> {
  const wanted = [...new Set(memoryIds)];
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
    const { memories, order } = isUuid(ctx.actor.member_id) ? await read(ctx) : nothing;
    const expected = order?.ids.filter((id) => memories.has(id)).length ?? 0;
    const own = wanted.filter((id) => memories.has(id)).length;
    const got = wanted.length === expected ? own : wanted.length;
    if (got !== expected) fail("MEMORY_ORDER_MISMATCH", { message: `Expected ${expected} memory IDs, got ${got}` });
    if (!order) return [];
    const outcome = await ctx.table.update(
      orderKey(ctx),
      expr`SET #ids = ${wanted}, ${nextVersion}`,
      isAt(order.version),
    );
    if (outcome.done) return inOrder(wanted, memories);
    await ctx.clock.sleep(pause(attempt));
  }
  throw new Error("the order of the memories kept changing");
}
