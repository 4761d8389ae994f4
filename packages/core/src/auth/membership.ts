import { limits } from "@parley/contract/limits";
import type { Actor, Base } from "../environment/context.ts";
import { fail, Failure } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { memberKey, type MemberRecord } from "../member/member.ts";
import { organizationKey, type OrganizationRecord } from "../organization/organization.ts";
import type { Item, Key, Table } from "../store/table.ts";

/** Milliseconds a record is remembered: with the request that is under way, well under the 30 s of D12. */
const REMEMBERED_MS = 20_000;
const MOST = 5_000;

interface Entry {
  at: number;
  item: Promise<Item | undefined>;
}
/** One environment has one table. Entries are the records of members and organizations, by their keys. */
const environments = new WeakMap<Table, Map<string, Entry>>();

function entriesOf(table: Table): Map<string, Entry> {
  const known = environments.get(table);
  if (known) return known;
  const entries = new Map<string, Entry>();
  environments.set(table, entries);
  return entries;
}

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** Records at most 20 s old; those that are not remembered are read in one call. */
function recall(ctx: Base, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const entries = entriesOf(ctx.table);
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
    const name = nameOf(key);
    entries.delete(name);
    const [oldest] = entries.keys();
    if (entries.size >= MOST && oldest !== undefined) entries.delete(oldest);
    entries.set(name, { at: now, item: found.then((items) => items[position]) });
  }
  return Promise.all(keys.map(async (key, position) => fresh[position] ?? entries.get(nameOf(key))?.item));
}

async function readAll(ctx: Base, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const [only, ...others] = keys;
  if (!only) return [];
  return others.length === 0 ? [await ctx.table.get(only)] : ctx.table.getMany(keys);
}

function forget(ctx: Base, keys: readonly Key[]): void {
  for (const key of keys) entriesOf(ctx.table).delete(nameOf(key));
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

/**
 * The record of a member who may still come in, at most 20 s old. Throws INVALID_TOKEN for a member who is disabled or
 * deleted (D12), and for a token (it has `expires_at`, unix seconds) that is older than the organization's shared secret.
 */
export async function activeMember(ctx: Base, caller: Actor & { expires_at: number }): Promise<MemberRecord> {
  const { organization_id, member_id, expires_at } = caller;
  if (!isUuid(member_id)) return fail("INVALID_TOKEN");
  const keys = [memberKey(organization_id, member_id), organizationKey(organization_id)];
  // In the order of the keys: a member and an organization.
  const [member, organization] = (await recall(ctx, keys).catch((error: unknown) => {
    forget(ctx, keys);
    throw error;
  })) as unknown as [MemberRecord | undefined, OrganizationRecord | undefined];
  const issuedAt = expires_at - limits.token_lifetime;
  if (member?.active && issuedAt >= (organization?.tokens_from ?? 0)) return member;
  forget(ctx, keys.slice(0, 1));
  return fail("INVALID_TOKEN");
}

/** True for a member, and a token, that `activeMember` lets in. */
export async function isActive(ctx: Base, caller: Actor & { expires_at: number }): Promise<boolean> {
  try {
    await activeMember(ctx, caller);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_TOKEN") return false;
    throw error;
  }
}

/**
 * True while what a member began at a time (ISO 8601) may go on: a turn, a stream, a wait. It may not for longer than 20 s
 * after the member was disabled or deleted (D12), nor if the shared secret has been rotated since, for then the token
 * that it began with is older than the secret.
 */
export const mayGoOn = (ctx: Base, actor: Actor, began: string): Promise<boolean> =>
  isActive(ctx, { ...actor, expires_at: Math.ceil(Date.parse(began) / 1000) + limits.token_lifetime });
