import type { MemberContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { tailOf } from "../environment/ids.ts";
import { log } from "../observe/log.ts";
import type { Key } from "../store/table-item.ts";
import { dayTtl } from "./day.ts";
import { deadOf, noteOf, notesIn, untilSoonest } from "./note.ts";
import { limitsOf } from "./organization.ts";
import { refused } from "./refusal.ts";

/** What requests of a member hold while they are answered, and the limit of how many may at once. */
const limits = { waits: "member_waits", replays: "member_replays" } as const;
export type Held = keyof typeof limits;

const key = (held: Held, memberId: string): Key => ({ pk: `HELD#${held}#${memberId}`, sk: "HELD" });

/** Milliseconds beyond its time within which a request that holds something has surely been answered. */
const REQUEST_HELD_AFTER_MS = 5_000;

/**
 * Holds one of a member's places until `until` (ms) at most, in one conditional write. Returns what frees it; a place that
 * is never freed expires. Throws RATE_LIMIT if all are in use, with the time after which one is surely free.
 */
export async function hold(ctx: MemberContext, held: Held, until: number): Promise<() => Promise<void>> {
  const at = key(held, ctx.actor.member_id);
  const most = (await limitsOf(ctx))[limits[held]] ?? Number.MAX_SAFE_INTEGER;
  const note = noteOf(until + REQUEST_HELD_AFTER_MS, tailOf(ctx.ids.next()));
  const own = new Set([note]);
  for (let attempt = 0; ; attempt++) {
    const now = ctx.clock.now();
    const outcome = await ctx.table.update(
      at,
      expr`SET #ttl = ${dayTtl(now)} ADD #held ${own}`,
      // A holder may take its place again: the answer to the first time may have been lost.
      expr`(attribute_not_exists(#held) AND ${most} > ${0}) OR size(#held) < ${most} OR contains(#held, ${note})`,
    );
    if (outcome.done) break;
    const notes = notesIn(outcome.item, "held");
    const dead = deadOf(notes, now);
    if (dead.length === 0 || attempt === 2) throw refused({ limit: held, wait: untilSoonest(notes, now) });
    await ctx.table.update(at, expr`DELETE #held ${new Set(dead)}`, expr`attribute_exists(#pk)`);
  }
  return async () => {
    try {
      await ctx.table.update(at, expr`DELETE #held ${own}`, expr`attribute_exists(#pk)`);
    } catch (error) {
      log("warn", "a place that was held was not freed", { held }, error);
    }
  };
}
