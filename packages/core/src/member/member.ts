import { createHash } from "node:crypto";
import type { MemberRole } from "@parley/contract/me";
import type { Member, MemberUpdate } from "@parley/contract/member";
import { iso } from "../environment/clock.ts";
import type { Actor, Base, OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
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
  /** When an access token was last issued (`last-seen.ts`); absent if never. */
  last_seen_at?: string;
  created_at: string;
  updated_at: string;
}

/** What the exchange finds by an e-mail address. Written with the member, in one transaction. */
export interface EmailRecord extends Key {
  member_id: string;
  active: boolean;
  /** The member's own, for the exchange reads nothing else of a member. */
  last_seen_at?: string;
}

/** What the keys of members begin with. */
export const memberPrefix = "MEMBER#";
/** A member's own item; exported for the one read of a membership. */
export const memberKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${memberPrefix}${id}`,
});

/** The item of a normalized e-mail address; exported for the one read of the authenticate exchange. */
export const emailKey = (organizationId: string, email: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `EMAIL#${createHash("sha256").update(email).digest("hex")}`,
});

/** Makes a member. Throws INVALID_EMAIL, and MEMBER_EXISTS if the organization has a member with this address. */
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
  if (!outcome.done) {
    if (outcome.refusals[0]) throw new Error("the organization already has a member with this id");
    refuseAdministrator("MEMBER_EXISTS");
  }
  return member;
}

/** A member as administrators see one. */
export const presentMember = (member: MemberRecord): Member => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  active: member.active,
  last_seen_at: member.last_seen_at ?? null,
  created_at: member.created_at,
  updated_at: member.updated_at,
});

/** The organization's members, the oldest first. */
export const list = (ctx: OrganizationContext): Promise<MemberRecord[]> =>
  ctx.table.queryAll<MemberRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: memberPrefix });

/** A member, disabled or not; undefined for an id that is unknown, of another organization, or not a UUID. */
export async function find(ctx: Base, { organization_id, member_id }: Actor): Promise<MemberRecord | undefined> {
  return isUuid(member_id) ? ctx.table.get<MemberRecord>(memberKey(organization_id, member_id)) : undefined;
}

/** A member of the actor's organization. Throws MEMBER_NOT_FOUND. */
export async function get(ctx: OrganizationContext, id: string): Promise<MemberRecord> {
  return (await find(ctx, { organization_id: ctx.actor.organization_id, member_id: id })) ?? fail("MEMBER_NOT_FOUND");
}

const isActiveAdmin = ({ role, active }: MemberRecord): boolean => role === "admin" && active;
/** The same, of an item. */
const whileActiveAdmin = () => expr`#role = ${"admin"} AND #active = ${true}`;

/** An active admin of the organization beside this one. */
async function anotherAdmin(ctx: OrganizationContext, id: string): Promise<string | undefined> {
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Pick<MemberRecord, "id">>({
      pk: organizationPk(ctx.actor.organization_id),
      begins: memberPrefix,
      filter: whileActiveAdmin(),
      fields: ["id"],
      consistent: true,
      after,
    });
    const another = items.find((member) => member.id !== id);
    if (another) return another.id;
    after = next;
  } while (after);
  return undefined;
}

function changed(ctx: OrganizationContext, member: MemberRecord, change: MemberUpdate): MemberRecord {
  return {
    ...member,
    name: change.name ?? member.name,
    role: change.role ?? member.role,
    active: change.active ?? member.active,
    // Later than the last one whatever the clock says, so that no two versions have the same time.
    updated_at: iso(Math.max(ctx.clock.now(), Date.parse(member.updated_at) + 1)),
  };
}

/** The writes that make `member` what `next` is, as long as nobody else has changed it. */
function changeWrites(member: MemberRecord, next: MemberRecord): Write[] {
  const { name, role, active, updated_at } = next;
  const writes: Write[] = [
    {
      update: memberKey(member.organization_id, member.id),
      set: expr`SET ${assignments({ name, role, active, updated_at })}`,
      when: expr`#updated_at = ${member.updated_at}`,
    },
  ];
  if (active !== member.active) {
    writes.push({ update: emailKey(member.organization_id, member.email), set: expr`SET #active = ${active}` });
  }
  return writes;
}

/**
 * Renames a member, changes the role, disables one or lets one in again. A disabled member is refused everywhere within
 * 30 s (D12). An active admin stops being one only in a transaction in which another still is (D61): `by`, who asks, if that
 * is a member, else any other. Throws ORGANIZATION_MEMBER_NOT_FOUND, LAST_ADMIN.
 */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: MemberUpdate,
  by?: string,
): Promise<MemberRecord> {
  if (!isUuid(id)) refuseAdministrator("ORGANIZATION_MEMBER_NOT_FOUND");
  let supposed = by === id ? undefined : by;
  for (;;) {
    const member = await ctx.table.get<MemberRecord>(memberKey(ctx.actor.organization_id, id), { consistent: true });
    if (!member) refuseAdministrator("ORGANIZATION_MEMBER_NOT_FOUND");
    const next = changed(ctx, member, change);
    const writes = changeWrites(member, next);
    if (isActiveAdmin(member) && !isActiveAdmin(next)) {
      const another = supposed ?? (await anotherAdmin(ctx, id)) ?? refuseAdministrator("LAST_ADMIN");
      writes.push({ check: memberKey(ctx.actor.organization_id, another), when: whileActiveAdmin() });
    }
    const outcome = await ctx.table.transact(writes);
    if (outcome.done) return next;
    // This member or the other admin was changed in between: what is so now decides.
    supposed = undefined;
  }
}

/** The `user_key` of a member. Throws MEMBER_NOT_FOUND. */
export async function userKey(ctx: OrganizationContext, id: string): Promise<string> {
  const [member, secret] = await Promise.all([get(ctx, id), sharedSecret(ctx)]);
  return signatureOf(secret, member.email);
}
