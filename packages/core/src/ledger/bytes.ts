import type { MemberContext } from "../environment/context.ts";
import { expr, type Expression } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import type { Policy } from "../throttle/policies.ts";
import { writeFor } from "../throttle/spend.ts";
import { accountKey } from "./account.ts";
import { dayOf, dayTtl, figure, forgetOld, isWithin, organizationTtl, plus, untilTomorrow } from "./day.ts";
import { type DailyKind, limitFor } from "./kinds.ts";
import { bytesKey, limitsOf } from "./organization.ts";
import { refused } from "./refusal.ts";

/** Bytes that are counted, and the policy that says how often they may be sent. */
const policyOf = {
  upload_bytes: "upload",
  audio_bytes: "transcription",
} as const satisfies Partial<Record<DailyKind, Policy>>;

/**
 * Spends one of a token's attempts and debits the bytes that come with it to the member and the organization, all in one
 * transaction: neither ever exceeds its limit. Bytes are counted by the day: what is deleted or expires is not given back.
 * Throws RATE_LIMIT, with the seconds until the next will pass.
 */
export async function spendBytes(
  ctx: MemberContext,
  kind: keyof typeof policyOf,
  bytes: number,
  jti: string,
): Promise<void> {
  const limits = await limitsOf(ctx);
  const now = ctx.clock.now();
  const day = dayOf(now);
  const debit = (at: Key, name: string, limit: number, also: Expression): Write => ({
    update: at,
    set: expr`SET ${plus(name, bytes)}, ${also}`,
    when: isWithin(name, bytes, limit),
  });
  const attempt = writeFor(ctx, policyOf[kind], jti);
  const outcome = await ctx.table.transact([
    attempt.write,
    // A member has one item for all days, an organization an item a day.
    debit(
      accountKey(ctx.actor.member_id),
      figure(kind, day),
      limitFor(limits, kind, "member"),
      expr`#ttl = ${dayTtl(now)} ${forgetOld(day)}`,
    ),
    debit(
      bytesKey(ctx.actor.organization_id, day),
      kind,
      limitFor(limits, kind, "organization"),
      expr`#ttl = ${organizationTtl(now)}`,
    ),
  ]);
  if (outcome.done) return;
  const [tooOften, ...tooMuch] = outcome.refusals;
  if (tooMuch.some((refusal) => refusal !== null)) throw refused({ limit: kind, wait: untilTomorrow(now) });
  throw attempt.failure(tooOften?.item);
}
