import type { OrganizationContext } from "../environment/context.ts";
import type { MemberRecord } from "../member/member.ts";
import type { Item } from "../store/table-item.ts";
import { accountKey } from "./account.ts";
import { dateOf, dayOf, figure, MEMBER_DAYS } from "./day.ts";
import { type DailyKind, dailyKinds, kinds } from "./kinds.ts";
import { totalOf, useKeys, type UseRecord } from "./organization.ts";

/** What was used on a day (UTC), in the units of the limits. */
export interface DailyUse {
  /** `2026-03-01` */
  day: string;
  model_calls: number;
  tokens: number;
  dollars: number;
  sql_seconds: number;
  upload_bytes: number;
  audio_bytes: number;
}

const inUnits = (day: number, use: Record<DailyKind, number>): DailyUse => ({
  day: dateOf(day),
  model_calls: use.model_calls,
  tokens: use.tokens,
  dollars: use.microdollars / kinds.microdollars.scale,
  sql_seconds: use.sql_ms / kinds.sql_ms.scale,
  upload_bytes: use.upload_bytes,
  audio_bytes: use.audio_bytes,
});

const daysUntil = (now: number, count: number): number[] =>
  Array.from({ length: count }, (_, back) => dayOf(now) - back);

/** What the organization used on each of the last `days` days, today first. They are kept for `ORGANIZATION_DAYS`. */
export async function organizationUse(ctx: OrganizationContext, days: number): Promise<DailyUse[]> {
  const id = ctx.actor.organization_id;
  const wanted = daysUntil(ctx.clock.now(), days);
  const items = await ctx.table.getMany<UseRecord>(
    wanted.flatMap((day) => useKeys(id, day)),
    { consistent: true },
  );
  const shards = items.length / Math.max(1, wanted.length);
  return wanted.map((day, place) => inUnits(day, totalOf(items.slice(place * shards, (place + 1) * shards))));
}

/**
 * What members used today and yesterday, today first; a turn that runs has taken the most that it may use. Older days are
 * not kept of members.
 */
export async function memberUse(
  ctx: OrganizationContext,
  members: readonly Pick<MemberRecord, "id">[],
): Promise<DailyUse[][]> {
  const days = daysUntil(ctx.clock.now(), MEMBER_DAYS);
  const accounts = await ctx.table.getMany(
    members.map(({ id }) => accountKey(id)),
    { consistent: true },
  );
  const useOn = (account: Item | undefined, day: number): DailyUse =>
    inUnits(
      day,
      totalOf([Object.fromEntries(dailyKinds.map((kind) => [kind, Number(account?.[figure(kind, day)] ?? 0)]))]),
    );
  return accounts.map((account) => days.map((day) => useOn(account, day)));
}
