import type { ConsumptionLimit } from "@parley/contract/limits";
import type { MemberContext } from "../environment/context.ts";
import { expr, type Expression } from "../store/expression.ts";
import type { Key, Write } from "../store/table.ts";
import type { Policy } from "../throttle/policies.ts";
import { writeFor } from "../throttle/throttle.ts";
import { accountKey, refused } from "./account.ts";
import {
  type DailyKind,
  dayOf,
  dayTtl,
  figure,
  forgetOld,
  isWithin,
  organizationTtl,
  plus,
  untilTomorrow,
} from "./day.ts";
import { bytesKey, limitsOf } from "./organization.ts";

/** Bytes that are counted, the limits they count against, and the policy that says how often they may be sent. */
const kinds = {
  upload_bytes: { member: "member_upload_bytes_per_day", organization: "upload_bytes_per_day", policy: "upload" },
  audio_bytes: { member: "member_audio_bytes_per_day", organization: "audio_bytes_per_day", policy: "transcription" },
} as const satisfies Partial<
  Record<DailyKind, { member: ConsumptionLimit; organization: ConsumptionLimit; policy: Policy }>
>;

/**
 * Spends one of a token's attempts and debits the bytes that come with it to the member and the organization, all in one
 * transaction: neither ever exceeds its limit. Bytes are counted by the day: what is deleted or expires is not given back.
 * Throws RATE_LIMIT, with the seconds until the next will pass.
 */
export async function spendBytes(
  ctx: MemberContext,
  kind: keyof typeof kinds,
  bytes: number,
  jti: string,
): Promise<void> {
  const limits = await limitsOf(ctx);
  const now = ctx.clock.now();
  const day = dayOf(now);
  const { member, organization, policy } = kinds[kind];
  const debit = (at: Key, name: string, limit: number | null, also: Expression): Write => ({
    update: at,
    set: expr`SET ${plus(name, bytes)}, ${also}`,
    when: isWithin(name, bytes, limit ?? Number.MAX_SAFE_INTEGER),
  });
  const attempt = writeFor(ctx, policy, jti);
  const outcome = await ctx.table.transact([
    attempt.write,
    // A member has one item for all days, an organization an item a day.
    debit(
      accountKey(ctx.actor.member_id),
      figure(kind, day),
      limits[member],
      expr`#ttl = ${dayTtl(now)} ${forgetOld(day)}`,
    ),
    debit(bytesKey(ctx.actor.organization_id, day), kind, limits[organization], expr`#ttl = ${organizationTtl(now)}`),
  ]);
  if (outcome.done) return;
  const [tooOften, ...tooMuch] = outcome.refusals;
  if (tooMuch.some((refusal) => refusal !== null)) throw refused({ limit: kind, wait: untilTomorrow(now) });
  throw attempt.failure(tooOften?.item);
}
