import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { type Expression, expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";

/**
 * An item of the table that a worker is to do something with. While it is in the index it waits for a worker, or has one: the table
 * is the truth, and a message only wakes the worker.
 */
export interface Workable extends Key {
  id: string;
  organization_id?: string;
  /** Who works on it, until when (ms) at least, and for the how-many-th time. */
  worker?: string;
  lease_until?: number;
  attempts?: number;
  /** When (ms) a worker was last woken for it, and how often. */
  woken_at?: number;
  wakes?: number;
  index_pk?: string;
  index_sk?: string;
}

/** How long (ms) a worker holds an item without a word, and how often it renews that. */
const LEASE_MS = 60_000;
const RENEWAL_MS = 10_000;

/**
 * How often work is begun before it has failed: between two attempts are the pauses of a wake (1, 2, 4, 8 min), so that a fault
 * that passes fails none.
 */
export const MOST_ATTEMPTS = 5;

/** What puts an item into the index, from now on. */
export const waitingSince = (ctx: Base, partition: string, id: string) => ({
  index_pk: partition,
  index_sk: `${iso(ctx.clock.now())}#${id}`,
});

/** For a REMOVE clause: what an item has only while it is worked on, or waits for it. */
export const traces = expr`#worker, #lease_until, #attempts, #woken_at, #wakes, #index_pk, #index_sk`;

/** True while a worker has the item. */
export const isHeld = ({ lease_until }: Workable, now: number): boolean =>
  lease_until !== undefined && lease_until > now && lease_until <= now + 2 * LEASE_MS;

/** True for an item that has been begun as often as it may. */
export const isExhausted = ({ attempts = 0 }: Workable): boolean => attempts >= MOST_ATTEMPTS;

/** A condition: the item still waits, and no worker has claimed it, or let it go, since it was seen. */
export const isUntouched = ({ index_pk, worker, lease_until }: Workable): Expression =>
  worker === undefined || lease_until === undefined
    ? expr`#index_pk = ${index_pk} AND attribute_not_exists(#worker)`
    : expr`#index_pk = ${index_pk} AND #worker = ${worker} AND #lease_until = ${lease_until}`;

/** A condition: the worker that claimed the item still has it. */
export const isHeldBy = ({ index_pk, worker }: Workable): Expression =>
  expr`#index_pk = ${index_pk} AND #worker = ${worker}`;

/**
 * Takes an item that was just read, in order to work on it; undefined if it does not wait in the partition, or is worked on
 * elsewhere. One that was begun too often is given up instead.
 */
export async function claim<Item extends Workable>(
  ctx: Base,
  item: Item | undefined,
  { partition, worker, giveUp }: { partition: string; worker: string; giveUp: (item: Item) => Promise<unknown> },
): Promise<Item | undefined> {
  const now = ctx.clock.now();
  if (item?.index_pk !== partition || isHeld(item, now)) return undefined;
  if (isExhausted(item)) {
    await giveUp(item);
    return undefined;
  }
  // A claim whose answer was lost is sent again, and then meets the worker's own.
  const outcome = await ctx.table.update<Item>(
    item,
    expr`SET #worker = ${worker}, #lease_until = ${now + LEASE_MS}, #attempts = ${(item.attempts ?? 0) + 1}`,
    expr`(${isUntouched(item)}) OR (#index_pk = ${partition} AND #worker = ${worker})`,
  );
  return outcome.done ? outcome.item : undefined;
}

/** Renews the lease every `renewal` ms until `ended`, and aborts `stop` once the item is gone or another worker's. */
async function keepLease(
  ctx: Base,
  item: Workable,
  { stop, ended, renewal }: { stop: AbortController; ended: AbortSignal; renewal: number },
): Promise<void> {
  let leaseUntil = item.lease_until ?? 0;
  for (;;) {
    await ctx.clock.sleep(renewal, ended);
    if (ended.aborted) return;
    const now = ctx.clock.now();
    if (now >= leaseUntil) return stop.abort();
    try {
      const until = now + LEASE_MS;
      const renewed = await ctx.table.update(item, expr`SET #lease_until = ${until}`, isHeldBy(item));
      if (!renewed.done) return stop.abort();
      leaseUntil = until;
    } catch (error) {
      log("warn", "the lease of an item was not renewed", { partition: item.index_pk, item_id: item.id }, error);
    }
  }
}

/**
 * Does `work` while the lease of the claimed item is renewed, every `renewal` ms. Undefined if the item was taken away meanwhile, and
 * work gave way.
 */
export async function whileHeld<T>(
  ctx: Base,
  item: Workable,
  work: (signal: AbortSignal) => Promise<T>,
  renewal = RENEWAL_MS,
): Promise<T | undefined> {
  const stop = new AbortController();
  const ended = new AbortController();
  const lease = keepLease(ctx, item, { stop, ended: ended.signal, renewal });
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return undefined;
  } finally {
    ended.abort();
    await lease;
  }
}
