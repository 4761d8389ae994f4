import { limits } from "@parley/contract/limits";
import type { Base } from "../context.ts";
import { expr } from "../expression.ts";
import type { Item, Key } from "../table.ts";

/** The connections of one token: when each one's slot dies at the latest (ms), by connection id. */
interface SlotsRecord extends Item {
  slots: Record<string, number>;
}

const key = (jti: string): Key => ({ pk: `SLOTS#${jti}`, sk: "SLOTS" });

/** Connection ids may hold characters that attribute names may not start with; hex has none. */
const slotOf = (connectionId: string) => `c${Buffer.from(connectionId).toString("hex")}`;

/**
 * Takes one of a token's slots for a connection, in one conditional write (D36). Dead entries make room before a
 * connection is refused. Answers false when all slots are in use.
 */
export async function take(ctx: Base, jti: string, connectionId: string): Promise<boolean> {
  const until = ctx.clock.now() + limits.socket_lifetime * 1000;
  const ttl = Math.ceil(until / 1000) + 60;
  const first = await ctx.table.update(
    key(jti),
    expr`SET #slots = ${{ [slotOf(connectionId)]: until }}, #ttl = ${ttl}`,
    expr`attribute_not_exists(#slots)`,
  );
  if (first.done) return true;
  for (let attempt = 0; attempt < 2; attempt++) {
    const path = `#slots.#${slotOf(connectionId)}`;
    const taken = await ctx.table.update<SlotsRecord>(
      key(jti),
      expr`SET ${{ text: `${path} = \u0000`, values: [until] }}, #ttl = ${ttl}`,
      // A connection that has a slot takes it again: the answer to the first time may have been lost.
      expr`size(#slots) < ${limits.sockets_per_token} OR attribute_exists(${{ text: path, values: [] }})`,
    );
    if (taken.done) return true;
    const slots = taken.item?.slots ?? {};
    const now = ctx.clock.now();
    const dead = Object.entries(slots).filter(([, slotUntil]) => slotUntil <= now);
    if (dead.length === 0) return false;
    await Promise.all(dead.map(([slot, slotUntil]) => drop(ctx, jti, slot, slotUntil)));
  }
  return false;
}

/** Removes an entry exactly as it was seen. */
async function drop(ctx: Base, jti: string, slot: string, until: number): Promise<void> {
  const path = { text: `#slots.#${slot}`, values: [] };
  await ctx.table.update(key(jti), expr`REMOVE ${path}`, expr`${path} = ${until}`);
}

/** Frees a connection's slot. */
export async function release(ctx: Base, jti: string, connectionId: string): Promise<void> {
  const path = { text: `#slots.#${slotOf(connectionId)}`, values: [] };
  await ctx.table.update(key(jti), expr`REMOVE ${path}`, expr`attribute_exists(${path})`);
}

/** The connections that hold a token's slots, for pruning those that are gone. */
export async function holders(ctx: Base, jti: string): Promise<string[]> {
  const record = await ctx.table.get<SlotsRecord>(key(jti), { consistent: true });
  return Object.keys(record?.slots ?? {}).map((slot) => Buffer.from(slot.slice(1), "hex").toString());
}
