import { limits } from "@parley/contract/limits";
import type { Base } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import type { Item, Key } from "../store/table-item.ts";

/** The connections of one token: when each one's slot dies at the latest (ms), by connection id. */
interface SlotsRecord extends Item {
  slots: Record<string, number>;
}

const key = (jti: string): Key => ({ pk: `SLOTS#${jti}`, sk: "SLOTS" });

const SLOT_LIFETIME_MS = limits.socket_lifetime * 1000;
/** The longest that the opening of a connection takes (ms): API Gateway waits 29 seconds for `$connect`. */
const OPENING_MS = 30_000;

/** The connections of a deployment, as far as slots are concerned. */
interface Connections {
  isOpen(connectionId: string): Promise<boolean>;
}

/** Connection ids may hold characters that attribute names may not start with; hex has none. */
const slotOf = (connectionId: string) => `c${Buffer.from(connectionId).toString("hex")}`;
const connectionOf = (slot: string) => Buffer.from(slot.slice(1), "hex").toString();

/**
 * Takes one of a token's slots for a connection, in one conditional write (D36). Dead entries make room before a
 * connection is refused. Returns false when all slots are in use.
 */
export async function take(ctx: Base, jti: string, connectionId: string): Promise<boolean> {
  const until = ctx.clock.now() + SLOT_LIFETIME_MS;
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
      // A connection may take its slot again: the answer to the first time may have been lost.
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

/**
 * Frees the slots of connections that are gone without having said so. Returns true when there is room now: a connection
 * that has just said so may have made it. A connection that is still being opened looks like one that is gone, so a slot
 * taken in the last 30 seconds is kept (D58).
 */
export async function prune(ctx: Base, jti: string, connections: Connections): Promise<boolean> {
  const record = await ctx.table.get<SlotsRecord>(key(jti), { consistent: true });
  const slots = Object.entries(record?.slots ?? {});
  const now = ctx.clock.now();
  const settled = slots.filter(([, until]) => Math.abs(now - (until - SLOT_LIFETIME_MS)) >= OPENING_MS);
  const open = await Promise.all(settled.map(([slot]) => connections.isOpen(connectionOf(slot))));
  const gone = settled.filter((_, position) => !open[position]);
  await Promise.all(gone.map(([slot, until]) => drop(ctx, jti, slot, until)));
  return gone.length > 0 || slots.length < limits.sockets_per_token;
}

/**
 * Returns what `attempt` makes of taking one of the token's slots. One that found none (`isFull`) is made again, once, if the
 * connections that are gone leave room.
 */
export async function takeWithPruning<Outcome>(
  ctx: Base & { frames: Connections },
  jti: string,
  attempt: () => Promise<Outcome>,
  isFull: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const outcome = await attempt();
  return isFull(outcome) && (await prune(ctx, jti, ctx.frames)) ? attempt() : outcome;
}
