import { type Policy, policies, type Window } from "@parley/contract/limits";
import type { Base } from "../context.ts";
import { type Expression, expr, join } from "../expression.ts";
import { Failure } from "../failure.ts";
import { metric } from "../metrics.ts";
import type { Key, Write } from "../table.ts";

type Item = Record<string, unknown>;

/** Seconds an idle item is kept beyond its longest window. */
const KEPT = 60;

const key = (policy: Policy, subject: string): Key => ({ pk: `THROTTLE#${policy}#${subject}`, sk: "THROTTLE" });

/** One attempt at a policy's budget: what it writes to the item that holds the log, and when it may. */
export interface Spending {
  /** Assignments for a SET clause. */
  set: Expression;
  /** Holds when every window has room. */
  when: Expression;
  /** The failure that a refusal is, from the item that refused it: it knows when the next attempt will pass. */
  failure: (item: Item | undefined) => Failure;
}

/**
 * An exact sliding log in one conditional write (D37, D38): `t0` is when the newest admission was, `t1` the one before,
 * and so on, as many as the largest window counts. A window of n has room when the n-th newest is out of it:
 *
 *     now ─ 10 s ┄┄ t2 ┄┄ t1 ┄┄ t0 ┄┄ now      3 in 10 s: refused until t2 is 10 s old
 */
export function spending(policy: Policy, now: number): Spending {
  const windows: readonly Window[] = policies[policy];
  const size = Math.max(...windows.map((window) => window.count));
  const shifts = Array.from({ length: size - 1 }, (_, position) => size - 1 - position).map((position) => ({
    text: `#t${position} = if_not_exists(#t${position - 1}, \u0000)`,
    values: [0],
  }));
  const hasRoom = windows.map((window): Expression => {
    const oldest = `#t${window.count - 1}`;
    return { text: `(attribute_not_exists(${oldest}) OR ${oldest} <= \u0000)`, values: [now - window.seconds * 1000] };
  });
  return {
    set: join([...shifts, expr`#t0 = ${now}`], ", "),
    when: join(hasRoom, " AND "),
    failure(item) {
      metric("Throttled", 1, { policy });
      const waits = windows.map((window) => {
        const oldest = item?.[`t${window.count - 1}`];
        return typeof oldest === "number" ? oldest + window.seconds * 1000 - now : 0;
      });
      return new Failure("RATE_LIMIT", { retryAfter: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) });
    },
  };
}

const expiry = (policy: Policy, now: number): Expression => {
  const longest = Math.max(...policies[policy].map(({ seconds }) => seconds));
  return expr`#ttl = ${Math.ceil(now / 1000) + longest + KEPT}`;
};

/**
 * The attempt as a write of a transaction, and what its refusal means. `counted`: it spends, but is never refused.
 */
export function writeFor(
  ctx: Base,
  policy: Policy,
  subject: string,
  { counted = false }: { counted?: boolean } = {},
): { write: Write; failure: Spending["failure"] } {
  const now = ctx.clock.now();
  const { set, when, failure } = spending(policy, now);
  const write = {
    update: key(policy, subject),
    set: expr`SET ${set}, ${expiry(policy, now)}`,
    ...(!counted && { when }),
  };
  return { write, failure };
}

/** Spends one of the subject's budget. Throws RATE_LIMIT, with the seconds until the next will pass, where it is used up. */
export async function spend(ctx: Base, policy: Policy, subject: string): Promise<void> {
  const now = ctx.clock.now();
  const { set, when, failure } = spending(policy, now);
  const outcome = await ctx.table.update<Item>(key(policy, subject), expr`SET ${set}, ${expiry(policy, now)}`, when);
  if (!outcome.done) throw failure(outcome.item);
}

/** Spends one of the subject's budget without ever refusing. */
export async function count(ctx: Base, policy: Policy, subject: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.table.update(key(policy, subject), expr`SET ${spending(policy, now).set}, ${expiry(policy, now)}`);
}
