import type { Base, OrganizationContext } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import type { DemoOrganization } from "../demo/demo-tenant.ts";

/** A member of the demo, whom anybody on this machine may be. */
export interface DemoPerson {
  member_id: string;
  name: string;
  role: Member.Role;
  organization: string;
}

/** The active members of the demo's organizations, and how one of them signs in. */
export interface DemoPeople {
  list(): Promise<DemoPerson[]>;
  /** A code for a member; undefined for whom `list` does not have. Throws when the service refuses them. */
  codeFor(memberId: string): Promise<string | undefined>;
  /** A token of the first member who is no administrator; undefined where there is none. Throws when the service refuses them. */
  token(): Promise<DemoToken | undefined>;
}

/** What `POST /v1/authenticate` answers with, as far as `<parley-chat>` reads it. */
interface DemoToken {
  token: string;
  expires_at: string;
}

const byRoleAndName = (a: Member.MemberRecord, b: Member.MemberRecord): number =>
  a.role === b.role ? a.name.localeCompare(b.name) : a.role === "admin" ? -1 : 1;

/** People as they are now: whom an administrator adds or disables comes and goes here, too. */
export function demoPeople(
  base: Base,
  organizations: readonly Pick<DemoOrganization, "id" | "name" | "api_key">[],
  serviceUrl: string,
): DemoPeople {
  const groups = organizations.map(({ id, name, api_key }) => {
    const ctx: OrganizationContext = { ...base, actor: { organization_id: id } };
    const active = async () => (await Member.list(ctx)).filter((member) => member.active).toSorted(byRoleAndName);
    return { ctx, name, api_key, active };
  });

  type Group = (typeof groups)[number];

  /** What the service answers to the proof that a product's backend gives for a member. */
  async function proved(path: string, { ctx, api_key }: Group, member: Member.MemberRecord): Promise<unknown> {
    const response = await fetch(`${serviceUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": api_key },
      body: JSON.stringify({ email: member.email, user_key: await Member.userKey(ctx, member.id) }),
    });
    if (!response.ok) throw new Error(`The service answered ${response.status} to a demo member's sign-in`);
    return response.json();
  }

  return {
    async list() {
      const people = groups.map(async ({ name: organization, active }) =>
        (await active()).map(({ id, name, role }) => ({ member_id: id, name, role, organization })),
      );
      return (await Promise.all(people)).flat();
    },
    async codeFor(memberId) {
      for (const group of groups) {
        const member = (await group.active()).find(({ id }) => id === memberId);
        if (!member) continue;
        const { url } = (await proved("/v1/session-codes", group, member)) as { url: string }; // The service is of the same release.
        return new URLSearchParams(new URL(url).hash.slice(1)).get("code") ?? undefined;
      }
      return undefined;
    },
    async token() {
      for (const group of groups) {
        const member = (await group.active()).find(({ role }) => role === "member");
        if (member) return (await proved("/v1/authenticate", group, member)) as DemoToken; // The service is of the same release.
      }
      return undefined;
    },
  };
}
