import { createHash } from "node:crypto";
import * as v from "valibot";
import * as Agent from "@parley/core/agent/agent";
import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Integration from "@parley/core/integration/integration";
import * as Member from "@parley/core/member/member";
import { userKey } from "@parley/core/member/user-key";
import * as ApiKey from "@parley/core/organization/api-key";
import * as Organization from "@parley/core/organization/organization";
import { sharedSecret } from "@parley/core/organization/shared-secret";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import type { DemoOrganization, DemoTenant } from "./demo-tenant.ts";
import { refreshOrganization } from "./refresh-organization.ts";
import { createOrganization } from "./seed-organization.ts";
import type { DemoSources } from "./sources.ts";
import { ORGANIZATIONS } from "./tenant.ts";

export interface SeedSettings {
  sources: DemoSources;
  /** The content of `demo.json` as the last start wrote it; undefined if there is none. */
  previous: unknown;
}

/** All that is read of the last `demo.json`: the table keeps no API key in clear. */
const Previous = v.object({ organizations: v.array(v.object({ id: v.string(), api_key: v.string() })) });

/**
 * Writes the demo tenant, or finds it and brings the addresses of its databases up to date, and answers what `demo.json` tells
 * of it. Ids, API keys and shared secrets stay as they were while the state and `demo.json` are kept.
 */
export async function seedDemo(base: Base & WithFiles, { sources, previous }: SeedSettings): Promise<DemoTenant> {
  const kept = await Organization.list(base);
  const organizations: DemoOrganization[] = [];
  for (const plan of ORGANIZATIONS) {
    // The oldest of that name: an operator may have made another since.
    const found = kept.find(({ name }) => name === plan.name);
    const id = found?.id ?? (await createOrganization(base, plan, sources));
    const ctx = { ...base, actor: { organization_id: id } };
    if (found) await refreshOrganization(ctx, plan, sources);
    organizations.push(await describe(ctx, plan.name, await apiKey(ctx, previous)));
  }
  return { organizations };
}

/** The key of the last `demo.json` while it is valid, else a new one. */
async function apiKey(ctx: OrganizationContext, previous: unknown): Promise<string> {
  const parsed = v.safeParse(Previous, previous);
  const known = parsed.success
    ? parsed.output.organizations.find(({ id }) => id === ctx.actor.organization_id)?.api_key
    : undefined;
  const hash = known === undefined ? undefined : createHash("sha256").update(known).digest("hex");
  const isValid = (await ApiKey.list(ctx)).some(
    ({ key_hash, revoked_at }) => key_hash === hash && revoked_at === undefined,
  );
  return known !== undefined && isValid ? known : (await ApiKey.create(ctx, "Demo")).key;
}

async function describe(ctx: OrganizationContext, name: string, api_key: string): Promise<DemoOrganization> {
  const shared_secret = await sharedSecret(ctx);
  const [members, agents, integrations, projects, queries] = await Promise.all([
    Member.list(ctx),
    Agent.listPublished(ctx),
    Integration.list(ctx),
    Project.listAll(ctx),
    Query.list(ctx),
  ]);
  return {
    id: ctx.actor.organization_id,
    name,
    api_key,
    shared_secret,
    members: members.map(({ id, email, role, active }) => ({
      id,
      email,
      role,
      active,
      user_key: userKey(shared_secret, email),
    })),
    agents: agents.map((agent) => ({
      id: agent.id,
      name: agent.name,
      model_id: agent.model_id,
      is_default: agent.is_default,
    })),
    integrations: integrations.map(({ id, display_name, type, engine }) => ({ id, display_name, type, engine })),
    projects: projects.map((project) => ({ id: project.id, name: project.name })),
    saved_queries: queries.map(({ id, title, parameters, sql }) => ({ id, title, parameters, sql })),
  };
}
