import { limits } from "@parley/contract/limits";
import type { Actor, Base } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { memberKey, type MemberRecord } from "../member/member.ts";
import { organizationKey, type OrganizationRecord } from "../organization/record.ts";
import { perTable, remember } from "../store/per-table.ts";
import type { Item, Key } from "../store/table-item.ts";

/** Milliseconds a record is remembered: with the request that is under way, well under the 30 s of D12. */
const REMEMBERED_MS = 20_000;
const RECORDS_REMEMBERED = 5_000;

interface Entry {
  at: number;
  item: Promise<Item | undefined>;
}
/** The records of members and organizations, by their keys. */
const entriesOf = perTable(() => new Map<string, Entry>());

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** Records at most 20 s old; those that are not remembered are read in one call. */
function recall(ctx: Base, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const entries = entriesOf(ctx);
  const now = ctx.clock.now();
  const isFresh = (key: Key) => {
    const at = entries.get(nameOf(key))?.at;
    return at !== undefined && at > now - REMEMBERED_MS && at <= now;
  };
  // Taken out first: what is remembered now may push them out.
  const fresh = keys.map((key) => (isFresh(key) ? entries.get(nameOf(key))?.item : undefined));
  const missing = keys.filter((_key, position) => fresh[position] === undefined);
  const found = readAll(ctx, missing);
  for (const [position, key] of missing.entries()) {
    remember(entries, nameOf(key), { at: now, item: found.then((items) => items[position]) }, RECORDS_REMEMBERED);
  }
  return Promise.all(keys.map(async (key, position) => fresh[position] ?? entries.get(nameOf(key))?.item));
}

async function readAll(ctx: Base, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const [only, ...others] = keys;
  if (!only) return [];
  return others.length === 0 ? [await ctx.table.get(only)] : ctx.table.getMany(keys);
}

function forget(ctx: Base, keys: readonly Key[]): void {
  for (const key of keys) entriesOf(ctx).delete(nameOf(key));
}

/** The record of an organization, at most 20 s old: no call if one of its members has just been let in. */
export async function recalledOrganization(ctx: Base, id: string): Promise<OrganizationRecord | undefined> {
  const key = organizationKey(id);
  const [organization] = await recall(ctx, [key]).catch((error: unknown) => {
    forget(ctx, [key]);
    throw error;
  });
  // What is kept under an organization's key is one.
  return organization as unknown as OrganizationRecord | undefined;
}

/** Who calls, by a token that has its end (unix seconds). */
type Caller = Actor & { expires_at: number };

/** The record of a member who may still come in, at most 20 s old; undefined for one who may not. */
async function admitted(
  ctx: Base,
  { organization_id, member_id, expires_at }: Caller,
): Promise<MemberRecord | undefined> {
  if (!isUuid(member_id)) return undefined;
  const keys = [memberKey(organization_id, member_id), organizationKey(organization_id)];
  // In the order of the keys: a member and an organization.
  const [member, organization] = (await recall(ctx, keys).catch((error: unknown) => {
    forget(ctx, keys);
    throw error;
  })) as unknown as [MemberRecord | undefined, OrganizationRecord | undefined];
  const issuedAt = expires_at - limits.token_lifetime;
  if (member?.active && issuedAt >= (organization?.tokens_from ?? 0)) return member;
  forget(ctx, keys.slice(0, 1));
  return undefined;
}

/**
 * The record of a member who may still come in, at most 20 s old. Throws INVALID_TOKEN for a member who is disabled or
 * deleted (D12), and for a token that is older than the organization's shared secret.
 */
export const activeMember = async (ctx: Base, caller: Caller): Promise<MemberRecord> =>
  (await admitted(ctx, caller)) ?? fail("INVALID_TOKEN");

/** True for a member, and a token, that `activeMember` lets in. */
export const isActive = async (ctx: Base, caller: Caller): Promise<boolean> =>
  (await admitted(ctx, caller)) !== undefined;

/**
 * The record of a member who was proved at a time (unix seconds) and may be given a token by that proof; undefined if not. It
 * is looked up and not recalled: a token that was issued a moment after the shared secret was rotated would be good for hours.
 */
export async function memberForToken(ctx: Base, actor: Actor, provedAt: number): Promise<MemberRecord | undefined> {
  const keys = [memberKey(actor.organization_id, actor.member_id), organizationKey(actor.organization_id)];
  // In the order of the keys: a member and an organization.
  const [member, organization] = (await ctx.table.getMany(keys, { consistent: true })) as [
    MemberRecord | undefined,
    OrganizationRecord | undefined,
  ];
  const mayBeGivenToken = organization !== undefined && provedAt >= (organization.tokens_from ?? 0);
  return member?.active === true && mayBeGivenToken ? member : undefined;
}

/**
 * True while what a member began at a time (ISO 8601) may go on: a turn, a stream, a wait. It may not for longer than 20 s
 * after the member was disabled or deleted (D12), nor after the shared secret was rotated, where the token that it began
 * with is older than the secret: an older one is let in for those 20 s, so that the time alone does not say it.
 */
export const mayGoOn = (ctx: Base, actor: Actor, began: string): Promise<boolean> => {
  const { organization_id, member_id, issued_at = Math.ceil(Date.parse(began) / 1000) } = actor;
  return isActive(ctx, { organization_id, member_id, expires_at: issued_at + limits.token_lifetime });
};
