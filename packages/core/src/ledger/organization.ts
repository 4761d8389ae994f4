import { type ConsumptionLimit, consumptionLimits, type ConsumptionLimits } from "@parley/contract/limits";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { assignments, expr, join } from "../store/expression.ts";
import { recalledOrganization } from "../auth/membership.ts";
import { iso } from "../environment/clock.ts";
import { organizationKey, type OrganizationRecord } from "../organization/record.ts";
import { perTable, remember } from "../store/per-table.ts";
import type { Key } from "../store/table-item.ts";
import { dateOf, dayOf, organizationTtl, plus, untilTomorrow } from "./day.ts";
import { type DailyKind, dailyKinds, kinds, limitFor, reservedKinds } from "./kinds.ts";
import type { Consumption } from "./meter.ts";

/** How long (ms) an environment relies on what it has read of an organization's use. */
const USE_REMEMBERED_MS = 10_000;
const ORGANIZATIONS_REMEMBERED = 5_000;
/** Items that an organization's use of a day is spread over: turns that end together should not queue for one. */
const USE_SHARDS = 4;

type Use = Record<DailyKind, number>;
/** One of the items of a day. */
export type UseRecord = Key & Partial<Use>;

const useKey = (organizationId: string, day: number, shard: number): Key => ({
  pk: `CONSUMPTION#${organizationId}`,
  sk: `${day}#${shard}`,
});
/** The items that hold what an organization used on a day. */
export const useKeys = (organizationId: string, day: number): Key[] =>
  Array.from({ length: USE_SHARDS }, (_, shard) => useKey(organizationId, day, shard));

const noUse: Use = { model_calls: 0, tokens: 0, microdollars: 0, sql_ms: 0, upload_bytes: 0, audio_bytes: 0 };
/** The sum of what items of a day hold. */
export const totalOf = (shards: readonly (Partial<Use> | undefined)[]): Use => {
  const total = { ...noUse };
  for (const shard of shards) for (const kind of dailyKinds) total[kind] += shard?.[kind] ?? 0;
  return total;
};

/** The limits in force, at most 20 s old: they are the organization's record's, which is read with every membership. */
export async function limitsOf(ctx: OrganizationContext): Promise<ConsumptionLimits> {
  const organization = await recalledOrganization(ctx, ctx.actor.organization_id);
  return { ...consumptionLimits, ...organization?.limits };
}

/** What an environment has read of an organization's use. */
interface Known {
  at: number;
  day: number;
  use: Use;
}
/** By the organization's id. */
const knownOf = perTable(() => new Map<string, Known>());

/** The organization's use of today, at most 10 s old. */
async function useOf(ctx: OrganizationContext): Promise<Use> {
  const id = ctx.actor.organization_id;
  const now = ctx.clock.now();
  const day = dayOf(now);
  const organizations = knownOf(ctx);
  const known = organizations.get(id);
  if (known && known.day === day && known.at > now - USE_REMEMBERED_MS && known.at <= now) return known.use;
  const use = totalOf(await ctx.table.getMany<UseRecord>(useKeys(id, day), { consistent: true }));
  remember(organizations, id, { at: now, day, use }, ORGANIZATIONS_REMEMBERED);
  return use;
}

/**
 * What the organization's use means for another turn: the first kind that is used up and the milliseconds until it is not,
 * or undefined if there is room. If no limit is set nothing is read.
 */
export async function exhausted(
  ctx: OrganizationContext,
  limits: ConsumptionLimits,
): Promise<{ limit: DailyKind; wait: number } | undefined> {
  const limited = reservedKinds.filter((kind) => limits[kinds[kind].organization] !== null);
  if (limited.length === 0) return undefined;
  const use = await useOf(ctx);
  const limit = limited.find((kind) => use[kind] >= limitFor(limits, kind, "organization"));
  return limit && { limit, wait: untilTomorrow(ctx.clock.now()) };
}

/** Adds what a turn used to the organization's use of the day. One write of one unit. */
export async function recordUse(ctx: Base, organizationId: string, used: Readonly<Consumption>): Promise<void> {
  const now = ctx.clock.now();
  const added = dailyKinds.flatMap((kind) => {
    const amount = kind in used ? used[kind as keyof Consumption] : 0;
    return amount > 0 ? [plus(kind, amount)] : [];
  });
  const shard = Math.floor(Math.random() * USE_SHARDS);
  await ctx.table.update(
    useKey(organizationId, dayOf(now), shard),
    expr`SET ${join([...added, expr`#ttl = ${organizationTtl(now)}`], ", ")}`,
  );
}

/** The one shard that bytes are counted in: their limit is kept by its condition, to the byte. */
export const bytesKey = (organizationId: string, day: number): Key => useKey(organizationId, day, 0);

/** An organization's limits and, in the same units, what has been used of them today. For the operator. */
export interface Statement {
  day: string;
  limits: Record<ConsumptionLimit, { limit: number | null; is_default: boolean; used?: number }>;
}

export async function statement(ctx: OrganizationContext): Promise<Statement> {
  const now = ctx.clock.now();
  const id = ctx.actor.organization_id;
  const [organization, shards] = await Promise.all([
    ctx.table.get<OrganizationRecord>(organizationKey(id), { consistent: true }),
    ctx.table.getMany<UseRecord>(useKeys(id, dayOf(now)), { consistent: true }),
  ]);
  const own = organization?.limits ?? {};
  const use = totalOf(shards);
  const used = new Map<string, number>(
    dailyKinds.map((kind) => [kinds[kind].organization, use[kind] / kinds[kind].scale]),
  );
  // The names are those of the defaults.
  const names = Object.keys(consumptionLimits) as ConsumptionLimit[];
  const limits = Object.fromEntries(
    names.map((name) => {
      const amount = used.get(name);
      const { [name]: limit = consumptionLimits[name] } = own;
      return [name, { limit, is_default: !(name in own), ...(amount !== undefined && { used: amount }) }];
    }),
  ) as Statement["limits"];
  return { day: dateOf(dayOf(now)), limits };
}

/** Changes an organization's limits: null means no limit, undefined the default. In force everywhere within 30 s. */
export async function setLimits(
  ctx: OrganizationContext,
  changes: Partial<Record<ConsumptionLimit, number | null | undefined>>,
): Promise<void> {
  const key = organizationKey(ctx.actor.organization_id);
  for (;;) {
    const current = await ctx.table.get<OrganizationRecord>(key, { consistent: true });
    if (!current) throw new Error("there is no such organization");
    const limits = Object.fromEntries(
      Object.entries({ ...current.limits, ...changes }).filter(([, limit]) => limit !== undefined),
    );
    const outcome = await ctx.table.update(
      key,
      expr`SET ${assignments({ limits, updated_at: iso(ctx.clock.now()) })}`,
      current.limits
        ? expr`#limits = ${current.limits}`
        : expr`attribute_exists(#pk) AND attribute_not_exists(#limits)`,
    );
    if (outcome.done) return;
  }
}
