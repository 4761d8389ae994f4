import type { Actor, Base } from "../context.ts";
import { fail } from "../failure.ts";
import { find, type MemberRecord } from "../member/member.ts";
import type { Table } from "../table.ts";

/** Milliseconds an active member is remembered: with the request that is under way, well under the 30 s of D12. */
const REMEMBERED = 20_000;
const MOST = 5_000;

interface Entry {
  at: number;
  member: Promise<MemberRecord | undefined>;
}
/** One environment has one table. */
const environments = new WeakMap<Table, Map<string, Entry>>();

function membersOf(table: Table): Map<string, Entry> {
  let members = environments.get(table);
  if (!members) environments.set(table, (members = new Map()));
  return members;
}

/**
 * The record of a member who may still come in, at most 20 s old. Throws INVALID_TOKEN for a member who is disabled or
 * deleted (D12).
 */
export async function activeMember(ctx: Base, actor: Actor): Promise<MemberRecord> {
  const members = membersOf(ctx.table);
  const key = `${actor.organization_id}#${actor.member_id}`;
  const now = ctx.clock.now();
  const remembered = members.get(key);
  const fresh = remembered !== undefined && remembered.at > now - REMEMBERED && remembered.at <= now;
  const entry = fresh ? remembered : { at: now, member: find(ctx, actor) };
  if (!fresh) {
    members.delete(key);
    if (members.size >= MOST) {
      const [oldest] = members.keys();
      if (oldest !== undefined) members.delete(oldest);
    }
    members.set(key, entry);
  }
  try {
    const member = await entry.member;
    if (member?.active) return member;
  } catch (error) {
    members.delete(key);
    throw error;
  }
  members.delete(key);
  return fail("INVALID_TOKEN");
}
