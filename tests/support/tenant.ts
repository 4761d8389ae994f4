import type { Base, MemberContext, OrganizationContext } from "@parley/core/environment/context";
import { issueToken } from "@parley/core/auth/token";
import * as Member from "@parley/core/member/member";
import * as ApiKey from "@parley/core/organization/api-key";
import * as Organization from "@parley/core/organization/organization";

export interface Person {
  id: string;
  email: string;
  name: string;
  role: Member.Role;
  /** Signed by the environment's own keys. */
  token: string;
  ctx: MemberContext;
}

export interface Tenant {
  id: string;
  ctx: OrganizationContext;
  apiKey: string;
  apiKeyId: string;
  sharedSecret: string;
  admin: Person;
  member: Person;
  /** Another member. */
  other: Person;
  add(role?: Member.Role): Promise<Person>;
}

/** An organization of its own with an API key, an admin and two members. */
export async function createTenant(base: Base): Promise<Tenant> {
  const { organization, shared_secret } = await Organization.create(base, { name: "Test organization" });
  const ctx = { ...base, actor: { organization_id: organization.id } };
  const { api_key, key } = await ApiKey.create(ctx, "test");
  let people = 0;
  const add = async (role: Member.Role = "member"): Promise<Person> => {
    people += 1;
    const member = await Member.create(ctx, {
      email: `person-${people}@${organization.id}.example`,
      name: `Person ${people}`,
      role,
    });
    const actor = { organization_id: organization.id, member_id: member.id };
    const { token } = await issueToken(base, actor);
    return { id: member.id, email: member.email, name: member.name, role, token, ctx: { ...base, actor } };
  };
  return {
    id: organization.id,
    ctx,
    apiKey: key,
    apiKeyId: api_key.id,
    sharedSecret: shared_secret,
    admin: await add("admin"),
    member: await add(),
    other: await add(),
    add,
  };
}
