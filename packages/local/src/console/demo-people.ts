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

  return {
    async list() {
      const people = groups.map(async ({ name: organization, active }) =>
        (await active()).map(({ id, name, role }) => ({ member_id: id, name, role, organization })),
      );
      return (await Promise.all(people)).flat();
    },
    async codeFor(memberId) {
      for (const { ctx, api_key, active } of groups) {
        const member = (await active()).find(({ id }) => id === memberId);
        if (!member) continue;
        const response = await fetch(`${serviceUrl}/v1/session-codes`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": api_key },
          body: JSON.stringify({ email: member.email, user_key: await Member.userKey(ctx, memberId) }),
        });
        if (!response.ok) throw new Error(`The service answered ${response.status} to a demo member's sign-in`);
        const { url } = (await response.json()) as { url: string }; // The service is of the same release.
        return new URLSearchParams(new URL(url).hash.slice(1)).get("code") ?? undefined;
      }
      return undefined;
    },
  };
}
