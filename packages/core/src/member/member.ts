import { createHash } from "node:crypto";
import type { MemberRole } from "@parley/contract/me";
import { iso } from "../environment/clock.ts";
import type { Actor, Base, OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { sharedSecret } from "../organization/shared-secret.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { isEmail, normalizeEmail } from "./email.ts";
import { userKey as signatureOf } from "./user-key.ts";

export type Role = MemberRole;

export interface MemberRecord extends Key {
  id: string;
  organization_id: string;
  /** Normalized. */
  email: string;
  name: string;
  role: Role;
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** What the exchange finds by an e-mail address. Written with the member, in one transaction. */
export interface EmailRecord extends Key {
  member_id: string;
  active: boolean;
}

const prefix = "MEMBER#";
/** A member's own item; exported for the one read of a membership. */
export const memberKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

/** The item of a normalized e-mail address; exported for the one read of the authenticate exchange. */
export const emailKey = (organizationId: string, email: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `EMAIL#${createHash("sha256").update(email).digest("hex")}`,
});

/** Makes a member. Throws INVALID_EMAIL, or an error if the organization has a member with this address. */
export async function create(
  ctx: OrganizationContext,
  { id = ctx.ids.next(), email, name, role = "member" }: { id?: string; email: string; name: string; role?: Role },
): Promise<MemberRecord> {
  const organizationId = ctx.actor.organization_id;
  const normalized = normalizeEmail(email);
  if (!isEmail(normalized)) fail("INVALID_EMAIL");
  const now = iso(ctx.clock.now());
  const member: MemberRecord = {
    ...memberKey(organizationId, id),
    id,
    organization_id: organizationId,
    email: normalized,
    name,
    role,
    active: true,
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.transact([
    { put: { ...member }, when: expr`attribute_not_exists(#pk)` },
    {
      put: { ...emailKey(organizationId, normalized), member_id: id, active: true },
      when: expr`attribute_not_exists(#pk)`,
    },
  ]);
  if (!outcome.done) throw new Error("the organization already has a member with this id or e-mail address");
  return member;
}

/** The organization's members, the oldest first. */
export const list = (ctx: OrganizationContext): Promise<MemberRecord[]> =>
  ctx.table.queryAll<MemberRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** A member, disabled or not; undefined for an id that is unknown, of another organization, or not a UUID. */
export async function find(ctx: Base, { organization_id, member_id }: Actor): Promise<MemberRecord | undefined> {
  return isUuid(member_id) ? ctx.table.get<MemberRecord>(memberKey(organization_id, member_id)) : undefined;
}

/** A member of the actor's organization. Throws MEMBER_NOT_FOUND. */
export async function get(ctx: OrganizationContext, id: string): Promise<MemberRecord> {
  return (await find(ctx, { organization_id: ctx.actor.organization_id, member_id: id })) ?? fail("MEMBER_NOT_FOUND");
}

async function change(
  ctx: OrganizationContext,
  id: string,
  fields: Partial<MemberRecord>,
  also: Write[] = [],
): Promise<void> {
  const outcome = await ctx.table.transact([
    {
      update: memberKey(ctx.actor.organization_id, id),
      set: expr`SET ${assignments({ ...fields, updated_at: iso(ctx.clock.now()) })}`,
      when: expr`attribute_exists(#pk)`,
    },
    ...also,
  ]);
  if (!outcome.done) fail("MEMBER_NOT_FOUND");
}

/** Disables a member, or lets one in again. A disabled one is refused within 30 s everywhere (D12). */
export async function setActive(ctx: OrganizationContext, id: string, active: boolean): Promise<void> {
  const member = await get(ctx, id);
  const address = { update: emailKey(member.organization_id, member.email), set: expr`SET #active = ${active}` };
  await change(ctx, id, { active }, [address]);
}

/** Makes a member an admin, or an admin a member (D13). */
export const setRole = (ctx: OrganizationContext, id: string, role: Role): Promise<void> => change(ctx, id, { role });

/** The `user_key` of a member. Throws MEMBER_NOT_FOUND. */
export async function userKey(ctx: OrganizationContext, id: string): Promise<string> {
  const [member, secret] = await Promise.all([get(ctx, id), sharedSecret(ctx)]);
  return signatureOf(secret, member.email);
}
