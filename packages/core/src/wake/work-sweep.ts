import { iso } from "../environment/clock.ts";
import type { Base, WithQueue } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import { isExhausted, isHeld, isUntouched, type Workable } from "./queued-work.ts";
import { isWakeDue } from "./wake-pause.ts";
import type { TurnQueue } from "./wake.ts";

/** The message of an item that has just begun to wait is on its way: the sweeper sends no second one before this (ms). */
const FIRST_WAKE_MS = 5_000;
/** Items that one step of a sweep reads. */
const ITEMS_PER_STEP = 100;

type Message = Parameters<TurnQueue["send"]>[0];
type Owned<Item> = Item & { organization_id: string };

/** What the sweeper does for the items of one partition. */
export interface WorkKind<Item extends Workable> {
  partition: string;
  /** Wakes a worker for the item. */
  message: (item: Owned<Item>) => Message;
  /** Ends an item whose workers were all lost. */
  giveUp: (item: Owned<Item>) => Promise<unknown>;
}

/** Wakes a worker. A failure only delays the work: the sweeper wakes one again. */
export async function wakeWorker({ queue }: WithQueue, message: Message): Promise<void> {
  try {
    await queue.send(message);
  } catch (error) {
    log("warn", "a message could not be queued; the sweeper will", { kind: "kind" in message && message.kind }, error);
  }
}

/** Wakes a worker for an item that waits for one, if its next message is due. Only one reader of the table sends it. */
async function wakeIfDue(ctx: Base & WithQueue, item: Workable, message: Message): Promise<boolean> {
  const now = ctx.clock.now();
  const { woken_at, wakes = 0 } = item;
  if (woken_at !== undefined && !isWakeDue(now, woken_at, wakes)) return false;
  const isAsSeen = woken_at === undefined ? expr`attribute_not_exists(#woken_at)` : expr`#woken_at = ${woken_at}`;
  const noted = await ctx.table.update(
    item,
    expr`SET #woken_at = ${now}, #wakes = ${wakes + 1}`,
    expr`${isUntouched(item)} AND ${isAsSeen}`,
  );
  if (noted.done) await wakeWorker(ctx, message);
  return noted.done;
}

/**
 * Looks at every item of a partition, each of which is worked on or waits for it: for one without a worker one is woken, and one
 * that was begun too often is given up. For the sweeper: begins nothing after `deadline` (ms). Returns how many were woken and how
 * many given up.
 */
export async function sweepWork<Item extends Workable>(
  ctx: Base & WithQueue,
  { partition, message, giveUp }: WorkKind<Item>,
  deadline = Infinity,
): Promise<Record<"woken" | "failed", number>> {
  const swept = { woken: 0, failed: 0 };
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: partition,
      between: ["0", iso(ctx.clock.now() - FIRST_WAKE_MS)],
      index: true,
      limit: ITEMS_PER_STEP,
      after,
    });
    for (const item of await ctx.table.getMany<Item>(items, { consistent: true })) {
      const now = ctx.clock.now();
      if (now >= deadline) return swept;
      if (item?.organization_id === undefined || item.index_pk !== partition || isHeld(item, now)) continue;
      const owned = { ...item, organization_id: item.organization_id };
      try {
        if (isExhausted(item)) {
          await giveUp(owned);
          swept.failed += 1;
        } else if (await wakeIfDue(ctx, item, message(owned))) swept.woken += 1;
      } catch (error) {
        // One item's fault must not delay the others; it is looked at again in a minute.
        log("error", "an item could not be swept", { partition, item_id: item.id }, error);
      }
    }
    after = next;
  } while (after);
  return swept;
}
