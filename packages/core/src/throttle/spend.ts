import type { Base } from "../environment/context.ts";
import { type Expression, expr, join } from "../store/expression.ts";
import { Failure } from "../failure/failure.ts";
import { metric } from "../observe/metrics.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { type Policy, policies, type Window } from "./policies.ts";
import { slidingLog } from "./sliding-log.ts";

type Item = Record<string, unknown>;

/** Seconds that an idle item is kept beyond its longest window. */
const IDLE_KEPT_SECONDS = 60;

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

/** One attempt at a policy's budget. */
export function spending(policy: Policy, now: number): Spending {
  const windows: readonly Window[] = policies[policy];
  const log = slidingLog(now, Math.max(...windows.map((window) => window.count)));
  return {
    set: log.set,
    when: join(
      windows.map((window) => log.hasRoom(window)),
      " AND ",
    ),
    failure(item) {
      metric("Throttled", 1, { policy });
      const waits = windows.map((window) => log.wait(window, item));
      return new Failure("RATE_LIMIT", { retryAfter: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) });
    },
  };
}

const expiry = (policy: Policy, now: number): Expression => {
  const longest = Math.max(...policies[policy].map(({ seconds }) => seconds));
  return expr`#ttl = ${Math.ceil(now / 1000) + longest + IDLE_KEPT_SECONDS}`;
};

/** The attempt as a write of a transaction, and what its refusal means. */
export function writeFor(
  ctx: Base,
  policy: Policy,
  subject: string,
): { write: Write & { when: Expression }; failure: Spending["failure"] } {
  const now = ctx.clock.now();
  const { set, when, failure } = spending(policy, now);
  return { write: { update: key(policy, subject), set: expr`SET ${set}, ${expiry(policy, now)}`, when }, failure };
}

/** Spends one of the subject's budget. Throws RATE_LIMIT, with the seconds until the next will pass, if it is used up. */
export async function spend(ctx: Base, policy: Policy, subject: string): Promise<void> {
  const now = ctx.clock.now();
  const { set, when, failure } = spending(policy, now);
  const outcome = await ctx.table.update<Item>(key(policy, subject), expr`SET ${set}, ${expiry(policy, now)}`, when);
  if (!outcome.done) throw failure(outcome.item);
}
